#!/bin/sh
# Runs a program of the image. Without an init in the container, the program does not run as process 1.
set -eu

[ "$$" -eq 1 ] || exec "$@"

# The kernel ignores SIGKILL from within a container for process 1. The program must be able to kill itself when it hangs, so that the
# container restarts.
"$@" &
program=$!
trap 'kill -TERM "$program" 2>/dev/null || true' TERM INT HUP
while :; do
  code=0
  wait "$program" || code=$?
  # A signal also ends `wait`.
  kill -0 "$program" 2>/dev/null || exit "$code"
done
