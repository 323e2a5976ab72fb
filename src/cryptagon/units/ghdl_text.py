"""What is wrong with the Verilog that GHDL 2.0 writes, put right in its text.

A choice among signals becomes a `case` over one-hot conditions without a default: the value of
`when others` is lost, and Yosys makes latches. GHDL's output in VHDL has that value, and its parts
have the same names in the same order. The first value of a signal that is always driven is written
beside what drives it, and a simulator may keep it: it is dropped. So are assertions, which Yosys
does not read. What GHDL takes for a memory is wrong where there are registers: a register of several
words is lost, and what a process writes and then reads is read first. So no memories are made, but
in modules without registers: there they are tables, which become a `case`. Long constants are
written as text between quotes: they become numbers. Names that are words of SystemVerilog are left
as they are: they are escaped.

One fault cannot be put right here: a constant of 64, 96, ... bits whose ones all lie in its top 32
becomes zero, in the VHDL too. `zeros_in_doubt` says where that can be.
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
_MEMORY = re.compile(r"^ *reg [^;]*?(\w+)\[\d+:\d+\] ?; // memory$", re.MULTILINE)
_ROM = re.compile(
    r"^ *reg \[\d+:\d+\] (?P<name>\w+)\[\d+:\d+\] ?; // memory\n *initial begin\n"
    r"(?P<words>(?: *(?P=name)\[\d+\] = [^\n]*;\n)+) *end\n",
    re.MULTILINE,
)
_WORD = re.compile(r"\[(\d+)\] = ([^;]*);")
_PLACED = re.compile(r"/\* (?P<place>\S+:\d+):\d+ +\*/\n *assign [^;\n]*?(?P<width>\d+)'b0+\b")
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
    """GHDL's Verilog with the defaults that its VHDL of the same netlist has, without what is wrong;
    names are not escaped yet.

    Raises CryptagonError where the two do not belong together, or a default has a form that is not
    known.
    """
    whole = without_first_values(with_defaults(numbers_for_text(verilog), vhdl))
    return without_assertions(whole)


def numbers_for_text(verilog: str) -> str:
    """The Verilog with numbers in place of bits between quotes, which would be characters."""
    return _BITS.sub(lambda match: f"{len(match['bits'])}'b{_known(match['bits'])}", verilog)


def zeros_in_doubt(verilog: str) -> tuple[str, ...]:
    """The lines of the VHDL, as file:line, that assign a zero which another constant may have
    become: one of 64 bits or more, in whole words of 32.
    """
    found = (
        match["place"]
        for match in _PLACED.finditer(verilog)
        if int(match["width"]) >= 64 and not int(match["width"]) % 32
    )
    return tuple(dict.fromkeys(found))


def tables_for_roms(verilog: str) -> str:
    """The Verilog with a `case` in place of each memory that is never written and read at once."""
    return "".join(map(_with_tables, modules_of(verilog)))


def _with_tables(module: str) -> str:
    for rom in list(_ROM.finditer(module)):
        words = _WORD.findall(rom["words"])
        read = re.compile(rf"^ *assign (?P<target>\w+) = {rom['name']}\[(?P<index>\w+)\];\n", re.M)
        targets = [match["target"] for match in read.finditer(module)]
        if len(re.findall(rf"\b{rom['name']}\b", module)) != 1 + len(words) + len(targets):
            continue  # it is read in another way
        rows = "".join(f"      {index}: TARGET = {value};\n" for index, value in words)
        rows = f"{rows}      default: TARGET = 'bx;\n"
        table = f"  always @*\n    case (INDEX)\n{rows}    endcase\n"
        module = read.sub(
            lambda match, table=table: table.replace("INDEX", match["index"]).replace(
                "TARGET", match["target"]
            ),
            module.replace(rom[0], ""),
        )
        for target in targets:
            module = re.sub(rf"\bwire( \[\d+:\d+\])? {target};", rf"reg\1 {target};", module)
    return module


def modules_of(verilog: str) -> list[str]:
    """The modules of a text, with what is between them."""
    return re.split(r"(?<=endmodule\n)", verilog)


def has_tables_alone(module: str) -> bool:
    """Whether a module has memories, all of which are tables, and no register."""
    names, tables = _MEMORY.findall(module), _ROM.findall(module)
    return bool(names) and len(names) == len(tables) and "posedge" not in module


def mixed(with_memories: str, without: str) -> str:
    """The Verilog of one design translated twice: modules that have tables alone from the first
    text, all others from the second.

    Raises CryptagonError where the two have other modules.
    """
    pairs = list(zip(modules_of(with_memories), modules_of(without), strict=True))
    if any(_head(one) != _head(other) for one, other in pairs):
        raise CryptagonError("GHDL's two translations have other modules")
    return "".join(one if has_tables_alone(one) else other for one, other in pairs)


def _head(module: str) -> str:
    """The name of a module and its ports."""
    return module[: module.find(";")]


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
