"""Our directives beside those of other HLS tools: what the export writes, and what the table in
docs/other-hls-tools.md shows.

Those of Vitis HLS are of its User Guide (UG1399, 2023.2), of Vivado HLS of UG902 (2019.2), of Bambu of its sources
(March 2025).
"""

from dataclasses import dataclass

VITIS, BAMBU = "vitis-hls", "bambu"


@dataclass(frozen=True)
class Directive:
    """A directive of ours, and what takes its place.

    A text that begins with `#` is a pragma; {name} and {n} are filled in. Any other text says what is done in its
    place, in words. `vivado` is that of Vivado HLS where it differs. What is `lost` is told of each place where it
    is met.
    """

    ours: str
    vitis: str
    bambu: str
    vivado: str = ""
    lost: str = ""

    def pragma(self, tool: str, name: str = "", n: int = 0) -> list[str]:
        """The lines to write for a tool; none where it has no pragma for it."""
        text = self.vitis if tool == VITIS else self.bambu
        return [one.format(name=name, n=n) for one in text.split("\n") if one.startswith("#")]


ALONE = "none: the tool decides"
UNTIMED = "none: the other tools schedule by themselves"

DIRECTIVES = {
    one.ours: one
    for one in (
        Directive(
            "HARDWARE", "#pragma HLS INTERFACE mode=ap_ctrl_hs port=return", "option --top-fname",
            vivado="#pragma HLS INTERFACE ap_ctrl_hs port=return",
        ),
        Directive("HARDWARE_LEVELS(n)", UNTIMED, UNTIMED, lost="the clock that the other tool is asked for bounds a cycle there"),
        Directive(
            "STREAM_IN, STREAM_OUT", "#pragma HLS INTERFACE mode=axis port={name}",
            "#pragma HLS interface port={name} mode=fifo", vivado="#pragma HLS INTERFACE axis port={name}",
        ),
        Directive(
            "STREAM_DEPTH(name, n)", "none", "none",
            lost="a FIFO at a port is outside of the function there: put one behind it",
        ),
        Directive("stream_peek", "a variable that holds the item", "a variable that holds the item"),
        Directive(
            "stream_has", "`!empty()`", "`!empty()`",
            lost="the answer hangs on when items come, which the other tools decide",
        ),
        Directive(
            "WIRE_IN", "#pragma HLS INTERFACE mode=ap_none port={name}",
            "#pragma HLS interface port={name} mode=none", vivado="#pragma HLS INTERFACE ap_none port={name}",
        ),
        Directive("UNROLL", "#pragma HLS UNROLL", "#pragma HLS unroll"),
        Directive("UNROLL_BY(n)", "#pragma HLS UNROLL factor={n}", "#pragma HLS unroll factor={n}"),
        Directive("a loop that stays rolled", "#pragma HLS PIPELINE II=1", "#pragma nounroll"),
        Directive(
            "cycles(k)", "#pragma HLS PIPELINE II={n}", "none",
            lost="k stages an iteration; PIPELINE II=k lets an iteration begin every k cycles, however long it takes",
        ),
        Directive(
            "a function", "#pragma HLS INLINE", ALONE,
        ),
        Directive("SHARED, SHARED_UNITS(n)", "#pragma HLS INLINE off", "#pragma HLS inline off"),
        Directive(
            "a call of a shared function", "#pragma HLS ALLOCATION function instances={name} limit={n}", ALONE,
            vivado="#pragma HLS ALLOCATION instances={name} limit={n} function",
        ),
        Directive(
            "ROM", "#pragma HLS BIND_STORAGE variable={name} type=rom_np impl=lutram", ALONE,
            vivado="#pragma HLS RESOURCE variable={name} core=ROM_nP_LUTRAM",
        ),
        Directive("an array of registers", "#pragma HLS ARRAY_PARTITION variable={name} type=complete dim=0", ALONE,
                  vivado="#pragma HLS ARRAY_PARTITION variable={name} complete dim=0"),
        Directive(
            "DISTRIBUTED_RAM", "#pragma HLS BIND_STORAGE variable={name} type=ram_s2p impl=lutram", ALONE,
            vivado="#pragma HLS RESOURCE variable={name} core=RAM_S2P_LUTRAM",
        ),
        Directive(
            "DISTRIBUTED_RAM_READS(n)", "#pragma HLS BIND_STORAGE variable={name} type=ram_1wnr impl=lutram", ALONE,
            vivado="no pragma for n read ports",
        ),
        Directive(
            "BLOCK_RAM", "#pragma HLS BIND_STORAGE variable={name} type=ram_s2p impl=bram", ALONE,
            vivado="#pragma HLS RESOURCE variable={name} core=RAM_S2P_BRAM",
        ),
        Directive(
            "BLOCK_RAM_READS(n)", "#pragma HLS BIND_STORAGE variable={name} type=ram_1wnr impl=bram", ALONE,
            vivado="no pragma for n read ports",
        ),
        Directive("REGISTER", "`static`", "`static`"),
        Directive("NO_RESET", "`static`, which begins as zero", "`static`, which begins as zero"),
        Directive("any(type)", "zero", "zero"),
        Directive("wait()", UNTIMED, UNTIMED, lost="no clock cycle ends there"),
        Directive("expect_cycles(n)", UNTIMED, UNTIMED, lost="nothing holds the other tool to these cycles"),
        Directive("not_shared()", UNTIMED, UNTIMED, lost="whether loops become one is up to the other tool"),
        Directive("MEMORY_PORT", "refused", "refused"),
        Directive("memory_fence", "refused", "refused"),
    )
}  # fmt: skip
"""By what we write."""


def directive_table() -> str:
    """The table of docs/other-hls-tools.md, in Markdown."""
    rows = ["| ours | Vitis HLS | Vivado HLS, where it differs | Bambu |", "|---|---|---|---|"]
    for one in DIRECTIVES.values():
        cells = (_code(one.ours), _code(one.vitis), _code(one.vivado), _code(one.bambu))
        rows.append(f"| {' | '.join(cells)} |")
    return "\n".join(rows) + "\n"


def lost_table() -> str:
    """What has no counterpart, in Markdown."""
    rows = ["| ours | what is lost |", "|---|---|"]
    rows += [f"| {_code(one.ours)} | {one.lost} |" for one in DIRECTIVES.values() if one.lost]
    return "\n".join(rows) + "\n"


def _code(text: str) -> str:
    """A pragma or a name as code, words as they are."""
    code = text.startswith("#") or (
        text and text[0].isalpha() and ("_" in text or "(" in text or text.isupper())
    )
    return f"`{text.replace('{name}', 'NAME').replace('{n}', 'n')}`" if code else text
