"""The approaches that are there, and the entries of an algorithm by them."""

from collections.abc import Iterator
from pathlib import Path

from cryptagon import paths
from cryptagon.approaches.base import Approach, Made
from cryptagon.catalog import AlgorithmFolder, Entry
from cryptagon.registry import Registry
from cryptagon.toolchain import digest_of, find

REGISTRY = Registry("cryptagon.approaches", "APPROACH", Approach, "approach")


def approaches() -> dict[str, Approach]:
    """Every approach by name, in the order of names."""
    return REGISTRY.members()


def approach(name: str) -> Approach:
    """The approach called `name`.

    Raises CryptagonError when there is none, naming those that are close.
    """
    return REGISTRY.named(name)


def approaches_of(algorithm: AlgorithmFolder) -> tuple[str, ...]:
    """The approaches by which there is a core of the algorithm."""
    return tuple(name for name, one in approaches().items() if one.is_there(algorithm))


def entries_of(algorithm: AlgorithmFolder) -> Iterator[Entry]:
    """Every core of an algorithm: each approach in each of the variants that has it."""
    for name in approaches_of(algorithm):
        for variant in algorithm.variants:
            if approach(name).has(algorithm, variant):
                yield Entry(algorithm, name, variant)


def core_folder(entry: Entry, module: str) -> Path:
    """The folder that keeps what is made of an entry; its name has the digest of all that decides
    it.
    """
    how = approach(entry.approach)
    versions = {name: find(name).version for name in how.tools}
    digest = digest_of("core with ports", entry.source_digest, module, how.code(), versions)
    return paths.build_folder() / "cores" / f"{entry.slug}-{entry.approach}-{digest[:16]}"


def made(entry: Entry, module: str) -> Made:
    """The core of an entry with the top module `module`, kept.

    Raises CryptagonError where its sources are at fault.
    """
    return approach(entry.approach).make(entry, module, core_folder(entry, module))
