# What the tests need of the system. Sourced by ./test.

# The packages that they use: a browser, a PostgreSQL and a Redis server, a clock to be set, valgrind, nginx. They are only installed; the
# tests start private ones of their own.
system_packages() {
    missing=""
    command -v chromium >/dev/null 2>&1 || missing="$missing chromium"
    command -v chromium-headless-shell >/dev/null 2>&1 || missing="$missing chromium-headless-shell"
    ls /usr/lib/postgresql/*/bin/postgres >/dev/null 2>&1 || missing="$missing postgresql"
    command -v redis-server >/dev/null 2>&1 || missing="$missing redis-server"
    ls /usr/lib/*/faketime/libfaketimeMT.so.1 >/dev/null 2>&1 || missing="$missing libfaketime"
    command -v valgrind >/dev/null 2>&1 || missing="$missing valgrind"
    [ -x /usr/sbin/nginx ] || missing="$missing nginx-light"
    [ -n "$missing" ] || return 0
    if [ "$(id -u)" != 0 ] || ! command -v apt-get >/dev/null 2>&1; then
        printf 'sheepfold: these packages are missing, and tests that need them will fail:%s\n' "$missing" >&2
        return 0
    fi
    printf 'Installing%s ...\n' "$missing" >&2
    export DEBIAN_FRONTEND=noninteractive
    log=$(mktemp)
    # shellcheck disable=SC2086
    { apt-get update && apt-get install --yes --no-install-recommends $missing fonts-dejavu-core; } >"$log" 2>&1 || {
        tail -5 "$log" >&2
        fail "the system packages could not be installed."
    }
    rm -f "$log"
}

ROOMY=4194304

# Where the tests keep their files: in memory, if that has so many kilobytes to spare and nobody has chosen another place.
# Thousands of databases are made there and written to, each with all the care that a disk needs.
scratch_home() {
    if [ -z "${TMPDIR:-}" ] && [ -w /dev/shm ] && [ "$(df -Pk /dev/shm | awk 'NR == 2 { print $4 }')" -ge "$ROOMY" ]; then
        echo /dev/shm
    else
        echo "${TMPDIR:-/tmp}"
    fi
}
