#!/usr/bin/env bash
# Installs the tools, and starts a container engine that stores everything in one folder. Sourced by prove.sh.

# Installs missing packages. Compose is taken from the next Debian, because this one only has version 1.
install_tools() {
  local packages=(podman buildah runc catatonit aardvark-dns netavark iproute2 iptables curl ca-certificates)
  if ! dpkg --status "${packages[@]}" &>/dev/null; then
    apt-get update -qq &&
      DEBIAN_FRONTEND=noninteractive apt-get -o DPkg::Lock::Timeout=300 install -qq -y --no-install-recommends \
        "${packages[@]}"
  fi &>"$folder/install.log" || not_judged "the tools cannot be installed ($(tail -n 1 "$folder/install.log"))"
  compose_program=$folder/compose/usr/libexec/docker/cli-plugins/docker-compose
  [[ -x $compose_program ]] || download_compose &>"$folder/install.log" ||
    not_judged "Compose cannot be had ($(tail -n 1 "$folder/install.log"))"
}

# One line without a summary, because another test run may call this.
not_judged() {
  echo "The containers are not judged: $1"
  exit 77
}

download_compose() {
  local apt=$folder/apt
  local keys=/usr/share/keyrings/debian-archive-keyring.gpg
  mkdir -p "$apt/lists/partial" "$apt/cache/archives/partial"
  : >"$apt/status"
  echo "deb [signed-by=$keys] http://deb.debian.org/debian trixie main" >"$apt/sources.list"
  local options=(-qq -o "Dir::State=$apt" -o "Dir::State::status=$apt/status" -o "Dir::Cache=$apt/cache"
    -o "Dir::Etc::sourcelist=$apt/sources.list" -o Dir::Etc::sourceparts=- -o APT::Sandbox::User=root)
  apt-get "${options[@]}" update &&
    (cd "$apt" && apt-get "${options[@]}" download docker-compose) &&
    dpkg --extract "$apt"/docker-compose_*.deb "$folder/compose"
}

# runc, and limits without privileges: both work in more sandboxes than the engine's defaults.
configure_engine() {
  mkdir -p "$folder/engine"
  cat >"$folder/engine/containers.conf" <<CONF
[containers]
default_ulimits = ["nofile=1024:1024", "nproc=1024:1024"]
[engine]
runtime = "runc"
tmp_dir = "$folder/engine/tmp"
cgroup_manager = "cgroupfs"
events_logger = "file"
[network]
network_backend = "netavark"
network_config_dir = "$folder/engine/networks"
CONF
  cat >"$folder/engine/storage.conf" <<CONF
[storage]
driver = "overlay"
graphroot = "$folder/engine/storage"
runroot = "$folder/engine/run"
CONF
  echo 'unqualified-search-registries = ["docker.io"]' >"$folder/engine/registries.conf"
  export CONTAINERS_CONF=$folder/engine/containers.conf
  export CONTAINERS_STORAGE_CONF=$folder/engine/storage.conf
  export CONTAINERS_REGISTRIES_CONF=$folder/engine/registries.conf
  export BUILDAH_ISOLATION=chroot
}

# Starts the engine behind the Docker socket that Compose uses.
start_engine() {
  local socket=$folder/engine/docker.sock
  rm -f "$socket"
  podman system service --time=0 "unix://$socket" >"$folder/engine/service.log" 2>&1 &
  background+=("$!")
  export DOCKER_HOST=unix://$socket DOCKER_BUILDKIT=0
  wait_until 30 curl --silent --fail --output /dev/null --unix-socket "$socket" http://localhost/_ping ||
    not_judged "the engine does not start ($(tail -n 1 "$folder/engine/service.log"))"
}

# A machine that is itself a restricted container may have every tool and still be unable to run containers.
require_containers() {
  podman run --rm docker.io/library/redis:8 true &>"$folder/engine/first.log" ||
    not_judged "no container runs here ($(tail -n 1 "$folder/engine/first.log"))"
}

# A Docker engine schedules health checks itself; podman uses systemd for this, which may be missing.
start_health_timer() {
  while sleep 2; do
    for container in $(podman ps --quiet --filter "label=com.docker.compose.project=$project"); do
      timeout 20 podman healthcheck run "$container" &>/dev/null || true
    done
  done &
  background+=("$!")
}

stop_engine() {
  local process
  ((${#background[@]} > 0)) || return 0
  for process in "${background[@]}"; do kill "$process" 2>/dev/null || true; done
  wait "${background[@]}" 2>/dev/null || true
  podman rm --all --force --time 5 &>/dev/null || true
  podman volume prune --force &>/dev/null || true
  podman network prune --force &>/dev/null || true
  umount --recursive "$folder/engine/storage/overlay" &>/dev/null || true
}

# wait_until SECONDS COMMAND...: whether the command succeeds before the time is up.
wait_until() {
  local deadline=$((SECONDS + $1))
  shift
  until "$@" &>/dev/null; do
    ((SECONDS < deadline)) || return 1
    sleep 1
  done
}
