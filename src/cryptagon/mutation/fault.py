"""A fault at the ports of a core: a few statements of SystemVerilog in a wrapper around it, and
where it applies.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Literal, get_args

from cryptagon.hwapi import HardwareAlgorithm

Hook = Literal[
    "reset", "trigger", "clocked",
    "key_forward", "key_back", "bdi_forward", "bdi_back", "bdo_forward", "bdo_back", "auth_forward", "auth_back",
    "fdo_forward", "fdo_back", "fdi_forward", "fdi_back",
    "compare",
]  # fmt: skip
HOOKS: tuple[Hook, ...] = get_args(Hook)

Applies = Callable[[HardwareAlgorithm], str]
"""Why a fault is none for an algorithm; empty where it is one."""

Hooks = dict[Hook, str]


def always(algorithm: HardwareAlgorithm) -> str:
    """It is a fault for every algorithm of the contract."""
    return ""


@dataclass(frozen=True)
class Fault:
    """One way to be wrong. `name` is short and unique; `text` says to a designer what the core does
    wrong.

    `hooks`: statements by the place in the wrapper at which they run; forward is with the data of a
    stream, back is with its ready. They read what the wrapper keeps of the past and drive the
    signals of their place, whose values are those of the correct core before.
    """

    name: str
    text: str
    hooks: Hooks = field(repr=False)
    applies: Applies = always


def merged(*parts: Hooks) -> Hooks:
    """All statements of the parts, each place in their order."""
    return {
        hook: " ".join(part[hook] for part in parts if hook in part)
        for hook in HOOKS
        if any(hook in part for part in parts)
    }


@dataclass(frozen=True)
class Stream:
    """A stream of blocks in the wrapper, from its `source` to its `item`: signals of
    ports.sv.template.

    `valid` is what the taker sees, `ready` what the giver sees; `moves` is the giver's transfer,
    `taken` the taker's; `kept` is a register for an item.
    """

    forward: Hook
    back: Hook
    source: str
    item: str
    kept: str
    valid: str
    ready: str
    moves: str
    taken: str


BDI = Stream(
    "bdi_forward", "bdi_back", "offered", "given", "kept_q",
    "given_valid", "bdi_ready", "bdi_moves", "given_valid && core_bdi_ready",
)  # fmt: skip
BDO = Stream(
    "bdo_forward", "bdo_back", "{made_size, made}", "{bdo_size, bdo}", "{kept_q.size[BDO_SZ-1:0], kept_q.data[BLOCK-1:0]}",
    "bdo_valid", "made_ready", "made_moves", "bdo_valid && bdo_ready",
)  # fmt: skip
FDO = Stream(
    "fdo_forward", "fdo_back", "stored", "fdo", "item_q",
    "fdo_valid", "stored_ready", "stored_moves", "fdo_valid && fdo_ready",
)  # fmt: skip
FDI = Stream(
    "fdi_forward", "fdi_back", "fdi", "recalled", "item_q",
    "recalled_valid", "fdi_ready", "fdi_moves", "recalled_valid && recalled_ready",
)  # fmt: skip


# ---- what goes wrong, while `when` holds: an expression of the wrapper's registers and inputs ----


def wrong_output(when: str) -> Hooks:
    """The first bit of a block of output is inverted."""
    return {"bdo_forward": f"if ({when}) bdo[BLOCK-1] = !made[BLOCK-1];"}


def wrong_answer(when: str) -> Hooks:
    """The tag of an encryption is wrong, and the verdict on a decryption is inverted."""
    flips_tag = f"if (is_tag && ({when})) bdo[TAG_END] = !made[TAG_END];"
    return {"bdo_forward": flips_tag, "auth_forward": f"if ({when}) msg_auth = !verdict;"}


def rejects(when: str) -> Hooks:
    """A decryption is rejected."""
    return {"auth_forward": f"if ({when}) msg_auth = 1'b0;"}


def accepts(when: str) -> Hooks:
    """A decryption is accepted."""
    return {"auth_forward": f"if ({when}) msg_auth = 1'b1;"}


def wrong_block(when: str) -> Hooks:
    """A bit of a block of input is taken in wrongly: the first one of its bytes."""
    return {"bdi_forward": f"if ((bdi_size != 0) && ({when})) given.data[BDI-1] = !bdi[BDI-1];"}


def triggered(when: str) -> Hooks:
    """`armed` from the cycle in which `when` holds to the end of the message."""
    return {"trigger": f"trigger = {when};"}


def stopped(stream: Stream, when: str) -> Hooks:
    """Nothing is taken from it any more."""
    return {
        stream.forward: f"if ({when}) {stream.valid} = 1'b0;",
        stream.back: f"if ({when}) {stream.ready} = 1'b0;",
    }


def dropped(stream: Stream, when: str) -> Hooks:
    """An item is taken and forgotten."""
    return {
        stream.forward: f"if ({when}) {stream.valid} = 1'b0;",
        stream.back: f"if ({when}) {stream.ready} = 1'b1;",
    }


def doubled(stream: Stream, when: str) -> Hooks:
    """An item comes twice."""
    return {
        stream.back: f"if (({when}) && !flag_q) {stream.ready} = 1'b0;",
        "clocked": f"if (({when}) && {stream.taken}) flag_q <= !flag_q;",
    }


def swapped(stream: Stream, when: str) -> Hooks:
    """An item changes places with the one after it: it is kept, the next one passes, it follows."""
    keeps, follows = f"({when}) && !full_q", "full_q && count_q != 0"
    return {
        stream.forward: f"if (full_q) {stream.item} = count_q == 0 ? {stream.source} : {stream.kept}; "
        f"if ({keeps}) {stream.valid} = 1'b0; if ({follows}) {stream.valid} = 1'b1;",
        stream.back: f"if ({keeps}) {stream.ready} = 1'b1; if ({follows}) {stream.ready} = 1'b0;",
        "clocked": f"if ({keeps} && {stream.moves}) begin full_q <= 1'b1; count_q <= 0; {stream.kept} <= {stream.source}; end "
        f"if (full_q && {stream.taken}) begin count_q <= count_q + 1; full_q <= count_q == 0; end",
    }
