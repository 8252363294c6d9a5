// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <heddle/base/configuration.hpp>

#include <heddle/backends/native.hpp>
#include <heddle/backends/selection.hpp>
#include <heddle/base/compiled_for.hpp>
#include <heddle/base/detail/build_info.hpp>
#include <heddle/base/version.hpp>

#include <concepts>
#include <ostream>
#include <string_view>

namespace heddle {
namespace {

std::vector<std::string> split(std::string_view list) {
  std::vector<std::string> items;
  while (!list.empty()) {
    auto const end = list.find(';');
    items.emplace_back(list.substr(0, end));
    list = end == std::string_view::npos ? std::string_view{} : list.substr(end + 1);
  }
  return items;
}

std::string join(std::vector<std::string> const& items) {
  std::string text;
  for (auto const& item : items) text += (text.empty() ? "" : ", ") + item;
  return text.empty() ? "none" : text;
}

template <class T>
std::string type_name() {
  if constexpr (std::floating_point<T>) {
    return sizeof(T) == sizeof(float) ? "float" : "double";
  } else {
    return "int" + std::to_string(8 * sizeof(T));
  }
}

template <class Types>
std::vector<std::string> type_names() {
  std::vector<std::string> names;
  Types::for_each([&]<class T>(std::type_identity<T>) { names.push_back(type_name<T>()); });
  return names;
}

/// KOKKOS_VERSION rather than a variable of CMake: an embedded Kokkos sets none.
std::string kokkos_version() {
  return std::to_string(KOKKOS_VERSION / 10000) + "." + std::to_string(KOKKOS_VERSION / 100 % 100) +
         "." + std::to_string(KOKKOS_VERSION % 100);
}

}  // namespace

std::string_view version() { return detail::build_info::version; }

int version_number() { return HEDDLE_VERSION; }

Configuration configuration() {
  namespace info = detail::build_info;
  Configuration facts;
  facts.version = info::version;
  facts.commit = info::commit;
  facts.compilers = split(info::compilers);
  facts.build_type = HEDDLE_BUILD_TYPE;
  facts.kokkos_version = kokkos_version();
  facts.kokkos_path = info::kokkos_path;
  facts.backends = backends::backend_names();
  facts.value_types = type_names<CompiledValues>();
  facts.offset_types = type_names<CompiledOffsets>();
  facts.index_types = type_names<CompiledIndices>();
  facts.optional_parts = split(info::optional_parts);
  facts.cuda_native = backends::has_cuda_native;
  return facts;
}

void print_configuration(std::ostream& out) {
  auto const facts = configuration();
  out << "Heddle         " << facts.version << " (commit " << facts.commit << ")\n"
      << "compilers      " << join(facts.compilers) << '\n'
      << "build type     " << facts.build_type << '\n'
      << "Kokkos         " << facts.kokkos_version << " in " << facts.kokkos_path << '\n'
      << "backends       " << join(facts.backends) << '\n'
      << "value types    " << join(facts.value_types) << '\n'
      << "offset types   " << join(facts.offset_types) << '\n'
      << "index types    " << join(facts.index_types) << '\n'
      << "CUDA native    " << (facts.cuda_native ? "yes" : "no") << '\n'
      << "optional parts " << join(facts.optional_parts) << '\n';
}

}  // namespace heddle
