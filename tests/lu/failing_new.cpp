// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// In a source of their own, so that no compiler sees through new and delete and finds them unequal.
#include <tests/lu/failing_new.hpp>

#include <cstddef>
#include <cstdlib>
#include <new>

namespace heddle::test {
std::atomic<long> allocations_until_failure{-1};
}

namespace {

constexpr std::size_t smallest = 160;
constexpr std::size_t usual = alignof(std::max_align_t);

void* allocate(std::size_t const size, std::size_t const alignment) {
  auto& left = heddle::test::allocations_until_failure;
  bool const counts = size >= smallest && left.load() >= 0;
  if (counts && left.fetch_sub(1) == 0) return nullptr;
  std::size_t const rounded = (size + alignment) / alignment * alignment;
  return std::aligned_alloc(alignment, rounded);
}

void* allocate_or_throw(std::size_t const size, std::size_t const alignment) {
  if (void* const place = allocate(size, alignment)) return place;
  throw std::bad_alloc();
}

}  // namespace

void* operator new(std::size_t size) { return allocate_or_throw(size, usual); }
void* operator new(std::size_t size, std::nothrow_t const&) noexcept {
  return allocate(size, usual);
}
void* operator new(std::size_t size, std::align_val_t alignment) {
  return allocate_or_throw(size, static_cast<std::size_t>(alignment));
}
void* operator new(std::size_t size, std::align_val_t alignment, std::nothrow_t const&) noexcept {
  return allocate(size, static_cast<std::size_t>(alignment));
}
void operator delete(void* place) noexcept { std::free(place); }
void operator delete(void* place, std::size_t) noexcept { std::free(place); }
void operator delete(void* place, std::align_val_t) noexcept { std::free(place); }
void operator delete(void* place, std::size_t, std::align_val_t) noexcept { std::free(place); }
void operator delete(void* place, std::nothrow_t const&) noexcept { std::free(place); }
void operator delete(void* place, std::align_val_t, std::nothrow_t const&) noexcept {
  std::free(place);
}
