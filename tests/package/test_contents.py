"""What travels: the package, the data that lie at the top of a checkout, and nothing else."""

import re
import subprocess
import tomllib
import zipfile
from email import message_from_bytes
from email.message import Message

import pytest
from distributions import CHECKOUT, build
from hatchling.build import build_editable
from repository_files import committed_files

DATA = ("algorithms", "contests", "figures", "hdl", "targets", "requirements.lock")


def contents(wheel) -> dict[str, bytes]:
    """The files of a wheel, without what describes it."""
    with zipfile.ZipFile(wheel) as archive:
        return {
            name: archive.read(name) for name in archive.namelist() if ".dist-info/" not in name
        }


def metadata(wheel) -> Message:
    with zipfile.ZipFile(wheel) as archive:
        (name,) = (name for name in archive.namelist() if name.endswith(".dist-info/METADATA"))
        return message_from_bytes(archive.read(name))


def test_wheel_holds_the_package_and_the_data_as_they_are_in_the_checkout(wheel):
    package = {
        file.relative_to(CHECKOUT / "src").as_posix(): file for file in committed_files("src")
    }
    data = {f"cryptagon/data/{file.relative_to(CHECKOUT)}": file for file in committed_files(*DATA)}
    found = contents(wheel)
    assert sorted(found) == sorted(package | data)
    assert [
        name for name, file in (package | data).items() if found[name] != file.read_bytes()
    ] == []


def test_editable_installation_has_no_second_copy_of_the_data(tmp_path, monkeypatch):
    monkeypatch.chdir(CHECKOUT)
    made = build_editable(str(tmp_path))
    assert [name for name in contents(tmp_path / made) if "data" in name] == []


def test_source_distribution_gives_the_same_wheel(wheel, sdist, tmp_path):
    (tmp_path / "source").mkdir()
    subprocess.run(
        ["tar", "--extract", "--file", sdist, "--directory", tmp_path / "source"], check=True
    )  # Python 3.11.2 has no filter
    (source,) = (tmp_path / "source").iterdir()
    assert contents(build(source, "wheel", tmp_path / "made")) == contents(wheel)


def test_wheel_says_which_pythons_it_is_for_and_has_the_extras(wheel):
    told = metadata(wheel)
    project = tomllib.loads((CHECKOUT / "pyproject.toml").read_text())["project"]
    assert set(told.get_all("Provides-Extra", [])) == project["optional-dependencies"].keys()
    assert {f"Programming Language :: Python :: 3.{minor}" for minor in (11, 12, 13)} < set(
        told.get_all("Classifier", [])
    )


@pytest.mark.parametrize("extra", ["cells", "cluster", "fpga", "parquet", "site", "slurm"])
def test_extra_for_users_is_part_of_all(wheel, extra):
    needs = [need.partition("; extra == ") for need in metadata(wheel).get_all("Requires-Dist", [])]
    brought = {
        name: {package for package, _, of in needs if of == f"'{name}'"} for name in ("all", extra)
    }
    assert brought[extra] and brought[extra] <= brought["all"]


def test_citation_names_this_version(wheel):
    text = (CHECKOUT / "CITATION.cff").read_text()
    assert re.findall(r"^(?:version|license|type): (.*)$", text, re.MULTILINE) == [
        "software",
        metadata(wheel)["Version"],
        "Apache-2.0",
    ]
