"""The drawn ciphers as C and as hardware: known answers, names, and what a wrong program is
told.
"""

import re
from pathlib import Path

import pytest
from drawing import ANSWERS, FIGURES, NAMES
from selection import one_of

from cryptagon.classes import algorithm
from cryptagon.classes.block.known_answers import read_records
from cryptagon.classes.block.model import BlockCipher
from cryptagon.errors import CryptagonError
from cryptagon.spt import Figure, Node, Port, Program, Ref, Type, dml, program_of
from cryptagon.spt.code import generate_c, generate_hls, run_c, verify_c, verify_hls
from cryptagon.spt.code.names import WORDS

PLACE = r" /\* \(-?\d+, -?\d+\) \*/"


def made(program: Program, name: str, folder: Path) -> Figure:
    """Writes the C of a figure."""
    sources = generate_c(program, name)
    (folder / f"{name}.h").write_text(sources.header)
    (folder / f"{name}.c").write_text(sources.source)
    return program.by_name[name]


@pytest.mark.parametrize("name", NAMES)
def test_c_of_every_figure_equals_the_interpreter(name, tmp_path):
    program = program_of(FIGURES / f"{name}.uxf")
    made(program, name, tmp_path)
    assert verify_c(program, name, tmp_path)


@pytest.mark.parametrize(("name", "key", "plain", "expected"), ANSWERS)
def test_c_gives_the_known_answer(name, key, plain, expected, tmp_path):
    figure = made(program_of(FIGURES / f"{name}.uxf"), name, tmp_path)
    assert run_c(figure, tmp_path, [{"key": key, "text": plain}]) == [{"text": expected}]


@pytest.mark.parametrize(
    "drawn",
    [
        name
        for name in NAMES
        if name.split("_decrypt")[0] in ("aes128", "camellia128", "present80", "simon96_96")
    ],
)
def test_c_gives_all_answers_of_the_algorithm(drawn, tmp_path):
    cipher = algorithm(drawn.removesuffix("_decrypt"))
    assert isinstance(cipher, BlockCipher)
    figure = made(program_of(FIGURES / f"{drawn}.drawio"), drawn, tmp_path)
    records = [
        (one.key, one.plaintext, one.ciphertext)
        for one in read_records(cipher, cipher.folder / "kat" / "blocks.txt")
    ]
    if drawn.endswith("_decrypt"):
        records = [(key, ciphertext, plaintext) for key, plaintext, ciphertext in records]
    found = run_c(figure, tmp_path, [{"key": key, "text": text} for key, text, _ in records])
    assert found == [{"text": expected} for _, _, expected in records]


@pytest.mark.slow
@pytest.mark.parametrize(
    "name",
    [
        "present80",
        "speck64_128",
        *(
            pytest.param(one, marks=pytest.mark.nightly)
            for one in ("aes128", "aes128_decrypt", "camellia128", "simon96_96")
        ),
    ],
)
def test_hardware_equals_the_interpreter(name, tmp_path):
    program = program_of(FIGURES / f"{name}.uxf")
    source = tmp_path / f"{name}_kernel.c"
    source.write_text(generate_hls(program, name))
    assert verify_hls(program, name, source)


def test_a_wrong_program_is_told_with_its_inputs(tmp_path):
    program = program_of(FIGURES / "toy_feistel.uxf")
    made(program, "toy_feistel", tmp_path)
    source = tmp_path / "toy_feistel.c"
    source.write_text(source.read_text().replace("0xc, 0x5,", "0x5, 0xc,"))
    with pytest.raises(
        CryptagonError,
        match=r"output block of figure toy_feistel is .* by the interpreter, .* by the program",
    ) as told:
        verify_c(program, "toy_feistel", tmp_path)
    assert told.value.why.startswith("for block=") and "keys=" in told.value.why


@pytest.mark.slow
def test_wrong_hardware_is_told_with_its_inputs(tmp_path):
    program = program_of(FIGURES / "toy_feistel.uxf")
    source = tmp_path / "toy_feistel_kernel.c"
    source.write_text(generate_hls(program, "toy_feistel").replace("0xc, 0x5,", "0x5, 0xc,"))
    with pytest.raises(CryptagonError, match=r"by the interpreter, .* by the program"):
        verify_hls(program, "toy_feistel", source)


def test_sources_are_the_same_every_time_and_in_any_tool():
    """But for the places of the boxes, which are those of the drawing."""
    first, again, second = (
        program_of(FIGURES / f"aes128.{kind}") for kind in ("uxf", "uxf", "drawio")
    )
    for text in (
        lambda one: generate_c(one, "aes128").source,
        lambda one: generate_hls(one, "aes128"),
    ):
        assert text(first) == text(again)
        texts = [re.sub(PLACE, "", text(one)) for one in (first, second)]
        assert texts[0] == texts[1] and "/*" in texts[0]


def test_a_line_has_the_place_of_its_box():
    program = program_of(FIGURES / "aes128.uxf")
    boxes = {one.name: one.places[0] for figure in program.figures for one in figure.nodes}
    text = generate_c(program, "aes128").source
    assert f"MC_of_128(ShiftRows); /* {boxes['MixColumns']} */" in text
    without = dml.read(dml.written(program), Path("aes128.dml"))
    assert not re.search(PLACE, generate_c(without, "aes128").source)


def test_names_of_boxes_are_those_of_variables():
    text = generate_c(program_of(FIGURES / "aes128.uxf"), "aes128").source
    assert (
        "const bits128 MixColumns = MC_of_128(ShiftRows);" in text
        and "static struct aes_round aes_round(" in text
    )


HELPERS = [
    "uint8_t",
    "get_bits",
    "xor_128",
    "bits128",
    "S_of_8",
    "M_times_02",
    "a_times_b",
    "UINT64_C",
    "x_value",
    "array0",
    "array8x3",
]
NAMED = sorted(
    [
        *WORDS,
        *HELPERS,
        "i",
        "given",
        "result",
        "inputs",
        "outputs",
        "item",
        "data",
        "valid",
        "x",
        "y",
        "stdin",
        "_",
        "_x",
    ]
)
BYTE = Type(8)


def awkward(name: str) -> Program:
    """A figure of this name that repeats another one three times, which inverts each of its inputs;
    both have awkward names in them.
    """
    inverts = tuple(Node(f"{one}_", "not", (Ref(one),), (("", BYTE),)) for one in NAMED)
    inner = Figure(
        "inner",
        tuple(Port(one, BYTE) for one in NAMED),
        tuple(Port(one, BYTE, Ref(f"{one}_")) for one in NAMED),
        inverts,
    )
    others = [one for one in NAMED if one != "i"]
    operands = tuple(Ref("x" if one == "i" else one) for one in NAMED)
    repeat = Node(
        "i", "repeat", operands, tuple((one, BYTE) for one in NAMED), (1, 3), "inner", tuple(NAMED)
    )
    outputs = tuple(Port(one, BYTE, Ref("i", one)) for one in NAMED)
    return Program(
        (inner, Figure(name, tuple(Port(one, BYTE) for one in others), outputs, (repeat,)))
    )


@pytest.mark.parametrize("name", one_of(3, ["outer", "int", "given", "result", "x"]))
def test_awkward_names(name, tmp_path):
    made(awkward(name), name, tmp_path)
    assert verify_c(awkward(name), name, tmp_path)


@pytest.mark.slow
def test_awkward_names_in_hardware(tmp_path):
    source = tmp_path / "given_kernel.c"
    source.write_text(generate_hls(awkward("given"), "given"))
    assert verify_hls(awkward("given"), "given", source)


def test_hardware_takes_something():
    nothing = Figure(
        "nothing",
        (),
        (Port("y", BYTE, Ref("c")),),
        (Node("c", "constant", (), (("", BYTE),), (1,)),),
    )
    with pytest.raises(CryptagonError, match="figure nothing has no inputs"):
        generate_hls(Program((nothing,)), "nothing")


def test_c_of_a_figure_without_inputs(tmp_path):
    nothing = Figure(
        "nothing",
        (),
        (Port("y", BYTE, Ref("c")),),
        (Node("c", "constant", (), (("", BYTE),), (1,)),),
    )
    made(Program((nothing,)), "nothing", tmp_path)
    assert verify_c(Program((nothing,)), "nothing", tmp_path)
