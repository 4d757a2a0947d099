#!/usr/bin/env bash
# bash scripts/release-files.sh v1.2.3 release: writes the files of a release to a folder, after `npm run build -- --deploy`: the packages of
# the functions with the site, an SBOM of what they contain, and checksums.
set -euo pipefail
cd "$(dirname "$0")/.."
version=${1#v}
mkdir -p "$2"
folder=$(cd "$2" && pwd)
git rev-parse HEAD > dist/functions/commit
# Files of the same name follow each other, because the packages share most of their files: the archive has a sixth of the size. A window of
# 2^27 bytes is the largest that `tar --zstd -x` reads.
find dist/functions generated/site -type f -printf '%f\t%p\n' | sort | cut -f 2- |
  tar -I 'zstd --long=27' -cf "$folder/stillframe-packages-$version.tar.zst" -T -
npm sbom --sbom-format cyclonedx --sbom-type application --omit dev > "$folder/stillframe-$version.cdx.json"
cd "$folder"
sha256sum -- *.tar.zst *.cdx.json > SHA256SUMS
