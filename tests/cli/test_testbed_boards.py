"""`cryptagon testbed export`, `log` and `read`: from a name to a measurement without a board, and what
is said when asked wrongly.
"""

import json

import pytest


def test_from_a_name_to_a_measurement(workplace):
    made = workplace.cryptagon(
        "testbed", "export", "sha256", "--board", "zedboard", "--approach", "rtl", "--size", "1", "-o", "zed"
    )  # fmt: skip
    assert made.returncode == 0, made.stderr
    assert "README.md" in made.stdout and (workplace.folder / "zed" / "project.tcl").is_file()
    logged = workplace.cryptagon("testbed", "log", "zed", "-o", "zed/testbed.log")
    assert logged.returncode == 0, logged.stderr
    read = workplace.cryptagon("testbed", "read", "zed/testbed.log")
    assert read.returncode == 0, read.stderr
    assert "8 known answers are right" in read.stdout and "1 kB" in read.stdout
    as_json = workplace.cryptagon(
        "testbed", "read", "zed/testbed.log", "--project", "zed", "--json", "-o", "one.json"
    )
    (found,) = json.loads(as_json.stdout)
    assert json.loads((workplace.folder / "one.json").read_text()) == [found]
    assert (found["name"], found["origin"], found["core_mhz"]) == ("sha256", "simulation", 100.0)
    assert found["transfers"][0]["unit_cycles"] is None

    log = workplace.folder / "zed" / "testbed.log"
    log.write_text(log.read_text().replace("answer ", "answer 00"))
    (workplace.folder / "one.json").unlink()
    wrong = workplace.cryptagon("testbed", "read", "zed/testbed.log", "-o", "one.json")
    assert wrong.returncode == 1 and "zed/testbed.log:6" in wrong.stderr
    assert not (workplace.folder / "one.json").exists()


EXPORT = ("export", "sha256", "-o", "zed", "--approach", "rtl", "--board")
ASKED_WRONGLY = {
    "no such board": ([*EXPORT, "zedbord"], "did you mean zedboard"),
    "no such algorithm": (
        ["export", "sha255", "--board", "zedboard", "-o", "zed"],
        "did you mean sha256",
    ),
    "a clock that cannot be made": (
        [*EXPORT, "zedboard", "--clock", "333.3"],
        "choose 333.088 MHz or 333.333 MHz",
    ),
    "a bus clock that cannot be made": (
        [*EXPORT, "zedboard", "--dma-mhz", "150"],
        "choose 142.857 MHz or 166.667 MHz",
    ),
    "no such size": ([*EXPORT, "zedboard", "--size", "0"], "0 kB is no size"),
    "two cores": (["export", "sha256", "--board", "zedboard", "-o", "zed"], "holds one core"),
    "no such variant": ([*EXPORT, "zedboard", "--variant", "x"], 'no variant "x"'),
    "a log without its project": (["read", "cryptagon.log"], "holds no project of a board"),
    "no such log": (["read", "other.log"], "other.log"),
    "no room on the chip": ([*EXPORT, "ulx3s", "--size", "300"], "do not fit on the ULX3S"),
    "nothing to build": (["build", "contests"], "holds no project of a board"),
    "a folder without a project": (["log", "contests"], "holds no project of a board"),
}


@pytest.mark.parametrize("fault", ASKED_WRONGLY)
def test_a_wrong_question_is_told(fault, workplace):
    (workplace.folder / "cryptagon.log").write_text("testbed: begin 1\n")
    arguments, said = ASKED_WRONGLY[fault]
    result = workplace.cryptagon("testbed", *arguments)
    assert result.returncode != 0
    assert said in " ".join(result.stderr.split()) and "Traceback" not in result.stderr
    assert not (workplace.folder / "zed").exists()
