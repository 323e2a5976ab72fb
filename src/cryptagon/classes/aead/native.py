"""A CipherCore in C, run natively as the PreProcessor would drive it: software verification before
any Verilog exists.
"""

from collections.abc import Mapping, Sequence
from pathlib import Path

from cryptagon.catalog import Algorithm, check_widths
from cryptagon.errors import CryptagonError
from cryptagon.hls.native import Limits, NativeDesign, Presentation
from cryptagon.hwapi import BdiBlock, CoreTransaction, Message, core_transaction

PORTS = {"key", "bdi", "bdo", "msg_auth", "key_update", "decrypt"}
SECOND_PASS = {"fdi": "fdo"}  # the input of the second pass, and the output that feeds it

Output = tuple[str, dict[str, int]]


def run_native(
    algorithm: Algorithm,
    source: Path,
    folder: Path,
    messages: Sequence[Message],
    *,
    limits: Limits | None = None,
    defines: Mapping[str, str] | None = None,
) -> int:
    """Send the messages through the C core; how many went through.

    `folder` takes the program, `limits` end a run that would not end, `defines` are macros.

    Raises CryptagonError when the source does not compile, lacks a port of docs/cipher-core.md or
    has one of another width than algorithm.toml, hangs, runs on without end, or answers wrongly:
    with the first message that differs, what was expected and what came.
    """
    fed_by = SECOND_PASS if algorithm.interface.two_pass else {}
    design = NativeDesign.build(source, folder, defines=defines or {}, fed_by=fed_by)
    missing = {*PORTS, *fed_by, *fed_by.values()} - design.ports.keys()
    if missing:
        raise CryptagonError(
            "this is no CipherCore",
            where=str(source),
            why=f"it has no {', '.join(sorted(missing))}",
            fix="see docs/cipher-core.md",
        )
    check_widths(algorithm, source, design.widths, defines)
    transactions = [core_transaction(algorithm, message) for message in messages]
    presentations = [presentation(transaction) for transaction in transactions]
    run = design.run_within(presentations, limits) if limits else design.run(presentations)
    if run.cut:
        raise CryptagonError(
            "the C core does not end in a native run",
            where=str(source),
            why=f"it was stopped {run.cut}",
        )
    # A design that waits in vain has not finished the message that it is at, which is then the last
    # in `outputs`.
    finished = len(run.outputs) - 1 if run.waiting_for else len(messages)
    for message, transaction, outputs in zip(messages[:finished], transactions, run.outputs):
        _compare(source, message, transaction, outputs, algorithm.sizes.block // 8)
    if run.waiting_for:
        why = f"{messages[max(finished, 0)].title}: it waits for {run.waiting_for}"
        raise CryptagonError("the C core hangs in a native run", where=str(source), why=why)
    return len(messages)


def presentation(transaction: CoreTransaction) -> Presentation:
    """A message as a program of a core is offered it."""
    key = [] if transaction.key is None else [{"data": int.from_bytes(transaction.key, "big")}]
    items = {"key": key, "bdi": [_fields(block) for block in transaction.bdi]}
    wires = {"key_update": len(key), "decrypt": int(transaction.decrypt)}
    outputs = len(transaction.bdo) + (transaction.verdict is not None)
    return Presentation(wires, items, outputs, falls_with={"key_update": "key"})


def _fields(block: BdiBlock) -> dict[str, int]:
    flags = {
        name: int(getattr(block, name))
        for name in ("type", "eot", "eoi", "partial", "size", "valid_bytes", "pad_loc")
    }
    return {"data": int.from_bytes(block.data, "big"), **flags}


def _compare(
    source: Path,
    message: Message,
    transaction: CoreTransaction,
    outputs: Sequence[Output],
    width: int,
) -> None:
    """The outputs of a message against what is expected; `width` is that of a block of output in
    bytes.
    """
    expected = [
        f"bdo {block.data[: block.size].hex()}" if block.known else f"bdo of {block.size} bytes"
        for block in transaction.bdo
    ]
    expected += [] if transaction.verdict is None else [f"msg_auth {int(transaction.verdict)}"]
    known = [block.known for block in transaction.bdo] + [True]
    got = [
        _shown(output, width, known[min(number, len(known) - 1)])
        for number, output in enumerate(outputs)
    ]
    if got == expected:
        return
    first = next(
        (number for number, pair in enumerate(zip(expected, got)) if pair[0] != pair[1]),
        min(len(expected), len(got)),
    )
    wanted, came = (
        f"{items[first]}" if first < len(items) else "nothing" for items in (expected, got)
    )
    why = f"{message.title}, output {first + 1}\nexpected {wanted}\ngot      {came}"
    raise CryptagonError("the C core answers wrongly in a native run", where=str(source), why=why)


def _shown(output: Output, width: int, known: bool) -> str:
    """An output in the words in which an expected one is written; `width` is that of a block in
    bytes.
    """
    name, fields = output
    if name != "bdo":
        return f"{name} {fields['data']}"
    size = fields["size"]
    return (
        f"bdo {fields['data'].to_bytes(width, 'big')[:size].hex()}"
        if known
        else f"bdo of {size} bytes"
    )
