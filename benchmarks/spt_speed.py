"""C from figures: MB/s of every layout, beside C by hand and OpenSSL with and without AES
instructions, ECB and CTR.

All of one cipher are measured in turn, several rounds; the median counts. gcc -O3 -march=native.
"""

from pathlib import Path

from common import Row

from cryptagon import paths
from cryptagon.spt import program_of
from cryptagon.spt.speed import bench
from cryptagon.spt.speed.contestants import openssl_version
from cryptagon.spt.speed.machine import features

ROUNDS = 7
CIPHERS: dict[str, list[Path]] = {
    "aes128": [Path(__file__).parent / "spt_by_hand" / "aes128_tables.c"],
    "camellia128": [],
    "present80": [],
}
"""Each with the C by hand beside it."""


def measure() -> list[Row]:
    """A row for each cipher, C, mode and number of threads."""
    return [row for cipher, beside in CIPHERS.items() for row in rows_of(cipher, beside)]


def rows_of(cipher: str, beside: list[Path], rounds: int = ROUNDS) -> list[Row]:
    """The rows of one cipher."""
    program = program_of(paths.repository() / "figures" / f"{cipher}.uxf")
    found = bench(program, cipher, beside, rounds)
    about: Row = {
        "compiler": found.compiler,
        "openssl": openssl_version(),
        "features": " ".join(features()),
    }
    rows: list[Row] = []
    for one in found.rows:
        what: Row = {"cipher": cipher, "c": one.name, "mode": one.mode, "threads": one.threads}
        speeds: Row = {
            "mb_s": round(one.median, 1),
            "least": round(one.least, 1),
            "most": round(one.most, 1),
        }
        on_gpu: Row = {"gpu": found.gpu} if one.gpu else {}
        if one.of_peak is not None:
            on_gpu["of_peak"] = round(one.of_peak, 4)
        rows.append({**what, **speeds, **about, **on_gpu})
    return rows
