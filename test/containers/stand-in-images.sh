#!/usr/bin/env bash
# Images that stand in for the official ones where no registry can be reached. Sourced by prove.sh.

stand_ins=$here/stand-ins

make_stand_in_images() {
  podman image exists docker.io/library/node:24-bookworm-slim || make_base_image
  make_image postgres:18 postgres
  make_image redis:8 redis
}

make_base_image() {
  local context=$folder/base
  mkdir -p "$context/node/bin" "$context/node/lib"
  debootstrap --variant=minbase --include=ca-certificates bookworm "$context/rootfs" >"$folder/debootstrap.log"
  # Behind an inspecting proxy only this machine's certificates are trusted.
  cp /etc/ssl/certs/ca-certificates.crt "$context/rootfs/etc/ssl/certs/"
  tar --directory "$context/rootfs" --create --file "$context/rootfs.tar" --exclude=./proc/* --exclude=./sys/* .
  fetch_node "$context"
  podman build --quiet --file "$stand_ins/base.Containerfile" --tag docker.io/library/node:24-bookworm-slim "$context" >/dev/null
  rm -rf "$context"
}

fetch_node() {
  local context=$1 architecture
  architecture=$([[ $(uname -m) == aarch64 ]] && echo arm64 || echo x64)
  npm install --prefix "$context/packages" --no-save --ignore-scripts --loglevel=error \
    "node-linux-$architecture@24" npm@11
  cp "$context/packages/node_modules/node-linux-$architecture/bin/node" "$context/node/bin/node"
  mkdir -p "$context/node/lib/node_modules"
  cp -r "$context/packages/node_modules/npm" "$context/node/lib/node_modules/npm"
  ln -s ../lib/node_modules/npm/bin/npm-cli.js "$context/node/bin/npm"
}

make_image() {
  local image=docker.io/library/$1 name=$2
  podman image exists "$image" ||
    podman build --quiet --pull=never --file "$stand_ins/$name.Containerfile" --tag "$image" "$stand_ins" >/dev/null
}
