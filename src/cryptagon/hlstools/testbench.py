"""The testbench of an exported function: a program in C++ that calls it, compares, and fails where
an answer differs. Both tools also run it against the RTL that they made.
"""

import re
from collections.abc import Sequence

from cryptagon.hlstools.answers import Answered
from cryptagon.hlstools.translate import TopPort

WORD = 64
MOST_CALLS = 1_000_000
"""Calls for one message, after which a function that answers nothing has failed."""

FIXED = """\
/* An item from words of 64 bits, the most significant one first. */
template <class Item>
static Item item_of(const uint64_t *words, int count) {
    Item item = Item(words[0]);
    for (int i = 1; i < count; i++) item = Item(Item(item << 32) << 32) | Item(words[i]);
    return item;
}

/* Takes what has come; 1 for an item that is not the one that must come. */
template <class Item>
static int wrong(const char *name, hls::stream<Item> &stream, const uint64_t *expected, const uint64_t *mask, int count) {
    Item difference = Item((stream.read() ^ item_of<Item>(expected, count)) & item_of<Item>(mask, count));
    if (difference == 0) return 0;
    printf("%s: a wrong answer\\n", name);
    return 1;
}
"""


def testbench(top: str, ports: Sequence[TopPort], messages: Sequence[Answered], title: str) -> str:
    """The text of testbench.cpp."""
    inputs = [one for one in ports if one.kind == "stream_in"]
    outputs = [one for one in ports if one.kind == "stream_out"]
    wires = [one for one in ports if one.kind == "wire_in"]
    tables = [
        *(_table(f"{one.name}_items", one, _offered(messages, one.name)) for one in inputs),
        *(
            _table(
                f"{one.name}_expected", one, [value for value, _ in _expected(messages, one.name)]
            )
            for one in outputs
        ),
        *(
            _table(f"{one.name}_mask", one, [mask for _, mask in _expected(messages, one.name)])
            for one in outputs
        ),
        *(
            _table(
                f"{one.name}_values", one, [message.wires.get(one.name, 0) for message in messages]
            )
            for one in wires
        ),
    ]
    return "\n".join(
        [
            f"/* {title}: {len(messages)} messages with what must come. Written by cryptagon export. */",
            '#include "core.h"',
            "",
            "#include <stdio.h>",
            "",
            *tables,
            _counts(messages, inputs, outputs),
            FIXED,
            *_main(top, ports, messages),
            "",
        ]
    )


def _offered(messages: Sequence[Answered], name: str) -> list[int]:
    return [item for message in messages for item in message.items.get(name, ())]


def _expected(messages: Sequence[Answered], name: str) -> list[tuple[int, int]]:
    return [pair for message in messages for pair in message.outputs.get(name, ())]


def _words(port: TopPort) -> int:
    """Words of 64 bits of an item; those of C's own integers are one."""
    found = re.search(r"<(\d+)>", port.item)
    return -(-int(found[1]) // WORD) if found else 1


def _table(name: str, port: TopPort, values: Sequence[int]) -> str:
    count = _words(port)
    rows = [
        "{"
        + ", ".join(
            f"0x{value >> WORD * at & (1 << WORD) - 1:x}ull" for at in reversed(range(count))
        )
        + "}"
        for value in (values or [0])
    ]
    body = ",\n    ".join(rows)
    return f"static const uint64_t {name}[][{count}] = {{\n    {body},\n}};\n"


def _counts(
    messages: Sequence[Answered], inputs: Sequence[TopPort], outputs: Sequence[TopPort]
) -> str:
    """How many items of each stream belong to each message."""
    members = [*(f"{one.name}_in" for one in inputs), *(f"{one.name}_out" for one in outputs)]
    rows = [
        ", ".join(
            [
                *(str(len(message.items.get(one.name, ()))) for one in inputs),
                *(str(len(message.outputs.get(one.name, ()))) for one in outputs),
            ]
        )
        for message in messages
    ]
    body = "\n".join(f"    {{{row}}}," for row in rows)
    return (
        f"static const struct {{\n    int {', '.join(members)};\n}} messages[] = {{\n{body}\n}};\n"
    )


def _main(top: str, ports: Sequence[TopPort], messages: Sequence[Answered]) -> list[str]:
    streams = [one for one in ports if one.kind != "wire_in"]
    inputs = [one for one in streams if one.kind == "stream_in"]
    outputs = [one for one in streams if one.kind == "stream_out"]
    missing = " || ".join(f"{one.name}_seen < {one.name}_due" for one in outputs) or "false"
    return [
        "int main() {",
        *(f"    static hls::stream<{one.item} > {one.name};" for one in streams),
        f"    int {', '.join(f'{one.name}_at = 0' for one in inputs)};" if inputs else "",
        f"    int {', '.join(f'{one.name}_seen = 0, {one.name}_due = 0' for one in outputs)};",
        "    int faults = 0, calls = 0;",
        f"    for (int m = 0; m < {len(messages)}; m++) {{",
        *(
            f"        for (int i = 0; i < messages[m].{one.name}_in; i++) "
            f"{one.name}.write(item_of<{one.item} >({one.name}_items[{one.name}_at++], {_words(one)}));"
            for one in inputs
        ),
        *(f"        {one.name}_due += messages[m].{one.name}_out;" for one in outputs),
        f"        for (int left = {MOST_CALLS}; {missing}; left--) {{",
        "            if (!left) {",
        '                printf("message %d: answers are missing\\n", m + 1);',
        "                return 1;",
        "            }",
        f"            {top}({', '.join(_argument(one, messages) for one in ports)});",
        "            calls++;",
        *_taken(outputs),
        "        }",
        "    }",
        f'    printf("{len(messages)} messages, %d calls, %d wrong answers\\n", calls, faults);',
        "    return faults != 0;",
        "}",
    ]


def _argument(port: TopPort, messages: Sequence[Answered]) -> str:
    """A wire falls when the stream that it waits for has given its last item."""
    if port.kind != "wire_in":
        return port.name
    value = f"item_of<{port.item} >({port.name}_values[m], {_words(port)})"
    waits = {
        message.falls_with[port.name] for message in messages if port.name in message.falls_with
    }
    return f"{waits.pop()}.empty() ? {port.item}(0) : {value}" if waits else value


def _taken(outputs: Sequence[TopPort]) -> list[str]:
    lines = []
    for one in outputs:
        name = one.name
        lines += [
            f"            while (!{name}.empty()) {{",
            f"                if ({name}_seen == {name}_due) {{",
            f'                    printf("message %d: an answer too many on {name}\\n", m + 1);',
            "                    return 1;",
            "                }",
            f'                faults += wrong("{name}", {name}, {name}_expected[{name}_seen], {name}_mask[{name}_seen], {_words(one)});',
            f"                {name}_seen++;",
            "            }",
        ]
    return lines
