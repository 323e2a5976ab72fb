"""Folders of headers, by `--include`."""

from click.testing import CliRunner

from cryptagon.cli import main
from cryptagon.hls import compile_source
from cryptagon.hls.native import NativeDesign

SOURCE = """#include <cryptagon.h>
#include <parts/amount.h>
#include "step.h"
STREAM_IN(unsigned, in)
STREAM_OUT(unsigned, out)
HARDWARE void unit(void) { stream_write(out, step(stream_read(in))); }
"""
STEP = """#include "amount_of_all.h"
static unsigned step(unsigned x) { return x * 3 + AMOUNT + ALL; }
"""


def _laid_out(folder):
    """A source, and its headers in two folders of which neither is beside it."""
    for name, text in {
        "source/unit.c": SOURCE,
        "headers/step.h": STEP,
        "headers/amount_of_all.h": "#define ALL 7\n",
        "more/parts/amount.h": "#define AMOUNT 1000\n",
    }.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text)
    return folder / "source" / "unit.c"


def _run(folder, *options):
    out = ["-o", str(folder / "out")]
    return CliRunner().invoke(main, ["hls", str(_laid_out(folder)), *out, *options])


def test_headers_in_folders_that_are_named_are_found_by_hardware_and_natively(tmp_path):
    folders = ("--include", str(tmp_path / "headers"), "-I", str(tmp_path / "more"))
    done = _run(tmp_path, *folders)
    assert done.exit_code == 0, done.output
    assert "equal: 200 items" in done.output


def test_a_folder_may_be_named_from_the_working_folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    done = _run(tmp_path, "-I", "headers", "-I", "source/../more")
    assert "equal: 200 items" in done.output, done.output


def test_a_header_that_no_folder_has_is_refused_with_the_option(tmp_path):
    done = _run(tmp_path, "--include", str(tmp_path / "more"))
    assert done.exit_code != 0
    told = str(done.exception) + done.output
    assert "there is no file 'step.h' to include" in told
    assert "--include DIR" in told


def test_vivado_sources_find_them_too(tmp_path):
    (tmp_path / "ip").mkdir()
    (tmp_path / "ip" / "amount.h").write_text("#define AMOUNT 5\n")
    source = tmp_path / "unit.cpp"
    source.write_text('#include "amount.h"\nvoid unit(int a, int *b) { *b = a + AMOUNT; }\n')
    command = ["hls", str(source), "--top", "unit", "-o", str(tmp_path / "out")]
    done = CliRunner().invoke(main, [*command, "--include", str(tmp_path / "ip")])
    assert done.exit_code == 0, done.output
    assert "equal: 200 items" in done.output


def test_a_header_that_changed_makes_another_native_program(tmp_path):
    source, folders = _laid_out(tmp_path), [tmp_path / "headers", tmp_path / "more"]

    def program():
        return NativeDesign.build(source, tmp_path / "native", includes=folders).program

    first = program()
    assert program() == first
    (tmp_path / "headers" / "amount_of_all.h").write_text("#define ALL 8\n")
    assert program() != first


def test_the_result_tells_the_folders(tmp_path):
    source, folders = _laid_out(tmp_path), (tmp_path / "headers", tmp_path / "more")
    assert compile_source(source, tmp_path / "out", includes=folders).includes == folders
