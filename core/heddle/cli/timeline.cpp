// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <heddle/cli/timeline.hpp>

#include <heddle/cli/text.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string_view>

namespace heddle::cli {
namespace {

constexpr int lane_letters = 64;

bool is_in_chain(std::string_view phase) { return phase != whole_phase && phase != refactor_phase; }

double longest(std::vector<TimelineLane> const& lanes) {
  double end = 0;
  for (auto const& lane : lanes) end = std::max(end, lane.end());
  return end;
}

/// The phases of all lanes, in the order of their first appearance.
std::vector<std::string> phases_of(std::vector<TimelineLane> const& lanes) {
  std::vector<std::string> phases;
  for (auto const& lane : lanes) {
    for (auto const& bar : lane.bars) {
      if (std::find(phases.begin(), phases.end(), bar.phase) == phases.end()) {
        phases.push_back(bar.phase);
      }
    }
  }
  return phases;
}

std::size_t index_of(std::vector<std::string> const& phases, std::string const& phase) {
  return static_cast<std::size_t>(std::find(phases.begin(), phases.end(), phase) - phases.begin());
}

std::string letters_of(TimelineLane const& lane, std::vector<std::string> const& phases,
                       double end) {
  std::string letters;
  for (auto const& bar : lane.bars) {
    auto const until = std::lround(lane_letters * (bar.start + bar.seconds) / end);
    auto const letter = static_cast<char>('a' + index_of(phases, bar.phase) % 26);
    letters.resize(std::max(letters.size(), static_cast<std::size_t>(until)), letter);
  }
  return letters;
}

/// Colours that stay apart, also for most people who see fewer of them (after Okabe and Ito).
std::string_view color_of(std::size_t phase) {
  constexpr std::string_view colors[] = {"#0072b2", "#e69f00", "#009e73", "#cc79a7",
                                         "#56b4e9", "#d55e00", "#f0e442", "#999999"};
  return colors[phase % std::size(colors)];
}

}  // namespace

std::vector<TimelineLane> timeline_of(CompareReport const& report) {
  std::vector<TimelineLane> lanes;
  for (auto const& place : report.places) {
    TimelineLane lane;
    lane.place = place.backend.name;
    bool is_whole = false;
    for (auto const& phase : report.measurements.phases()) {
      auto const* times = phase.at(lane.place);
      is_whole = is_whole || (times && phase.phase == whole_phase);
      if (!times) times = phase.at("host");
      if (!times || !is_in_chain(phase.phase)) continue;
      lane.bars.push_back({phase.phase, times->place, lane.end(), times->median()});
    }
    if (is_whole) lanes.push_back(std::move(lane));
  }
  return lanes;
}

std::string timeline_text(std::vector<TimelineLane> const& lanes) {
  double const end = longest(lanes);
  if (end <= 0) return {};
  auto const phases = phases_of(lanes);
  std::size_t widest = 0;
  for (auto const& lane : lanes) widest = std::max(widest, lane.place.size());
  std::string text = "timeline of each place, one scale:\n";
  for (auto const& lane : lanes) {
    text += fmt::format("{:<{}} |{}| {}\n", lane.place, widest, letters_of(lane, phases, end),
                        duration_text(lane.end()));
  }
  for (std::size_t i = 0; i < phases.size(); ++i) {
    text += fmt::format("{}{} {}", i == 0 ? "" : ", ", static_cast<char>('a' + i % 26), phases[i]);
  }
  return text + "\n";
}

std::string timeline_svg(std::vector<TimelineLane> const& lanes) {
  constexpr int left = 90, width = 900, lane_height = 34, top = 10;
  double const end = std::max(longest(lanes), 1e-12);
  auto const phases = phases_of(lanes);
  int const legend = top + lane_height * static_cast<int>(lanes.size()) + 14;
  auto svg = fmt::format(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {0} {1}\" width=\"{0}\" "
      "height=\"{1}\" font-family=\"sans-serif\" font-size=\"12\">\n",
      width, legend + 22 * (1 + static_cast<int>(phases.size()) / 8));
  for (std::size_t i = 0; i < lanes.size(); ++i) {
    int const y = top + lane_height * static_cast<int>(i);
    svg += fmt::format("<text x=\"{}\" y=\"{}\" text-anchor=\"end\">{}</text>\n", left - 8, y + 18,
                       lanes[i].place);
    for (auto const& bar : lanes[i].bars) {
      double const scale = (width - left - 90) / end;
      svg += fmt::format(
          "<rect x=\"{:.2f}\" y=\"{}\" width=\"{:.2f}\" height=\"24\" fill=\"{}\"><title>{} on "
          "{}: {} after {}</title></rect>\n",
          left + bar.start * scale, y, std::max(bar.seconds * scale, 0.25),
          color_of(index_of(phases, bar.phase)), bar.phase, bar.ran_at, duration_text(bar.seconds),
          duration_text(bar.start));
    }
    svg += fmt::format("<text x=\"{:.2f}\" y=\"{}\">{}</text>\n",
                       left + 8 + lanes[i].end() / end * (width - left - 90), y + 17,
                       duration_text(lanes[i].end()));
  }
  for (std::size_t i = 0; i < phases.size(); ++i) {
    int const x = left + 100 * static_cast<int>(i % 8), y = legend + 22 * static_cast<int>(i / 8);
    svg += fmt::format(
        "<rect x=\"{}\" y=\"{}\" width=\"12\" height=\"12\" fill=\"{}\"/><text x=\"{}\" "
        "y=\"{}\">{}</text>\n",
        x, y, color_of(i), x + 17, y + 11, phases[i]);
  }
  return svg + "</svg>\n";
}

}  // namespace heddle::cli
