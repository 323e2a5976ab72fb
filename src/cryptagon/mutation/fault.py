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


def hang(when: str) -> Hooks:
    """No block is taken any more."""
    return {
        "bdi_forward": f"if ({when}) given_valid = 1'b0;",
        "bdi_back": f"if ({when}) bdi_ready = 1'b0;",
    }


def no_output(when: str) -> Hooks:
    """No output comes any more."""
    return {
        "bdo_forward": f"if ({when}) bdo_valid = 1'b0;",
        "bdo_back": f"if ({when}) made_ready = 1'b0;",
    }


def drop_output(when: str) -> Hooks:
    """A block of output is lost."""
    return {
        "bdo_forward": f"if ({when}) bdo_valid = 1'b0;",
        "bdo_back": f"if ({when}) made_ready = 1'b1;",
    }


def double_output(when: str) -> Hooks:
    """A block of output comes twice."""
    return {
        "bdo_back": f"if (({when}) && !flag_q) made_ready = 1'b0;",
        "clocked": f"if (({when}) && bdo_valid && bdo_ready) flag_q <= !flag_q;",
    }


def drop_block(when: str) -> Hooks:
    """A block of input is taken and forgotten."""
    return {
        "bdi_forward": f"if ({when}) given_valid = 1'b0;",
        "bdi_back": f"if ({when}) bdi_ready = 1'b1;",
    }


def double_block(when: str) -> Hooks:
    """A block of input is taken in twice."""
    return {
        "bdi_back": f"if (({when}) && !flag_q) bdi_ready = 1'b0;",
        "clocked": f"if (({when}) && given_valid && core_bdi_ready) flag_q <= !flag_q;",
    }


def wrong_block(when: str) -> Hooks:
    """A bit of a block of input is taken in wrongly: the first one of its bytes."""
    return {"bdi_forward": f"if ((bdi_size != 0) && ({when})) given.data[BDI-1] = !bdi[BDI-1];"}


def triggered(when: str) -> Hooks:
    """`armed` from the cycle in which `when` holds to the end of the message."""
    return {"trigger": f"trigger = {when};"}
