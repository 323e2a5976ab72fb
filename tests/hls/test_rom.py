"""Tables as XLS sees them."""

import re

import xls

from cryptagon.hls.memory.roms import Rom, Tables


def test_table_at_an_address_that_xls_finds_constant_gives_its_word() -> None:
    rom = Rom("rom_words_8", "unit_rom_words_8", 8, (17, 34, 51, 68))
    top = [
        "top fn design(x: bits[2]) -> bits[8] {",
        "  address: bits[2] = literal(value=2)",
        "  ret word: bits[8] = invoke(address, to_apply=rom_words_8)",
        "}",
    ]
    optimised = xls.optimize_ir(
        "\n".join(["package design", "", *rom.xls_function(), "", *top, ""]), "design"
    )
    body = optimised[optimised.index("top fn") :]
    assert re.search(r"ret \S+: bits\[8\] = literal\(value=51\b", body), body


def test_bytes_that_llvm_escapes_keep_their_places() -> None:
    tables = Tables(r'@bytes = private constant [6 x i8] c"a\\\00\5Cb\22", align 1')
    assert tables.bytes_of("bytes") == b'a\\\x00\\b"'


def test_a_table_that_llvm_writes_in_parts_is_put_together() -> None:
    tables = Tables(
        "@parts = internal constant <{ [3 x i8], { { i8, i16 }, i8 }, [2 x i8] }> "
        '<{ [3 x i8] c"{]\\22", { { i8, i16 }, i8 } { { i8, i16 } { i8 7, i16 258 }, i8 9 }, [2 x i8] zeroinitializer }>, align 16'
    )
    assert tables.bytes_of("parts") == b'{]"' + bytes([7, 0, 2, 1, 9, 0]) + bytes(2)


def test_tables_of_two_designs_and_of_one_design_have_names_of_their_own() -> None:
    text = '@f_t = internal constant [2 x i8] c"ab", align 1\n@f.t = internal constant [2 x i8] c"cd", align 1\n'
    roms = [Tables(text, "one").rom("f_t", 8, 0, 1), Tables(text, "two").rom("f_t", 8, 0, 1)]
    both = Tables(text, "both")
    roms += [both.rom("f_t", 8, 0, 1), both.rom("f.t", 8, 0, 1)]
    assert len({rom.verilog().split("(")[0] for rom in roms}) == 4
