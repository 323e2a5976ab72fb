"""`cryptagon vectors`: test-vector files of the hardware API."""

from pathlib import Path

import click

from cryptagon.catalog import algorithm
from cryptagon.classes.aead import CLASS
from cryptagon.classes.aead.vectors import MODES, Request, make_messages, write_vectors
from cryptagon.errors import CryptagonError
from cryptagon.hwapi import single_message
from cryptagon.interfaces import Interface, interface
from cryptagon.reference import ReferenceCipher

EPILOG = (
    "\b\nModes:\n"
    + "\n".join(f"  {mode:<10} {what}" for mode, (what, _) in MODES.items())
    + """
  single     one message, from --key, --nonce, --nsec, --ad and --data

\b
Examples:
  cryptagon vectors ascon128a --mode corners -o build/vectors
  cryptagon vectors acorn128 --mode random --count 100 --seed 7 --w 8 --sw 8 -o build/vectors
  cryptagon vectors aes128gcm --mode single --data 00112233 --ad 01 --decrypt -o build/vectors
  cryptagon vectors tinyjambu128 --interface lwc-1.2 --w 8 -o build/vectors
"""
)


class Hexadecimal(click.ParamType):
    """Bytes written in hexadecimal."""

    name = "HEX"

    def convert(
        self, value: str | bytes, param: click.Parameter | None, ctx: click.Context | None
    ) -> bytes:
        """The bytes."""
        try:
            return value if isinstance(value, bytes) else bytes.fromhex(value)
        except ValueError:
            self.fail(f"{value!r} is not a whole number of bytes in hexadecimal", param, ctx)


@click.command(epilog=EPILOG)
@click.argument("name", metavar="NAME")
@click.option(
    "--mode",
    type=click.Choice([*MODES, "single"]),
    default="random",
    show_default=True,
    help="Which messages; see below.",
)
@click.option(
    "-o",
    "--output",
    metavar="DIR",
    required=True,
    type=click.Path(file_okay=False, path_type=Path),
    help="Folder for the files.",
)
@click.option(
    "--count",
    type=click.IntRange(min=1),
    default=20,
    show_default=True,
    help="Messages (random, segments, forged).",
)
@click.option("--seed", type=int, default=1, show_default=True, help="Of every random choice.")
@click.option(
    "--max-ad",
    type=click.IntRange(min=0),
    default=80,
    show_default=True,
    metavar="BYTES",
    help="Longest AD.",
)
@click.option(
    "--max-data",
    type=click.IntRange(min=0),
    default=80,
    show_default=True,
    metavar="BYTES",
    help="Longest message.",
)
@click.option(
    "--kat",
    metavar="PATH",
    multiple=True,
    type=click.Path(exists=True, path_type=Path),
    help="For mode kat, as of verify.",
)
@click.option(
    "--w", type=int, default=32, show_default=True, metavar="BITS", help="Width of pdi and do."
)
@click.option(
    "--sw",
    type=int,
    metavar="BITS",
    help="Width of sdi, where it has one of its own; else 32.",
)
@click.option(
    "--interface",
    "around",
    metavar="NAME",
    default=CLASS.interface,
    show_default=True,
    help="The hardware interface that the files are for.",
)
@click.option("--key", type=Hexadecimal(), help="Mode single; else 00 01 02 ...")
@click.option("--nonce", type=Hexadecimal(), help="Mode single; else 00 01 02 ...")
@click.option(
    "--nsec",
    type=Hexadecimal(),
    help="Mode single, of ciphers with a secret message number; else 00 01 02 ...",
)
@click.option("--ad", type=Hexadecimal(), default="", help="Mode single: associated data.")
@click.option("--data", type=Hexadecimal(), default="", help="Mode single: plaintext.")
@click.option("--decrypt", is_flag=True, help="Mode single: send it as a decryption.")
def vectors(
    *, name: str, mode: str, output: Path, count: int, seed: int, max_ad: int, max_data: int, kat: tuple[Path, ...],
    w: int, sw: int | None, around: str,
    key: bytes | None, nonce: bytes | None, nsec: bytes | None, ad: bytes, data: bytes, decrypt: bool,
) -> None:  # fmt: skip
    """Write pdi.txt, sdi.txt and do.txt for the algorithm NAME, and the same messages as a KAT
    file.

    The answers are those of its reference software.
    """
    chosen = algorithm(name)
    unit = interface(around)
    bus = _widths(unit, {"w": w} if sw is None else {"w": w, "sw": sw})
    cipher = ReferenceCipher.build(chosen.reference_folder)
    if mode == "single":
        counting = bytes(range(256))
        sizes = chosen.sizes
        key, nonce, nsec = (
            given or counting[: bits // 8]
            for given, bits in ((key, sizes.key), (nonce, sizes.npub), (nsec, sizes.nsec))
        )
        messages = [
            single_message(
                chosen,
                cipher,
                key=key,
                nonce=nonce,
                ad=ad,
                plaintext=data,
                decrypt=decrypt,
                nsec=nsec,
                label="single",
            )
        ]
    else:
        messages = make_messages(chosen, cipher, Request(mode, count, seed, max_ad, max_data, kat))
    for file in write_vectors(output, chosen, messages, unit, bus):
        click.echo(file)
    click.echo(f"{len(messages)} messages", err=True)


def _widths(unit: Interface, asked: dict[str, int]) -> dict[str, int]:
    """The interface's own widths, and those asked for.

    Raises CryptagonError for a class that has no test vectors and for a bus that it does not have.
    """
    if unit.algorithm_class != CLASS.name:
        raise CryptagonError(
            f"there are no test-vector files for the {unit.title}",
            why=f"it is for algorithms of class {unit.algorithm_class}",
            fix=f"choose an interface of class {CLASS.name}",
        )
    for name in asked:
        if name not in unit.buses:
            fix = f"it has {', '.join(unit.buses)}: leave --{name} out"
            raise CryptagonError(f'{unit.name} has no bus called "{name}"', fix=fix)
    return {**unit.buses, **asked}
