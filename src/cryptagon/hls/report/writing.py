"""The report as files: `<module>.report.json`, and `<module>.report.html`, which needs nothing
else.
"""

from itertools import groupby
from pathlib import Path

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup

from cryptagon.errors import CryptagonError
from cryptagon.hls.compiler import HlsResult
from cryptagon.hls.proof import Proof
from cryptagon.hls.report.c_colours import coloured
from cryptagon.hls.report.collect import report_of
from cryptagon.hls.report.content import AreaEntry, Line, LoopEntry, Operators, Report
from cryptagon.hls.report.drawing import state_machine_svg

PAGE = Path(__file__).with_name("page")


def write_report(
    result: HlsResult, folder: Path, proof: Proof | None = None, area: AreaEntry | None = None
) -> tuple[Report, tuple[Path, Path]]:
    """Writes the report of a compilation, with its proof and area, into `folder` (made if need be);
    gives it, and both paths.

    Raises CryptagonError when a file cannot be written.
    """
    report = report_of(result, proof, area)
    page, data = folder / f"{result.module}.report.html", folder / f"{result.module}.report.json"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        data.write_text(report.model_dump_json(indent=1) + "\n", encoding="utf-8")
        page.write_text(report_page(report), encoding="utf-8")
    except OSError as error:
        raise CryptagonError(
            "the report could not be written",
            where=str(folder),
            why=str(error),
            fix="choose another place",
        ) from error
    return report, (page, data)


def report_page(report: Report) -> str:
    """The page as HTML text: the same text for the same compilation, but for what it cost."""
    environment = Environment(
        loader=FileSystemLoader(PAGE),
        autoescape=True,
        undefined=StrictUndefined,
        keep_trailing_newline=True,
    )
    return environment.get_template("report.html.j2").render(
        report=report,
        drawing=Markup(state_machine_svg(report)),
        listings=_listings(report),
        slowest=max((line.levels for line in report.lines), default=0.0),
        code_of={str(line.place): line.text.strip() for line in report.lines},
        counted=counted,
        per_iteration=cycles_of_loop,
        trips=trips_of_loop,
        css=Markup((PAGE / "report.css").read_text(encoding="utf-8").strip()),
        script=Markup((PAGE / "report.js").read_text(encoding="utf-8").strip()),
    )


def counted(operators: tuple[Operators, ...]) -> list[str]:
    """Operators in a few words each: `2 adders of 32 bits`, `64 xor`."""
    return [_in_words(entry) for entry in operators]


def cycles_of_loop(loop: LoopEntry) -> str:
    """Clock cycles an iteration."""
    return _between(loop.least, loop.most)


def trips_of_loop(loop: LoopEntry) -> str:
    """How often a loop iterates each time it is entered."""
    return (
        "without end" if loop.trips_least is None else _between(loop.trips_least, loop.trips_most)
    )


def _between(least: int, most: int | None) -> str:
    if most is None:
        return f"{least:,} or more"
    return f"{least:,}" if least == most else f"{least:,} to {most:,}"


def _in_words(entry: Operators) -> str:
    if entry.kind in ("xor", "and, or"):
        return f"{entry.count:,} {entry.kind}"
    return (
        f"{entry.count} \N{MULTIPLICATION SIGN} {entry.width}-bit {entry.kind}"
        if entry.count > 1
        else f"{entry.width}-bit {entry.kind}"
    )


def _listings(report: Report) -> list[tuple[str, list[tuple[Line, Markup]]]]:
    """Each file with its lines, in colours."""
    files = [
        (file, list(lines))
        for file, lines in groupby(report.lines, key=lambda line: line.place.file)
    ]
    return [
        (file, list(zip(lines, coloured([line.text for line in lines])))) for file, lines in files
    ]
