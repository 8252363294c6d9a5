// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The equations of sources, diodes and transistors, for host and device.
#pragma once

#include "netlist.hpp"

#include <Kokkos_Core.hpp>

namespace circuit {

inline constexpr double thermal_voltage = 0.025852;  // kT/q at 300 K

KOKKOS_INLINE_FUNCTION double pulse_at(Waveform const& wave, double time) {
  if (time <= wave.delay) return wave.low;
  double phase = time - wave.delay;
  if (wave.period > 0) phase -= wave.period * Kokkos::floor(phase / wave.period);
  if (phase < wave.rise) return wave.low + (wave.high - wave.low) * (phase / wave.rise);
  phase -= wave.rise;
  if (wave.width == 0 || phase <= wave.width) return wave.high;
  phase -= wave.width;
  if (phase < wave.fall) return wave.high + (wave.low - wave.high) * (phase / wave.fall);
  return wave.low;
}

/// The value of a source at a time.
KOKKOS_INLINE_FUNCTION double wave_at(Waveform const& wave, double time) {
  if (wave.shape == Waveform::Shape::pulse) return pulse_at(wave, time);
  if (wave.shape == Waveform::Shape::constant) return wave.value;
  double const after = time - wave.delay;
  if (after <= 0) return wave.offset;
  constexpr double two_pi = 6.283185307179586;
  return wave.offset + wave.amplitude * Kokkos::exp(-wave.damping * after) *
                           Kokkos::sin(two_pi * wave.frequency * after);
}

/// A current (or a charge) and its derivative.
struct Slope {
  double value, derivative;
};

/// Beyond 80 thermal voltages the exponential goes on as its tangent, so that nothing overflows.
KOKKOS_INLINE_FUNCTION Slope diode_current(Model const& model, double area, double volts) {
  double const scale = model.emission * thermal_voltage, u = volts / scale;
  double const bend = Kokkos::min(u, 80.0), power = Kokkos::exp(bend);
  double const saturation = model.saturation * area;
  return {saturation * (power * (1 + (u - bend)) - 1), saturation * power / scale};
}

/// Charge of the junction and of carriers in transit. Above half of the built-in potential the
/// capacitance goes on as its tangent.
KOKKOS_INLINE_FUNCTION Slope diode_charge(Model const& model, double area, double volts,
                                          Slope const& current) {
  Slope charge{model.transit_time * current.value, model.transit_time * current.derivative};
  double const zero = model.zero_capacitance * area, m = model.grading, v0 = model.built_in;
  if (zero == 0) return charge;
  double const bend = Kokkos::min(volts, v0 / 2), open = 1 - bend / v0;
  double const farads = zero * Kokkos::pow(open, -m), slope = m * farads / (v0 * open);
  double const beyond = volts - bend;
  charge.value +=
      zero * v0 / (1 - m) * (1 - Kokkos::pow(open, 1 - m)) + beyond * (farads + slope * beyond / 2);
  charge.derivative += farads + slope * beyond;
  return charge;
}

/// Keeps a junction's voltage from overshooting: a step up becomes one of the current instead
/// (Nagel, SPICE2, 1975). Returns what is to be taken; the same if nothing is wrong.
KOKKOS_INLINE_FUNCTION double limited_junction(Model const& model, double area, double volts,
                                               double before) {
  double const scale = model.emission * thermal_voltage;
  double const critical =
      scale * Kokkos::log(scale / (1.4142135623730951 * model.saturation * area));
  if (volts <= critical || Kokkos::abs(volts - before) <= 2 * scale) return volts;
  if (before <= 0) return scale * Kokkos::log(1 + volts / scale);
  double const steps = 1 + (volts - before) / scale;
  return steps > 0 ? before + scale * Kokkos::log(steps) : critical;
}

/// The channel's current from drain to source, and its derivatives.
struct Channel {
  double current, gate, drain, bulk;
};

/// Level 1 with the drain above the source (Shichman and Hodges, 1968).
KOKKOS_INLINE_FUNCTION Channel forward_channel(Model const& model, double ratio, double vgs,
                                               double vds, double vbs) {
  double const root0 = Kokkos::sqrt(model.surface);
  // Forward bias of the bulk: the root goes on as its tangent until it meets 0.
  double const root =
      vbs <= 0 ? Kokkos::sqrt(model.surface - vbs) : Kokkos::max(0.0, root0 - vbs / (2 * root0));
  double const root_slope = root > 0 ? (vbs <= 0 ? -0.5 / root : -0.5 / root0) : 0;
  double const threshold = model.sign * model.threshold + model.body * (root - root0);
  double const drive = vgs - threshold;
  if (drive <= 0) return {0, 0, 0, 0};
  double const beta = model.transconductance * ratio, longer = 1 + model.modulation * vds;
  Channel channel{};
  if (vds < drive) {
    double const shape = vds * (drive - vds / 2);
    channel = {beta * longer * shape, beta * longer * vds,
               beta * (longer * (drive - vds) + model.modulation * shape), 0};
  } else {
    channel = {beta * longer * drive * drive / 2, beta * longer * drive,
               beta * model.modulation * drive * drive / 2, 0};
  }
  channel.bulk = -channel.gate * model.body * root_slope;
  return channel;
}

/// Any polarity; drain and source change roles where the voltage between them is negative.
KOKKOS_INLINE_FUNCTION Channel channel_current(Model const& model, double ratio, double vgs,
                                               double vds, double vbs) {
  double const s = model.sign;
  if (s * vds >= 0) {
    auto const f = forward_channel(model, ratio, s * vgs, s * vds, s * vbs);
    return {s * f.current, f.gate, f.drain, f.bulk};
  }
  auto const f = forward_channel(model, ratio, s * (vgs - vds), -s * vds, s * (vbs - vds));
  return {-s * f.current, -f.gate, f.gate + f.drain + f.bulk, -f.bulk};
}

}  // namespace circuit
