"""Tasks with streams between them to Verilog: a core each, and FIFOs between the cores."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from cryptagon.core import VerilogCore
from cryptagon.hls.compiler.compile import HlsResult, compile_source
from cryptagon.hls.memory.ports import MemoryPort
from cryptagon.hls.memory.rams import Ram
from cryptagon.hls.source.interface import Port
from cryptagon.hls.states.machine import State
from cryptagon.hls.verilog.task_network import Part, network_verilog, outer_ports


@dataclass(frozen=True)
class CompiledTasks:
    """What a compilation of tasks gave: the core of them all with its ports, the results of each
    task, the items of the FIFO of each stream between them. `defines` are those of the native run,
    which has all tasks.
    """

    core: VerilogCore
    module: str
    source: Path
    defines: dict[str, str]
    ports: dict[str, Port]
    tasks: tuple[HlsResult, ...]
    depths: dict[str, int]

    @property
    def parts(self) -> tuple[HlsResult, ...]:
        """The designs that it is made of: its tasks."""
        return self.tasks

    @property
    def states(self) -> tuple[State, ...]:
        """The states of all tasks."""
        return tuple(state for task in self.tasks for state in task.states)

    @property
    def standard(self) -> str:
        """The standard of C."""
        return self.tasks[0].standard

    @property
    def includes(self) -> tuple[Path, ...]:
        """Folders of headers."""
        return self.tasks[0].includes

    @property
    def beside(self) -> tuple[Path, ...]:
        """Other files of the design."""
        return self.tasks[0].beside

    @property
    def rams(self) -> tuple[Ram, ...]:
        """None of its own: they are in the tasks."""
        return ()

    @property
    def memories(self) -> tuple[MemoryPort, ...]:
        """None: what comes from outside comes by streams."""
        return ()

    @property
    def asks_for_items(self) -> bool:
        """Whether a task asks if an item is there."""
        return any(task.asks_for_items for task in self.tasks)


CompiledDesign = HlsResult | CompiledTasks


def compile_tasks(
    source: Path,
    output: Path,
    *,
    module: str,
    builds: Mapping[str, Mapping[str, str]],
    depths: Mapping[str, int],
    defines: Mapping[str, str],
    **choices: Any,  # noqa: ANN401 - those of `compile_source`
) -> CompiledTasks:
    """Compiles each task of a source to `output/<module>_<task>.v`, and `output/<module>.v` with all
    of them.

    `builds` has what each task defines beside `defines`, by its name; `depths` the items of each
    stream between tasks. Raises CryptagonError as `compile_source` does.
    """
    tasks = []
    for name, own in builds.items():
        made = compile_source(
            source, output, module=f"{module}_{name}", defines={**defines, **own}, **choices
        )
        tasks.append(replace(made, defines=dict(defines)))  # those that the user knows
    parts = [Part(task.module, task.ports) for task in tasks]
    verilog = output / f"{module}.v"
    head = f"// Made by `cryptagon hls {source.name}`; do not edit.\n"
    verilog.write_text(f"{head}\n{network_verilog(module, parts, depths)}")
    return CompiledTasks(
        core=VerilogCore((verilog, *_sources(tasks))),
        module=module,
        source=source,
        defines=dict(defines),
        ports=outer_ports(parts, depths),
        tasks=tuple(tasks),
        depths=dict(depths),
    )


def _sources(tasks: Sequence[HlsResult]) -> list[Path]:
    return [path for task in tasks for path in task.core.sources]
