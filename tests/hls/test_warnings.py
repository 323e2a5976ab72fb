"""What clang finds strange in a source is told, and what to write instead; `any()` is the way to
say that a value does not matter.
"""

import pytest
from click.testing import CliRunner
from refusals import FRAME

from cryptagon.cli.hls import hls
from cryptagon.hls import compile_source

FIX = "  fix: give it a value on every way; any(type), where it is declared, if its value does not matter"
# Statements: (the warning without its fix).
UNSET = {
    "on one way": (
        "uint_t(8) y;\n    if (x & 1) y = 3;\n    x += y;",
        "unit.c:8: variable 'y' is used uninitialized whenever 'if' condition is false",
    ),
    "in the first iteration": (
        "uint_t(8) y;\n    for (int i = 0; i < x; i++) {\n        if (i & 1) y = x;\n        x += y;\n    }",
        "unit.c:10: variable 'y' may be uninitialized when used here",
    ),
    "after a loop": (
        "uint_t(8) y;\n    while (x > 3) y = x--;\n    x += y;",
        "unit.c:9: variable 'y' may be uninitialized when used here",
    ),
    "when two conditions fail": (
        "uint_t(8) y;\n    if (x & 1) { if (x & 2) y = 3; }\n    else y = 4;\n    if (x & 4) x += y;",
        "unit.c:10: variable 'y' may be uninitialized when used here",
    ),
    "on all ways": (
        "uint_t(8) y;\n    x += y;",
        "unit.c:8: variable 'y' is uninitialized when used here",
    ),
}


def warnings_of(folder, body):
    (folder / "unit.c").write_text(FRAME.format(head="", body=body))
    return [
        warning.replace(f"{folder}/", "")
        for warning in compile_source(folder / "unit.c", folder / "out").warnings
    ]


@pytest.mark.parametrize("name", UNSET)
def test_a_variable_read_before_it_is_set_gives_a_warning(name, tmp_path):
    body, warning = UNSET[name]
    assert warnings_of(tmp_path, body) == [f"{warning}\n{FIX}"]


@pytest.mark.parametrize("name", UNSET)
def test_any_gives_none(name, tmp_path):
    assert (
        warnings_of(
            tmp_path, UNSET[name][0].replace("uint_t(8) y;", "uint_t(8) y = any(uint_t(8));")
        )
        == []
    )


def test_other_warnings_are_told_without_internal_names(tmp_path):
    assert warnings_of(tmp_path, "if (x = 3) x = 4;") == [
        "unit.c:7: using the result of an assignment as a condition without parentheses"
    ]


def test_the_console_shows_them(tmp_path):
    (tmp_path / "unit.c").write_text(FRAME.format(head="", body=UNSET["on one way"][0]))
    done = CliRunner().invoke(
        hls, [str(tmp_path / "unit.c"), "-o", str(tmp_path / "out"), "--no-check"]
    )
    assert done.exit_code == 0 and "warning: " in done.stderr and FIX in done.stderr
