"""Event resolution, launch and synchronisation times, the step of globaltimer. The loop is C++:
an interpreter would time itself."""
import json
import os
import subprocess

import cuda
import images

HERE = os.path.dirname(os.path.abspath(__file__))


def collect(folder):
    driver = cuda.Driver()
    major, minor = driver.capability(0)
    sass, error = images.compile_to("cubin", f"sm_{major}{minor}", folder)
    if sass is None:
        raise cuda.Missing(f"probe.cu did not compile: {error}")
    binary = os.path.join(folder, "timing")
    done = subprocess.run([images.nvcc(), "-O2", "-std=c++17", "-x", "c++",
                           os.path.join(HERE, "timing.cpp"), "-o", binary, "-ldl"],
                          capture_output=True, text=True, timeout=60)
    if done.returncode != 0:
        raise cuda.Missing("timing.cpp did not compile: " + done.stderr.strip()[-200:])
    cubin = os.path.join(folder, f"sm_{major}{minor}.cubin")
    run = subprocess.run([binary, cubin], capture_output=True, text=True, timeout=40)
    if run.returncode != 0:
        raise cuda.Missing("timing failed: " + run.stderr.strip()[-200:])
    return json.loads(run.stdout)


if __name__ == "__main__":
    cuda.main(collect)
