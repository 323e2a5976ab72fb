"""Records that cannot be made again: exit code 2 and a message that says why; nothing is built."""

import json
from importlib import import_module
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from cryptagon import paths
from cryptagon.cli import main
from cryptagon.errors import CryptagonError
from cryptagon.reproduce import subject

command = import_module(
    "cryptagon.cli.reproduce"
)  # the package has the command itself under this name
GOLDEN = Path(__file__).parents[1] / "results" / "measurements.golden.json"


def fields(**changes: object) -> dict[str, object]:
    (good, _) = json.loads(GOLDEN.read_text())
    return {
        **good,
        "variant": "",
        "options": {"rules": {"no_bram": True, "no_dsp": True}},
        **changes,
    }


def reproduce(tmp_path, content: object, *options: str) -> Result:
    path = tmp_path / "record.json"
    path.write_text(content if isinstance(content, str) else json.dumps(content))
    return CliRunner().invoke(main, ["reproduce", *options, str(path)])


def failure() -> dict[str, object]:
    return json.loads(GOLDEN.read_text())[1]


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ('{"algorithm": "dummy"', "not JSON"),
        ("[]", "an object is expected, not a list"),
        ({"name": "cryptagon"}, "this is no measurement"),
        ({"algorithm": "dummy"}, "the measurement cannot be read"),
        (fields(schema_version=3), "was written by a newer Cryptagon"),
        (fields(luts=1), "throughput_per_area is"),
        (failure(), "a failed measurement has nothing to reproduce"),
        (fields(origin="imported"), "from a vendor's tool"),
        (fields(best_seed=None), "there is no best_seed"),
        (fields(target="spartan-3"), 'unknown target "spartan-3"'),
        (fields(algorithm="enigma"), 'unknown algorithm "enigma"'),
        (fields(options={}), "the record's options do not say how it was made"),
        (
            fields(options={"rules": {}, "strategies": {"default": 7}}),
            "the record's options do not say how it was made",
        ),
    ],
    ids=lambda value: value if isinstance(value, str) and "{" not in value else "",
)
def test_refusal(tmp_path, content, message):
    result = reproduce(tmp_path, content)
    assert result.exit_code == 2 and message in result.stderr and "Traceback" not in result.output


def test_missing_file():
    result = CliRunner().invoke(main, ["reproduce", "no-such-file.json"])
    assert result.exit_code == 2 and "no-such-file.json" in result.stderr


def test_as_json(tmp_path):
    result = reproduce(tmp_path, failure(), "--json")
    (entry,) = json.loads(result.stdout)
    assert (
        result.exit_code == 2
        and entry["identical"] is None
        and entry["error"]["what"].startswith("a failed measurement")
    )


def test_one_that_cannot_does_not_keep_the_others_from_it(tmp_path):
    (tmp_path / "broken.json").write_text("{")
    record = tmp_path / "record.json"
    record.write_text(json.dumps(fields(algorithm="dummy")))
    result = CliRunner().invoke(
        main, ["reproduce", "--inputs-only", str(tmp_path / "broken.json"), str(record)]
    )
    assert (
        result.exit_code == 2
        and "dummy hls on ecp5-85f-8" in result.stdout
        and "differs" in result.stdout
    )


def test_results_of_several_cores_are_told_in_the_order_they_were_given(tmp_path):
    records = [tmp_path / f"{name}.json" for name in ("c", "a", "b")]
    for record in records:
        record.write_text(
            json.dumps(fields(algorithm="dummy", options={"rules": {}, "core_digest": record.stem}))
        )
    result = CliRunner().invoke(
        main, ["reproduce", "--json", "--inputs-only", "--jobs", "3", *map(str, records)]
    )
    assert [Path(entry["result"]).stem for entry in json.loads(result.stdout)] == ["c", "a", "b"]


def test_missing_tool(tmp_path, monkeypatch):
    def missing(*tools: str) -> None:
        raise CryptagonError("Yosys is missing", fix="install it")

    monkeypatch.setattr(subject, "versions_of", missing)
    result = reproduce(tmp_path, fields(algorithm="dummy"))
    assert result.exit_code == 2 and "Yosys is missing" in result.stderr


def test_interrupted(tmp_path, monkeypatch):
    """Exit code of the signal, and no folder is left."""

    def interrupted(*_: object, **__: object) -> None:
        (paths.build_folder() / "begun").mkdir()
        raise KeyboardInterrupt

    monkeypatch.setenv("CRYPTAGON_BUILD", str(tmp_path / "build"))
    monkeypatch.setattr(command, "rebuild", interrupted)
    result = reproduce(tmp_path, fields(algorithm="dummy"))
    assert result.exit_code == 130 and "interrupted" in result.stderr
    assert list((tmp_path / "build" / "reproduce").iterdir()) == []


def test_refused_record_leaves_no_folder(tmp_path, monkeypatch):
    monkeypatch.setenv("CRYPTAGON_BUILD", str(tmp_path / "build"))
    assert reproduce(tmp_path, failure()).exit_code == 2
    assert list((tmp_path / "build" / "reproduce").iterdir()) == []


def test_package_of_what_is_no_record(tmp_path):
    (tmp_path / "record.json").write_text("{}")
    result = CliRunner().invoke(main, ["package", str(tmp_path / "record.json")])
    assert result.exit_code == 1 and "this is no measurement" in result.stderr
