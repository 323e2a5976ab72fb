"""Every refusal, by its whole message; and that none is left out."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest
from refusals import FRAME, Raised, Refusal, provoke
from refused_constructs import CONSTRUCTS, MEMORY
from refused_cycles import EXPECTED, STAGED
from refused_memories import RAMS
from refused_runs import DIFFERENCES, FAULTS, STIMULI
from refused_shared import SHARED
from refused_streams import STREAM_DEPTHS

from cryptagon import hls
from cryptagon.hls import compile_source

TABLES = {
    "construct": CONSTRUCTS,
    "memory": MEMORY,
    "expected cycles": EXPECTED,
    "stages": STAGED,
    "RAM": RAMS,
    "shared function": SHARED,
    "stream depth": STREAM_DEPTHS,
    "stimulus": STIMULI,
    "difference": DIFFERENCES,
    "fault": FAULTS,
}
REFUSALS: dict[str, Refusal] = {f"{kind}: {name}": refusal for kind, table in TABLES.items() for name, refusal in table.items()}
HLS = Path(hls.__file__).parent


@pytest.fixture(scope="session")
def raised(tmp_path_factory) -> dict[str, Raised]:
    """Every refusal provoked."""
    folder = tmp_path_factory.mktemp("refusals")
    return {name: provoke(refusal, folder / str(number)) for number, (name, refusal) in enumerate(REFUSALS.items())}


@pytest.mark.parametrize("name", REFUSALS)
def test_message(raised, name):
    assert raised[name].message == REFUSALS[name].message


def raise_statements() -> Iterator[tuple[Path, ast.Raise]]:
    """Every place in the HLS package that raises an error of its own."""
    for path in sorted(HLS.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.Raise) and node.exc:
                yield path, node


def test_every_refusal_has_its_golden_message(raised):
    sites = {found.site for found in raised.values()}
    missing = [
        f"{path.relative_to(HLS)}:{node.lineno}: {ast.unparse(node)}"
        for path, node in raise_statements()
        if not any((path, line) in sites for line in range(node.lineno, (node.end_lineno or node.lineno) + 1))
    ]
    assert not missing, "add them to a table of refusals, or remove what cannot be reached:\n" + "\n".join(missing)


def test_the_frame_itself_compiles(tmp_path):
    source = tmp_path / "unit.c"
    source.write_text(FRAME.format(head="", body=""))
    assert compile_source(source, tmp_path).core.sources[0].is_file()
