"""Where cuBLASLt, cuDNN and NCCL lie (loader path, /usr/local/cuda*, wheels of python3) and which
version each copy answers."""
import ctypes
import glob
import os
import subprocess
import sys

import cuda

WANTED = {
    "cublaslt": ["libcublasLt.so.13", "libcublasLt.so.12"],
    "cudnn": ["libcudnn.so.9"],
    "nccl": ["libnccl.so.2"],
}


def wheel_folders():
    folders = []
    for base in sys.path:
        folders += glob.glob(os.path.join(base, "nvidia", "*", "lib"))
    return folders


def version_of(family, lib):
    if family == "cublaslt":
        lib.cublasLtGetVersion.restype = ctypes.c_size_t
        return lib.cublasLtGetVersion()
    if family == "cudnn":
        lib.cudnnGetVersion.restype = ctypes.c_size_t
        return lib.cudnnGetVersion()
    value = ctypes.c_int()
    lib.ncclGetVersion(ctypes.byref(value))
    return value.value


def probe(family, path):
    """In a process of its own: two copies of one library do not mix."""
    code = ("import sys,ctypes;sys.path.insert(0,%r);import libraries;"
            "print(libraries.version_of(%r,ctypes.CDLL(%r)))" % (os.path.dirname(__file__), family, path))
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=30)
    if done.returncode == 0:
        return {"version": int(done.stdout.strip())}
    lines = done.stderr.strip().splitlines()
    return {"error": lines[-1] if lines else f"exit {done.returncode}"}


def collect():
    folders = glob.glob("/usr/local/cuda*/lib64") + wheel_folders()
    found = {}
    for family, names in WANTED.items():
        paths = list(names)
        for folder in folders:
            paths += [p for n in names for p in glob.glob(os.path.join(folder, n))]
        found[family] = {path: probe(family, path) for path in paths}
    return {"copies": found, "folders": folders}


if __name__ == "__main__":
    cuda.main(collect)
