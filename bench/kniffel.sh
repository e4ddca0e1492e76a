#!/bin/sh
# The Kniffel table with 1,000 games for every player: the demo, at full length.
#
#   bench/kniffel.sh [FOLDER]     FOLDER (default: tagwerk-kniffel) gets data, run and report.html
#
# Takes the demo's time and about half an hour more on two cores: the base scores every option's text.
set -eu
root=$(cd "$(dirname "$0")/.." && pwd)
exec "$root/tagwerk" demo --to "${1:-tagwerk-kniffel}" --games "${GAMES:-1000}" --base-games "${BASE_GAMES:-1000}"
