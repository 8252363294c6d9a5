// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "arguments.hpp"

#include <cstdlib>
#include <functional>
#include <iostream>
#include <map>
#include <string_view>

namespace power_flow {
namespace {

constexpr std::string_view usage =
    "usage: power_flow CASE [--start flat|stored] [--place host|device|auto|compare]\n"
    "                  [--tolerance PU] [--iterations N] [--svg FILE] [--json FILE]\n"
    "                  [--voltages FILE.csv] [--jacobian FILE.mtx]\n";

bool is_place(std::string const& word) {
  return word == "host" || word == "device" || word == "auto" || word == "compare";
}

bool to_number(std::string const& word, double least, double most, double& number) {
  char* end = nullptr;
  number = std::strtod(word.c_str(), &end);
  return end != word.c_str() && *end == '\0' && number >= least && number <= most;
}

/// Options by name: each takes one word, and says whether it can be used.
std::map<std::string, std::function<bool(std::string const&)>> options_of(Arguments& to) {
  auto const file = [](std::string& name) {
    return [&name](std::string const& word) { return !(name = word).empty(); };
  };
  return {
      {"--start",
       [&to](std::string const& word) {
         to.start = word == "flat" ? heddle::io::PowerStart::flat : heddle::io::PowerStart::stored;
         return word == "flat" || word == "stored";
       }},
      {"--place", [&to](std::string const& word) { return is_place(to.place = word); }},
      {"--tolerance",
       [&to](std::string const& word) { return to_number(word, 1e-14, 1e9, to.tolerance); }},
      {"--iterations",
       [&to](std::string const& word) {
         double number = 0;
         bool const good = to_number(word, 1, 1000, number);
         to.max_iterations = static_cast<int>(number);
         return good;
       }},
      {"--svg", file(to.svg)},
      {"--json", file(to.json)},
      {"--voltages", file(to.voltages)},
      {"--jacobian", file(to.jacobian)},
  };
}

}  // namespace

std::optional<Arguments> parse(int argc, char const* const* argv) {
  Arguments result;
  auto const options = options_of(result);
  for (int i = 1; i < argc; ++i) {
    std::string const word = argv[i];
    auto const option = options.find(word);
    bool const is_case = option == options.end() && word[0] != '-' && result.case_file.empty();
    if (is_case) {
      result.case_file = word;
    } else if (option == options.end() || i + 1 == argc || !option->second(argv[++i])) {
      std::cerr << "power_flow: cannot use '" << argv[i] << "'\n" << usage;
      return {};
    }
  }
  if (!result.case_file.empty()) return result;
  std::cerr << usage;
  return {};
}

}  // namespace power_flow
