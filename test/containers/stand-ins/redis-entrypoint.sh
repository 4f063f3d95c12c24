#!/bin/bash
# Root gives its folder to the unprivileged user and then runs as that user, as in the official image.
set -euo pipefail

if [[ $(id -u) -eq 0 ]]; then
  chown -R redis /data
  exec setpriv --reuid=redis --regid=redis --init-groups -- "$@" --protected-mode no
fi
exec "$@" --protected-mode no
