// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// Values that are their own flags. Compiled by nvcc.
///
/// Results go to memory that was filled with a pattern no result has; whoever needs one reads it
/// until it is there. So a dependency costs one store and one load at the L2 cache, and needs no
/// fence, because nothing but the value itself is handed over. Loads and stores are relaxed atomic
/// accesses of one word.
#pragma once

#include <heddle/cuda_native/lu/format.h>

#include <cstdint>

namespace heddle::cuda_native::lu {

/// All bits set, which memset can write: a NaN that arithmetic on NVIDIA devices never makes.
inline constexpr int unset_byte = 0xFF;

__device__ inline bool is_unset(double value) { return __double_as_longlong(value) == -1ll; }
__device__ inline bool is_unset(float value) { return __float_as_int(value) == -1; }

template <class T>
__device__ T unset();
template <>
__device__ inline double unset<double>() {
  return __longlong_as_double(-1ll);
}
template <>
__device__ inline float unset<float>() {
  return __int_as_float(-1);
}

/// The value, or the NaN that arithmetic makes if it has the bits of the pattern.
__device__ inline double as_set(double value) {
  return is_unset(value) ? __longlong_as_double(0x7FFFFFFFFFFFFFFFll) : value;
}
__device__ inline float as_set(float value) {
  return is_unset(value) ? __int_as_float(0x7FFFFFFF) : value;
}

__device__ inline double load_handed_over(double const* at) {
  double value;
  asm volatile("ld.relaxed.gpu.global.f64 %0, [%1];" : "=d"(value) : "l"(at) : "memory");
  return value;
}
__device__ inline float load_handed_over(float const* at) {
  float value;
  asm volatile("ld.relaxed.gpu.global.f32 %0, [%1];" : "=f"(value) : "l"(at) : "memory");
  return value;
}

__device__ inline void hand_over(double* at, double value) {
  asm volatile("st.relaxed.gpu.global.f64 [%0], %1;" : : "l"(at), "d"(as_set(value)) : "memory");
}
__device__ inline void hand_over(float* at, float value) {
  asm volatile("st.relaxed.gpu.global.f32 [%0], %1;" : : "l"(at), "f"(as_set(value)) : "memory");
}

/// The value, once it is there. Polls with a pause, so that the many who wait leave the way to the
/// cache to those who work.
template <class Value>
__device__ Value wait_for_value(Value const* at) {
  for (int turn = 0;; ++turn) {
    Value const value = load_handed_over(at);
    if (!is_unset(value)) return value;
    if (turn >= 2) __nanosleep(40);
  }
}

// Rounded one by one: a contraction would change the bits.
__device__ inline double plus(double a, double b) { return __dadd_rn(a, b); }
__device__ inline float plus(float a, float b) { return __fadd_rn(a, b); }
__device__ inline double minus(double a, double b) { return __dsub_rn(a, b); }
__device__ inline float minus(float a, float b) { return __fsub_rn(a, b); }
template <class Value>
__device__ Value product(Value a, Value b) {
  if constexpr (sizeof(Value) == sizeof(float)) {
    return __fmul_rn(a, b);
  } else {
    return __dmul_rn(a, b);
  }
}
template <class Value>
__device__ Value plus_product(Value to, Value a, Value b) {
  return plus(to, product(a, b));
}
template <class Value>
__device__ Value minus_product(Value from, Value a, Value b) {
  return minus(from, product(a, b));
}
__device__ inline double quotient(double a, double b) { return __ddiv_rn(a, b); }
__device__ inline float quotient(float a, float b) { return __fdiv_rn(a, b); }

/// The sum of a warp's partial sums by halving distances, in lane 0: the order of all backends.
template <class Value>
__device__ Value add_lanes(Value sum) {
  for (int half = warp_threads / 2; half > 0; half /= 2) {
    sum = plus(sum, __shfl_down_sync(0xFFFFFFFFu, sum, half));
  }
  return sum;
}

}  // namespace heddle::cuda_native::lu
