// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "arguments.hpp"

#include <cmath>
#include <cstdlib>
#include <functional>
#include <iostream>
#include <map>
#include <string_view>

namespace brusselator {
namespace {

constexpr std::string_view usage =
    "usage: brusselator [--side N] [--steps N] [--end T] [--tolerance X]\n"
    "                   [--place host|device|auto|compare] [--svg FILE] [--json FILE]\n"
    "                   [--state FILE.csv]\n";

bool to_number(std::string const& word, double least, double most, double& number) {
  char* end = nullptr;
  number = std::strtod(word.c_str(), &end);
  return end != word.c_str() && *end == '\0' && number >= least && number <= most;
}

bool to_count(std::string const& word, int least, int most, int& count) {
  double number = 0;
  if (!to_number(word, least, most, number) || number != std::floor(number)) return false;
  count = static_cast<int>(number);
  return true;
}

/// Options by name: each takes one word, and says whether it can be used.
std::map<std::string, std::function<bool(std::string const&)>> options_of(Arguments& to) {
  auto& settings = to.settings;
  auto const file = [](std::string& name) {
    return [&name](std::string const& word) { return !(name = word).empty(); };
  };
  return {
      {"--side",
       [&settings](std::string const& word) { return to_count(word, 3, 16384, settings.side); }},
      {"--steps",
       [&settings](std::string const& word) {
         return to_count(word, 1, 100'000'000, settings.steps);
       }},
      {"--end",
       [&settings](std::string const& word) { return to_number(word, 1e-9, 1e9, settings.end); }},
      {"--tolerance",
       [&settings](std::string const& word) {
         return to_number(word, 1e-14, 1, settings.tolerance);
       }},
      {"--place",
       [&to](std::string const& word) {
         to.compare = word == "compare";
         to.settings.place = to.compare ? "auto" : word;
         return to.compare || word == "host" || word == "device" || word == "auto";
       }},
      {"--svg", file(to.svg)},
      {"--json", file(to.json)},
      {"--state", file(to.state)},
  };
}

}  // namespace

std::optional<Arguments> parse(int argc, char const* const* argv) {
  Arguments result;
  auto const options = options_of(result);
  for (int i = 1; i < argc; ++i) {
    auto const option = options.find(argv[i]);
    if (option != options.end() && i + 1 < argc && option->second(argv[++i])) continue;
    std::cerr << "brusselator: cannot use '" << argv[i] << "'\n" << usage;
    return {};
  }
  return result;
}

}  // namespace brusselator
