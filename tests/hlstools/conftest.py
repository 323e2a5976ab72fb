import shutil

import pytest
from natively import DESIGNS

from cryptagon.hlstools import export_hls, hls_cores


@pytest.fixture(scope="session")
def exported_once(tmp_path_factory):
    """The design `loops` exported for each tool, by its name."""
    folder, found = tmp_path_factory.mktemp("exported"), {}
    for tool in ("vitis-hls", "bambu"):
        (core,) = hls_cores(str(DESIGNS / "loops.c"))
        export_hls(core, tool, "xc7a100tcsg324-1", 10.0, folder / tool)
        found[tool] = folder / tool
    return found


@pytest.fixture
def exported_copy(exported_once, tmp_path):
    """A copy of such an export, which a test may change."""
    return lambda tool: shutil.copytree(exported_once[tool], tmp_path / tool)
