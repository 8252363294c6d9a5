// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A netlist as lines of words. Knows nothing of circuits.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace circuit {

/// A word in lower case, and the line of the file it stands in, from 1.
struct Word {
  std::string text;
  int line = 0;
};

/// The words of one statement, continuation lines included.
using Statement = std::vector<Word>;

/// A netlist's title and its statements. Parentheses and commas separate words like spaces; "=" is
/// a word of its own.
struct Lines {
  std::string title;
  std::vector<Statement> statements;
  int count = 0;  ///< lines of the file up to the last statement or .end
};
Lines split_lines(std::string_view text, std::string const& file);

/// Reads the words of one statement from left to right, and knows where it is for errors.
class Words {
 public:
  Words(Statement const& statement, std::string const& file);

  bool empty() const { return at_ == statement_.size(); }
  /// The next word without taking it; empty at the end.
  std::string_view peek() const { return empty() ? std::string_view() : statement_[at_].text; }
  /// The next word. Fails at the end, saying what is missing.
  std::string const& take(std::string const& what);
  /// Takes the next word if it is this one.
  bool take_if(std::string_view word);
  /// The next word as a number with a suffix: 4.7k, 10pF, 1meg.
  double number(std::string const& what);
  /// A number that must be above 0.
  double positive(std::string const& what);
  /// Whether the next word is a number.
  bool is_number() const;
  /// Fails if words are left.
  void expect_end() const;
  /// Throws NetlistError with file and line of the word taken last.
  [[noreturn]] void fail(std::string const& message) const;

 private:
  Statement const& statement_;
  std::string const& file_;
  std::size_t at_ = 0;
};

}  // namespace circuit
