"""Every driver attribute of every device, with the code of the call."""
import ctypes

import cuda

HIGHEST = 200  # asked beyond what today's header names: unknown numbers must answer with a code


def text_of(call, device, size=256):
    buffer = ctypes.create_string_buffer(size)
    code = call(buffer, size, device)
    return buffer.value.decode(errors="replace") if code == 0 else code


def device_facts(driver, device):
    total = ctypes.c_size_t()
    code = driver.lib.cuDeviceTotalMem_v2(ctypes.byref(total), device)
    attributes = {}
    for number in range(0, HIGHEST + 1):
        (code_of_call, value), micros = cuda.timed(driver.attribute, number, device)
        attributes[number] = {"code": code_of_call, "value": value, "us": round(micros, 1)}
    return {"name": text_of(driver.lib.cuDeviceGetName, device),
            "memory": {"code": code, "bytes": total.value}, "attributes": attributes}


def peers(driver):
    answer = {}
    for a in driver.devices():
        for b in driver.devices():
            if a != b:
                can = ctypes.c_int()
                code = driver.lib.cuDeviceCanAccessPeer(ctypes.byref(can), a, b)
                answer[f"{a}-{b}"] = {"code": code, "can": can.value}
    return answer


def collect():
    driver, micros = cuda.timed(cuda.Driver)
    return {"library": driver.name, "version": driver.version(), "init_us": round(micros, 1),
            "devices": [device_facts(driver, d) for d in driver.devices()],
            "peers": peers(driver)}


if __name__ == "__main__":
    cuda.main(collect)
