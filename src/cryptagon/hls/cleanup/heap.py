"""What `malloc` gives, and arrays of variable length, as variables: hardware has no heap and no
stack, so that each call of `malloc`, where it is inlined, has a block of its own.

That is right where a block is no longer used when its call runs again. A look at a copy of the
function, with its variables as values, tells whether it is, how large the block can become, and
what it holds.
"""

import re
from collections.abc import Mapping

from cryptagon.errors import CryptagonError
from cryptagon.hls.cleanup.llvm import run_passes
from cryptagon.hls.cleanup.module import Module
from cryptagon.hls.cleanup.pointers_to_blocks import NUMBERED, BlockPointers
from cryptagon.hls.cleanup.ranges_of_values import Ranges
from cryptagon.hls.ir.layout import named_types
from cryptagon.hls.ir.metadata import Metadata
from cryptagon.hls.ir.text_blocks import function_text

CALL = re.compile(r"(?<=call )(?:\w+ )*ptr @(?:malloc|new(?:\.\d+)?)\(i64 (?:\w+ )*(\S+)\)")
LARGER = re.compile(r"(?<=call )(?:\w+ )*ptr @realloc\(ptr (?:\w+ )*(\S+), i64 (?:\w+ )*(\S+)\)")
ARRAY = re.compile(r"^  (%[-\w.]+ = )alloca ([^\n]+), i64 ([^,\s]+), align \d+", re.MULTILINE)
"""One of variable length."""
ASKED = re.compile(
    r"^  %([-\w.]+) = (?:tail )?call ptr @cg\.block\.(\d+)\(.*?(, !dbg !(\d+))?(?:, !heap.*)?$",
    re.MULTILINE,
)
VALUE = re.compile(r"%([-\w.]+)")
NEEDLESS = re.compile(
    r"^  (?:tail )?call void @(?:free|delete(?:\.\d+)?|llvm\.stackrestore\.p0)\(.*\n", re.MULTILINE
)
STACK = re.compile(r"^  %([-\w.]+) = (?:tail )?call ptr @llvm\.stacksave\.p0\(\).*\n", re.MULTILINE)
LIFE = re.compile(r"^  call void @llvm\.lifetime\.\w+\.p0\(ptr %([-\w.]+)\).*\n", re.MULTILINE)
AS_VALUES = ["sroa", "simplify_cfg"]
SIMPLER = ["instruction_combine", "sccp", "simplify_cfg"]
LOCAL = re.compile(r'^!(\d+) = !DILocalVariable\(name: "([^"]+)"', re.MULTILINE)
LABEL = re.compile(r"[-\w.]+:[^\n]*\n")
MOST_ELEMENTS = 1 << 24
"""What is larger is refused where it is asked for: a size that nothing bounds."""


def blocks_as_variables(module: Module) -> Module:
    """The module with a variable for each call of `malloc` or `new` and for each array of variable
    length, and without calls of `free`.

    Raises CryptagonError, with file and line, where a block of malloc may be in use when its call
    runs again, and where the largest size is not known.
    """
    text = NEEDLESS.sub("", module.text)
    text = _renamed(STACK.sub("", text), dict.fromkeys(STACK.findall(text), "null"))
    if any(pattern.search(text) for pattern in (CALL, LARGER, ARRAY)):
        return module.having(_Blocks(text, module.top).as_variables())
    return module.having(text)


def _renamed(text: str, names: Mapping[str, str]) -> str:
    return VALUE.sub(lambda value: names.get(value[1], value[0]), text) if names else text


class _Blocks:
    """The blocks that are asked for in a module's function, by their numbers.

    `elements` has the type of an array's elements; "" for a block of malloc, whose size is told in
    bytes.
    """

    def __init__(self, text: str, top: str) -> None:
        self.top, self.elements = top, dict[int, str]()
        self.text = CALL.sub(lambda call: self._numbered("", call[1]), text)
        self.text = LARGER.sub(lambda call: self._numbered("", call[2], call[1]), self.text)
        self.text = ARRAY.sub(lambda a: f"  {a[1]}call {self._numbered(a[2], a[3])}", self.text)
        given = {asked[1] for asked in ASKED.finditer(self.text)}
        self.text = LIFE.sub(lambda life: "" if life[1] in given else life[0], self.text)
        self.metadata = Metadata(text)
        declared = "".join(f"declare ptr @cg.block.{one}(i64, ptr)\n" for one in self.elements)
        values = run_passes(self.text + declared, AS_VALUES)
        self.variables = dict(LOCAL.findall(values))
        self.pointers = BlockPointers(function_text(values, top)[1], named_types(values))
        self.largest = _largest(function_text(run_passes(values, SIMPLER), top)[1])

    def _numbered(self, element: str, count: str, before: str = "null") -> str:
        """The call that asks for a block of so many elements; `before` is the block that realloc
        makes it of.
        """
        number = len(self.elements)
        self.elements[number] = element
        return f"ptr @cg.block.{number}(i64 {count}, ptr {before})"

    def as_variables(self) -> str:
        """The module with a variable in place of each block; raises as `blocks_as_variables` does."""
        head, body, rest = function_text(self.text, self.top)
        names = dict[str, str]()
        for asked in ASKED.finditer(body):
            number = int(asked[2])
            self._refuse(number, str(self.metadata.location(asked[4])) if asked[4] else "")
            names[asked[1]] = self._name(number)
        variables = "".join(
            f"  {self._name(number)} = alloca {self._kind(number)}, align 16\n"
            for number in self.elements
        )
        body = ASKED.sub(self._born, body)
        label = LABEL.match(body)
        begin = label.end() if label else 0
        body = body[:begin] + variables + body[begin:]
        return head + _renamed(body, names) + rest

    def _born(self, asked: re.Match[str]) -> str:
        """What a call is: a block without a value, or with that of the block before."""
        debug, number = asked[3] or "", int(asked[2])
        born = f"  call void @llvm.lifetime.start.p0(ptr %{asked[1]}){debug}"
        found = NUMBERED.search(asked[0])
        if found is None or not (held := self._held_before(number)):
            return born
        moved = f"%cg.moved.{number}"
        return "\n".join(
            [
                born,
                f"  {moved} = call i64 @llvm.umin.i64(i64 {found[2]}, i64 {held}){debug}",
                f"  call void @llvm.memcpy.p0.p0.i64(ptr %{asked[1]}, ptr {found[3]}, i64 {moved}, i1 false){debug}",
            ]
        )

    def _held_before(self, number: int) -> int:
        """The most bytes of the block that realloc makes one of; 0 where there is none."""
        return max((self.largest.get(one, 0) for one in self.pointers.before(number)), default=0)

    def _refuse(self, number: int, where: str) -> None:
        """Raises CryptagonError where a block is no variable."""
        if not self.elements[number] and self.pointers.outlive(number):
            raise CryptagonError(
                "a block of malloc or new may still be used when its call runs again",
                where=where,
                why="hardware has no heap: each call has one block of its own",
                fix="use an array with an element for each block",
            )
        if self.largest.get(number, 0) > MOST_ELEMENTS:
            what = (
                "an array of variable length"
                if self.elements[number]
                else "a block of malloc or new"
            )
            raise CryptagonError(
                f"it is not known how large {what} can become",
                where=where,
                why="hardware has room for it at its largest",
                fix="bound the size where it is computed, as in `length & 1023`; or use an array of constant length",
            )

    def _name(self, number: int) -> str:
        """The variable that a block is: it is called as the pointer that the source keeps it in."""
        called = self.variables.get(self.pointers.kept_in(number), "block")
        return f"%{called}.block.{number}"

    def _kind(self, number: int) -> str:
        """Its type."""
        most = max(self.largest.get(number, 1), 1)
        element = self.elements[number]
        return f"[{most} x {element}]" if element else self.pointers.kind(number, most)


def _largest(body: str) -> dict[int, int]:
    """The most that each block is asked for with."""
    ranges, found = Ranges(body), dict[int, int]()
    for number, asked, _ in NUMBERED.findall(body):
        _, most = ranges.of(asked, 64)
        found[int(number)] = max(most, found.get(int(number), 0))
    return found
