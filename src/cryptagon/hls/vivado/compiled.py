"""What was read of Vivado HLS, to Verilog: one core, or one for each task."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from cryptagon.hls.compiler import CompiledDesign, compile_source, compile_tasks
from cryptagon.hls.vivado.reading import Readable


def compiled(
    found: Readable,
    output: Path,
    *,
    module: str = "",
    defines: Mapping[str, str] | None = None,
    **choices: Any,  # noqa: ANN401 - those of `compile_source`
) -> CompiledDesign:
    """Compiles a source that was read to `output/<module>.v`, by default under its top function's
    name; raises CryptagonError as `compile_source` does.
    """
    module, defines = module or found.module, defines or {}
    if found.tasks is None:
        return compile_source(found.path, output, module=module, defines=defines, **choices)
    builds, depths = found.tasks.macros, found.tasks.depths
    return compile_tasks(
        found.path,
        output,
        module=module,
        builds=builds,
        depths=depths,
        defines=defines,
        **choices,
    )
