"""`cryptagon run` of a contest of kernels: from sources to the table beside published figures."""

from collections.abc import Sequence
from pathlib import Path

import click
from rich.console import Console

from cryptagon import paths
from cryptagon.analysis.kernel_table import console_table, kernel_tables, markdown
from cryptagon.catalog import KernelContest
from cryptagon.cli.console import print_json, wide
from cryptagon.cli.dry_run import show_forecast
from cryptagon.cli.run_settings import RunSettings
from cryptagon.cli.watched import watched
from cryptagon.results import KernelMeasurement, KernelStore
from cryptagon.simulate import StreamCycles
from cryptagon.study.events import Watcher
from cryptagon.study.forecast import estimate, forecast
from cryptagon.study.kernel_plan import kernel_plan
from cryptagon.study.kernel_stages import PREPARATION, KernelProduct, KernelStages
from cryptagon.study.kernels import KernelDesign
from cryptagon.study.runner import Finished
from cryptagon.study.runner import run as run_study
from cryptagon.study.runs import Runs


def run_kernels(contest: KernelContest, settings: RunSettings) -> list[KernelProduct]:
    """Run the contest and show what came of it; every design, whatever came of it. Of a dry run the forecast, and no designs."""
    plan = kernel_plan(contest, quick=settings.quick)
    if settings.dry_run:
        steps = forecast(plan, plan.effort, lambda runs: KernelStages(plan, settings.memo, runs))
        show_forecast(steps, estimate(steps, settings.times.load()), settings.jobs, as_json=settings.as_json)
        return []
    store = KernelStore(paths.results_folder() / "kernels")
    columns = [*PREPARATION, *(target.name for target in plan.targets)]

    def study(watch: Watcher) -> list[Finished[KernelDesign, StreamCycles, KernelMeasurement]]:
        with settings.machines() as machines:
            return run_study(plan, KernelStages(plan, settings.memo, Runs(machines.execute, settings.times)), store, watch, machines)

    finished = watched(plan.entries, columns, settings.as_json, study)
    measurements = [one.measurement for one in finished]
    if settings.as_json:
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
