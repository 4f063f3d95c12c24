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

exec "$@"
