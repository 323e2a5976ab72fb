"""`cryptagon new`: an algorithm of one's own begins as a copy of one that is there."""

from pathlib import Path

import click

from cryptagon.catalog.newcomer import copy_algorithm
from cryptagon.classes import class_named, classes
from cryptagon.errors import CryptagonError

EPILOG = """\b
Examples:
  cryptagon new aead mycipher
  cryptagon new hash myhash
  cryptagon new block myblock
  cryptagon new kernel mykernel
  cryptagon new algorithms/kernel/otherkernel --like sha1

A class gives its dummy, a small core with all parts; --like gives any other algorithm. The copy passes every check at
once. Put your own sizes, reference software, known answers and cores in, one after the other: each file tells what to
change first, and `cryptagon verify` tells what does not agree yet (docs/designers-hour.md).

With C of the SUPERCOP shape at hand, `cryptagon software FOLDER -o NEW` begins one of it (docs/software.md).
"""


@click.command(epilog=EPILOG)
@click.argument("words", metavar="[CLASS] FOLDER", nargs=-1, required=True)
@click.option("--like", metavar="NAME", help="The algorithm to copy, in place of the dummy of a class: its name or folder.")  # fmt: skip
def new(words: tuple[str, ...], like: str | None) -> None:
    """Make FOLDER, a new algorithm that is called as the folder, from a copy of another: the dummy
    of CLASS, aead where none is named, or what --like names.
    """
    class_name, folder = _read(words)
    if class_name and like:
        why = f'--like {like} says by itself which class it is, and the dummy of "{class_name}" is another algorithm'
        raise CryptagonError(
            "a class and --like are two things to copy", why=why, fix="leave one of them out"
        )
    copy_algorithm(like or _dummy(class_name or "aead"), folder)
    given = folder if folder.is_absolute() else f"./{folder}"
    click.echo(f"{folder}\n\nnext:  cryptagon verify {given}\n       cryptagon run {given} --quick")


def _read(words: tuple[str, ...]) -> tuple[str, Path]:
    """The class, "" where none is named, and the folder.

    Raises CryptagonError for other words.
    """
    if len(words) > 2:
        why = f"there are {len(words)} words"
        fix = "cryptagon new CLASS FOLDER, one folder a call"
        raise CryptagonError(
            "too many words for a class and a folder", where=" ".join(words), why=why, fix=fix
        )
    if len(words) == 1 and words[0] in classes():
        why = "it is the name of a class, and of no folder to make"
        fix = f"cryptagon new {words[0]} FOLDER, or ./{words[0]} for a folder of that name"
        raise CryptagonError("which folder?", where=words[0], why=why, fix=fix)
    given = list(words)
    return "".join(given[:-1]), Path(given[-1])


def _dummy(class_name: str) -> str:
    """What newcomers of a class begin as.

    Raises CryptagonError for a class that is not there, and for one without a dummy.
    """
    if not (found := class_named(class_name).dummy):
        why = "only an algorithm that is there can be copied"
        fix = "--like NAME with an algorithm of that class (cryptagon list)"
        raise CryptagonError(f"the class {class_name} has no dummy", why=why, fix=fix)
    return found
