"""Every refusal, by its whole message; and that none is left out."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from refusals import FRAME, Raised, Refusal, provoke
from refused_constructs import CONSTRUCTS, MEMORY
from refused_cycles import EXPECTED, STAGED
from refused_files import FILES
from refused_memories import RAMS
from refused_ports import MEMORY_PORTS
from refused_runs import DIFFERENCES, FAULTS, STIMULI
from refused_shared import SHARED
from refused_streams import STREAM_DEPTHS
from refused_tasks import TASKS, TOO_SMALL
from refused_vivado import VIVADO

from cryptagon import hls
from cryptagon.hls import compile_source

TABLES = {
    "construct": CONSTRUCTS,
    "memory": MEMORY,
    "expected cycles": EXPECTED,
    "stages": STAGED,
    "RAM": RAMS,
    "memory port": MEMORY_PORTS,
    "shared function": SHARED,
    "stream depth": STREAM_DEPTHS,
    "file": FILES,
    "stimulus": STIMULI,
    "difference": DIFFERENCES,
    "fault": FAULTS,
    "Vivado HLS": VIVADO,
    "task": TASKS,
    "FIFO between tasks": TOO_SMALL,
}
REFUSALS: dict[str, Refusal] = {
    f"{kind}: {name}": refusal for kind, table in TABLES.items() for name, refusal in table.items()
}
HLS = Path(hls.__file__).parent
# A proof refuses no source: what it does not cover it calls tested (test_proof.py).
COMPILER = [
    path for path in sorted(HLS.rglob("*.py")) if "proof" not in path.relative_to(HLS).parts
]


@pytest.fixture(scope="session")
def raised(tmp_path_factory) -> dict[str, Raised]:
    """Every refusal provoked."""
    folder = tmp_path_factory.mktemp("refusals")
    return {
        name: provoke(refusal, folder / str(number))
        for number, (name, refusal) in enumerate(REFUSALS.items())
    }


@pytest.mark.parametrize("name", REFUSALS)
def test_message(raised, name):
    assert raised[name].message == REFUSALS[name].message


def raise_statements() -> Iterator[tuple[Path, ast.Raise]]:
    """Every place in the HLS package that raises an error of its own."""
    for path in COMPILER:
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.Raise) and node.exc:
                yield path, node


def test_every_refusal_has_its_golden_message(raised):
    sites = {found.site for found in raised.values()}
    missing = [
        f"{path.relative_to(HLS)}:{node.lineno}: {ast.unparse(node)}"
        for path, node in raise_statements()
        if not any(
            (path, line) in sites
            for line in range(node.lineno, (node.end_lineno or node.lineno) + 1)
        )
    ]
    assert not missing, (
        "add them to a table of refusals, or remove what cannot be reached:\n" + "\n".join(missing)
    )


def sentences() -> Iterator[tuple[str, str]]:
    """Every text of several words beside a `raise`, in what makes an error and in the tables of
    constructs, each with its place.
    """
    for path in COMPILER:
        for node in ast.walk(ast.parse(path.read_text())):
            for statement in _statements_about_errors(node):
                for part in ast.walk(statement):
                    if (
                        isinstance(part, ast.Constant)
                        and isinstance(part.value, str)
                        and re.search(r"[a-z] |\{\} ", part.value)
                    ):
                        yield f"{path.relative_to(HLS)}:{part.lineno}", part.value


def _statements_about_errors(node: ast.AST) -> Iterator[ast.AST]:
    if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) in (
        "ADVICE",
        "CONSTRUCTS",
        "MISUSES",
    ):
        table = node.value
        rows = (
            table.values
            if isinstance(table, ast.Dict)
            else table.elts
            if isinstance(table, ast.Tuple)
            else []
        )
        yield from (cell for row in rows if isinstance(row, ast.Tuple) for cell in row.elts[-2:])
    makes_one = (
        isinstance(node, ast.FunctionDef)
        and node.returns is not None
        and ast.unparse(node.returns) == "CryptagonError"
    )
    for block in (getattr(node, "body", None), getattr(node, "orelse", None)):
        if isinstance(block, list) and (
            makes_one or any(isinstance(statement, ast.Raise) for statement in block)
        ):
            yield from (
                statement
                for statement in block
                if not isinstance(statement, ast.Expr | ast.FunctionDef | ast.ClassDef)
            )


def test_every_sentence_of_a_refusal_is_in_a_golden_message():
    told = "\n".join(refusal.message for refusal in REFUSALS.values())
    missing = [
        f"{place}: {text}"
        for place, text in sentences()
        if not all(part in told for part in text.split("{}"))
    ]
    assert not missing, "add a refusal that says so to a table:\n" + "\n".join(missing)


def test_the_frame_itself_compiles(tmp_path):
    source = tmp_path / "unit.c"
    source.write_text(FRAME.format(head="", body=""))
    assert compile_source(source, tmp_path).core.sources[0].is_file()
