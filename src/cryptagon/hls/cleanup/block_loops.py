"""Copies, fills and comparisons of blocks as LLVM IR: one function for each kind, as a clocked loop
of a word an iteration, or as logic.
"""

from dataclasses import dataclass

from cryptagon.hls.ir.writer import LlvmWriter


@dataclass(frozen=True)
class BlockLoop:
    """What moves or compares `count` words of `word` bytes, a count of `bits` bits.

    `work` is "copy", "fill", "compare", "differ" (a comparison of which only counts whether it is 0)
    or "length". It is straight code of at most `logic` words where that is not None.
    """

    work: str
    word: int
    bits: int
    logic: int | None = None

    @property
    def name(self) -> str:
        """What a place that moves a block calls."""
        kind = "loop" if self.logic is None else f"logic.{self.logic}"
        return f"cg.{self.work}.{kind}.{self.word}.{self.bits}"

    @property
    def parameters(self) -> str:
        """Of the function: addresses, or an address and a byte; the count; for a copy whether its
        last word goes first.
        """
        second = {"fill": "i8 %byte, ", "length": ""}.get(self.work, "ptr %b, ")
        return f"ptr %a, {second}i{self.bits} %count{', i1 %last.first' if self.work == 'copy' else ''}"

    @property
    def result(self) -> str:
        """The type of what it gives."""
        return {"compare": "i32", "differ": "i32", "length": "i64"}.get(self.work, "void")

    def function(self, loop_notes: str) -> str:
        """The function, to be inlined. `loop_notes` is the metadata of its loop's back edge."""
        new = _Writer(self, loop_notes)
        new.lines.append("start:")
        if self.logic is None:
            getattr(new, f"{self.work}_loop")()
        else:
            getattr(new, f"{self.work}_logic")(self.logic)
        body = "\n".join(new.lines)
        return f"\ndefine internal {self.result} @{self.name}({self.parameters}) alwaysinline {{\n{body}\n}}\n"


class _Writer(LlvmWriter):
    """Writes one function."""

    def __init__(self, block: BlockLoop, loop_notes: str) -> None:
        super().__init__("block")
        self.block, self.loop_notes = block, loop_notes
        self.kind = f"i{8 * block.word}"

    def _address(self, base: str, index: str) -> str:
        wide = (
            index
            if self.block.bits == 64 or not index.startswith("%")
            else self.emit(f"zext i{self.block.bits} {index} to i64")
        )
        return self.emit(f"getelementptr [{self.block.word} x i8], ptr {base}, i64 {wide}")

    def _word(self, base: str, index: str) -> str:
        return self.emit(f"load {self.kind}, ptr {self._address(base, index)}, align 1")

    def _head(self) -> None:
        """The loop over words, as far as its test."""
        bits = self.block.bits
        self.lines += ["  br label %test", "test:"]
        self.do(f"%number = phi i{bits} [ 0, %start ], [ %next, %more ]")
        self.do(f"%begun = icmp ult i{bits} %number, %count")
        self.lines += ["  br i1 %begun, label %word, label %done", "word:"]

    def _tail(self) -> None:
        """The end of an iteration."""
        self.lines += ["  br label %more", "more:"]
        self.do(f"%next = add nuw i{self.block.bits} %number, 1")
        self.lines += [f"  br label %test{self.loop_notes}", "done:"]

    def copy_loop(self) -> None:
        """A word an iteration, the last one first where the target begins inside of the source."""
        bits = self.block.bits
        self._head()
        left = self.emit(f"sub i{bits} %count, %number")
        from_end = self.emit(f"sub i{bits} {left}, 1")
        index = self.emit(f"select i1 %last.first, i{bits} {from_end}, i{bits} %number")
        value = self._word("%b", index)
        self.do(f"store {self.kind} {value}, ptr {self._address('%a', index)}, align 1")
        self._tail()
        self.do("ret void")

    def fill_loop(self) -> None:
        """A word an iteration."""
        self._head()
        self.do(
            f"store {self.kind} {self.repeated('%byte', self.block.word)}, ptr {self._address('%a', '%number')}, align 1"
        )
        self._tail()
        self.do("ret void")

    def compare_loop(self) -> None:
        """A byte an iteration, up to the first that differs."""
        wide = [self.emit(f"zext i8 {value} to i32") for value in self._to_difference()]
        self.do(f"ret i32 {self.emit(f'sub i32 {wide[0]}, {wide[1]}')}")

    def differ_loop(self) -> None:
        """A word an iteration, up to the first that differs."""
        self._to_difference()
        self.do("ret i32 1")

    def _to_difference(self) -> tuple[str, str]:
        """The loop up to the first two words that differ, which it gives; 0 where there are none."""
        self._head()
        left, right = self._word("%a", "%number"), self._word("%b", "%number")
        same = self.emit(f"icmp eq {self.kind} {left}, {right}")
        self.lines += [f"  br i1 {same}, label %same, label %differ", "same:"]
        self._tail()
        self.do("ret i32 0")
        self.lines.append("differ:")
        return left, right

    def length_loop(self) -> None:
        """A byte an iteration, up to the first 0.

        The count is the most that there can be: a byte 0 is among them.
        """
        bits = self.block.bits
        self.lines += ["  br label %test", "test:"]
        self.do(f"%number = phi i{bits} [ 0, %start ], [ %next, %more ]")
        end = self.emit(f"icmp eq i8 {self._word('%a', '%number')}, 0")
        self.lines += [f"  br i1 {end}, label %done, label %more", "more:"]
        self.do(f"%next = add nuw i{bits} %number, 1")
        self.lines += [f"  br label %test{self.loop_notes}", "done:"]
        self.do(f"ret i64 {'%number' if bits == 64 else self.emit(f'zext i{bits} %number to i64')}")

    def _within(self, index: int) -> str:
        """Whether a word is one of the block's."""
        return self.emit(f"icmp ugt i{self.block.bits} %count, {index}")

    def copy_logic(self, most: int) -> None:
        """All words of the source are read before one is written."""
        self._write([self._word("%b", str(index)) for index in range(most)])

    def fill_logic(self, most: int) -> None:
        """All words."""
        self._write([self.repeated("%byte", self.block.word)] * most)

    def _write(self, values: list[str]) -> None:
        for index, value in enumerate(values):
            place = self._address("%a", str(index))
            old = self.emit(f"load {self.kind}, ptr {place}, align 1")
            chosen = self.emit(
                f"select i1 {self._within(index)}, {self.kind} {value}, {self.kind} {old}"
            )
            self.do(f"store {self.kind} {chosen}, ptr {place}, align 1")
        self.do("ret void")

    def compare_logic(self, most: int) -> None:
        """All bytes, the first that differs counts."""
        order = "0"
        for index in reversed(range(most)):
            left, right = self._word("%a", str(index)), self._word("%b", str(index))
            wide = [self.emit(f"zext i8 {value} to i32") for value in (left, right)]
            counts = self.emit(
                f"and i1 {self.emit(f'icmp ne i8 {left}, {right}')}, {self._within(index)}"
            )
            order = self.emit(
                f"select i1 {counts}, i32 {self.emit(f'sub i32 {wide[0]}, {wide[1]}')}, i32 {order}"
            )
        self.do(f"ret i32 {order}")

    def differ_logic(self, most: int) -> None:
        """All words, whatever their order."""
        bits = "0"
        for index in range(most):
            left, right = self._word("%a", str(index)), self._word("%b", str(index))
            other = self.emit(f"xor {self.kind} {left}, {right}")
            counts = self.emit(
                f"select i1 {self._within(index)}, {self.kind} {other}, {self.kind} 0"
            )
            bits = self.emit(f"or {self.kind} {bits}, {counts}")
        differ = self.emit(f"icmp ne {self.kind} {bits}, 0")
        self.do(f"ret i32 {self.emit(f'zext i1 {differ} to i32')}")

    def length_logic(self, most: int) -> None:
        """All bytes, the first 0 counts."""
        length = str(most)
        for index in reversed(range(most)):
            end = self.emit(f"icmp eq i8 {self._word('%a', str(index))}, 0")
            length = self.emit(f"select i1 {end}, i64 {index}, i64 {length}")
        self.do(f"ret i64 {length}")
