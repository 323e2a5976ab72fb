"""What cannot be is told at once, with what was meant."""

import pytest


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("runn", "did you mean run"),
        ("verfy", "did you mean verify"),
        ("xyz", "known: area, asic, attest"),
    ],
)
def test_a_command_that_is_not_there_is_answered_with_those_that_are_close(workplace, typed, meant):
    result = workplace.cryptagon(typed, "toy")
    assert result.returncode == 2
    assert f"there is no command '{typed}'" in result.stderr and meant in result.stderr


@pytest.mark.parametrize("arguments", [["--dry-run"], []])
@pytest.mark.parametrize(
    ("key", "width", "what"),
    [("w", 256, "the block of toy, 128 bits"), ("sw", 64, "the key of toy, 96 bits")],
)
def test_a_width_that_an_algorithm_cannot_have_is_told_before_anything_runs(
    workplace, arguments, key, width, what
):
    if key == "sw":
        workplace.edit("algorithm.toml", "key = 128", "key = 96")
    contest = workplace.folder / "contests" / "first-look.toml"
    contest.write_text(
        contest.read_text().replace("[effort]", f"bus = {{ {key} = {width} }}\n\n[effort]")
    )
    result = workplace.cryptagon("run", "contests/first-look.toml", *arguments)
    assert result.returncode == 1
    assert (
        f"{key} = {width} does not divide {what}" in result.stderr
        and str(contest) in result.stderr
        and "choose" in result.stderr
    )
    assert " reference " not in result.stderr and not workplace.results.exists()


@pytest.mark.parametrize("place", ["/proc/cryptagon", "{file}/build"])
def test_a_build_folder_that_cannot_be_written_is_no_full_disk_and_no_result(workplace, place):
    workplace.keep_only("rtl")
    (workplace.folder / "file").touch()
    build = place.format(file=workplace.folder / "file")
    result = workplace.cryptagon("run", "toy", "--quick", "--jobs", "1", CRYPTAGON_BUILD=build)
    assert result.returncode == 1
    assert (
        "error: " in result.stderr
        and build.rpartition("/")[0] in result.stderr
        and "fix:" in result.stderr
    )
    assert "disk is full" not in result.stderr and "Traceback" not in result.stderr
    assert not list(workplace.results.glob("*.json"))
