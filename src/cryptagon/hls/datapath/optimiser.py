"""XLS's optimiser, held to time and memory.

It looks at the ranges of a concatenation's parts, up to five of each of the first twelve, in all
combinations: where bytes side by side are chosen among constants each, that is more than any
machine has time or memory for. Then it is run again on logic of which it cannot see what ranges
values have; synthesis simplifies what it has left.
"""

import re
import signal
import sys
from pathlib import Path

from cryptagon.errors import CryptagonError
from cryptagon.toolchain.children import ask_child
from cryptagon.toolchain.faults import fault_behind

CHILD = Path(__file__).with_name("xls_child.py")
SECONDS, SECONDS_A_NODE = 20, 0.006
"""Of processor time and of memory.

The designs in docs/compile-time.md need 0.001 s and 50 kB a node at most; ICEPOLE's reference code
needs 0.004 s on a busy machine.
"""
GIB = 1 << 30
BYTES, BYTES_A_NODE = 4 * GIB, 100_000
INPUT = re.compile(r"(\w+): (bits\[\d+\](?:\[\d+\])*)")
TOKEN = re.compile(r"\b[A-Za-z_]\w*")
NODE = re.compile(r"^  (\w+): (bits\[(\d+)\]) = (\w+)\(", re.MULTILINE)
OPEN = frozenset(("literal", "bit_slice", "concat", "zero_ext", "sign_ext", "not"))
"""Operations whose results have no more ranges than their operands."""
ZERO = "hidden_zero"
SIMPLIFIED_LESS = "XLS's optimiser needs too much time or memory for this design: its logic is larger than need be before synthesis"


def optimised_text(text: str, top: str) -> tuple[str, bool]:
    """The IR of a package, its function `top` optimised; and whether ranges were hidden for it.

    Raises CryptagonError where XLS refuses the IR, or ends with ranges hidden neither; MachineError
    where somebody else ended it.
    """
    if optimised := _run(text, top):
        return with_own_inputs(optimised, text, top), False
    if optimised := _run(with_hidden_ranges(text, top), top):
        return with_own_inputs(with_known_zero(optimised), text, top), True
    raise CryptagonError(
        "XLS's optimiser does not end",
        why="it needs too much time or memory for the logic of a clock cycle",
        fix="give the function fewer things to do in one cycle: a clocked loop in place of UNROLL, wait()",
    )


def with_own_inputs(optimised: str, text: str, top: str) -> str:
    """Optimised IR with the inputs called as in `text`: XLS calls an input after a sum that turns out
    to be that input.
    """
    pairs = zip(inputs_of(optimised, top), inputs_of(text, top), strict=True)
    renamed = {given: own for given, own in pairs if given != own}
    if not renamed:
        return optimised
    exchanged = renamed | {own: one for one, own in renamed.items()}
    return TOKEN.sub(lambda token: exchanged.get(token[0], token[0]), optimised)


def inputs_of(text: str, top: str) -> dict[str, str]:
    """The types of the inputs of the function `top` in a package's IR, by name."""
    return dict(INPUT.findall(text.partition(f"top fn {top}(")[2].partition(") -> ")[0]))


def with_hidden_ranges(text: str, top: str) -> str:
    """The IR with each result of several bits added to an input that is zero: nothing is known of
    such a sum.
    """
    head, begin, body = text.partition(f"top fn {top}(")
    declared, end, nodes = body.partition(") -> ")
    inputs = f"{declared}, {ZERO}: bits[1]" if declared.strip() else f"{ZERO}: bits[1]"
    return head + begin + inputs + end + "\n".join(map(_hidden, nodes.split("\n")))


def _hidden(line: str) -> str:
    node = NODE.match(line)
    if node is None or node[4] in OPEN or int(node[3]) < 2:
        return line
    name, kind, width, _ = node.groups()
    return "\n".join(
        [
            line.replace(f"  {name}:", f"  {name}_seen:", 1),
            f"  {name}_zeros: {kind} = sign_ext({ZERO}, new_bit_count={width})",
            f"  {name}: {kind} = xor({name}_seen, {name}_zeros)",
        ]
    )


def with_known_zero(text: str) -> str:
    """Optimised IR with a constant in place of that input."""
    free = 1 + max(map(int, re.findall(r"\bid=(\d+)", text)), default=0)
    head, begin, body = text.partition("top fn ")
    declared, end, nodes = body.partition(") -> ")
    inputs = re.sub(rf"(?:, )?\b{ZERO}: bits\[1\](?: id=\d+)?", "", declared)
    kind, opened, rest = nodes.partition("{\n")
    return f"{head}{begin}{inputs}{end}{kind}{opened}  {ZERO}: bits[1] = literal(value=0, id={free})\n{rest}"


def _run(text: str, top: str) -> str:
    """The IR optimised; nothing where that needs more than it may have."""
    nodes = text.count("\n")
    limits = [str(int(SECONDS + SECONDS_A_NODE * nodes)), str(BYTES + BYTES_A_NODE * nodes)]
    argv = [sys.executable, "-P", "-X", "utf8", str(CHILD), top, *limits]
    done = ask_child(argv, text.encode(), None)
    if done.returncode == 0:
        return done.stdout.decode()
    said = done.stderr.decode(errors="replace")
    if _needs_more(done.returncode, said):
        return ""
    fault = fault_behind("XLS", done.returncode, said, top) if done.returncode < 0 else None
    raise fault or refusal_by_xls(said)


def _needs_more(code: int, said: str) -> bool:
    """Whether a limit ended the optimiser: it aborts or crashes without a word where it gets no
    memory.
    """
    without_a_word = code in (-signal.SIGABRT, -signal.SIGSEGV) and not said.strip()
    return (
        code == -signal.SIGXCPU
        or without_a_word
        or any(word in said for word in ("MemoryError", "bad_alloc"))
    )


def refusal_by_xls(said: object) -> CryptagonError:
    """What the user sees of what XLS said."""
    return CryptagonError(
        "XLS refused the design",
        why=str(said).strip()[:2000],
        fix="report this source as a fault of the compiler",
    )
