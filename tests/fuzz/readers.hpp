// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// What must hold for any bytes that reach a reader: either a valid matrix that survives writing
/// and reading, or one error of an announced code with one printable line. Anything else throws
/// std::logic_error, which libFuzzer and GoogleTest both report.
#pragma once

#include <heddle/base/error.hpp>
#include <heddle/io/power_network.hpp>
#include <heddle/io/read.hpp>
#include <heddle/io/write.hpp>

#include <cstddef>
#include <cstdint>
#include <span>
#include <stdexcept>
#include <string>

namespace heddle::fuzz {

using Parse = io::Matrix (*)(std::span<char const>, std::string const&, io::ReadOptions const&);

inline void require(bool condition, char const* what) {
  if (!condition) throw std::logic_error(what);
}

inline void check_refusal(heddle::error const& refused) {
  require(refused.code() == ErrorCode::bad_format, "an error with another code than bad_format");
  require(refused.message().rfind("input:", 0) == 0, "a message that does not name the file");
  require(refused.message()[6] >= '1' && refused.message()[6] <= '9', "a message without a line");
  for (char const c : refused.message()) {
    require(c >= ' ' && c <= '~', "a message with a character that is not printable");
  }
}

inline void check_round_trip(io::Matrix const& matrix) {
  auto const back = io::parse_matrix_market(io::format_matrix_market(matrix), "written");
  require(back.num_rows == matrix.num_rows && back.num_columns == matrix.num_columns &&
              back.layout == matrix.layout && back.field == matrix.field &&
              back.symmetry == matrix.symmetry,
          "another kind of matrix after writing and reading");
  require(back.rows == matrix.rows && back.columns == matrix.columns &&
              back.values == matrix.values && back.imaginary == matrix.imaginary,
          "other entries after writing and reading");
}

/// Reads the bytes with the strictest and with the most lenient options.
inline void check_reader(Parse parse, std::uint8_t const* data, std::size_t size) {
  std::span<char const> const text(reinterpret_cast<char const*>(data), size);
  try {
    check_round_trip(parse(text, "input", {io::FileDuplicates::reject, false, 256, {}}));
  } catch (heddle::error const& refused) {
    check_refusal(refused);
  }
  try {
    io::validate(parse(text, "input", {io::FileDuplicates::keep, true, 256, {}}));
  } catch (heddle::error const& refused) {
    check_refusal(refused);
  }
}

/// A case either gives a network whose arrays fit together, or one error.
inline void check_network(io::PowerCase const& power_case) {
  try {
    auto const network = io::to_network(power_case);
    std::size_t const buses = network.bus_id.size(), unknowns = network.bus_of.size();
    require(network.offsets.size() == buses + 1 && network.angle_of.size() == buses &&
                network.magnitude_of.size() == buses && network.fixed_angle.size() == buses &&
                network.fixed_magnitude.size() == buses,
            "an array of another length than the buses");
    require(network.start.size() == unknowns && network.wanted.size() == unknowns,
            "an array of another length than the unknowns");
    for (auto const k : network.neighbour) {
      require(k >= 0 && static_cast<std::size_t>(k) < buses, "a neighbour that is no bus");
    }
  } catch (heddle::error const& refused) {
    require(refused.code() == ErrorCode::bad_format && refused.message().rfind("input: ", 0) == 0,
            "a network refused with another error");
  }
}

inline void check_power_case(std::uint8_t const* data, std::size_t size) {
  try {
    check_network(io::parse_power_case({reinterpret_cast<char const*>(data), size}, "input"));
  } catch (heddle::error const& refused) {
    check_refusal(refused);
  }
}

}  // namespace heddle::fuzz
