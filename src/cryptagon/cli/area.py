"""`cryptagon area`: cores alone, by synthesis."""

import sys
from collections.abc import Sequence

import click
from rich.markup import escape

from cryptagon import catalog, classes
from cryptagon.analysis.documents import NOTHING
from cryptagon.analysis.naming import in_order
from cryptagon.catalog import Entry
from cryptagon.catalog.macros import with_macros
from cryptagon.cli.console import print_json, print_table
from cryptagon.cli.faults import styled
from cryptagon.cli.options import approaches_option, defines_option, jobs_option, json_option
from cryptagon.cli.watched import watched
from cryptagon.cluster import Threads
from cryptagon.study.core_areas import (
    CORE_STAGE,
    CoreArea,
    Synthesis,
    asked_entries,
    core_areas,
    syntheses,
)
from cryptagon.study.events import Watcher
from cryptagon.study.plan import FIRST_TARGET

EPILOG = """\b
Examples:
  cryptagon area ascon128a
  cryptagon area ascon128a acorn128 --approach hls --target ice40-hx8k
  cryptagon area ascon_p --variant basic --variant x2
  cryptagon area aes128 --place
  cryptagon area sha1 --variant basic -D ROUNDS_PER_CYCLE=5
  cryptagon area norx32 --strategy narrow --strategy narrow-flow3
  cryptagon area dummy --json

LUT are the look-up tables of the netlist, of which placement makes a few more; with --place those that are occupied
after it, as in the results (docs/backends.md). Levels are look-up tables on the longest path between registers and
ports. The rules are those of the default contest of the class. The synthesis strategy is the first one of the target
unless --strategy names others, which may give a smaller core; "all" is each one that the target has.
Nothing is verified, and nothing is recorded: that is cryptagon verify and cryptagon run.
With -D only cores in C are made, with these macros: what you would write as a variant in algorithm.toml.

Exit code 1 if a core has no figures.
"""


@click.command(epilog=EPILOG)
@click.argument("names", metavar="NAME...", nargs=-1, required=True)
@approaches_option
@defines_option
@click.option(
    "--variant",
    "variants",
    metavar="NAME",
    multiple=True,
    help="Only this variant; may be repeated.",
)
@click.option(
    "--target",
    "targets",
    metavar="NAME",
    multiple=True,
    default=(FIRST_TARGET,),
    show_default=True,
    help="The part; may be repeated.",
)
@click.option(
    "--strategy",
    "strategies",
    metavar="NAME",
    multiple=True,
    help='Synthesise by this strategy of the target, or by "all"; may be repeated.',
)
@click.option(
    "--place",
    is_flag=True,
    help="Place and route each core too, with one seed: Fmax, and the area after placement.",
)
@jobs_option("Cores worked on at once.")
@json_option()
def area(
    *, names: tuple[str, ...], approaches: tuple[str, ...], defines: tuple[tuple[str, str], ...], variants: tuple[str, ...],
    targets: tuple[str, ...], strategies: tuple[str, ...], place: bool, jobs: int, as_json: bool,
) -> None:  # fmt: skip
    """Show LUT, flip-flops and depth of the cores of NAME... (algorithms by name or folder),
    without the hardware around them.

    Each core is made from its sources and synthesised by itself.
    """
    parts = [catalog.target(name) for name in dict.fromkeys(targets)]
    chosen = syntheses(parts, strategies)
    algorithms = [
        with_macros(classes.algorithm(name), dict(defines), variants)
        for name in dict.fromkeys(names)
    ]
    asked = asked_entries(algorithms, approaches, variants, parts)
    entries = _side_by_side(asked)

    def study(watch: Watcher) -> list[CoreArea]:
        with Threads(jobs) as machines:
            return core_areas(entries, chosen, watch, machines.execute, place=place)

    found = watched(entries, (CORE_STAGE, *(one.stage for one in chosen)), as_json, study)
    if as_json:
        print_json([_plain(one) for one in found])
    else:
        for one in chosen:
            _show(
                one,
                [area for area in found if area.synthesis == one and not area.fault],
                place=place,
            )
    _explain(found)
    sys.exit(1 if any(one.fault for one in found) else 0)


def _side_by_side(entries: Sequence[Entry]) -> list[Entry]:
    """The cores of each variant of each algorithm together, the baseline's first."""
    algorithms = list(dict.fromkeys(entry.algorithm for entry in entries))
    order = in_order(entry.approach for entry in entries)

    def place(entry: Entry) -> tuple[int, int, int]:
        one = entry.algorithm
        return algorithms.index(one), one.variants.index(entry.variant), order.index(entry.approach)

    return sorted(entries, key=place)


def _show(synthesis: Synthesis, found: Sequence[CoreArea], *, place: bool) -> None:
    """A table of one target and strategy; block RAMs and multipliers where there are any."""
    if not found:
        return
    part = synthesis.target
    placed = place and part.status == "timing"
    extra = [name for name in ("brams", "dsps") if any(getattr(one.area, name) for one in found)]
    more = [*(name[:-1].upper() for name in extra), "levels", *(["MHz"] if placed else [])]
    headings = ["", "by", part.lut if placed else "LUT", "FF", *more]
    work = "placed and routed with one seed" if placed else "synthesis before placement"
    click.echo(f"\n{part.title}: cores alone, {work}, strategy {synthesis.strategy}\n")
    print_table(
        headings, [_row(one, extra, placed=placed) for one in found], right=range(2, len(headings))
    )


def _row(one: CoreArea, extra: Sequence[str], *, placed: bool) -> list[str]:
    figures = [f"{getattr(one.area, name):,}" for name in ("luts", "ffs", *extra)]
    clock = [NOTHING if one.fmax_mhz is None else f"{one.fmax_mhz:.1f}"] if placed else []
    return [escape(one.entry.name), one.entry.approach, *figures, str(one.levels), *clock]


def _plain(one: CoreArea) -> dict[str, object]:
    """A core as JSON has it; `status` is "ok" or the reason, and `luts` is after placement where
    `placed`.
    """
    entry, figures = one.entry, vars(one.area) if one.area else {}
    core = {
        "algorithm": entry.algorithm.name,
        "variant": entry.variant.name,
        "approach": entry.approach,
        "target": one.synthesis.target.name,
        "strategy": one.synthesis.strategy,
    }
    status = one.fault.render() if one.fault else "ok"
    return {
        **core,
        "status": status,
        **figures,
        "levels": one.levels,
        "fmax_mhz": one.fmax_mhz,
        "placed": one.placed,
    }


def _explain(found: Sequence[CoreArea]) -> None:
    """Each fault in full, on stderr; that of a core which has none on any target once."""
    explained: set[str] = set()
    for one in found:
        if one.fault and one.fault.render() not in explained:
            explained.add(one.fault.render())
            click.echo(
                f"\n{click.style(f'{one.entry.label}, {one.synthesis.target.name}', bold=True)}\n{styled(one.fault)}",
                err=True,
            )
