"""What of this machine the speed of C hangs on."""

import platform
from collections.abc import Iterator
from pathlib import Path

TOLD = ("ssse3", "aes", "avx", "avx2", "avx512f", "avx512vl", "vaes", "gfni", "asimd")
"""Features of processors that decide which instructions a compiler or OpenSSL takes."""


def processor() -> str:
    """The model, as the operating system calls it."""
    return next(_of("model name"), platform.processor() or platform.machine())


def features() -> list[str]:
    """Those of `TOLD` that it has; none where the operating system does not tell."""
    there = " ".join([*_of("flags"), *_of("Features")]).split()
    return [one for one in TOLD if one in there]


def _of(key: str) -> Iterator[str]:
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
    except OSError:
        return
    for line in lines:
        name, _, value = line.partition(":")
        if name.strip() == key:
            yield value.strip()
            return
