// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
#include "harness/machine/telemetry/hwmon.h"

#include <algorithm>

#include "harness/base/error.h"
#include "harness/base/text.h"

namespace gpuproof {
namespace {

const std::string root = "/sys/class/hwmon";

struct Sensor {
  std::string file, label;
};

// A drive's own critical temperature (CCTEMP); drives that name none give 0 or absurd values.
// Processors are left out: they slow down at theirs by themselves and may stay there. So are board
// sensors: many boards ship limits that mean nothing.
std::optional<double> critical_of_drive(const Host& host, const std::string& input) {
  const auto crit = host.read_int(input.substr(0, input.size() - 5) + "crit");
  if (!crit || *crit < 40'000 || *crit > 150'000) return std::nullopt;
  return static_cast<double>(*crit) / 1000;
}

std::vector<Sensor> sensors_of(const Host& host, const std::string& chip) {
  std::vector<Sensor> sensors;
  for (const auto& name : host.list(chip).value_or({})) {
    if (!starts_with(name, "temp") || !name.ends_with("_input")) continue;
    const auto stem = name.substr(0, name.size() - 6);
    sensors.push_back(
        {chip + "/" + name, host.read_line(chip + "/" + stem + "_label").value_or(stem)});
  }
  return sensors;
}

bool is_cpu(const std::string& driver) {
  return driver == "coretemp" || driver == "k10temp" || driver == "zenpower";
}

// Reading a core's own sensor interrupts that core: packages (Intel) and dies (AMD) suffice.
bool is_package(const Sensor& sensor) {
  return starts_with(sensor.label, "Package") || starts_with(sensor.label, "Tctl") ||
         starts_with(sensor.label, "Tdie");
}

std::string word(const std::string& text) {
  std::string out = lower(text);
  std::replace_if(
      out.begin(), out.end(),
      [](char c) { return !((c >= 'a' && c <= 'z') || (c >= '0' && c <= '9')); }, '_');
  return out;
}

// The namespace beside the controller: nvme0n1 for nvme0.
std::string drive_of(const Host& host, const std::string& chip) {
  const auto device = host.resolve(chip + "/device").value_or("");
  for (const auto& name : host.list(device).value_or({}))
    if (starts_with(name, "nvme") && contains(name, "n1") && host.exists("/sys/block/" + name))
      return name;
  return device.substr(device.rfind('/') + 1);
}

void add_cpu(const std::vector<Sensor>& sensors, std::vector<Thermometer>& found) {
  const bool packages = std::any_of(sensors.begin(), sensors.end(), is_package);
  for (const auto& sensor : sensors)
    if (!packages || is_package(sensor)) found.push_back({sensor.file, "cpu/temperature_c"});
}

void add_chip(const Host& host, const std::string& chip, std::vector<Thermometer>& found) {
  const auto driver = host.read_line(chip + "/name").value_or("unknown");
  const auto sensors = sensors_of(host, chip);
  if (is_cpu(driver)) return add_cpu(sensors, found);
  if (driver == "nvme") {
    const auto drive = drive_of(host, chip);
    for (const auto& sensor : sensors)
      if (sensor.label == "Composite" || sensors.size() == 1)
        found.push_back({sensor.file, "drive/" + drive + "/temperature_c",
                         critical_of_drive(host, sensor.file)});
    return;
  }
  for (const auto& sensor : sensors)
    found.push_back(
        {sensor.file, "sensor/" + word(driver) + "/" + word(sensor.label) + "_temperature_c"});
}

}  // namespace

std::vector<Thermometer> find_thermometers(const Host& host) {
  std::vector<Thermometer> found;
  for (const auto& chip : host.list(root).value_or({})) add_chip(host, root + "/" + chip, found);
  return found;
}

ReadSource open_hwmon(const Host& host) {
  const auto thermometers = find_thermometers(host);
  if (thermometers.empty()) return {};
  return [&host, thermometers](Readings& readings) {
    std::string broken;
    for (const auto& thermometer : thermometers) {
      const auto reading = host.read_int(thermometer.file);
      if (!reading) {
        broken = thermometer.file + ": " + (reading.is_unreadable() ? reading.why() : "gone");
        continue;
      }
      const double celsius = static_cast<double>(*reading) / 1000;
      const auto [place, is_new] = readings.values.emplace(thermometer.name, celsius);
      if (!is_new) place->second = std::max(place->second, celsius);
      if (thermometer.critical_c) readings.limits[thermometer.name] = *thermometer.critical_c;
    }
    if (!broken.empty()) throw NotObservable(broken);
  };
}

namespace {
const Register<TelemetrySource> registered{{.name = "hwmon",
                                            .about = "temperatures of processors, drives, board",
                                            .open = []() -> ReadSource {
                                              static const auto host = live_host();
                                              return open_hwmon(*host);
                                            }}};
}  // namespace

}  // namespace gpuproof
