"""A record of a unit of others is made again from its entry, packed, and refused without it."""

import json
import subprocess
import zipfile
from pathlib import Path

import pytest
from click.testing import CliRunner
from unit_folder import UnitFolder, make_unit

from cryptagon.cli import main
from cryptagon.errors import CryptagonError
from cryptagon.results import Measurement, read_measurement
from cryptagon.units.adding import Wish, new_unit
from cryptagon.units.entry import save, unit
from cryptagon.units.recorded import how_to_add, unit_of


def run(*arguments: str):
    return CliRunner().invoke(main, [*arguments])


@pytest.fixture(scope="module")
def measured(tmp_path_factory) -> tuple[UnitFolder, Path, Path]:
    """A unit, a home with its entry, and its record."""
    folder = tmp_path_factory.mktemp("measured")
    theirs = make_unit(folder / "theirs")
    home = folder / "home"
    home.mkdir()
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("CRYPTAGON_HOME", str(home))
        patch.setenv("CRYPTAGON_RESULTS", str(home / "results"))
        save(new_unit(Wish(str(theirs.folder), name="theirs"))[0])
        done = run("unit", "run", "theirs", "--quick", "-j", "1")
        assert done.exit_code == 0, done.output
    (record,) = (home / "results").glob("*.json")
    return theirs, home, record


@pytest.fixture
def home(measured, monkeypatch) -> Path:
    monkeypatch.setenv("CRYPTAGON_HOME", str(measured[1]))
    return measured[1]


def test_it_is_identical_and_every_input_is_compared(measured, home):
    again = run("reproduce", "--verify", "--json", str(measured[2]))
    assert again.exit_code == 0, again.output
    (entry,) = json.loads(again.stdout)
    rows = {row["name"]: row for row in entry["rows"]}
    compared = ("sources", "known answers", "core", "cycles, encryption", "netlist_digest", "luts")
    assert all(rows[name]["same"] for name in (*compared, "fmax_mhz", "yosys"))
    assert "interface" not in rows  # theirs is a part of the sources
    assert rows["vectors, level generated messages"]["same"]


@pytest.mark.nightly
def test_edited_figures_differ(measured, home, tmp_path):
    record = read_measurement(measured[2])
    derived = {"throughput_mbps", "throughput_per_area", "time_us"}
    fields = record.model_dump(exclude=derived)
    best = record.best_attempt.model_copy(update={"ffs": 7})
    wrong = Measurement(**{**fields, "cycles": {**record.cycles, "encryption": 3.0}, "ffs": 7, "attempts": (best,)})  # fmt: skip
    (tmp_path / "wrong.json").write_text(wrong.model_dump_json())
    again = run("reproduce", str(tmp_path / "wrong.json"))
    assert again.exit_code == 1 and "differs: cycles, encryption, ffs" in again.stdout


def test_package_has_their_sources_with_their_licence(measured, home, tmp_path):
    theirs, _, record = measured
    made = run("package", str(record), "-o", str(tmp_path / "theirs.zip"))
    assert made.exit_code == 0, made.output
    with zipfile.ZipFile(tmp_path / "theirs.zip") as package:
        names = set(package.namelist())
        for name in (*theirs.sources, "KAT/pdi.txt", "KAT/do.txt"):
            content = (theirs.folder / name).read_bytes()
            assert package.read(f"theirs/deliverables/theirs/{name}") == content
        listed = package.read("theirs/deliverables/DELIVERABLES.md").decode()
        entry = package.read("theirs/deliverables/unit.toml").decode()
    assert "theirs/deliverables/LICENSE" in names and "Apache-2.0, found in: LICENSE" in listed
    assert "theirs/run.sh" in names and str(theirs.folder.parent) not in listed + entry


def test_without_an_entry_the_command_that_makes_it_is_told(measured, tmp_path, monkeypatch):
    monkeypatch.setenv("CRYPTAGON_HOME", str(tmp_path))
    said = run("reproduce", str(measured[2]))
    assert said.exit_code == 2 and "the unit of this record is not here" in said.stderr
    assert "cryptagon unit add FOLDER --name theirs --top AEAD --generic=W=32" in said.stderr
    assert run("package", str(measured[2])).exit_code == 1


def test_an_entry_of_other_sources_is_none(measured, tmp_path, monkeypatch):
    monkeypatch.setenv("CRYPTAGON_HOME", str(tmp_path / "home"))
    (tmp_path / "home").mkdir()
    other = make_unit(tmp_path / "other")
    other.edit("rtl/CommandFifo.sv", "module CommandFifo", "module  CommandFifo")
    save(new_unit(Wish(str(other.folder), name="theirs"))[0])
    record = read_measurement(measured[2])
    with pytest.raises(CryptagonError, match=r"another digest of rtl/CommandFifo\.sv"):
        unit_of(record, measured[2])
    other.edit("rtl/CommandFifo.sv", "module  CommandFifo", "module CommandFifo")
    save(new_unit(Wish(str(other.folder), name="othername", generics={"TAG": "128"}))[0])
    with pytest.raises(CryptagonError, match="the unit of this record is not here"):
        unit_of(record, measured[2])
    save(new_unit(Wish(str(other.folder), name="third"))[0])
    assert unit_of(record, measured[2]) == unit("third")


def test_of_a_clone_url_commit_and_edits_are_told(measured):
    record = read_measurement(measured[2])
    origin = {
        "url": "https://example.org/x",
        "commit": "a" * 40,
        "path": "hw",
        "licence": "MIT",
        "licence_found_in": "stated by the user",
        "top": "LWC",
        "generics": {},
        "edits": ["rtl/x.vhd:7"],
    }
    said = how_to_add(record.model_copy(update={"options": {"third_party": origin}}))
    commit = "a" * 40
    assert said == (
        f"cryptagon unit add https://example.org/x --commit {commit} --path hw --name theirs --top LWC"
        " --licence MIT --edits FILE (FILE edits rtl/x.vhd:7)"
    )


def test_a_clone_is_not_fetched_again(measured, tmp_path, monkeypatch):
    """What is made again has a build folder of its own, with the clones of before."""
    monkeypatch.setenv("CRYPTAGON_HOME", str(tmp_path / "home"))
    monkeypatch.setenv("CRYPTAGON_BUILD", str(tmp_path / "build"))
    (tmp_path / "home").mkdir()
    theirs = make_unit(tmp_path / "cloned")
    git = ["git", "-C", str(theirs.folder), "-c", "user.name=x", "-c", "user.email=x@y"]
    for words in (["init", "-q"], ["add", "-A"], ["commit", "-qm", "theirs"]):
        subprocess.run([*git, *words], check=True)
    save(new_unit(Wish(f"file://{theirs.folder}", name="theirs"))[0])
    theirs.folder.rename(tmp_path / "away")
    said = run("reproduce", "--inputs-only", str(measured[2]))
    assert said.exit_code == 0, said.output
