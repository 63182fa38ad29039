"""What the cuBLASLt heuristic offers for 20 shapes: how many algorithms, workspace, waves."""
import ctypes
import glob
import os

import cuda
import libraries

# cudaDataType_t, cublasComputeType_t and attribute numbers of cublasLt.h and library_types.h.
FP32, FP16, BF16, INT8, INT32, FP8 = 0, 2, 14, 3, 10, 28
COMPUTE_32F, COMPUTE_32F_TF32, COMPUTE_16F, COMPUTE_32I, COMPUTE_64F, FP64 = 68, 77, 64, 72, 70, 1
TRANSA, MAX_WORKSPACE = 3, 1
OFFERED = 32 << 20

TYPES = {"fp16": (FP16, FP16, COMPUTE_32F, FP32), "bf16": (BF16, BF16, COMPUTE_32F, FP32),
         "fp32": (FP32, FP32, COMPUTE_32F, FP32), "tf32": (FP32, FP32, COMPUTE_32F_TF32, FP32),
         "fp64": (FP64, FP64, COMPUTE_64F, FP64), "int8": (INT8, INT32, COMPUTE_32I, INT32),
         "fp8_e4m3": (FP8, BF16, COMPUTE_32F, FP32)}
SHAPES = [(t, n, n, n) for t in TYPES for n in (4096, 8192)] + [
    ("fp16", 2048, 2048, 13312), ("fp16", 1024, 10240, 5120), ("bf16", 16384, 16384, 16384),
    ("bf16", 8192, 8192, 1024), ("fp32", 512, 512, 512), ("fp16", 128, 8192, 8192)]


class Result(ctypes.Structure):
    _fields_ = [("algo", ctypes.c_uint64 * 8), ("workspace", ctypes.c_size_t),
                ("state", ctypes.c_int), ("waves", ctypes.c_float), ("reserved", ctypes.c_int * 4)]


def layout(lib, kind, rows, columns):
    handle = ctypes.c_void_p()
    lib.cublasLtMatrixLayoutCreate(ctypes.byref(handle), kind, ctypes.c_uint64(rows),
                                   ctypes.c_uint64(columns), ctypes.c_int64(rows))
    return handle


def offers(lib, handle, name, m, n, k):
    """TN: A is stored k x m and transposed, as FP8 and INT8 need."""
    kind, out, compute, scale = TYPES[name]
    operation, preference = ctypes.c_void_p(), ctypes.c_void_p()
    lib.cublasLtMatmulDescCreate(ctypes.byref(operation), compute, scale)
    transpose = ctypes.c_int(1)
    lib.cublasLtMatmulDescSetAttribute(operation, TRANSA, ctypes.byref(transpose), ctypes.c_size_t(4))
    lib.cublasLtMatmulPreferenceCreate(ctypes.byref(preference))
    workspace = ctypes.c_size_t(OFFERED)
    lib.cublasLtMatmulPreferenceSetAttribute(preference, MAX_WORKSPACE, ctypes.byref(workspace),
                                             ctypes.c_size_t(8))
    results, count = (Result * 64)(), ctypes.c_int()
    a, b, c = layout(lib, kind, k, m), layout(lib, kind, k, n), layout(lib, out, m, n)
    code, micros = cuda.timed(lib.cublasLtMatmulAlgoGetHeuristic, handle, operation, a, b, c, c,
                              preference, 64, results, ctypes.byref(count))
    rows = [{"state": r.state, "workspace": r.workspace, "waves": round(r.waves, 3)}
            for r in results[:count.value]]
    return {"dtype": name, "m": m, "n": n, "k": k, "code": code, "us": round(micros, 1),
            "offers": rows}


def collect():
    driver = cuda.Driver()
    driver.retain(0)
    paths = [p for f in libraries.wheel_folders() + glob.glob("/usr/local/cuda*/lib64")
             for n in libraries.WANTED["cublaslt"] for p in glob.glob(os.path.join(f, n))]
    lib, path = cuda.load(libraries.WANTED["cublaslt"] + paths)
    handle = ctypes.c_void_p()
    code = lib.cublasLtCreate(ctypes.byref(handle))
    if code != 0:
        raise cuda.Missing(f"cublasLtCreate of {path} returned {code}")
    return {"library": path, "version": libraries.version_of("cublaslt", lib),
            "workspace_offered": OFFERED,
            "shapes": [offers(lib, handle, *shape) for shape in SHAPES]}


if __name__ == "__main__":
    cuda.main(collect)
