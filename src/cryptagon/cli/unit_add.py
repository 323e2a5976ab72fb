"""`cryptagon unit add`: an entry of a unit of others."""

from pathlib import Path

import click

from cryptagon.cli.options import Macro
from cryptagon.units.adding import Wish, new_unit
from cryptagon.units.entry import save

EPILOG = """\b
Examples:
  cryptagon unit add AESGCM --design AESGCM-v1.toml --name aesgcm-v1
  cryptagon unit add https://github.com/GMUCERG/AESGCM --design AESGCM-v1.toml --name aesgcm-v1
  cryptagon unit add Elephant --design src_rtl/v1/source_list.txt --vectors KAT/v1 --name elephant-v1

WHERE is a folder, or the URL of a git repository, which is cloned into the cache. The entry names the sources with
their digests, their licence and where they come from; nothing is copied. It is written when everything fits: all
files are there, a licence lets them be used, the Verilog has the ports of a hardware API, and the test vectors are of
that API and these widths. What of it can go wrong, and what helps: docs/third-party.md.
"""


@click.command("add", epilog=EPILOG)
@click.argument("where", metavar="WHERE")
@click.option("--path", default="", metavar="DIR", help="The folder of the unit in WHERE.")
@click.option("--commit", default="", metavar="SHA", help="Of a repository; the newest otherwise.")
@click.option(
    "--name", default="", metavar="NAME", help="Of the entry; what the design file says otherwise."
)
@click.option(
    "--design",
    default="",
    metavar="FILE",
    help="A TOML file of Xeda or LWC, or a source list, where there are several.",
)
@click.option(
    "--variant",
    default="",
    metavar="NAME",
    help="A variant of docs/variants.txt, whose generics are set.",
)
@click.option("--top", default="", metavar="NAME", help="The top module; LWC or AEAD otherwise.")
@click.option(
    "-g",
    "--generic",
    "generics",
    metavar="NAME=VALUE",
    type=Macro(),
    multiple=True,
    help="Set a generic or a parameter of the top module; may be repeated.",
)
@click.option(
    "--vectors", default="", metavar="DIR", help="The folder with pdi.txt, sdi.txt and do.txt."
)
@click.option("--cipher", default="", metavar="NAME", help="The algorithm by its name in SUPERCOP.")
@click.option(
    "--block", "data_bits", type=click.IntRange(min=8), help="Bits of a block of plaintext."
)
@click.option("--ad-block", "ad_bits", type=click.IntRange(min=8), help="Bits of a block of AD.")
@click.option(
    "--licence",
    default="",
    metavar="TEXT",
    help="What lets you use the unit, where its folder does not say it.",
)
@click.option(
    "--edits",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    help="A TOML file with lines that are read as others, for code that a tool refuses.",
)
def add(
    *, where: str, path: str, commit: str, name: str, design: str, variant: str, top: str,
    generics: tuple[tuple[str, str], ...], vectors: str, cipher: str, data_bits: int | None,
    ad_bits: int | None, licence: str, edits: Path | None,
) -> None:  # fmt: skip
    """Read the unit in WHERE, check that it can be measured, and make an entry of it."""
    found, made = new_unit(
        Wish(
            where,
            path=path,
            commit=commit,
            name=name,
            design=design,
            variant=variant,
            top=top,
            generics=dict(generics),
            vectors=vectors,
            cipher=cipher,
            data_bits=data_bits or 0,
            ad_bits=ad_bits or 0,
            licence=licence,
            edits=edits,
        )
    )
    place = save(found)
    click.echo(
        f"{found.name}: {found.cipher}, {found.language}, {found.interface}, "
        f"w = {made.ports.w}, sw = {made.ports.sw}, {len(found.files)} sources"
    )
    click.echo(f"licence  {found.licence.name} ({found.licence.found_in})")
    click.echo(f"entry    {place}")
