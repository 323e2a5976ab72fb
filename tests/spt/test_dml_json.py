"""DML as JSON: every figure, the committed schema, and what is refused."""

import json

import pytest
from drawing import FIGURES, NAMES

from cryptagon.errors import CryptagonError
from cryptagon.spt import dml_json, evaluate, program_of
from cryptagon.spt.model import Program

TOY = json.loads(dml_json.written(program_of(FIGURES / "toy_feistel.uxf")))


def read(content: object, folder) -> Program:
    file = folder / "some.json"
    file.write_text(json.dumps(content))
    return dml_json.read_file(file)


@pytest.mark.parametrize("name", NAMES)
def test_every_figure_is_read_as_it_was_written(name, tmp_path):
    program = program_of(FIGURES / f"{name}.uxf")
    assert read(json.loads(dml_json.written(program)), tmp_path) == program


def test_schema_is_that_of_the_models():
    """Made anew by: python -m cryptagon.spt.schemas"""
    schema = json.loads(dml_json.FORMAT.schema_file.read_text())
    assert schema == dml_json.FORMAT.schema()
    assert schema["properties"]["dml"]["const"] == TOY["dml"] == 1
    assert set(schema["properties"]) == {"dml", "tables", "permutations", "matrices", "figures"}


def test_it_computes(tmp_path):
    text = {"block": 0x1234, "keys": (1, 0x23, 0x45, 0x67)}
    assert evaluate(read(TOY, tmp_path), "toy_feistel", text) == evaluate(
        program_of(FIGURES / "toy_feistel.uxf"), "toy_feistel", text
    )


def changed(*keys: object, to: object) -> dict[str, object]:
    """The toy with one thing in it another one."""
    content = json.loads(json.dumps(TOY))
    place = content
    for key in keys[:-1]:
        place = place[key]
    place[keys[-1]] = to
    return content


CHANGES = [
    (changed("dml", to=2), "this is DML 2, and this Cryptagon reads DML 1 at most"),
    (changed("dml", to="one"), "valid integer"),
    (changed("colour", to="red"), "Extra inputs"),
    (changed("figures", 0, "name", to="no name"), "should match pattern"),
    (changed("figures", 0, "inputs", 0, "type", to="wide"), "should match pattern"),
    (changed("figures", 0, "outputs", to=[]), "at least 1 item"),
    (changed("figures", 0, "nodes", 0, "results", to={"": "9"}), "xor1 is written as 9, and is 8"),
    (changed("figures", 0, "nodes", 0, "results", to={}), "has not a result"),
    (
        changed("figures", 0, "nodes", 0, "operands", to=["key", "none"]),
        "none is not above its use",
    ),
    (changed("figures", 0, "nodes", 0, "operation", to="xorr"), '"xorr" is no operation'),
    (changed("figures", 1, "nodes", 2, "ports", to=["key"]), "a port for each operand"),
    (changed("tables", 0, "values", to=["1"]), "table S has 1 values"),
    (changed("tables", 0, "values", 0, to="xyz"), "should match pattern"),
    ([1, 2], "should be an object"),
]


@pytest.mark.parametrize(("content", "said"), CHANGES)
def test_what_is_refused(content, said, tmp_path):
    with pytest.raises(CryptagonError) as fault:
        read(content, tmp_path)
    assert said in f"{fault.value.what} {fault.value.why}" and "some.json" in fault.value.where


def test_file_that_is_no_json(tmp_path):
    (tmp_path / "some.json").write_text("{")
    with pytest.raises(CryptagonError, match="this is not DML as JSON"):
        dml_json.read_file(tmp_path / "some.json")
