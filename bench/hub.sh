#!/bin/sh
# The hub's own client (huggingface_hub) and `tagwerk models pull` beside each other on one fake hub: each must find what the
# other has pulled, in all the ways that Python programs look. Also writes hub/src/test/fixtures/huggingface-hub.json, how the
# client's cache looks, which the tests compare ours with.
#
#   bench/hub.sh
#
# Environment it reads
#   PYTHON    a Python with huggingface_hub (default python3); the fixture in the repository is of 1.33.0
# Exit code: 0 when all is found, 1 otherwise.

set -eu

bench=$(cd "$(dirname "$0")" && pwd)
root=${bench%/*}
python=${PYTHON:-python3}
work=$(mktemp -d "${TMPDIR:-/tmp}/tagwerk-hub-XXXXXX")
server=
trap 'test -z "$server" || kill "$server" 2>/dev/null || true; rm -rf "$work"' EXIT

"$python" -c 'import huggingface_hub' 2>/dev/null || {
  echo "error: $python lacks huggingface_hub." >&2
  echo "next:  python3 -m venv hub && hub/bin/pip install huggingface_hub && PYTHON=hub/bin/python bench/hub.sh" >&2
  exit 1
}

cd "$root"
. .mvn/find-jdk.sh
tagwerk_find_java javac
./tagwerk version > /dev/null
./mvnw -q -Dfast -pl hub -am -DskipTests test-compile
jars=$(ls -d cli/target/app-*/lib 2>/dev/null | tail -n 1)
mkfifo "$work/open"
"$JAVA_HOME/bin/java" -cp "hub/target/test-classes:hub/target/classes:modelfiles/target/classes:spec/target/classes:$jars/*" \
  dev.tagwerk.hub.FakeHubMain < "$work/open" > "$work/address" &
server=$!
exec 3> "$work/open"
while ! test -s "$work/address"; do sleep 0.1; done

HF_ENDPOINT=$(cat "$work/address") HF_HUB_DISABLE_XET=1 HF_HUB_DISABLE_PROGRESS_BARS=1 HF_HUB_DISABLE_TELEMETRY=1 \
  "$python" bench/hub_client.py "$work" "$root/tagwerk" hub/src/test/fixtures/huggingface-hub.json
