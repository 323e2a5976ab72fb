"""What is wrong with the Verilog that GHDL 2.0 writes, put right in its text.

A choice among signals becomes a `case` over one-hot conditions without a default: the value of
`when others` is lost, and Yosys makes latches. GHDL's output in VHDL has that value, and its parts
have the same names in the same order. The first value of a signal that is always driven is written
beside what drives it, and a simulator may keep it: it is dropped. So are assertions, which Yosys
does not read. Long constants are written as text between quotes: they become numbers. Names that
are words of SystemVerilog are left as they are: they are escaped.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from cryptagon.errors import CryptagonError

_WITH = re.compile(
    r"^\s*with (?P<selected>[\w\\]+) select (?P<target>[\w\\]+) <=\n(?P<body>.*?);$",
    re.MULTILINE | re.DOTALL,
)
_OTHERS = re.compile(r"^\s*(?P<value>.+) when others$", re.MULTILINE)
_CASE = re.compile(
    r"^(?P<indent> *)case \((?P<selected>\w+)\)\n(?P<body>.*?)^ *endcase$", re.MULTILINE | re.DOTALL
)
_ASSIGNED = re.compile(r": (?P<target>\w+) <= ")
_DRIVEN = re.compile(
    r"(?P<driver>^ *always @\*\n *(?P<target>\w+) = [^\n]*// \(isignal\)\n)"
    r" *initial\n *(?P=target) <= [^\n]*\n",
    re.MULTILINE,
)
_ASSERTION = re.compile(r"^ *always @\*\n *if \(!\w+\)\n *\$fatal\([^\n]*\);\n", re.MULTILINE)
_BIT = re.compile(r"'(?P<bit>[01XUZW-])'")
_BITS = re.compile(r'"(?P<bits>[01XUZW-]+)"')
_ALL = re.compile(r"\((?P<high>\d+) downto 0 => '(?P<bit>[01XUZW-])'\)")

# Words of SystemVerilog (IEEE 1800-2017, annex B) that a name in VHDL can be.
_WORDS = """
always always_comb always_ff always_latch assign automatic before bind bins binsof bit break
byte cell chandle checker clocking cmos config const constraint continue covergroup coverpoint
cross deassign defparam design disable dist do edge endcase endclass endmodule endtask enum
event expect extends extern final first_match foreach forever fork forkjoin highz0 highz1 iff
ifnone illegal_bins implements implies import incdir include initial input inside instance int
integer interconnect interface intersect join join_any join_none large let liblist local logic
longint macromodule matches medium modport module negedge nettype new nmos notif0 notif1 output
packed parameter pmos posedge primitive priority program property protected pull0 pull1 pulldown
pullup rand randc randcase randsequence rcmos real realtime ref reg reject_on repeat restrict
rnmos rpmos rtran scalared sequence shortint shortreal showcancelled signed small soft solve
specify specparam static string strong strong0 strong1 struct super supply0 supply1 table tagged
task this throughout time timeprecision timeunit tran tri tri0 tri1 triand trior trireg typedef
union unique unique0 unsigned untyped uwire var vectored virtual void wand weak weak0 weak1
while wire with within wor
"""
WORDS = frozenset(_WORDS.split())
_STARTS = re.compile(
    r"\s*\(?(?:(?:module|endmodule|input|output|inout|wire|reg|assign|always|initial|endcase)\b)"
)
_INSTANCE = re.compile(r"^\s*(?P<module>\w+) (?:#\(|\w+ \()")
_KEPT_INSIDE = re.compile(r"@\((?:posedge|negedge) ")
_NAME = re.compile(r"(?<![\w'\\$])[A-Za-z_]\w*")


@dataclass(frozen=True)
class _Choice:
    """One choice in GHDL's VHDL: the condition, what it drives, and the value otherwise."""

    selected: str
    target: str
    otherwise: str


def repaired(verilog: str, vhdl: str) -> str:
    """GHDL's Verilog with the defaults that its VHDL of the same netlist has, without what is wrong,
    and names escaped.

    Raises CryptagonError where the two do not belong together, or a default has a form that is not
    known.
    """
    whole = with_defaults(numbers_for_text(verilog), vhdl)
    return escaped(without_assertions(without_first_values(whole)))


def numbers_for_text(verilog: str) -> str:
    """The Verilog with numbers in place of bits between quotes, which would be characters."""
    return _BITS.sub(lambda match: f"{len(match['bits'])}'b{_known(match['bits'])}", verilog)


def without_first_values(verilog: str) -> str:
    """The Verilog without first values of signals that are always driven by something else."""
    return _DRIVEN.sub(lambda match: match["driver"], verilog)


def without_assertions(verilog: str) -> str:
    """The Verilog without the assertions of the VHDL."""
    return _ASSERTION.sub("", verilog)


def with_defaults(verilog: str, vhdl: str) -> str:
    """The Verilog with a default in each `case` that has none. Raises as `repaired` does."""
    choices = iter(list(_choices(vhdl)))
    names = set(_NAME.findall(verilog))

    def mended(case: re.Match[str]) -> str:
        if "default:" in case["body"]:
            return case[0]
        assigned = _ASSIGNED.search(case["body"])
        choice = next(choices, None)
        found = (case["selected"], assigned["target"] if assigned else "")
        if choice is None or (choice.selected, choice.target) != found:
            raise CryptagonError(
                "GHDL's outputs in Verilog and VHDL do not belong together",
                why=f"the Verilog has a case over {found[0]} for {found[1]}, the VHDL "
                f"{f'{choice.selected} for {choice.target}' if choice else 'none'}",
                fix="use GHDL 2.0, with which this was tried",
            )
        value = _verilog_value(choice.otherwise, names)
        line = f"{case['indent']}  default: {choice.target} = {value};\n"
        # What is no register is assigned at once: simulators differ over the other way.
        whole = _ASSIGNED.sub(lambda match: match[0].replace("<=", "="), case[0])
        return whole.replace(f"{case['indent']}endcase", f"{line}{case['indent']}endcase")

    text = _CASE.sub(mended, verilog)
    if next(choices, None) is not None:
        raise CryptagonError("GHDL's output in VHDL has more choices than that in Verilog")
    return text


def _choices(vhdl: str) -> Iterator[_Choice]:
    for match in _WITH.finditer(vhdl):
        others = _OTHERS.search(match["body"])
        yield _Choice(match["selected"], match["target"], others["value"].strip() if others else "")


def _verilog_value(value: str, names: set[str]) -> str:
    """A value of VHDL in Verilog: a signal, a bit, bits, or one bit everywhere."""
    if match := _BIT.fullmatch(value):
        return f"1'b{_known(match['bit'])}"
    if match := _BITS.fullmatch(value):
        return f"{len(match['bits'])}'b{_known(match['bits'])}"
    if match := _ALL.fullmatch(value):
        return f"{{{int(match['high']) + 1}{{1'b{_known(match['bit'])}}}}}"
    # The ports of the top go by another name inside GHDL's VHDL.
    plain = value if value in names else value.removeprefix("wrap_")
    if plain in names:
        return plain
    raise CryptagonError(
        "GHDL wrote a default that is not understood",
        why=value,
        fix="use GHDL 2.0, with which this was tried",
    )


def _known(bits: str) -> str:
    return re.sub(r"[^01]", "x", bits)


def escaped(verilog: str) -> str:
    """The Verilog with names that are words of SystemVerilog escaped: `input` as `\\input `."""
    return "\n".join(_escaped_line(line) for line in verilog.split("\n"))


def _escaped_line(line: str) -> str:
    if line.lstrip().startswith("/*"):
        return line
    code, mark, comment = line.partition("//")
    instance = _INSTANCE.match(code)
    starts = None if instance and not _is_declaration(code) else _STARTS.match(code)
    head = code[: starts.end()] if starts else ""
    kept = _KEPT_INSIDE.search(code)
    body = code[len(head) :]
    return (
        head
        + _NAME.sub(lambda name: _escaped_name(name, in_event=bool(kept)), body)
        + mark
        + comment
    )


def _is_declaration(code: str) -> bool:
    """Whether a line that looks like an instance declares something: `module reg`, `always @(`."""
    return bool(re.match(r"\s*(?:module|always|assign|initial|case)\b", code))


def _escaped_name(name: re.Match[str], *, in_event: bool) -> str:
    if name[0] not in WORDS or (in_event and name[0] in ("posedge", "negedge")):
        return name[0]
    return f"\\{name[0]} "
