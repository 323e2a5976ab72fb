"""Write the known answers that travel with the project anew: `python -m cryptagon.reference
[NAME...]`, all algorithms without a name.
"""

import sys
from pathlib import Path

from cryptagon.catalog import Algorithm, algorithm, algorithms
from cryptagon.errors import CryptagonError
from cryptagon.kat import file_name, make_records, write_kat
from cryptagon.reference.check import check_sizes
from cryptagon.reference.cipher import ReferenceCipher


def refresh(chosen: Algorithm) -> Path:
    """Answer the corner cases by the algorithm's own reference software and write them to its kat/
    folder; the path of the file.
    """
    cipher = ReferenceCipher.build(chosen.reference_folder)
    check_sizes(cipher, chosen)
    path = chosen.folder / "kat" / file_name(chosen.sizes.key, chosen.sizes.npub)
    write_kat(path, make_records(cipher, chosen.sizes))
    return path


def main(names: list[str]) -> int:
    """The exit code: 0, or 1 after a message."""
    try:
        for chosen in [algorithm(name) for name in names] or algorithms().values():
            print(refresh(chosen))
    except CryptagonError as fault:
        print(fault, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
