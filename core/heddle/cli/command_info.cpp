// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <heddle/cli/commands.hpp>

#include <heddle/backends/device_info.hpp>
#include <heddle/base/configuration.hpp>
#include <heddle/cli/json_parts.hpp>
#include <heddle/cli/text.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <sstream>
#include <thread>

namespace heddle::cli {
namespace {

bool has_cuda(Configuration const& facts) {
  return std::find(facts.backends.begin(), facts.backends.end(), "cuda") != facts.backends.end();
}

std::string device_text(backends::DeviceInfo const& device) {
  auto const free =
      device.free_bytes
          ? fmt::format(" ({} free)", bytes_text(static_cast<std::int64_t>(*device.free_bytes)))
          : std::string();
  return fmt::format(
      "device {}       {}, {}{}, {} SMs, compute capability {}, {:.2f} GHz, {:.0f} GB/s\n",
      device.id, device.name, bytes_text(static_cast<std::int64_t>(device.total_bytes)), free,
      device.multiprocessors, device.architecture, device.clock_ghz, device.bandwidth_gb_per_s);
}

std::string devices_text(Configuration const& facts, backends::DeviceReport const& report) {
  if (!has_cuda(facts)) return "devices        none: this build has no device backend\n";
  if (!facts.cuda_native) return "devices        not asked: this build has no CUDA-native part\n";
  std::string text;
  if (!report.driver_version.empty() || !report.runtime_version.empty()) {
    text += fmt::format("CUDA           driver {}, runtime {}\n",
                        report.driver_version.empty() ? "none" : report.driver_version,
                        report.runtime_version);
  }
  if (report.devices.empty()) {
    return text + fmt::format("devices        none found{}\n",
                              report.problem.empty() ? "" : ": " + report.problem);
  }
  for (auto const& device : report.devices) text += device_text(device);
  return text;
}

Json json_of(backends::DeviceInfo const& device) {
  Json json;
  json["id"] = device.id;
  json["name"] = device.name;
  json["total_bytes"] = device.total_bytes;
  json["free_bytes"] = device.free_bytes ? Json(*device.free_bytes) : Json();
  json["multiprocessors"] = device.multiprocessors;
  json["clock_ghz"] = device.clock_ghz;
  json["bandwidth_gb_per_s"] = device.bandwidth_gb_per_s;
  json["compute_capability"] = device.architecture;
  return json;
}

std::string info_json(Configuration const& facts, backends::DeviceReport const& report) {
  auto json = json_head("info");
  json["commit"] = facts.commit;
  json["compilers"] = facts.compilers;
  json["build_type"] = facts.build_type;
  json["kokkos_version"] = facts.kokkos_version;
  json["kokkos_path"] = facts.kokkos_path;
  json["backends"] = facts.backends;
  json["value_types"] = facts.value_types;
  json["offset_types"] = facts.offset_types;
  json["index_types"] = facts.index_types;
  json["cuda_native"] = facts.cuda_native;
  json["optional_parts"] = facts.optional_parts;
  json["host_threads"] = std::thread::hardware_concurrency();
  json["cuda_driver"] = report.driver_version;
  json["cuda_runtime"] = report.runtime_version;
  json["device_problem"] = report.problem;
  json["devices"] = Json::array();
  for (auto const& device : report.devices) json["devices"].push_back(json_of(device));
  return json_text(json);
}

std::string info_text(Configuration const& facts, backends::DeviceReport const& report) {
  std::ostringstream lines;
  print_configuration(lines);
  return lines.str() + fmt::format("host threads   {}\n", std::thread::hardware_concurrency()) +
         devices_text(facts, report);
}

}  // namespace

ExitCode run_command(InfoArguments const& arguments) {
  auto const facts = configuration();
  auto const report = backends::device_report();
  fmt::print("{}", arguments.json ? info_json(facts, report) + "\n" : info_text(facts, report));
  return ExitCode::success;
}

}  // namespace heddle::cli
