#!/usr/bin/env bash
# Tests the Dockerfile and docker-compose.yml on a Debian machine that has neither Docker nor a registry:
#   sudo test/containers/prove.sh [--built] [FOLDER]
# Builds the real image on substitutes for the official ones and runs the real Compose files with the real Compose.
# All files are in a temporary folder, which is removed in the end; a given FOLDER is kept, and makes the next run faster.
# With --built the image uses the build and the packages of this checkout. Ends with code 77, after one line with the
# reason, if containers cannot be tested here.
set -euo pipefail

most_seconds=1500
if [[ -z ${MODELGATE_PROOF_IS_BOUNDED:-} ]]; then
  MODELGATE_PROOF_IS_BOUNDED=yes exec timeout --kill-after=120 "$most_seconds" "${BASH_SOURCE[0]}" "$@"
fi
if [[ $(id -u) -ne 0 ]]; then
  echo 'The containers are not judged: installing the tools and running them needs root.'
  exit 77
fi
takes_build=no
if [[ ${1:-} == --built ]]; then takes_build=yes && shift; fi
# Set once everything has been downloaded.
prepared_folder=${MODELGATE_PROOF_PREPARED_FOLDER:-}

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
checkout=$(cd "$here/../.." && pwd)
folder=${1:-${prepared_folder:-$(mktemp --directory --tmpdir modelgate-containers.XXXXXX)}}
folder=$(mkdir -p "$folder" && cd "$folder" && pwd)
keeps_folder=${1:+yes}
project=modelgate
background=()
results=()
failures=0

source "$here/workshop.sh"
source "$here/stand-in-images.sh"
source "$here/checks.sh"

# Settings of this machine must not affect the test, so only our own .env is used. It sets the port, and the substitute
# images, which have no digest.
compose() {
  env --ignore-environment PATH="$PATH" HOME="$folder" DOCKER_HOST="$DOCKER_HOST" DOCKER_BUILDKIT=0 PORT="$PORT" \
    NODE_IMAGE=docker.io/library/node:24-bookworm-slim POSTGRES_IMAGE=postgres:18 REDIS_IMAGE=redis:8 \
    "$compose_program" --project-directory "$checkout" "${compose_files[@]/#/--file=}" --env-file "$env_file" \
    --progress plain "$@"
}

# A check runs in a condition, in which bash continues after a failing command: join its steps with "&&".
check() {
  local name=$1 before=$SECONDS outcome=passed
  shift
  "$@" >"$folder/check.log" 2>&1 || outcome=FAILED
  results+=("$(printf '%-7s %4ss  %s' "$outcome" "$((SECONDS - before))" "$name")")
  echo "${results[-1]}"
  [[ $outcome == passed ]] || { failures=$((failures + 1)) && tail -n 40 "$folder/check.log"; }
}

# Later checks would only repeat the failure, each after a timeout.
go_on_if_well() {
  ((failures == 0)) || exit 1
}

finish() {
  local status=$?
  trap - EXIT
  [[ -z ${DOCKER_HOST:-} ]] || compose down --volumes --timeout 10 &>/dev/null || true
  stop_engine
  [[ -n $keeps_folder ]] || rm -rf "$folder"
  ((status != 77)) || exit 77
  report "$status"
}

report() {
  echo
  echo 'Emulated: the images of Node, Postgres, Redis and HAProxy (same contract, from Debian and npm packages);'
  echo '          the timer of the health checks (a Docker engine has its own). Everything else is the real thing.'
  echo
  printf '%s\n' 'result   time  what was checked' "${results[@]}"
  echo
  echo "image size: ${image_size:-not built}; $SECONDS s in all, $prepared_seconds of them to prepare"
  echo "$((${#results[@]} - failures)) passed, $failures failed"
  [[ $1 -eq 0 && $failures -eq 0 ]] || exit 1
}

build_and_start() {
  podman rmi --force modelgate:local || true
  compose up --detach &&
    image_size="$(size_of modelgate:local), of which $(size_of docker.io/library/node:24-bookworm-slim) are the base image"
}

size_of() { podman image inspect --format '{{.Size}}' "$1" | numfmt --to=si --suffix=B; }

first_start() {
  check 'docker compose up, without a .env, builds the image and starts' build_and_start
  check 'every service becomes healthy' everything_is_healthy
  check 'the one-shot service ended before the others began' secrets_were_made_in_order
  check '/healthz and /readyz answer on the published port' answers_over_http
  check 'the log of the api shows address, admin password and token' read_credentials
  check 'the printed token gets a chat reply' chats_with "$token"
  check 'another token gets a 401' refuses sk-mg-somebody-elses
  check 'the worker does its maintenance, and waits for hints from Redis' worker_works_through_redis
}

guarded() {
  check 'secrets are files of mode 0400; Postgres does not see the key' secret_files_are_guarded
  check 'both secrets can be read where they are needed' read_secrets
  check 'no secret in inspect, history, config or env' inspection_shows_no_secret
  check 'Redis requires its password' redis_wants_a_password
  check 'no process of root anywhere' no_process_is_root
  check 'only the data folder can be written, and it is shared' only_data_is_writable
  check 'Postgres and Redis are on an internal network, unpublished' storage_is_not_published
  check 'the port is open to this machine only' port_is_for_this_machine_only
  check 'api and worker work as a role that is no superuser' gateway_is_no_superuser
  check 'the image holds nothing but what runs' image_is_lean
}

lives() {
  check 'the command line works inside the container' command_line_works
  check 'a worker that has gone quiet is noticed, and recovers' quiet_worker_is_noticed
  check 'the api drains and ends with code 0 on SIGTERM' api_stops_cleanly
  check 'docker compose down' compose down
  check 'docker compose up again, now with a config file and a .env' up_with_settings
  check 'every service becomes healthy again' everything_is_healthy
  check 'the token of the first start still works' chats_with "$token"
  check 'the token of the config file works' chats_with sk-mg-from-the-config-file-0123456789
  check 'the settings of the .env count, also for the health check' settings_arrived
  check 'the second start shows no credentials' shows_no_credentials
}

balanced() {
  check 'docker compose up --scale api=3, with the balancer, goes on from there' up_with_balancer
  check 'the balancer answers in place of the api, with the same token' wait_until 60 chats_with "$token"
  check 'requests reach all three, none of which is published' every_api_is_asked
  check 'a stream passes the balancer as it comes' stream_passes
  check 'a WebSocket opens through the balancer' socket_opens
  check 'an api is stopped, and no request fails' stopped_api_is_not_missed
  check 'docker compose down --volumes' compose down --volumes
  check 'nothing is left: containers, volumes, networks' nothing_is_left
}

# Uncomments the line for a config file in docker-compose.yml.
up_with_settings() {
  printf '%s\n' 'tokens:' '  - name: file' '    key: sk-mg-from-the-config-file-0123456789' >"$folder/modelgate.yaml"
  chmod 644 "$folder/modelgate.yaml"
  sed "s|# - ./modelgate.yaml:|- $folder/modelgate.yaml:|" "$checkout/docker-compose.yml" >"$folder/docker-compose.yml"
  compose_files[0]=$folder/docker-compose.yml
  env_file=$folder/env
  printf '%s\n' MODELGATE_API_PROCESSES=2 MODELGATE_ALLOWED_HOSTS=gate.example,127.0.0.1 >"$env_file"
  grep --quiet "^    - $folder/modelgate.yaml:" "$folder/docker-compose.yml" && compose up --detach
}

up_with_balancer() {
  compose_files+=("$checkout/docker-compose.balancer.yml")
  # Health checks have to use one of the allowed hosts.
  printf '%s\n' MODELGATE_ALLOWED_HOSTS=127.0.0.1 BALANCER_CHECK_HOST=127.0.0.1 TLS_PORT="$(free_port)" >"$env_file"
  compose up --detach --scale api=3
}

# The last stages of the Dockerfile, unchanged; the first ones are replaced by the existing build.
take_build() {
  local context=$folder/context
  rm -rf "$context" && mkdir -p "$context"
  cp -r "$checkout"/{package.json,package-lock.json,.npmrc,scripts,deploy,dist} "$context/"
  node "$here/copy-packages.mjs" "$checkout" "$context"
  rm -rf "$context"/deploy/{grafana,helm,prometheus}
  # The image runs this again; here it reduces what is copied from stage to stage.
  node "$checkout/scripts/prepare-image.mjs" "$context"
  sed --expression='/^RUN .*npm ci --ignore-scripts$/d' --expression='/^RUN npm run build$/d' \
    --expression='s|^COPY \. \.$|COPY scripts ./scripts\nCOPY deploy ./deploy\nCOPY dist ./dist|' \
    --expression='s|^RUN .*npm ci .*--omit=dev$|COPY node_modules ./node_modules|' "$checkout/Dockerfile" >"$context/Dockerfile"
  [[ $(grep --count '^RUN .*npm' "$context/Dockerfile") == 0 ]]
  printf 'services: { api: { build: { context: %s } } }\n' "$context" >"$folder/built.yml"
  compose_files+=("$folder/built.yml")
}

free_port() {
  node -e 'const s = require("net").createServer().listen(0, () => { console.log(s.address().port); s.close(); })'
}

# Browsers abort requests when a network interface is added or removed, as containers do. If nothing more has to be
# downloaded, the containers get a separate network, so that browsers can be tested at the same time.
enter_own_network() {
  local begun=$((EPOCHSECONDS - SECONDS))
  unshare --net true &>"$folder/install.log" ||
    not_judged "no network of their own can be had ($(tail -n 1 "$folder/install.log"))"
  exec env MODELGATE_PROOF_PREPARED_FOLDER="$folder" MODELGATE_PROOF_BEGUN="$begun" unshare --net "${BASH_SOURCE[0]}" --built "$@"
}

prepare() {
  [[ -n $prepared_folder ]] || echo "Preparing tools and stand-in images in $folder …"
  install_tools
  configure_engine
  make_stand_in_images
  if [[ $takes_build == yes ]]; then
    [[ -n $prepared_folder ]] || enter_own_network "$@"
    ip link set lo up
    SECONDS=$((EPOCHSECONDS - MODELGATE_PROOF_BEGUN))
    take_build
  fi
  start_engine
  require_containers
  start_health_timer
  prepared_seconds=$SECONDS
}

prove() {
  trap finish EXIT
  compose_files=("$checkout/docker-compose.yml")
  env_file=/dev/null
  prepared_seconds=0
  PORT=$(free_port)

  prepare "$@"

  check 'docker-compose.yml is valid' compose config --quiet
  go_on_if_well
  first_start
  go_on_if_well
  guarded
  lives
  balanced
}

# Bash reads all of it before it runs, so that the file may change in the meantime.
prove "$@"
exit
