#!/bin/bash
# Does what the official image does with POSTGRES_USER, POSTGRES_DB and POSTGRES_PASSWORD_FILE: root reads the password
# and steps down; an empty folder becomes a database by way of a server that no network reaches.
set -euo pipefail

if [[ -n ${POSTGRES_PASSWORD_FILE:-} ]]; then
  POSTGRES_PASSWORD=$(<"$POSTGRES_PASSWORD_FILE")
  export POSTGRES_PASSWORD
  unset POSTGRES_PASSWORD_FILE
fi

if [[ $(id -u) -eq 0 ]]; then
  mkdir -p "$PGDATA" /var/run/postgresql
  chown -R postgres "$PGDATA" /var/run/postgresql
  chmod 700 "$PGDATA"
  exec setpriv --reuid=postgres --regid=postgres --init-groups -- "$BASH" "${BASH_SOURCE[0]}" "$@"
fi

if [[ ! -s $PGDATA/PG_VERSION ]]; then
  initdb --encoding=UTF8 --locale=C --username="$POSTGRES_USER" --pwfile=<(printf '%s\n' "$POSTGRES_PASSWORD") --auth-local=trust \
    --auth-host=scram-sha-256
  echo 'host all all all scram-sha-256' >>"$PGDATA/pg_hba.conf"
  printf "%s = '%s'\n" listen_addresses '*' unix_socket_directories /var/run/postgresql >>"$PGDATA/postgresql.conf"
  pg_ctl --wait --options="-c listen_addresses=''" start
  createdb --username="$POSTGRES_USER" "$POSTGRES_DB"
  pg_ctl --wait --mode=fast stop
fi

exec "$@"
