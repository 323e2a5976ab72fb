"""A routed unit, made once for all tests, and the build folder that it lies in."""

from pathlib import Path

import pytest
from mixer_unit import MIXER, Routed, routed

from cryptagon.catalog import target
from cryptagon.fpga import Design
from cryptagon.toolchain.nextpnr import code_cache


@pytest.fixture(scope="session")
def mixer(tmp_path_factory) -> Routed:
    tools = code_cache("ecp5").parent
    folder = tmp_path_factory.mktemp("mixer")
    (folder / "build").mkdir()
    (folder / "build" / "toolchain").symlink_to(tools)
    source = folder / "Kernel.sv"
    source.write_text(MIXER)
    part = target("ecp5-85f-8").model_copy(
        update={"name": "ecp5-25f-8", "nextpnr": ("--25k", "--speed", "8", "--package", "CABGA381")}
    )
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("CRYPTAGON_BUILD", str(folder / "build"))
        return routed(Design("mixer", "Kernel", (source,)), part)


@pytest.fixture
def build_of(monkeypatch):
    """Work in the build folder that a routed unit lies in."""

    def use(routed: Routed) -> Path:
        build = routed.layout.folder.parents[2]
        monkeypatch.setenv("CRYPTAGON_BUILD", str(build))
        return build

    return use
