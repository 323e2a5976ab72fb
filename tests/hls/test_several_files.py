"""A design in several C files, each compiled alone and linked, in hardware and natively."""

from pathlib import Path

import pytest
from click.testing import CliRunner

from cryptagon.cli import main

FILES = {
    "unit.c": """#include <cryptagon.h>
#include "rounds.h"
STREAM_IN(uint8_t, in)
STREAM_OUT(uint8_t, out)
static uint8_t mixed(uint8_t x) { return x ^ 0x55; }
HARDWARE void unit(void) {
    uint8_t state[4];
    for (int i = 0; i < 4; i++) state[i] = mixed(stream_read(in));
    rounds(state);
    for (int i = 0; i < 4; i++) stream_write(out, state[i] + runs);
}
""",
    "rounds.h": """#include <stdint.h>
extern unsigned runs;
void rounds(uint8_t *state);
""",
    "rounds.c": """#include "rounds.h"
extern const uint8_t box[4];
unsigned runs;
static uint8_t mixed(uint8_t x) { return (x << 1 | x >> 7) + box[x & 3]; }
void rounds(uint8_t *state) {
    for (int i = 0; i < 4 * TIMES; i++) state[i & 3] ^= mixed(state[(i + 1) & 3]);
    runs++;
}
""",
    "box.c": "#include <stdint.h>\nconst uint8_t box[4] = {3, 200, 7, 90};\n",
}


def run(folder: Path, *names: str, files: dict[str, str] = FILES) -> tuple[int, str]:
    """The command with these files, its exit code and all that it told."""
    for name, text in files.items():
        (folder / name).write_text(text)
    paths = [str(folder / name) for name in names]
    done = CliRunner().invoke(main, ["hls", *paths, "-D", "TIMES=3", "-o", str(folder / "out")])
    return done.exit_code, done.output + str(done.exception or "")


def test_functions_variables_and_tables_of_other_files_are_the_design_s(tmp_path):
    code, told = run(tmp_path, "unit.c", "rounds.c", "box.c")
    assert code == 0, told
    assert "equal: 200 items" in told
    assert "rounds.c:" in told, "no line of the other file in the report"


def test_the_order_of_the_other_files_does_not_matter(tmp_path):
    code, told = run(tmp_path, "unit.c", "box.c", "rounds.c")
    assert code == 0, told
    assert "equal: 200 items" in told


@pytest.mark.parametrize("twice", ["rounds.c", "copy.c"])
def test_a_name_that_two_files_define_is_refused_with_the_file(tmp_path, twice):
    files = FILES | {"copy.c": FILES["rounds.c"]}
    code, told = run(tmp_path, "unit.c", "rounds.c", twice, "box.c", files=files)
    assert code != 0
    assert "is defined in this file and in another one" in told
    assert f"{twice}" in told


def test_a_file_that_is_left_out_is_told_by_what_it_has(tmp_path):
    code, told = run(tmp_path, "unit.c", "rounds.c")
    assert code != 0
    assert "variable 'box' is defined nowhere" in told
    assert "name the file that has it beside this one" in told


def test_files_in_c_plus_plus_go_together(tmp_path):
    files = {name.replace(".c", ".cpp"): text for name, text in FILES.items()}
    files["box.cpp"] = files["box.cpp"].replace("const", "extern const", 1)
    code, told = run(tmp_path, "unit.cpp", "rounds.cpp", "box.cpp", files=files)
    assert code == 0, told
    assert "equal: 200 items" in told
