"""`cryptagon spt`: what it prints, writes and refuses."""

import json
from xml.etree import ElementTree

import pytest
from click.testing import CliRunner, Result
from drawing import FIGURES, column, pair

from cryptagon.cli import main
from cryptagon.spt import program_of


def spt(*arguments: object) -> Result:
    result = CliRunner().invoke(main, ["spt", *map(str, arguments)])
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    return result


def test_check_tells_what_was_understood(tmp_path):
    result = spt("check", FIGURES / "xtea.uxf", "-o", tmp_path / "new" / "xtea.svg")
    assert result.exit_code == 0, result.stderr
    lines = {line.split()[0]: line for line in result.stdout.splitlines()}
    assert (
        "key: 128, text: 64" in lines["xtea"]
        and "xtea_round 0..31" in lines["xtea"]
        and "2 select" in lines["xtea_round"]
    )
    picture = ElementTree.parse(tmp_path / "new" / "xtea.svg").getroot()
    assert picture.tag.endswith("svg") and "#c00" not in (tmp_path / "new" / "xtea.svg").read_text()


def test_sml_and_its_way_back(tmp_path):
    """Printed, converted, checked, and made a drawing again."""
    figure, model = FIGURES / "speck64_128.uxf", tmp_path / "new" / "speck64_128.sml"
    assert json.loads(spt("sml", figure).stdout)["sml"] == 1
    assert spt("sml", figure, "-o", tmp_path / "new" / "same.sml").stdout == ""
    assert json.loads((tmp_path / "new" / "same.sml").read_text())["sml"] == 1
    assert spt("convert", figure, "-o", model).exit_code == 0
    assert spt("check", model).exit_code == 0
    again = tmp_path / "again" / "speck64_128.drawio"
    assert spt("convert", model, "-o", again).exit_code == 0
    assert program_of(again) == program_of(figure)


def test_sml_of_a_damaged_drawing(tmp_path):
    """An element that cannot be read is told with its place, and nothing is printed."""
    damaged = FIGURES / "toy_feistel.uxf"
    file = tmp_path / "toy_feistel.uxf"
    file.write_text(damaged.read_text().replace("<w>", "<w>wide", 1))
    result = spt("sml", file)
    assert result.exit_code == 1 and result.stdout == "" and "toy_feistel.uxf" in result.stderr


def test_check_as_json():
    found = json.loads(spt("check", FIGURES / "toy_feistel.drawio", "--json").stdout)
    toy = found["figures"][1]
    assert found["faults"] == [] and toy["name"] == "toy_feistel"
    assert toy["inputs"] == {"block": "16", "keys": "8[4]"} and toy["outputs"] == {"block": "16"}
    assert (
        toy["repeats"] == [{"figure": "toy_round", "first": 0, "last": 3}]
        and toy["operations"]["slice"] == 2
    )


def test_check_marks_faults(tmp_path):
    file = pair("xorr", second="input b: 16").write(tmp_path)
    result = spt("check", file, "-o", tmp_path / "drawn.svg")
    assert result.exit_code == 1
    assert (
        '"xorr" is no operation' in result.stderr
        and 'figure drawn: "xorr" at (100, 100)' in result.stderr
        and "did you mean" in result.stderr
    )
    assert "1. figure drawn: &quot;xorr&quot; at (100, 100)" in (tmp_path / "drawn.svg").read_text()
    (fault,) = json.loads(spt("check", file, "--json").stdout)["faults"]
    assert (
        fault["element"] == "xorr"
        and fault["place"] == {"x": 100, "y": 100}
        and fault["figure"] == "drawn"
    )


def test_dml_and_what_is_computed_from_it(tmp_path):
    assert spt("dml", FIGURES / "present80.uxf", "-o", tmp_path / "present80.dml").exit_code == 0
    assert (tmp_path / "present80.dml").read_text() == spt(
        "dml", FIGURES / "present80.drawio"
    ).stdout
    for file in (tmp_path / "present80.dml", FIGURES / "present80.uxf"):
        assert spt("run", file, "key=0", "text=0").stdout == "text=5579c1387b228445\n"


def test_run_refuses_what_it_cannot_compute(tmp_path):
    file = FIGURES / "toy_feistel.uxf"
    assert spt("run", file, "block=1234", "keys=01,23,45,67").stdout == "block=2ac4\n"
    assert spt(
        "run", file, "--figure", "toy_round", "left=1", "right=2", "key=3"
    ).stdout.startswith("left=02\n")
    for arguments, said in (
        (["block=1234"], "has the inputs block, keys"),
        (["block=12345", "keys=1,2,3,4"], "input block of figure toy_feistel is 16 bits"),
        (["block=x"], '"block=x" is no input'),
        (["--figure", "other"], 'there is no figure "other"'),
    ):
        result = spt("run", file, *arguments)
        assert result.exit_code == 1 and said in result.stderr


def test_run_of_two_figures_asks_which(tmp_path):
    (tmp_path / "two.dml").write_text(
        "dml 1\n\nfigure a\n  input x: 1\n  output y: 1 = x\n\nfigure b\n  input x: 1\n  output y: 1 = x\n"
    )
    result = spt("run", tmp_path / "two.dml", "x=1")
    assert result.exit_code == 1 and "no other one calls a, b" in result.stderr
    assert spt("run", tmp_path / "two.dml", "x=1", "--figure", "b").stdout == "y=1\n"


@pytest.mark.parametrize(
    ("name", "kind"), [("aes128.uxf", "drawio"), ("xtea.drawio", "uxf"), ("toy_feistel.uxf", "uxf")]
)
def test_convert_keeps_the_meaning(name, kind, tmp_path):
    made = tmp_path / f"{name.partition('.')[0]}.{kind}"
    result = spt("convert", FIGURES / name, "-o", made)
    assert result.exit_code == 0, result.stderr
    assert program_of(made) == program_of(FIGURES / name)


def test_convert_refuses(tmp_path):
    assert (
        'no writer knows ".svg"'
        in spt("convert", FIGURES / "xtea.uxf", "-o", tmp_path / "x.svg").stderr
    )
    wrong = column("input a: 8", "input b: 8", "output y").write(tmp_path)
    assert (
        spt("convert", wrong, "-o", tmp_path / "x.uxf").exit_code == 1
        and not (tmp_path / "x.uxf").exists()
    )


def test_build_writes_and_verifies_c(tmp_path):
    result = spt("build", FIGURES / "xtea.uxf", "--to", "c", "-o", tmp_path / "new", "--verify")
    assert result.exit_code == 0 and result.stderr == "C equals the interpreter on 64 inputs\n"
    assert sorted(file.name for file in (tmp_path / "new").iterdir()) == ["xtea.c", "xtea.h"]


def test_build_of_one_figure_for_hardware(tmp_path):
    result = spt(
        "build", FIGURES / "xtea.uxf", "--to", "hls", "--figure", "xtea_round", "-o", tmp_path
    )
    assert (
        result.exit_code == 0
        and "HARDWARE void xtea_round_kernel(void) {"
        in (tmp_path / "xtea_round_kernel.c").read_text()
    )


def test_build_refuses(tmp_path):
    for arguments, said in (
        (["--to", "c,vhdl"], 'nothing is made for "vhdl"'),
        (["--figure", "other"], 'there is no figure "other"'),
    ):
        result = spt("build", FIGURES / "xtea.uxf", "-o", tmp_path / "new", *arguments)
        assert result.exit_code == 1 and said in result.stderr and not (tmp_path / "new").exists()


def test_mistyped_command_and_file(tmp_path):
    assert "did you mean check?" in spt("chek").stderr
    result = spt("check", tmp_path / "none.uxf")
    assert (
        result.exit_code == 1
        and "cannot be read as a figure" in result.stderr
        and "none.uxf" in result.stderr
    )


def test_dml_as_json_and_as_a_graph(tmp_path):
    result = spt("dml", FIGURES / "xtea.uxf", "--json")
    assert json.loads(result.stdout)["dml"] == 1
    (tmp_path / "xtea.json").write_text(result.stdout)
    assert spt("dml", tmp_path / "xtea.json").stdout == spt("dml", FIGURES / "xtea.drawio").stdout
    graph = tmp_path / "new" / "xtea.svg"
    result = spt("dml", tmp_path / "xtea.json", "--graph", graph)
    assert result.exit_code == 0 and result.stdout == ""
    assert (
        ElementTree.parse(graph).getroot().tag.endswith("svg")
        and "xtea_round" in graph.read_text()
        and "#c00" not in graph.read_text()
    )


def test_a_drawing_is_made_of_dml(tmp_path):
    assert spt("dml", FIGURES / "simon96_96.uxf", "-o", tmp_path / "simon96_96.dml").exit_code == 0
    for kind in ("uxf", "drawio"):
        assert (
            spt(
                "convert", tmp_path / "simon96_96.dml", "-o", tmp_path / f"simon96_96.{kind}"
            ).exit_code
            == 0
        )
        assert program_of(tmp_path / f"simon96_96.{kind}") == program_of(FIGURES / "simon96_96.uxf")


def test_dml_of_a_later_version_is_refused(tmp_path):
    (tmp_path / "new.dml").write_text("dml 2\n")
    result = spt("dml", tmp_path / "new.dml")
    assert (
        result.exit_code == 1
        and "this is DML 2, and this Cryptagon reads DML 1 at most" in result.stderr
    )


def test_build_writes_a_layout(tmp_path):
    done = spt(
        "build",
        FIGURES / "toy_feistel.uxf",
        "--to",
        "c",
        "--layout",
        "tables",
        "-o",
        tmp_path,
        "--verify",
    )
    assert done.exit_code == 0 and "C equals the interpreter on" in done.stderr
    assert (
        "`cryptagon spt build toy_feistel.uxf --to c --layout tables`"
        in (tmp_path / "toy_feistel.h").read_text()
    )


def test_build_refuses_a_layout_of_what_is_no_cipher(tmp_path):
    done = spt("build", FIGURES / "ascon_p.uxf", "--to", "c", "--layout", "fastest", "-o", tmp_path)
    assert (
        done.exit_code == 1
        and "figure ascon_p has no layouts: it is no block cipher" in done.stderr
    )


def test_build_writes_kernels(tmp_path):
    assert (
        spt("build", FIGURES / "toy_feistel.uxf", "--to", "opencl,cuda", "-o", tmp_path).exit_code
        == 0
    )
    assert {one.name for one in tmp_path.iterdir()} == {
        "toy_feistel.cl",
        "toy_feistel.cu",
        "toy_feistel_keys.h",
        "toy_feistel_keys.c",
    }


def test_bench_measures_every_layout():
    found = json.loads(
        spt(
            "bench", FIGURES / "toy_feistel.uxf", "--rounds", 1, "--seconds", 0.002, "--json"
        ).stdout
    )
    assert {row["name"] for row in found["rows"]} >= {"scalar", "tables", "bitsliced"} and found[
        "left_out"
    ] == {}
    assert {row["mode"] for row in found["rows"]} == {"ecb", "ctr"} and all(
        row["median"] > 0 for row in found["rows"]
    )
    assert found["compiler"] and found["machine"]["processor"] and "-O3" in found["flags"]


def test_the_fastest_layout_is_one_of_them(tmp_path):
    done = spt(
        "build", FIGURES / "toy_feistel.uxf", "--to", "c", "--layout", "fastest", "-o", tmp_path
    )
    assert done.exit_code == 0 and "is the fastest layout of toy_feistel here" in done.stderr


def test_build_for_vitis_in_an_architecture(tmp_path):
    done = spt(
        "build",
        FIGURES / "speck64_128.uxf",
        "--to",
        "vitis",
        "--architecture",
        "x3",
        "-o",
        tmp_path,
    )
    text = (tmp_path / "speck64_128_vitis.cpp").read_text()
    assert (
        done.exit_code == 0
        and "Architecture x3. 3 rounds" in text
        and "#pragma HLS PIPELINE II=1" in text
    )


def test_build_refuses_architectures(tmp_path):
    unknown = spt(
        "build", FIGURES / "xtea.uxf", "--to", "hls", "--architecture", "folded", "-o", tmp_path
    )
    assert unknown.exit_code == 1 and 'there is no architecture "folded"' in unknown.stderr
    software = spt(
        "build", FIGURES / "xtea.uxf", "--to", "c", "--architecture", "x2", "-o", tmp_path
    )
    assert software.exit_code == 1 and "c has no architecture" in software.stderr
    vitis = spt("build", FIGURES / "xtea.uxf", "--to", "vitis", "--verify", "-o", tmp_path)
    assert vitis.exit_code == 1 and "it needs ap_int.h, which comes with Vitis HLS" in vitis.stderr
    assert not list(tmp_path.iterdir())
