"""The tables and the picture of docs/table1.md, from the committed measurements of contests/table1.toml.

`python -m cryptagon.analysis.kernel_page` writes both anew; `python -m cryptagon.analysis.kernel_page FOLDER` takes the newest measurements
in FOLDER (such as `results/kernels`) instead and commits them to `benchmarks/results/table1` first.
"""

import shutil
import sys
from pathlib import Path

from cryptagon import paths
from cryptagon.analysis.documents import with_section
from cryptagon.analysis.kernel_plot import kernel_plot
from cryptagon.analysis.kernel_table import KernelTable, kernel_tables, markdown
from cryptagon.catalog import KernelContest, load_kernel_contest
from cryptagon.results import KernelStore


def contest() -> KernelContest:
    """The study that the page is about."""
    return load_kernel_contest(paths.repository() / "contests" / "table1.toml")


def committed() -> KernelStore:
    """The measurements that the page shows."""
    return KernelStore(paths.repository() / "benchmarks" / "results" / "table1")


def page() -> Path:
    """The document."""
    return paths.repository() / "docs" / "table1.md"


def tables() -> list[KernelTable]:
    """What is committed, a table a target."""
    return kernel_tables(contest(), committed().newest())


def document(text: str) -> str:
    """The document with its tables made anew between the two marks."""
    return with_section(text, "measured", "\n\n".join(markdown(table) for table in tables()))


def take(source: Path) -> None:
    """Replace what is committed by the newest measurements in `source` of designs that take part in the contest."""
    found = KernelStore(source).newest()
    taking_part = {(one.name, variant) for one in contest().kernels for variant in one.variants}
    shutil.rmtree(committed().folder, ignore_errors=True)
    for measurement in found:
        if (measurement.kernel, measurement.variant) in taking_part:
            committed().save(measurement)


def main() -> None:
    """Writes docs/table1.md and docs/images/table1.svg."""
    if sys.argv[1:]:
        take(Path(sys.argv[1]))
    page().write_text(document(page().read_text(encoding="utf-8")), encoding="utf-8")
    for table in tables():
        (page().parent / "images" / "table1.svg").write_text(kernel_plot(table).svg(), encoding="utf-8")


if __name__ == "__main__":
    main()
