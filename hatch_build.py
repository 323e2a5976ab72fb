"""The data at the top of a checkout travel in the package; an editable installation uses them where
they lie (`cryptagon.paths`).
"""

from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

DATA = ("algorithms", "contests", "figures", "hdl", "targets", "requirements.lock")


class DataHook(BuildHookInterface):
    """Called by hatchling for each wheel that it builds, of version "standard" or "editable"."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Add the data to a wheel that is to be installed elsewhere."""
        if version == "standard":
            build_data["force_include"].update({name: f"cryptagon/data/{name}" for name in DATA})
