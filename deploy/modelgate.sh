#!/bin/sh
# The command line inside the image: docker compose exec api modelgate --help
exec /bin/sh /app/deploy/entrypoint.sh node --no-warnings /app/dist/apps/cli/src/main.js "$@"
