#!/bin/sh
# The fuzz tests with many more rounds than a build takes: safetensors headers a million times, the others as often as a
# few minutes allow. Exit code 0 when nothing crashed, hung or allocated beyond its bound.
#
#   bench/fuzz.sh        ROUNDS=1000 (headers: rounds x 1,000), OTHERS=20
set -eu
cd "$(dirname "$0")/.."
rounds=${ROUNDS:-1000}
others=${OTHERS:-20}
./mvnw -q -Dfast -pl modelfiles -am -Dtest=SafetensorsFuzzTest -Dsurefire.failIfNoSpecifiedTests=false \
  -Dtagwerk.fuzz.rounds="$rounds" test
echo "safetensors: $((rounds * 1000)) headers"
./mvnw -q -Dfast -pl modelfiles,runfolder,jinja,data,images -am -Dtest='*FuzzTest,!SafetensorsFuzzTest' \
  -Dsurefire.failIfNoSpecifiedTests=false -Dtagwerk.fuzz.rounds="$others" test
echo "config.json, adapters, tokenizers, templates, data files, images, checkpoints: $others times the build's number"
