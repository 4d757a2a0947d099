#!/bin/bash
# Proves that the browser starts on a machine without its system libraries, and renders the same image there: creates a
# minimal Debian 12 (debootstrap, about 300 MB, kept for the next run), mounts this checkout read-only, renders the page
# with every script there and here, and compares the two files byte by byte.
# Needs root, debootstrap, the network the first time, and `npm run generate` done. Usage: test/bare-debian.sh [directory]
set -euo pipefail

bare=${1:-/var/tmp/stillframe-bare-debian}
repository=$(cd "$(dirname "$0")/.." && pwd)
node=$repository/node_modules/node/bin/node

if [ ! -e "$bare/etc/debian_version" ]; then
  timeout 600 debootstrap --variant=minbase bookworm "$bare"
fi
for absent in libnss3.so libnspr4.so libexpat.so.1 libfontconfig.so.1; do
  if find "$bare/usr/lib" "$bare/lib" -name "$absent*" | grep -q .; then echo "$absent exists: not bare"; exit 1; fi
done
if [ -e "$bare/usr/share/fonts" ]; then echo "fonts exist: not bare"; exit 1; fi

here=$(mktemp --suffix .png)
trap 'rm -f "$here" "$bare/tmp/bare.png"' EXIT
timeout 120 "$node" "$repository/test/support/render-scripts.ts" "$here"

mkdir -p "$bare/checkout"
# In a separate mount namespace, so nothing stays mounted after a failure.
timeout 180 unshare --mount --propagation private bash -euc '
  mount --bind "$1" "$2/checkout"
  mount -o remount,bind,ro "$2/checkout"
  mount -t proc proc "$2/proc"
  chroot "$2" env -i PATH=/usr/bin:/bin HOME=/root /checkout/node_modules/node/bin/node /checkout/test/support/render-scripts.ts /tmp/bare.png
' bash "$repository" "$bare"

cmp "$here" "$bare/tmp/bare.png"
echo "the same image, $(stat -c %s "$here") bytes"
