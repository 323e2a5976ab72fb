"""Tools that are WebAssembly in a Python package.

Their machine code is compiled on first use. The package writes that cache in place, so two first
runs at once, or a killed one, could leave half a file. Here it is kept as all that is made
(`cache`), once for each version. Paths in the arguments are best relative to the working folder:
the sandbox puts a folder of its own at /tmp.
"""

import importlib
import os
import sys
from dataclasses import dataclass
from importlib import metadata
from pathlib import Path
from typing import NoReturn

from cryptagon import paths
from cryptagon.errors import MachineError
from cryptagon.toolchain.cache import complete
from cryptagon.toolchain.faults import told_by_exit_code
from cryptagon.toolchain.process import ToolError, run

RUNTIME = ("yowasp-runtime", "wasmtime")


@dataclass(frozen=True)
class WebAssemblyTool:
    """The tool `name`, the function `entry` of the package `package`."""

    name: str
    package: str
    entry: str

    @property
    def module(self) -> str:
        """The package as Python imports it."""
        return self.package.replace("-", "_")

    def code_cache(self) -> Path:
        """The folder of the compiled tool; made (a few seconds) when it is not there.

        Raises MachineError where it cannot be.
        """
        versions = "-".join(metadata.version(package) for package in (self.package, *RUNTIME))
        place = paths.build_folder() / "toolchain" / f"{self.name}-{versions}"
        complete(place, self._compile)
        return place

    def _compile(self, folder: Path) -> None:
        """The package compiles its code on first use."""
        program = f"import sys, {self.module} as m; sys.exit(m.{self.entry}(['--version']))"
        try:
            run([sys.executable, "-c", program], cwd=folder, env={"YOWASP_CACHE_DIR": str(folder)})
        except ToolError as fault:
            raise MachineError(
                f"{self.name} does not run here", where=fault.where, why=fault.why
            ) from fault

    def end_with(self, arguments: list[str]) -> NoReturn:
        """Run the tool with these arguments, and end this process with its exit code."""
        with told_by_exit_code():
            os.environ["YOWASP_CACHE_DIR"] = str(self.code_cache())
            module = importlib.import_module(self.module)  # after the cache folder is known
            sys.exit(getattr(module, self.entry)(arguments))
