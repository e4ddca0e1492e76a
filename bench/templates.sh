#!/bin/sh
# Renders conversations with every chat template (*.jinja) below some folders and compares with transformers.
#
#   bench/templates.sh FOLDER...        PYTHON=python with transformers 5.18
#
# The packages trl and @huggingface/ollama-utils carry some hundred templates of models; so do many repositories.
set -eu
[ $# -gt 0 ] || { echo "usage: bench/templates.sh FOLDER..." >&2; exit 2; }
python=${PYTHON:-python3}
out=$(mktemp)
trap 'rm -f "$out"' EXIT
"$python" "$(dirname "$0")/templates_reference.py" "$out" "$@"
cd "$(dirname "$0")/.."
./mvnw -q -Dfast -pl jinja -Dtest=FieldTemplatesTest -Dsurefire.failIfNoSpecifiedTests=false -Dtagwerk.templates="$out" test
