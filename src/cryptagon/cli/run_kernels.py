"""`cryptagon run` of a contest of kernels: from sources to the table beside published figures."""

from collections.abc import Sequence
from pathlib import Path

import click
from rich.console import Console

from cryptagon import paths
from cryptagon.analysis.kernel_table import console_table, kernel_tables, markdown
from cryptagon.catalog import KernelContest
from cryptagon.cli.console import print_json, wide
from cryptagon.cli.watched import watched
from cryptagon.results import KernelMeasurement, KernelStore
from cryptagon.study.kernel_plan import kernel_plan
from cryptagon.study.kernel_stages import KernelProduct, KernelStages
from cryptagon.study.memo import Memo
from cryptagon.study.runner import run as run_study


def run_kernels(contest: KernelContest, *, quick: bool, jobs: int, fresh: bool, as_json: bool) -> list[KernelProduct]:
    """Run the contest and show what came of it; every design, whatever came of it."""
    plan = kernel_plan(contest, quick=quick)
    stages = KernelStages(plan, Memo(paths.build_folder() / "study", fresh))
    store = KernelStore(paths.results_folder() / "kernels")
    columns = [*(name for name, _ in stages.preparation()), *(target.name for target in plan.targets)]
    finished = watched(plan.entries, columns, as_json, lambda watch: run_study(plan, stages, store, watch, jobs))
    measurements = [one.measurement for one in finished]
    if as_json:
        print_json([one.model_dump(mode="json") for one in measurements])
    else:
        show(contest, measurements, store.folder)
    return [one.product for one in finished]


def show(contest: KernelContest, measurements: Sequence[KernelMeasurement], folder: Path) -> None:
    """The tables on the console, and as files: Markdown and a picture."""
    from cryptagon.analysis.kernel_plot import kernel_plot  # noqa: PLC0415 - Matplotlib, which only this needs

    for table in kernel_tables(contest, measurements):
        wide(Console(highlight=False)).print(console_table(table))
        picture = kernel_plot(table).write_png(paths.results_folder())
        page = picture.with_suffix(".md")
        page.write_text(f"# {contest.title}\n\n{markdown(table)}\n\n![{contest.title}]({picture.name})\n", encoding="utf-8")
        click.echo(f"table         {page}\npicture       {picture}\nmeasurements  {folder}")
