// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <heddle/place/detail/name.hpp>

#include <mutex>
#include <set>
#include <string>

namespace heddle::place::detail {

Name intern(std::string_view text) {
  static std::mutex mutex;
  static std::set<std::string, std::less<>> names;  // nodes never move
  std::lock_guard const lock(mutex);
  auto found = names.find(text);
  if (found == names.end()) found = names.emplace(text).first;
  return {found->c_str()};
}

}  // namespace heddle::place::detail
