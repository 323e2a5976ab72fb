"""A folder of others becomes an entry, is checked, and is measured like ours."""

import json
import subprocess

import pytest
from click.testing import CliRunner
from unit_folder import make_unit

from cryptagon.cli import main
from cryptagon.errors import CryptagonError
from cryptagon.results import THIRD_PARTY, read_measurement
from cryptagon.units.adding import Wish, new_unit
from cryptagon.units.bench import check_vectors
from cryptagon.units.checkout import origin_of
from cryptagon.units.entry import save, unit, units
from cryptagon.units.measuring import examine


def run(*arguments: str):
    return CliRunner().invoke(main, ["unit", *arguments])


def test_from_a_folder_to_a_record(unit_folder, own_home):
    added = run("add", str(unit_folder.folder), "--name", "theirs")
    assert added.exit_code == 0, added.output
    assert "caesar-1.0, w = 32, sw = 32" in added.output and "Apache-2.0" in added.output
    assert {path.name for path in own_home.rglob("*.*v")} == set()  # nothing of theirs is copied
    checked = run("check", "theirs")
    assert checked.exit_code == 0, checked.output
    assert checked.output.count("all right") == 5
    measured = run("run", "theirs", "--quick", "-j", "1")
    assert measured.exit_code == 0, measured.output
    (file,) = (own_home / "results").glob("*.json")
    record = read_measurement(file)
    assert (record.algorithm, record.variant, record.approach) == ("dummy", "theirs", "verilog")
    assert record.ok and record.throughput_per_area and record.cycles_of_work == 4
    origin = record.options[THIRD_PARTY]
    assert isinstance(origin, dict) and origin["licence"] == "Apache-2.0"
    assert set(record.source_files) == set(unit_folder.sources)
    assert all(one.ok for one in record.verification)


def test_an_entry_is_read_as_it_was_written(unit_folder, own_home):
    found, _ = new_unit(Wish(str(unit_folder.folder), generics={"TAG": "128"}))
    save(found)
    assert unit("dummy-unit") == found and list(units()) == ["dummy-unit"]
    listed = json.loads(run("list", "--json").output)
    assert listed[0]["licence"] == {"name": "Apache-2.0", "found_in": "LICENSE"}


def test_cipher_of_others_takes_no_messages_of_ours(tmp_path, own_home):
    theirs = make_unit(tmp_path / "other", cipher="nobodyv1")
    found, _ = new_unit(Wish(str(theirs.folder)))
    examined = examine(found, lambda text: None)
    assert examined.generated is None and examined.cycles["decryption"] == 4


def test_two_names_for_one_cipher_are_refused(unit_folder, own_home):
    pdi = unit_folder.folder / "KAT" / "pdi.txt"
    pdi.write_text(f"# aead                   - othersv1\n{pdi.read_text()}")
    with pytest.raises(CryptagonError) as told:
        new_unit(Wish(str(unit_folder.folder)))
    assert told.value.where == str(unit_folder.toml) and "--cipher" in told.value.fix
    assert "says dummy" in told.value.why and "says othersv1" in told.value.why


def test_changed_source_is_told(unit_folder, own_home):
    save(new_unit(Wish(str(unit_folder.folder), name="theirs"))[0])
    unit_folder.edit("rtl/CommandFifo.sv", "module CommandFifo", "module  CommandFifo")
    said = run("check", "theirs")
    assert said.exit_code == 1 and "a file of this unit was changed" in said.output
    (unit_folder.folder / "rtl/CommandFifo.sv").unlink()
    assert "is not there any more" in run("check", "theirs").output


def test_wrong_unit_fails_its_own_vectors(unit_folder, own_home):
    unit_folder.edit("rtl/CipherCore.sv", "^", "|")
    found, made = new_unit(Wish(str(unit_folder.folder)))
    with pytest.raises(CryptagonError, match="wrong output on do"):
        check_vectors(found, made)


def test_other_widths_are_refused_and_leave_nothing(tmp_path, own_home):
    theirs = make_unit(tmp_path / "wide", w=64)
    said = run("add", str(theirs.folder))
    assert said.exit_code == 1 and "for other bus widths" in said.output
    assert "words of 32 and 32 bits, the unit's buses 64 and 32" in said.output
    assert units() == {}


def test_other_ports_are_refused(unit_folder, own_home):
    unit_folder.edit("unit.toml", "generics = { W = 32, SW = 32 }", "")
    said = run("add", str(unit_folder.folder), "--top", "CommandFifo")
    assert "the ports of CommandFifo are not those of the CAESAR or the LWC" in said.output
    assert units() == {}


def test_verilog_that_does_not_parse_is_told_by_its_own_line(unit_folder, own_home):
    unit_folder.edit("rtl/CipherCore.sv", "endmodule", "endmodul")
    with pytest.raises(CryptagonError) as told:
        new_unit(Wish(str(unit_folder.folder)))
    assert str(unit_folder.folder / "rtl/CipherCore.sv") in told.value.where


def test_edits_are_read_in_place_of_lines(unit_folder, own_home, tmp_path):
    lines = (unit_folder.folder / "rtl/CipherCore.sv").read_text().splitlines()
    number = next(at for at, line in enumerate(lines, 1) if line.strip() == "endmodule")
    edits = tmp_path / "edits.toml"
    edit = f'[[edits]]\nfile = "rtl/CipherCore.sv"\nline = {number}\nold = "endmodule"\nnew = "endmodule // ours"\n'
    edits.write_text(edit)
    found, made = new_unit(Wish(str(unit_folder.folder), edits=edits))
    assert any("endmodule // ours" in source.read_text() for source in made.sources)
    assert "// ours" not in (unit_folder.folder / "rtl/CipherCore.sv").read_text()
    edits.write_text(edit.replace('old = "endmodule"', 'old = "endtask"'))
    with pytest.raises(CryptagonError, match="an edit does not fit"):
        new_unit(Wish(str(unit_folder.folder), edits=edits))
    assert found.edits[0].line == number


def test_repository_is_cloned_at_its_commit(unit_folder, own_home, tmp_path, monkeypatch):
    monkeypatch.setenv("CRYPTAGON_BUILD", str(tmp_path / "build"))
    git = ["git", "-C", str(unit_folder.folder), "-c", "user.name=x", "-c", "user.email=x@y"]
    for words in (["init", "-q"], ["add", "-A"], ["commit", "-qm", "theirs"]):
        subprocess.run([*git, *words], check=True)
    head = subprocess.run([*git, "rev-parse", "HEAD"], check=True, capture_output=True, text=True)
    origin = origin_of(f"file://{unit_folder.folder}")
    assert origin.commit == head.stdout.strip() and (origin.folder / "unit.toml").is_file()
    assert origin_of(f"file://{unit_folder.folder}", commit=origin.commit).root == origin.root
    assert origin_of(str(unit_folder.folder)).commit == origin.commit
    unit_folder.edit("LICENSE", "2004", "2005")
    assert origin_of(str(unit_folder.folder)).commit == f"{origin.commit}-dirty"


def test_unknown_places_are_told(tmp_path, own_home):
    with pytest.raises(CryptagonError, match="there is no such folder"):
        origin_of(str(tmp_path / "nowhere"))
    with pytest.raises(CryptagonError, match="cannot be fetched"):
        origin_of(f"file://{tmp_path}/nowhere")
    with pytest.raises(CryptagonError, match='no unit "nothing"'):
        unit("nothing")
