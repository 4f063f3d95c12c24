#!/bin/sh
# Lets DATABASE_URL come from a file, so that its password shows in no container's settings.
set -eu

if [ -n "${DATABASE_URL_FILE:-}" ]; then
  if [ -n "${DATABASE_URL:-}" ]; then
    echo 'DATABASE_URL_FILE: cannot be set beside DATABASE_URL'
    exit 78
  fi
  if ! DATABASE_URL=$(cat -- "$DATABASE_URL_FILE" 2>/dev/null); then
    echo "DATABASE_URL_FILE: \"$DATABASE_URL_FILE\" cannot be read"
    exit 78
  fi
  export DATABASE_URL
fi

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
