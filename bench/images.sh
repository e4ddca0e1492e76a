#!/bin/sh
# How fast images are looked into. Usage: bench/images.sh [FOLDER]; wants an idle machine and 4 GB of disk there (else in TMPDIR).
# Makes an archive like `docker save`'s, with an uncompressed layer of 2 GB, and an OCI layout with the same layer gzipped, from this
# machine's own /usr; prints the seconds of `tagwerk images show`, without and with what it remembers, beside others in the same run. Removes all.
# The others do less: `gzip -t` inflates, `tar -t` tells names, `sha256sum` compares digests; none says what is in the image. Where podman is, `podman load`
# of the same archive stands beside, which does more: it unpacks the image to disk. It is what one does without us, before looking inside.
set -eu
cd "$(dirname "$0")/.."
folder=$(mktemp -d "${1:-${TMPDIR:-/tmp}}/images.XXXXXX")
trap 'rm -rf "$folder"' EXIT
bytes=2000000000

seconds() { # the best of three, so that what else the machine does counts least
  for _ in 1 2 3; do
    start=$(date +%s%N)
    "$@" > /dev/null
    end=$(date +%s%N)
    echo $(((end - start) / 1000000))
  done | sort -n | awk 'NR == 1 { printf "%.2f", $1 / 1000 }'
}
unzipped() { gzip -t < "$1"; }
named() { gzip -dc < "$1" | tar -t > /dev/null && sha256sum "$1"; }
plainly() { tar -xOf "$1" layer.tar | tar -t > /dev/null && sha256sum "$1"; }
loaded() {
  podman --root "$folder/store" --runroot "$folder/run" --storage-driver vfs load -q -i "$1" &&
    podman --root "$folder/store" --runroot "$folder/run" --storage-driver vfs rmi -f bench:1
}
digest() { sha256sum "$1" | cut -d' ' -f1; }
size() { wc -c < "$1" | tr -d ' '; }

# A layer of real files: folders of /usr until it is large enough, and again from the first if they do not do.
layer=$folder/layer.tar
n=0
: > "$layer"
while [ "$(size "$layer")" -lt $bytes ]; do
  n=$((n + 1))
  for one in /usr/lib/* /usr/bin /usr/include /usr/share/*; do
    [ "$(size "$layer")" -ge $bytes ] || tar --append -f "$layer" --transform "s,^usr,usr/copy$n," -C / "${one#/}" 2> /dev/null || :
  done
done
files=$(tar -tf "$layer" | wc -l)
id=$(digest "$layer")

archive=$folder/archive.tar
printf '{"os":"linux","architecture":"amd64","config":{"Cmd":["sh"]},"rootfs":{"type":"layers","diff_ids":["sha256:%s"]}}' "$id" > "$folder/config"
config=$(digest "$folder/config")
mv "$folder/config" "$folder/$config.json"
printf '[{"Config":"%s.json","RepoTags":["bench:1"],"Layers":["layer.tar"]}]' "$config" > "$folder/manifest.json"
tar -cf "$archive" -C "$folder" layer.tar "$config.json" manifest.json

layout=$folder/layout
blobs=$layout/blobs/sha256
mkdir -p "$blobs"
gzip -1 -c "$layer" > "$folder/layer.gz" # level 1: only to be ready sooner; inflating is what is measured
rm "$layer"
gz=$(digest "$folder/layer.gz")
zipped=$(size "$folder/layer.gz")
mv "$folder/layer.gz" "$blobs/$gz"
cp "$folder/$config.json" "$blobs/$config"
printf '{"schemaVersion":2,"config":{"digest":"sha256:%s","size":%s},"layers":[{"digest":"sha256:%s","size":%s}]}' \
  "$config" "$(size "$blobs/$config")" "$gz" "$zipped" > "$folder/manifest"
manifest=$(digest "$folder/manifest")
mv "$folder/manifest" "$blobs/$manifest"
printf '{"schemaVersion":2,"manifests":[{"digest":"sha256:%s","size":%s}]}' "$manifest" "$(size "$blobs/$manifest")" > "$layout/index.json"

XDG_CACHE_HOME=$folder/cache
export XDG_CACHE_HOME
./tagwerk version > /dev/null
remembered=$(./tagwerk version --json | sed -n 's/.*"cache" : "\(.*\)".*/\1/p')/layers
fresh() { rm -rf "$remembered"; ./tagwerk images show "$1"; }

echo "$(date -u +%Y-%m-%d), $(nproc) cores, load $(cut -d' ' -f1 /proc/loadavg); seconds, the best of three, starting up included"
printf '%-64s %6s\n' "tagwerk version (starting up alone)" "$(seconds ./tagwerk version)"
printf '%-64s %6s\n' "archive of $(size "$archive") bytes, $files files, uncompressed" "$(seconds fresh "$archive")"
printf '%-64s %6s\n' "tar -t of its layer, and sha256sum" "$(seconds plainly "$archive")"
if command -v podman > /dev/null; then
  start=$(date +%s%N)
  if loaded "$archive" > /dev/null 2> "$folder/podman"; then
    end=$(date +%s%N)
    printf '%-64s %6s\n' "podman load of it, and rmi (once)" "$(((end - start) / 1000000000))"
  else
    echo "podman load fails here: $(tail -n 1 "$folder/podman")"
  fi
fi
printf '%-64s %6s\n' "gzip -t of the same layer, $zipped bytes" "$(seconds unzipped "$blobs/$gz")"
printf '%-64s %6s\n' "gzip -d into tar -t, and sha256sum" "$(seconds named "$blobs/$gz")"
printf '%-64s %6s\n' "OCI layout with that gzipped layer" "$(seconds fresh "$layout")"
printf '%-64s %6s\n' "the same, remembered" "$(seconds ./tagwerk images show "$layout")"
