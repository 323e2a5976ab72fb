"""The hash function of a core that is a cipher, too: the algorithm of class hash whose known answers
and reference software serve.
"""

from pathlib import Path

from cryptagon.catalog import Algorithm, Variant, discovery
from cryptagon.catalog.toml_file import load
from cryptagon.classes.base import Setting
from cryptagon.classes.hash import CLASS as HASH_CLASS
from cryptagon.classes.hash.model import Hash
from cryptagon.classes.hash.tests import HashTests
from cryptagon.errors import CryptagonError
from cryptagon.hwapi import KnownHashes


def hash_of(algorithm: Algorithm) -> Hash | None:
    """The hash function that `[hash]` names; None without that table.

    Raises CryptagonError where there is none of that name, or its digest has another length.
    """
    part = algorithm.hash
    if part is None:
        return None
    file = discovery.file_of(HASH_CLASS.name, part.function)
    found = load(Hash, file, folder=file.parent)
    if found.sizes.digest != part.digest:
        raise CryptagonError(
            f"{algorithm.name} and {found.name} differ in the length of a digest: {part.digest} and {found.sizes.digest} bits",
            where=str(algorithm.file),
            why=f"{found.file} has sizes.digest = {found.sizes.digest}",
            fix=f"give digest = {found.sizes.digest} under [hash]",
        )
    return found


def hash_tests(algorithm: Algorithm, *, quick: bool = False) -> HashTests | None:
    """Known answers and reference software of the hash function; None where there is none.

    Raises CryptagonError as `hash_of` does, and where there are no known answers or one is broken.
    """
    function = hash_of(algorithm)
    return HASH_CLASS.tests(function, Variant(), Setting(quick=quick)) if function else None


def hash_answer_files(algorithm: Algorithm) -> tuple[Path, ...]:
    """The files of its known answers; none where there is no hash function."""
    function = hash_of(algorithm)
    return function.answer_files if function else ()


def known_hashes(tests: HashTests) -> KnownHashes:
    """Those answers, and the software that tells others."""
    answers = tuple((one.message, one.digest) for one in tests.answers)
    return KnownHashes(answers, tests.reference)
