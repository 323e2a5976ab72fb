"""An answer of stream_has is held while an item that hangs on it is offered, and only then."""

import pytest

from cryptagon.core import VerilogCore
from cryptagon.hls import compile_source
from cryptagon.hls.verilog import handshakes
from cryptagon.hls.verilog.answers import Answers, answers_of
from cryptagon.prove import Subject, prove
from cryptagon.prove.subject import Stream
from cryptagon.toolchain import Verdict

STREAMS = tuple(Stream(name, name != "out", {name: 32}) for name in ("in", "other", "out"))

HEAD = """#include <cryptagon.h>
STREAM_IN(unsigned, in)
STREAM_IN(unsigned, other)
STREAM_OUT(unsigned, out)
SHARED unsigned mix(unsigned x) { return x * 0x9e3779b9u ^ x >> 5; }
HARDWARE void unit(void) {
    unsigned sum = 0, count = 0;
    for (;;) {
        %s
    }
}
"""

# The body of the loop; the streams whose answers are held, and those that are read only where the
# answer was yes
BODIES = {
    "nothing hangs on it": (
        "if (stream_has(in)) sum += stream_read(in);\nstream_write(out, count++);",
        "",
        "in",
    ),
    "an item that is offered only where it is yes": (
        "if (stream_has(in)) stream_write(out, stream_read(in));",
        "",
        "in",
    ),
    "whether an item is offered": (
        "if (!stream_has(in)) stream_write(out, count++);\nelse sum += stream_read(in);",
        "in",
        "in",
    ),
    "which item is offered": (
        "bit there = stream_has(in);\nif (there) sum += stream_read(in);\nstream_write(out, there);",
        "in",
        "in",
    ),
    "an item, by a unit": (
        "if (stream_has(in)) count += stream_read(in);\nstream_write(out, mix(stream_has(in)));",
        "in",
        "in",
    ),
    "an item, by a unit that is not asked": (
        "if (stream_has(in)) count += stream_read(in);\nstream_write(out, mix(sum++));",
        "",
        "in",
    ),
    "whether another stream is waited for": (
        "if (stream_has(in)) sum += stream_read(other);\nstream_write(out, count++);",
        "in",
        "",
    ),
    "whether another stream is not waited for": (
        "if (!stream_has(in)) sum += stream_read(other);\nstream_write(out, count++);",
        "",
        "",
    ),
    "a read in spite of the answer": (
        "if (stream_has(in)) count++;\nif (count & 1) sum += stream_read(in);\nstream_write(out, count);",
        "in",
        "",
    ),
}


def compiled(name, folder):
    source = folder / "unit.c"
    source.write_text(HEAD % BODIES[name][0])
    return compile_source(source, folder, module="unit")


def broken_rules(made, folder):
    """The rules of the handshake that the output breaks."""
    subject = Subject(VerilogCore(made.core.sources), "unit", STREAMS, "", ())
    proofs = list(prove(subject, folder / "proofs", ("valid-stays", "data-stays")))
    assert all(proof.verdict is not Verdict.UNDECIDED for proof in proofs)
    return [proof.rule for proof in proofs if proof.verdict is Verdict.REFUTED]


@pytest.mark.parametrize("name", BODIES)
def test_only_answers_that_an_offer_hangs_on_are_held(tmp_path, name):
    _, held, there = BODIES[name]
    made = compiled(name, tmp_path)
    found = answers_of(made.optimised)
    assert (sorted(found.held), sorted(found.surely_there)) == (held.split(), there.split())
    verilog = made.core.sources[0].read_text()
    assert [f"missed_{stream}" in verilog for stream in found.asked] == [
        stream in found.held for stream in found.asked
    ]
    assert broken_rules(made, tmp_path) == []


@pytest.mark.parametrize("name", [name for name, (_, held, _) in BODIES.items() if held])
def test_an_offer_changes_where_its_answer_is_not_held(tmp_path, monkeypatch, name):
    monkeypatch.setattr(
        handshakes, "answers_of", lambda _: Answers(("in",), frozenset(), frozenset())
    )
    assert broken_rules(compiled(name, tmp_path), tmp_path) != []
