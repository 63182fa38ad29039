"""Whether a SASS image and PTX whose .version was lowered load and run, with code and time."""
import ctypes
import os
import re
import subprocess

import cuda

SOURCE = os.path.join(os.path.dirname(os.path.abspath(__file__)), "probe.cu")
LOWERED = {"compute_75": "6.3", "compute_80": "7.0", "compute_90": "7.8"}


def nvcc():
    for path in ("nvcc", "/usr/local/cuda/bin/nvcc"):
        try:
            subprocess.run([path, "--version"], capture_output=True, check=True, timeout=20)
            return path
        except (OSError, subprocess.SubprocessError):
            continue
    raise cuda.Missing("nvcc was not found; install the CUDA toolkit or set PATH")


def compile_to(kind, arch, folder):
    output = os.path.join(folder, f"{arch}.{kind}")
    done = subprocess.run([nvcc(), f"-{kind}", f"-arch={arch}", SOURCE, "-o", output],
                          capture_output=True, text=True, timeout=60)
    if done.returncode != 0:
        return None, done.stderr.strip().splitlines()[-1:]
    with open(output, "rb") as file:
        return file.read(), None


def run_image(driver, image):
    """Loads, launches the store and reads it back: a module that loads and does not run is told."""
    module, function, memory = ctypes.c_void_p(), ctypes.c_void_p(), ctypes.c_uint64()
    lib = driver.lib
    code, micros = cuda.timed(lib.cuModuleLoadData, ctypes.byref(module), image)
    answer = {"load": code, "load_us": round(micros, 1), "bytes": len(image)}
    if code != 0:
        return answer
    answer["function"] = lib.cuModuleGetFunction(ctypes.byref(function), module, b"store_kernel")
    lib.cuMemAlloc_v2(ctypes.byref(memory), ctypes.c_size_t(4))
    value = ctypes.c_int(0)
    parameters = (ctypes.c_void_p * 1)(ctypes.cast(ctypes.pointer(memory), ctypes.c_void_p))
    answer["launch"] = lib.cuLaunchKernel(function, 1, 1, 1, 1, 1, 1, 0, None, parameters, None)
    answer["sync"] = lib.cuCtxSynchronize()
    lib.cuMemcpyDtoH_v2(ctypes.byref(value), memory, ctypes.c_size_t(4))
    answer["right"] = value.value == 4711
    lib.cuMemFree_v2(memory)
    lib.cuModuleUnload(module)
    return answer


def collect(folder):
    driver = cuda.Driver()
    driver.retain(0)
    major, minor = driver.capability(0)
    sass, error = compile_to("cubin", f"sm_{major}{minor}", folder)
    images = {f"sass sm_{major}{minor}": run_image(driver, sass) if sass else {"error": error}}
    for arch, version in LOWERED.items():
        ptx, error = compile_to("ptx", arch, folder)
        if ptx is None:
            images[f"ptx {arch}"] = {"error": error}
            continue
        own = re.search(rb"\.version (\S+)", ptx).group(1).decode()
        lowered = re.sub(rb"\.version \S+", b".version " + version.encode(), ptx, count=1)
        images[f"ptx {arch} .version {own}"] = run_image(driver, ptx + b"\0")
        images[f"ptx {arch} .version {version}"] = run_image(driver, lowered + b"\0")
    return {"capability": f"{major}.{minor}", "images": images}


if __name__ == "__main__":
    cuda.main(collect)
