#!/bin/sh
# Runs a program of the image as another process than the first, where the container has no init of its own.
set -eu

[ "$$" -eq 1 ] || exec "$@"

# The kernel lets nobody inside a container kill its process 1, not even that process itself. So that a program which
# hangs can end itself, and its container be restarted, it becomes another one where there is no init.
"$@" &
program=$!
trap 'kill -TERM "$program" 2>/dev/null || true' TERM INT HUP
while :; do
  code=0
  wait "$program" || code=$?
  # A signal ends the waiting, too.
  kill -0 "$program" 2>/dev/null || exit "$code"
done
