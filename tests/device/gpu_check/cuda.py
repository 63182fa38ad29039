"""The driver API over ctypes: just enough to ask, never to change a setting."""
import ctypes
import json
import sys
import time


class Missing(Exception):
    """A library or device is not there; the text says what to do."""


def load(names):
    """The first library that loads, with its name."""
    errors = []
    for name in names:
        try:
            return ctypes.CDLL(name), name
        except OSError as error:
            errors.append(str(error))
    raise Missing("; ".join(errors))


class Driver:
    def __init__(self):
        self.lib, self.name = load(["libcuda.so.1"])
        self.check("cuInit", self.lib.cuInit(0))

    def check(self, call, code):
        if code != 0:
            name = ctypes.c_char_p()
            self.lib.cuGetErrorName(code, ctypes.byref(name))
            raise Missing(f"{call} returned {code} ({(name.value or b'?').decode()})")

    def version(self):
        value = ctypes.c_int()
        self.check("cuDriverGetVersion", self.lib.cuDriverGetVersion(ctypes.byref(value)))
        return value.value

    def devices(self):
        count = ctypes.c_int()
        self.check("cuDeviceGetCount", self.lib.cuDeviceGetCount(ctypes.byref(count)))
        return range(count.value)

    def attribute(self, number, device):
        value = ctypes.c_int()
        code = self.lib.cuDeviceGetAttribute(ctypes.byref(value), number, device)
        return code, value.value

    def capability(self, device):
        return self.attribute(75, device)[1], self.attribute(76, device)[1]

    def retain(self, device):
        """Makes the primary context current."""
        context = ctypes.c_void_p()
        self.check("cuDevicePrimaryCtxRetain",
                   self.lib.cuDevicePrimaryCtxRetain(ctypes.byref(context), device))
        self.check("cuCtxSetCurrent", self.lib.cuCtxSetCurrent(context))
        return context


def timed(function, *args):
    start = time.perf_counter_ns()
    result = function(*args)
    return result, (time.perf_counter_ns() - start) / 1e3


def main(collect):
    """Writes what `collect` returns to the first argument; a missing part ends with its reason."""
    try:
        document = collect(*sys.argv[2:])
    except Missing as error:
        print(error)
        sys.exit(1)
    with open(sys.argv[1], "w", encoding="utf-8") as file:
        json.dump(document, file, indent=1, sort_keys=True)
        file.write("\n")
    print("ok")
