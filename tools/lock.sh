#!/bin/sh
# Writes the lists of exact versions and hashes in requirements/ anew. No list names a registry.
set -eu
cd "$(dirname "$0")/.."
uv="${UV:-.uv/bin/uv} --quiet pip compile --universal --python-version 3.11 --generate-hashes --no-header --no-annotate"
printf 'uv>=0.9\n' | $uv - -o requirements/uv.txt "$@"
$uv pyproject.toml --group build -o requirements/run.txt "$@"
$uv pyproject.toml --group dev -o requirements/test.txt "$@"
