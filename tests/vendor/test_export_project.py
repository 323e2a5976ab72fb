import json

import pytest
from vendor_projects import PARTS

from cryptagon.catalog import Rules
from cryptagon.errors import CryptagonError
from cryptagon.vendor import ExportRecord, Manifest, VendorSearch, export_project


def test_project_is_self_contained(exported):
    project = exported()
    manifest = json.loads((project / "manifest.json").read_text())
    assert sorted(manifest["files"]) == [
        "project.tcl",
        "search.tcl",
        "settings.tcl",
        "src/AEAD.sv",
        "vivado.tcl",
    ]
    assert manifest["record"]["cycles"] == {"encryption": 8.0}
    script = (project / "project.tcl").read_text()
    assert "read_verilog -sv {src/AEAD.sv}" in script and str(project.parent) not in script
    assert "cryptagon import" in (project / "README.md").read_text()


def test_folder_that_holds_something_is_left_alone(exported, tmp_path):
    (tmp_path / "project").mkdir()
    (tmp_path / "project" / "mine.txt").write_text("mine")
    with pytest.raises(CryptagonError, match="not empty"):
        exported()
    assert [file.name for file in (tmp_path / "project").iterdir()] == ["mine.txt"]


def test_unknown_strategy_is_told_and_nothing_is_left(exported, tmp_path):
    with pytest.raises(CryptagonError, match='no strategy "fast"') as error:
        exported(search=VendorSearch(strategies=("fast",)))
    assert error.value.fix.startswith("known: default, explore")
    assert sorted(file.name for file in tmp_path.iterdir()) == ["AEAD.sv"]


def test_unknown_part_is_told(exported):
    with pytest.raises(CryptagonError, match='unknown part "LFE5U-85F"') as error:
        exported(part="LFE5U-85F")
    assert error.value.fix == "a part is written as xc7a100tcsg324-1"


def test_folder_that_cannot_be_written_is_told(tmp_path, design):
    (tmp_path / "file").write_text("")
    with pytest.raises(CryptagonError, match="could not be written") as error:
        export_project(
            design,
            ExportRecord("x", {}),
            "vivado",
            PARTS["vivado"],
            tmp_path / "file" / "out",
            rules=Rules(),
            search=VendorSearch(),
        )
    assert error.value.fix == "make room or name another folder"


def test_export_that_fails_half_way_leaves_nothing(tmp_path, exported, monkeypatch):
    def full(manifest, folder):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Manifest, "write", full)
    with pytest.raises(CryptagonError, match="could not be written") as error:
        exported()
    assert "No space left on device" in error.value.why
    assert sorted(file.name for file in tmp_path.iterdir()) == ["AEAD.sv"]
