// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "plan.hpp"

#include <functional>
#include <map>
#include <sstream>
#include <stdexcept>
#include <string_view>

namespace heddle::perf {
namespace {

[[noreturn]] void refuse(std::string const& what, std::string const& word) {
  throw std::invalid_argument("'" + word + "' is no " + what);
}

std::vector<std::string> words_of(std::string_view list) {
  std::vector<std::string> words;
  std::istringstream text{std::string(list)};
  for (std::string word; std::getline(text, word, ',');) words.push_back(word);
  return words;
}

double number_of(std::string const& word, char const* what, double least, double most) {
  std::size_t used = 0;
  double number = 0;
  try {
    number = std::stod(word, &used);
  } catch (std::exception const&) {
    refuse(what, word);
  }
  if (used != word.size() || !(number >= least && number <= most)) refuse(what, word);
  return number;
}

Operation operation_of(std::string const& word) {
  for (auto const operation : cli::all_operations) {
    if (word == to_string(operation)) return operation;
  }
  refuse("operation", word);
}

KeyChoice keys_of(std::string const& word) {
  if (word == "distinct") return {Distribution::distinct, 1.0};
  if (word == "sequential") return {Distribution::sequential, 1.0};
  if (word == "equal") return {Distribution::equal, 1.0};
  if (word.rfind("zipf", 0) == 0) {
    return {Distribution::zipf, number_of(word.substr(4), "Zipf exponent (0.1 ... 8)", 0.1, 8)};
  }
  refuse("distribution of keys", word);
}

using Take = std::function<void(Plan&, std::string const&)>;
std::map<std::string, Take> const options = {
    {"--backends=", [](Plan& plan, std::string const& word) { plan.backends.push_back(word); }},
    {"--bytes=",
     [](Plan& plan, std::string const& word) {
       if (word != "4" && word != "8") refuse("size of keys (4, 8)", word);
       plan.bytes.push_back(std::stoi(word));
     }},
    {"--log2-slots=",
     [](Plan& plan, std::string const& word) {
       plan.log2_slots.push_back(
           static_cast<int>(number_of(word, "power of two of slots (4 ... 30)", 4, 30)));
     }},
    {"--loads=",
     [](Plan& plan, std::string const& word) {
       plan.loads.push_back(number_of(word, "load (0.001 ... 1)", 0.001, 1));
     }},
    {"--keys=", [](Plan& plan, std::string const& word) { plan.keys.push_back(keys_of(word)); }},
    {"--operations=",
     [](Plan& plan, std::string const& word) { plan.operations.push_back(operation_of(word)); }},
    {"--tables=", [](Plan& plan, std::string const& word) { plan.tables.push_back(word); }}};

bool take(Plan& plan, std::string_view argument) {
  for (auto const& [name, take_word] : options) {
    if (!argument.starts_with(name)) continue;
    for (auto const& word : words_of(argument.substr(name.size()))) take_word(plan, word);
    return true;
  }
  return false;
}

}  // namespace

Plan take_arguments(int& argc, char** argv) {
  Plan plan;
  int kept = 1;
  for (int i = 1; i < argc; ++i) {
    if (!take(plan, argv[i])) argv[kept++] = argv[i];
  }
  argc = kept;
  argv[argc] = nullptr;
  return plan;
}

}  // namespace heddle::perf
