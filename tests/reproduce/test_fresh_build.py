"""What is made again has a build folder of its own, in which the machine code of the tools is there
already.
"""

import pytest

from cryptagon import paths
from cryptagon.reproduce.fresh import fresh_build
from cryptagon.simulate import build
from cryptagon.toolchain import headers

FLAGS = [*build.COMPILER_FLAGS, "-DVM_TRACE=0"]


def test_library_and_headers_of_verilator_are_those_of_before(monkeypatch):
    library, options = build._runtime(False), headers.verilated_headers(["verilated.h"], FLAGS)
    for module in (build, headers):
        monkeypatch.setattr(
            module, "run", lambda argv, **choices: pytest.fail(f"compiled again: {argv}")
        )
    common = paths.build_folder()
    with fresh_build() as folder:
        assert paths.build_folder() == folder != common
        assert build._runtime(False).resolve() == library.resolve()
        assert headers.verilated_headers(["verilated.h"], FLAGS) == options
    assert not folder.exists()  # nothing was built in it
