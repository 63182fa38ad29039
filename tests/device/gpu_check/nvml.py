"""Some 70 NVML queries per device: return code, answer and time of each. No call changes a thing.

Signatures follow NVIDIA's NVML API reference; versioned structs start with sizeof | version << 24.
"""
import ctypes

import cuda

U32, U64, I32 = ctypes.c_uint, ctypes.c_ulonglong, ctypes.c_int
TEXT = object()  # a buffer and its length

# symbol: arguments before the answers, then the types of the answers
CALLS = {
    "nvmlDeviceGetName": ([], [TEXT]), "nvmlDeviceGetBrand": ([], [U32]),
    "nvmlDeviceGetIndex": ([], [U32]), "nvmlDeviceGetSerial": ([], [TEXT]),
    "nvmlDeviceGetUUID": ([], [TEXT]), "nvmlDeviceGetModuleId": ([], [U32]),
    "nvmlDeviceGetNumaNodeId": ([], [U32]), "nvmlDeviceGetMinorNumber": ([], [U32]),
    "nvmlDeviceGetBoardPartNumber": ([], [TEXT]), "nvmlDeviceGetVbiosVersion": ([], [TEXT]),
    "nvmlDeviceGetInforomImageVersion": ([], [TEXT]),
    "nvmlDeviceGetDisplayMode": ([], [U32]), "nvmlDeviceGetDisplayActive": ([], [U32]),
    "nvmlDeviceGetPersistenceMode": ([], [U32]),
    "nvmlDeviceGetMaxPcieLinkGeneration": ([], [U32]),
    "nvmlDeviceGetGpuMaxPcieLinkGeneration": ([], [U32]),
    "nvmlDeviceGetMaxPcieLinkWidth": ([], [U32]),
    "nvmlDeviceGetCurrPcieLinkGeneration": ([], [U32]),
    "nvmlDeviceGetCurrPcieLinkWidth": ([], [U32]),
    "nvmlDeviceGetPcieLinkMaxSpeed": ([], [U32]), "nvmlDeviceGetPcieSpeed": ([], [U32]),
    "nvmlDeviceGetPcieReplayCounter": ([], [U32]),
    "nvmlDeviceGetClockInfo(sm)": ([1], [U32]), "nvmlDeviceGetClockInfo(mem)": ([2], [U32]),
    "nvmlDeviceGetMaxClockInfo(sm)": ([1], [U32]),
    "nvmlDeviceGetMaxClockInfo(mem)": ([2], [U32]),
    "nvmlDeviceGetApplicationsClock(sm)": ([1], [U32]),
    "nvmlDeviceGetDefaultApplicationsClock(sm)": ([1], [U32]),
    "nvmlDeviceGetMaxCustomerBoostClock(sm)": ([1], [U32]),
    "nvmlDeviceGetFanSpeed": ([], [U32]), "nvmlDeviceGetNumFans": ([], [U32]),
    "nvmlDeviceGetTemperature(gpu)": ([0], [U32]),
    "nvmlDeviceGetTemperatureThreshold(shutdown)": ([0], [U32]),
    "nvmlDeviceGetTemperatureThreshold(slowdown)": ([1], [U32]),
    "nvmlDeviceGetTemperatureThreshold(mem_max)": ([2], [U32]),
    "nvmlDeviceGetTemperatureThreshold(gpu_max)": ([3], [U32]),
    "nvmlDeviceGetPerformanceState": ([], [U32]),
    "nvmlDeviceGetCurrentClocksEventReasons": ([], [U64]),
    "nvmlDeviceGetCurrentClocksThrottleReasons": ([], [U64]),
    "nvmlDeviceGetSupportedClocksEventReasons": ([], [U64]),
    "nvmlDeviceGetPowerManagementMode": ([], [U32]),
    "nvmlDeviceGetPowerManagementLimit": ([], [U32]),
    "nvmlDeviceGetPowerManagementLimitConstraints": ([], [U32, U32]),
    "nvmlDeviceGetPowerManagementDefaultLimit": ([], [U32]),
    "nvmlDeviceGetEnforcedPowerLimit": ([], [U32]), "nvmlDeviceGetPowerUsage": ([], [U32]),
    "nvmlDeviceGetTotalEnergyConsumption": ([], [U64]),
    "nvmlDeviceGetMemoryInfo": ([], [U64 * 3]), "nvmlDeviceGetBAR1MemoryInfo": ([], [U64 * 3]),
    "nvmlDeviceGetComputeMode": ([], [U32]),
    "nvmlDeviceGetCudaComputeCapability": ([], [I32, I32]),
    "nvmlDeviceGetEccMode": ([], [U32, U32]), "nvmlDeviceGetDefaultEccMode": ([], [U32]),
    "nvmlDeviceGetTotalEccErrors(corrected,volatile)": ([0, 0], [U64]),
    "nvmlDeviceGetTotalEccErrors(uncorrected,volatile)": ([1, 0], [U64]),
    "nvmlDeviceGetTotalEccErrors(uncorrected,aggregate)": ([1, 1], [U64]),
    "nvmlDeviceGetUtilizationRates": ([], [U32 * 2]),
    "nvmlDeviceGetIrqNum": ([], [U32]), "nvmlDeviceGetNumGpuCores": ([], [U32]),
    "nvmlDeviceGetPowerSource": ([], [U32]), "nvmlDeviceGetMemoryBusWidth": ([], [U32]),
    "nvmlDeviceGetBusType": ([], [U32]), "nvmlDeviceGetArchitecture": ([], [U32]),
    "nvmlDeviceGetGspFirmwareMode": ([], [U32, U32]),
    "nvmlDeviceGetRetiredPagesPendingStatus": ([], [U32]),
    "nvmlDeviceGetRemappedRows": ([], [U32, U32, U32, U32]),
    "nvmlDeviceGetRowRemapperHistogram": ([], [U32 * 5]),
    "nvmlDeviceGetMigMode": ([], [U32, U32]), "nvmlDeviceGetVirtualizationMode": ([], [U32]),
    "nvmlDeviceGetSupportedEventTypes": ([], [U64]),
    "nvmlDeviceGetNvLinkState(0)": ([0], [U32]), "nvmlDeviceGetNvLinkVersion(0)": ([0], [U32]),
    "nvmlDeviceGetGpuFabricInfo": ([], [ctypes.c_ubyte * 64]),
    "nvmlDeviceGetComputeRunningProcesses_v3(count)": ([], [U32, None]),
    "nvmlDeviceGetGraphicsRunningProcesses_v3(count)": ([], [U32, None]),
}


def plain(value):
    if hasattr(value, "_length_"):
        return list(value)
    return value.value


def ask(lib, name, handle):
    """One call: code, answers, microseconds. A symbol the driver lacks is an answer too."""
    symbol = name.split("(")[0]
    try:
        function = getattr(lib, symbol)
    except AttributeError:
        return {"missing": True}
    before, answers = CALLS[name]
    arguments, kept = [handle, *[U32(v) for v in before]], []
    for kind in answers:
        if kind is TEXT:
            buffer = ctypes.create_string_buffer(128)
            arguments += [buffer, U32(128)]
            kept.append(buffer)
        elif kind is None:
            arguments.append(None)
        else:
            kept.append(kind())
            arguments.append(ctypes.byref(kept[-1]))
    code, micros = cuda.timed(function, *arguments)
    values = [v.value.decode(errors="replace") if isinstance(v.value, bytes) else v.value
              if not hasattr(v, "_length_") else plain(v) for v in kept] if code in (0, 7) else None
    return {"code": code, "values": values, "us": round(micros, 1)}


def redacted(name, answer):
    """Serials and UUIDs identify a machine and are not needed."""
    if answer.get("values") and name in ("nvmlDeviceGetSerial", "nvmlDeviceGetUUID"):
        answer["values"] = ["#" + "x" * len(v) for v in answer["values"]]
    return answer


def collect():
    lib, library = cuda.load(["libnvidia-ml.so.1"])
    code, micros = cuda.timed(lib.nvmlInit_v2)
    if code != 0:
        raise cuda.Missing(f"nvmlInit_v2 returned {code}")
    count = U32()
    lib.nvmlDeviceGetCount_v2(ctypes.byref(count))
    version = ctypes.create_string_buffer(80)
    lib.nvmlSystemGetDriverVersion(version, 80)
    devices = []
    for index in range(count.value):
        handle = ctypes.c_void_p()
        opened = lib.nvmlDeviceGetHandleByIndex_v2(index, ctypes.byref(handle))
        calls = {name: redacted(name, ask(lib, name, handle)) for name in CALLS} if opened == 0 else {}
        devices.append({"open": opened, "calls": calls})
    lib.nvmlShutdown()
    return {"library": library, "driver": version.value.decode(), "init_us": round(micros, 1),
            "devices": devices}


if __name__ == "__main__":
    cuda.main(collect)
