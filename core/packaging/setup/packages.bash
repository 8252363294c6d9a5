# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Part of quickstart: the tools and libraries of the system. Each is looked for by what it offers,
# so that any system that has them will do; Debian's name for it is used to install and to tell.

# Header and the Debian package that brings it, one pair a line.
header_packages() {
  cat <<'TEXT'
zlib.h zlib1g-dev
umfpack.h,suitesparse/umfpack.h libsuitesparse-dev
metis.h libmetis-dev
CLI/CLI.hpp libcli11-dev
nlohmann/json.hpp nlohmann-json3-dev
fmt/format.h libfmt-dev
gtest/gtest.h libgtest-dev
benchmark/benchmark.h libbenchmark-dev
TEXT
}

missing_headers() {
  local headers package
  while read -r headers package; do
    printf '#if !(__has_include(<%s>))\n"missing" "%s"\n#endif\n' \
      "${headers//,/>) || __has_include(<}" "$package"
  done < <(header_packages) | "$cxx" -E -P -x c++ - | sed -n 's/^"missing" "\(.*\)"$/\1/p'
}

# version_at_least WANTED HAVE
version_at_least() { [ "$(printf '%s\n' "$1" "$2" | sort -V | head -n 1)" = "$1" ]; }

missing_packages() {
  local cmake_version
  cmake_version=$(cmake --version 2>/dev/null | awk 'NR == 1 {print $3}') || true
  version_at_least 3.23 "${cmake_version:-0}" || echo cmake
  command -v ninja >/dev/null || echo ninja-build
  python3 -c 'import ensurepip, venv' 2>/dev/null || echo python3-venv
  if command -v "$cxx" >/dev/null; then
    missing_headers
  else
    echo g++
    header_packages | awk '{print $2}'
  fi
}

# Debian only, and only if something is missing: nothing is upgraded.
install_packages() {
  local missing sudo=()
  mapfile -t missing < <(missing_packages)
  [ ${#missing[@]} -gt 0 ] || return 0
  command -v apt-get >/dev/null ||
    fail "missing on this system (Debian's names): ${missing[*]}"
  if [ "$(id -u)" != 0 ]; then
    command -v sudo >/dev/null || fail "missing: ${missing[*]}; install them, or run as root"
    sudo=(sudo)
  fi
  command -v ccache >/dev/null || missing+=(ccache) # a help, not a need
  say "Installing Debian packages: ${missing[*]}"
  local environment=(env DEBIAN_FRONTEND=noninteractive)
  "${sudo[@]}" "${environment[@]}" apt-get update -q
  "${sudo[@]}" "${environment[@]}" apt-get install -y -q --no-install-recommends "${missing[@]}"
  mapfile -t missing < <(missing_packages)
  [ ${#missing[@]} -eq 0 ] || fail "installed, but still not found: ${missing[*]}"
}
