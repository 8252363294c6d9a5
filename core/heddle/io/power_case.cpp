// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <heddle/io/power_case.hpp>

#include <heddle/io/detail/text.hpp>

#include <zlib.h>

#include <cctype>
#include <cerrno>
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <string_view>
#include <utility>

namespace heddle::io {
namespace {

constexpr std::size_t most_bytes = std::size_t(1) << 30;

/// The text of a file, inflated if it is compressed.
std::string load_text(std::string const& file) {
  errno = 0;
  std::unique_ptr<gzFile_s, int (*)(gzFile)> const stream(gzopen(file.c_str(), "rb"), gzclose);
  std::string text;
  std::string piece(std::size_t(1) << 16, '\0');
  int got = stream ? 0 : -1;
  while (stream && text.size() < most_bytes) {
    got = gzread(stream.get(), piece.data(), static_cast<unsigned>(piece.size()));
    if (got <= 0) break;
    text.append(piece, 0, static_cast<std::size_t>(got));
  }
  if (got < 0) {
    throw error(ErrorCode::file_not_found,
                detail::printable_path(file) +
                    ": cannot be read: " + (errno != 0 ? std::strerror(errno) : "damaged"),
                __FILE__, __LINE__);
  }
  if (text.size() >= most_bytes) detail::fail(file, 1, "more than 1 GiB of text");
  return text;
}

/// Lines of numbers below the names of tables, in either form of a case.
class CaseReader {
 public:
  CaseReader(std::string const& file, std::string_view text)
      : text_(text), matpower_(text_.find("mpc.") != std::string_view::npos) {
    case_.name = file;
  }

  PowerCase read() {
    std::size_t begin = 0;
    for (; begin < text_.size(); ++number_) {
      auto end = text_.find('\n', begin);
      if (end == std::string_view::npos) end = text_.size();
      read_line(text_.substr(begin, end - begin));
      begin = end + 1;
    }
    if (table_ != Table::none && expected_ > 0) fail("the file ends within a table");
    if (case_.buses.empty()) fail("no bus: not a power-network case");
    return std::move(case_);
  }

 private:
  enum class Table { none, bus, generator, branch, other };

  [[noreturn]] void fail(std::string const& what) const { detail::fail(case_.name, number_, what); }

  void read_line(std::string_view line) {
    line = line.substr(0, line.find_first_of("#%"));
    if (auto const name = line.find("mpc."); name != std::string_view::npos) {
      return begin_matpower(line.substr(name + 4));
    }
    if (matpower_) return read_matpower_rows(line);
    auto const first = line.find_first_not_of(" \t\r");
    if (first == std::string_view::npos) return;
    if (std::isalpha(static_cast<unsigned char>(line[first]))) return begin_table(line);
    read_row(line);
  }

  /// "mpc.bus = [" and "mpc.baseMVA = 100;".
  void begin_matpower(std::string_view line) {
    auto const equals = line.find('=');
    if (equals == std::string_view::npos) return;
    auto const name = line.substr(0, line.find_first_of(" \t="));
    auto const rest = line.substr(equals + 1);
    if (name == "baseMVA") set_base(numbers_of(rest.substr(0, rest.find(';'))));
    auto const bracket = rest.find_first_of("[{");
    if (bracket == std::string_view::npos) return;
    table_ = rest[bracket] == '{' ? Table::other : table_named(name);
    expected_ = 1;  // until the bracket closes
    read_matpower_rows(rest.substr(bracket + 1));
  }

  void read_matpower_rows(std::string_view line) {
    if (table_ == Table::none) return;
    auto const close = line.find_first_of("]}");
    auto rows = line.substr(0, close);
    while (!rows.empty() && table_ != Table::other) {
      auto const end = rows.find(';');
      auto const row = rows.substr(0, end);
      if (row.find_first_not_of(" \t\r") != std::string_view::npos) read_row(row);
      rows = end == std::string_view::npos ? std::string_view() : rows.substr(end + 1);
    }
    if (close == std::string_view::npos) return;
    table_ = Table::none;
    expected_ = 0;
  }

  /// "bus 118", "baseMVA 100".
  void begin_table(std::string_view line) {
    if (expected_ > 0) fail(std::to_string(expected_) + " more lines of the table were announced");
    auto const first = line.find_first_not_of(" \t");
    auto const blank = line.find_first_of(" \t\r", first);
    auto const name = line.substr(first, blank - first);
    auto const figures =
        numbers_of(blank == std::string_view::npos ? std::string_view() : line.substr(blank));
    if (name == "baseMVA") return set_base(figures);
    table_ = table_named(name);
    if (table_ == Table::other || figures.size() != 1)
      fail("expected 'bus N', 'gen N', 'branch N'");
    expected_ = index_of(figures[0]);
  }

  static Table table_named(std::string_view name) {
    if (name == "bus") return Table::bus;
    if (name == "gen") return Table::generator;
    return name == "branch" ? Table::branch : Table::other;
  }

  void set_base(std::vector<double> const& figures) {
    if (figures.size() != 1 || !(figures[0] > 0)) fail("baseMVA is a positive number");
    case_.base_mva = figures[0];
  }

  std::vector<double> numbers_of(std::string_view row) const {
    std::string const text(row);
    std::vector<double> numbers;
    char const* at = text.c_str();
    while (true) {
      while (*at == ' ' || *at == '\t' || *at == '\r' || *at == ',') ++at;
      if (*at == '\0') return numbers;
      char* end = nullptr;
      numbers.push_back(std::strtod(at, &end));
      if (end == at) fail("expected a number");
      at = end;
    }
  }

  std::int64_t index_of(double number) const {
    if (!(number >= 0 && number < 1e15) || number != std::floor(number)) {
      fail("expected a whole number");
    }
    return static_cast<std::int64_t>(number);
  }

  void read_row(std::string_view row) {
    if (!matpower_ && expected_-- <= 0) fail("a line of numbers outside of a table");
    auto const values = numbers_of(row);
    std::size_t const columns = table_ == Table::bus         ? (matpower_ ? 9 : 8)
                                : table_ == Table::generator ? (matpower_ ? 8 : 5)
                                                             : (matpower_ ? 11 : 8);
    if (values.size() < columns) {
      fail(std::to_string(values.size()) + " numbers where at least " + std::to_string(columns) +
           " belong");
    }
    for (std::size_t i = 0; i < columns; ++i) {
      bool const limit = matpower_ && table_ == Table::generator && (i == 3 || i == 4);
      if (!limit && !std::isfinite(values[i])) fail("a number is not finite");
    }
    add(values);
  }

  void add(std::vector<double> const& v) {
    std::size_t const skip = matpower_ ? 1 : 0;
    if (table_ == Table::bus) {
      auto const type = index_of(v[1]);
      if (type < 1 || type > 4) fail("the type of a bus is 1, 2, 3 or 4");
      case_.buses.push_back({index_of(v[0]), static_cast<int>(type), v[2], v[3], v[4], v[5],
                             v[6 + skip], v[7 + skip]});
    } else if (table_ == Table::generator) {
      // MATPOWER: bus Pg Qg Qmax Qmin Vg mBase status; tables: bus Pg Qg Vset status.
      case_.generators.push_back(
          {index_of(v[0]), v[1], v[2], v[matpower_ ? 5 : 3], v[matpower_ ? 7 : 4] > 0});
    } else if (table_ == Table::branch) {
      // MATPOWER has three ratings between b and ratio.
      std::size_t const ratio = matpower_ ? 8 : 5;
      case_.branches.push_back({index_of(v[0]), index_of(v[1]), v[2], v[3], v[4], v[ratio],
                                v[ratio + 1], v[ratio + 2] > 0});
    }
  }

  std::string_view text_;
  std::int64_t number_ = 1;
  bool matpower_;
  Table table_ = Table::none;
  std::int64_t expected_ = 0;  // lines of the table that are still to come
  PowerCase case_;
};

}  // namespace

PowerCase read_power_case(std::string const& path) {
  auto const text = load_text(path);
  return parse_power_case(text, path);
}

PowerCase parse_power_case(std::span<char const> text, std::string const& name) {
  return CaseReader(name, std::string_view(text.data(), text.size())).read();
}

}  // namespace heddle::io
