# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Part of quickstart: a Kokkos. Debian 12 has none that is new enough, so version 4.7.00 is built from
# the sources that the Python package pygenten carries, once per set of backends and compilers.

# provide_kokkos BACKEND...: sets kokkos_root.
provide_kokkos() {
  kokkos_root=${Kokkos_ROOT:-}
  if [ -z "$kokkos_root" ]; then
    local options version=4.7.00 backends=$*
    kokkos_options "$@"
    [ -z "${HEDDLE_KOKKOS_SOURCE:-}" ] || version=$(version_of_source "$HEDDLE_KOKKOS_SOURCE")
    kokkos_root=$deps/kokkos-$version-${backends// /-}-$(basename "$cxx")$("$cxx" -dumpversion)
    kokkos_root+=-$(fingerprint | sha256sum | cut -c 1-8)
    [ -e "$kokkos_root/.complete" ] || build_kokkos "$version" "$backends"
  fi
  say "Kokkos: $kokkos_root"
}

# All that the result of a build depends on.
fingerprint() {
  "$cxx" --version
  printf '%s\n' "${options[@]}" "${HEDDLE_KOKKOS_SOURCE:-}"
  cat core/packaging/kokkos/*
}

version_of_source() {
  [ -f "$1/CMakeLists.txt" ] || fail "HEDDLE_KOKKOS_SOURCE has no Kokkos: $1"
  sed -n 's/^ *set(Kokkos_VERSION_\(MAJOR\|MINOR\|PATCH\) \([0-9]*\)).*/\2/Ip' "$1/CMakeLists.txt" |
    paste -sd.
}

# Sets options, the CMake arguments of a Kokkos with these backends.
kokkos_options() {
  local backend
  options=(-DCMAKE_BUILD_TYPE=Release -DCMAKE_CXX_STANDARD=20 -DCMAKE_POSITION_INDEPENDENT_CODE=ON
    "-DCMAKE_CXX_COMPILER=$cxx")
  for backend in "$@"; do options+=("-DKokkos_ENABLE_${backend^^}=ON"); done
  [[ " $* " == *" cuda "* ]] || return 0
  # No GPU on build machines, so the architecture is stated. The older View, because with nvcc 13 and
  # g++ 12 the newer one has one layout on the host and another on the device.
  options+=(-DKokkos_ENABLE_COMPILE_AS_CMAKE_LANGUAGE=ON -DKokkos_ENABLE_IMPL_VIEW_LEGACY=ON
    -DCMAKE_CUDA_ARCHITECTURES=90 -DKokkos_ARCH_HOPPER90=ON
    "-DCMAKE_CUDA_COMPILER=$cuda_root/bin/nvcc" "-DCUDAToolkit_ROOT=$cuda_root")
}

build_kokkos() {
  local work=$kokkos_root.build
  say "Building Kokkos $1 ($2); about half a minute on 2 cores, with CUDA about two minutes"
  rm -rf "$work" "$kokkos_root"
  mkdir -p "$work"
  local source=${HEDDLE_KOKKOS_SOURCE:-$work/source}
  [ -n "${HEDDLE_KOKKOS_SOURCE:-}" ] || extract_kokkos "$source"
  # Its path is no part of the fingerprint: several checkouts share a cache.
  local completion=()
  [[ $2 != *cuda* ]] ||
    completion=("-DCMAKE_PROJECT_Kokkos_INCLUDE=$PWD/core/packaging/kokkos/project_include.cmake")
  logged "$work/configure.log" cmake -G Ninja -S "$source" -B "$work/build" \
    "-DCMAKE_INSTALL_PREFIX=$kokkos_root" "${options[@]}" "${completion[@]}"
  logged "$work/build.log" cmake --build "$work/build" --target install
  rm -rf "$work"
  touch "$kokkos_root/.complete"
}

# The archive is checked against the pinned SHA-256 before anything reads it.
extract_kokkos() {
  local archive=$deps/downloads/pygenten-0.1.5.tar.gz
  local requirements=core/packaging/kokkos/requirements.txt
  local sha256
  sha256=$(sed -n 's/.*--hash=sha256://p' $requirements)
  if ! echo "$sha256  $archive" | sha256sum --check --status 2>/dev/null; then
    say "Downloading the sources of Kokkos 4.7.00 (Python package pygenten 0.1.5, 17 MB)"
    rm -f "$archive"
    provide_pip
    "$pip" download -q --no-deps --no-binary pygenten --require-hashes -r $requirements \
      -d "$deps/downloads"
    echo "$sha256  $archive" | sha256sum --check --quiet
  fi
  mkdir -p "$1"
  tar -xzf "$archive" -C "$1" --strip-components=3 pygenten-0.1.5/tpls/kokkos
}

# Sets pip. A virtual environment, because Debian guards the system's Python.
provide_pip() {
  pip=$deps/python/bin/pip
  [ -x "$pip" ] || python3 -m venv "$deps/python"
}
