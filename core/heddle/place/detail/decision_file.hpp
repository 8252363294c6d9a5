// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// Decisions as a JSON file. Knows no Kokkos.
///
/// {"heddle_place": 1, "device": "...", "host": "...", "threads": n,
///  "transfer": {"h2d": [a, b], "d2h": [a, b]},      seconds, seconds per byte; may be missing
///  "decisions": [{"phase": "...", "bytes_log2": n, "nnz_log2": n, "place": "host|device|auto",
///                 "host_us": x, "device_us": x, "runs": n, "pinned": false}]}
#pragma once

#include <heddle/place/detail/decisions.hpp>
#include <heddle/place/transfer_model.hpp>

#include <optional>
#include <string>
#include <string_view>

namespace heddle::place::detail {

struct ContextCore;

/// What decisions were made on.
struct Hardware {
  std::string device, host;
  int threads = 1;
  friend bool operator==(Hardware const&, Hardware const&) = default;
};

struct DecisionFile {
  Hardware hardware;
  std::optional<TransferModel> transfer;
  Decisions::Table decisions;
};

/// Throws bad_format: what is wrong, and where in the text.
DecisionFile parse_decisions(std::string_view text);
std::string decisions_text(DecisionFile const& file);

/// Throw file_not_found.
/// @{
DecisionFile read_decisions(std::string const& path);
void write_decisions(DecisionFile const& file, std::string const& path);
/// @}

Hardware hardware_of(ContextCore const& core);
/// Takes over what holds on this hardware.
void apply(DecisionFile const& file, ContextCore& core);
/// What a context knows: its measurements, and decisions of files that nothing was measured for.
DecisionFile decisions_of(ContextCore const& core);

}  // namespace heddle::place::detail
