# Puts everything the program needs into the checkout. Sourced by ./run and ./test with ROOT set.
# Needs only python3 (3.11 or newer) and pip.

# What Python compiles is kept, whatever the machine says: a run of the tests starts hundreds of processes, and each would
# compile its libraries again, which takes longer than most tests.
unset PYTHONDONTWRITEBYTECODE

fail() {
    printf 'sheepfold: %s\n' "$*" >&2
    exit 1
}

# A set of libraries is known by what it was installed from.
stamp_of() {
    printf '%s ' "$1"
    cat "$ROOT/requirements/uv.txt" "$ROOT/requirements/$1.txt" "$ROOT/pyproject.toml" | cksum
}

installed() {
    [ -x "$ROOT/.venv/bin/sheepfold" ] && [ "$(cat "$ROOT/.venv/installed" 2>/dev/null)" = "$(stamp_of "$1")" ]
}

# usable PYTHON: whether it is new enough and whole
usable() {
    "$1" -c 'import ctypes, sqlite3, ssl, sys; sys.exit(sys.version_info < (3, 11))' >/dev/null 2>&1
}

# The Python that is built to be quick, if there are several: the system's own was, one that somebody built may not be.
choose_python() {
    for found in /usr/bin/python3 python3; do
        if usable "$found"; then
            echo "$found"
            return
        fi
    done
}

# prepare NAME: the libraries of requirements/NAME.txt and the package itself, into .venv
prepare() {
    PYTHON=${PYTHON:-$(choose_python)}
    PYTHON=${PYTHON:-python3}
    command -v "$PYTHON" >/dev/null 2>&1 || fail "$PYTHON is needed, and was not found."
    usable "$PYTHON" || fail "Python 3.11 or newer is needed, with its modules ctypes, sqlite3 and ssl."
    printf 'Setting up Sheepfold in %s (once; a minute or so) ...\n' "$ROOT/.venv" >&2
    if [ ! -x "$ROOT/.uv/bin/uv" ]; then
        with_pip=python3
        "$with_pip" -m pip --version >/dev/null 2>&1 || with_pip=$PYTHON
        PIP_ROOT_USER_ACTION=ignore "$with_pip" -m pip install --quiet --disable-pip-version-check \
            --require-hashes --target "$ROOT/.uv" -r "$ROOT/requirements/uv.txt" ||
            fail "pip could not install uv; see its message above."
    fi
    uv="$ROOT/.uv/bin/uv --quiet"
    export VIRTUAL_ENV="$ROOT/.venv"
    rm -f "$ROOT/.venv/installed"
    [ -x "$ROOT/.venv/bin/python" ] || $uv venv --no-project --python "$PYTHON" "$ROOT/.venv" ||
        fail "the virtual environment could not be made."
    $uv pip sync --require-hashes "$ROOT/requirements/$1.txt" || fail "the libraries could not be installed."
    $uv pip install --no-deps --no-build-isolation --editable "$ROOT" || fail "the package could not be installed."
    stamp_of "$1" >"$ROOT/.venv/installed"
}
