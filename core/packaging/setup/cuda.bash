# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Part of quickstart: a CUDA toolkit. An installed one of 12.4 or newer wins; else the parts that
# compile and link are taken from Python wheels into the cache.

cuda_version() { "$1" --version | sed -n 's/.*release \([0-9.]*\),.*/\1/p'; }

# Sets cuda_root.
provide_cuda() {
  local nvcc
  for nvcc in ${CUDACXX:+"$CUDACXX"} nvcc /usr/local/cuda/bin/nvcc; do
    nvcc=$(command -v "$nvcc") && nvcc=$(readlink -f "$nvcc") || continue
    version_at_least 12.4 "$(cuda_version "$nvcc")" || continue
    cuda_root=${nvcc%/bin/nvcc}
    say "CUDA $(cuda_version "$nvcc"): $cuda_root"
    return
  done
  cuda_root=$deps/cuda-13.0
  [ -e "$cuda_root/.complete" ] || assemble_cuda
  say "CUDA $(cuda_version "$cuda_root/bin/nvcc"): $cuda_root"
}

assemble_cuda() {
  [ "$(uname -m)" = x86_64 ] || fail "no nvcc of CUDA 12.4 or newer found; install a CUDA toolkit"
  say "No nvcc of CUDA 12.4 or newer found: assembling CUDA 13.0 from Python wheels in $cuda_root"
  local wheels=$deps/cuda-13.0.wheels
  rm -rf "$wheels" "$cuda_root"
  provide_pip
  "$pip" install -q --no-deps --require-hashes --target "$wheels" -r core/packaging/cuda/requirements.txt
  mv "$wheels/nvidia/cu13" "$cuda_root"
  rm -rf "$wheels"
  # The names that linkers look for; the wheels hold only those that loaders look for.
  ln -s lib "$cuda_root/lib64"
  ln -s libcudart.so.13 "$cuda_root/lib/libcudart.so"
  make_driver_stub
  touch "$cuda_root/.complete"
}

# Programs link against the driver, which comes with a GPU. A toolkit therefore has a stub of it
# that defines its functions and does nothing; the wheels lack it. Never found when programs run:
# the loader asks for libcuda.so.1.
make_driver_stub() {
  mkdir -p "$cuda_root/lib/stubs"
  grep -ohE '\bcu[A-Z][A-Za-z0-9]*(_v[0-9]+)?(_ptsz|_ptds)?\b' "$cuda_root/include/cuda.h" | sort -u |
    sed 's/.*/void &(void) {}/' |
    "$cxx" -x c -shared -fPIC -Wl,-soname,libcuda.so.1 -o "$cuda_root/lib/stubs/libcuda.so" -
}
