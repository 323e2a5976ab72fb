"""Faults of a core that goes over its data twice: what it puts into the FIFO outside, and what it
takes back.
"""

from dataclasses import replace

from cryptagon.mutation.conditions import two_passes
from cryptagon.mutation.fault import (
    BDI,
    FDI,
    FDO,
    Fault,
    Hooks,
    doubled,
    dropped,
    merged,
    stopped,
    swapped,
    triggered,
    wrong_answer,
)


def item_register(full: str = "full_q", *, late: bool = False) -> Hooks:
    """An item that comes back waits in a register; `late`: which it enters in the cycle after its
    transfer. Without that: no fault.
    """
    here, then = ("if (flag_q) recalled = fdi;", "if (flag_q) item_q <= fdi;") if late else ("", "")
    return {
        "fdi_forward": f"recalled = item_q; recalled_valid = {full}; {here}",
        "fdi_back": f"fdi_ready = !{full};",
        "clocked": f"if (recalled_valid && recalled_ready) {full} <= 1'b0; if (fdi_moves) {{item_q, {full}}} <= {{fdi, 1'b1}}; "
        f"flag_q <= fdi_moves; {then}",
    }


_EXTRA = "active_q && ended_q && data_bytes_q == 0 && !flag_q"

STORED = [
    Fault("item-dropped", "the second item for the FIFO is lost", dropped(FDO, "items_in_q == 1")),
    Fault("item-stored-twice", "the first item of a message is put into the FIFO twice", doubled(FDO, "items_in_q == 0")),
    Fault("item-stored-out-of-order", "the second item for the FIFO changes places with the one after it", swapped(FDO, "items_in_q == 1")),
    Fault("item-stored-stale", "the third item for the FIFO is that before it", {
        "fdo_forward": "if (items_in_q == 2) fdo = stored_before_q;"}),
    Fault("item-wrong-at-50", "item 50 of a message is wrong", {"fdo_forward": "if (items_in_q == 49) fdo[BLOCK-1] = !stored[BLOCK-1];"}),
    Fault("item-of-empty-data", "a message without data puts an item into the FIFO, and leaves it there", {
        "fdo_forward": f"if ({_EXTRA}) fdo_valid = 1'b1;",
        "clocked": f"if ({_EXTRA} && fdo_ready) flag_q <= 1'b1; else if (ends) flag_q <= 1'b0;"}),
    Fault("hang-after-200-items", "with 200 items in the FIFO no block is taken", stopped(BDI, "items_in_q >= 200 + items_back_q")),
    Fault("fdo-valid-needs-ready", "fdo_valid waits for fdo_ready", {"fdo_forward": "fdo_valid = stored_valid && fdo_ready;"}),
    Fault("fdo-data-needs-ready", "the item for the FIFO changes with fdo_ready", {
        "fdo_forward": "if (!fdo_ready) fdo[BLOCK-1] = !stored[BLOCK-1];"}),
    Fault("fdo-valid-dropped", "fdo_valid falls for a cycle after each cycle without fdo_ready", {
        "fdo_forward": "if (flag_q) fdo_valid = 1'b0;", "fdo_back": "if (flag_q) stored_ready = 1'b0;",
        "clocked": "flag_q <= fdo_valid && !fdo_ready;"}),
    Fault("fdo-ignores-ready", "fdo_ready is not looked at: what the FIFO does not take at once is lost", {"fdo_back": "stored_ready = 1'b1;"}),
    Fault("fdo-changes-while-waiting", "the item for the FIFO changes after one cycle without fdo_ready", {
        "fdo_forward": "if (fdo_wait_q != 0) fdo[BLOCK-1] = !stored[BLOCK-1];"}),
    Fault("fdo-changes-after-200-waits", "the item for the FIFO changes after 200 cycles without fdo_ready", {
        "fdo_forward": "if (fdo_wait_q >= 200) fdo[BLOCK-1] = !stored[BLOCK-1];"}),
    Fault("fdo-lost-after-250-waits", "an item that waited 250 cycles for fdo_ready is given up", dropped(FDO, "fdo_wait_q >= 250")),
    Fault("tag-wrong-after-item-waited-100", "an item that waited 100 cycles for fdo_ready spoils the tag",
          merged(triggered("fdo_wait_q >= 100"), wrong_answer("armed"))),
]  # fmt: skip

RECALLED = [
    Fault("item-without-valid", "fdi_valid is not looked at: the wires are taken", {"fdi_forward": "if (active_q) recalled_valid = 1'b1;"}),
    Fault("item-after-timeout", "after 200 cycles without an item of the FIFO the wires are taken as one", {
        "fdi_forward": "if (fdi_wait_q >= 200) recalled_valid = 1'b1;"}),
    Fault("item-forgotten", "the second item that comes back is forgotten", dropped(FDI, "items_back_q == 1")),
    Fault("item-taken-twice", "the first item that comes back is taken twice", doubled(FDI, "items_back_q == 0")),
    Fault("item-taken-out-of-order", "the first two items that come back change places", swapped(FDI, "items_back_q == 0 && items_in_q > 1")),
    Fault("item-stale", "the second item that comes back is taken as the first again", {
        "fdi_forward": "if (items_back_q == 1) recalled = back_before_q;"}),
    Fault("item-of-last-message", "the second pass begins with the first item of the message before", {
        "fdi_forward": "if (items_back_q == 0 && messages_q != 0) recalled = first_back_q;"}),
    Fault("item-added-up", "the second item that comes back is taken as the sum of the first two", {
        "fdi_forward": "if (items_back_q == 1) recalled = fdi ^ back_before_q;"}),
    Fault("item-count-of-8-bits", "items are counted in 8 bits: the 257th is taken as the first", {
        "fdi_forward": "if (items_back_q == 256) recalled = first_back_q;"}),
    Fault("item-left-by-decryption", "the last item of a decryption is read, and stays in the FIFO", {
        "fdi_back": "if (decrypting_q && ended_q && items_back_q + 1 == items_in_q) fdi_ready = 1'b0;"}),
    Fault("item-sampled-late", "an item is read from the wires in the cycle after its transfer", item_register(late=True)),
    Fault("item-kept-over-reset", "an item that was taken ahead of its use outlasts a reset", item_register("unreset_q")),
    Fault("item-taken-in-first-pass", "while blocks of input come, items are taken back and lost", {
        "fdi_back": "if (active_q && !ended_q) fdi_ready = 1'b1;"}),
    Fault("item-lost-while-output-waits", "while an output waits the next item is taken, and lost", {
        "fdi_back": "if (bdo_wait_q >= 2) fdi_ready = 1'b1;"}),
    Fault("item-lost-after-output-waited-250", "the item of an output that waited 250 cycles is given up", dropped(FDI, "bdo_wait_q >= 250")),
    Fault("item-wrong-after-forgery", "the first item after a forged message is taken in wrongly", {
        "fdi_forward": "if (rejected_q && items_back_q == 0) recalled[BLOCK-1] = !fdi[BLOCK-1];"}),
    Fault("pause-200-within-second-pass", "after a pause of 200 cycles within the second pass the tag is wrong",
          merged(triggered("fdi_wait_q >= 200 && items_back_q != 0"), wrong_answer("armed_q"))),
]  # fmt: skip

FAULTS = tuple(replace(fault, applies=two_passes) for fault in (*STORED, *RECALLED))
REGISTER = Fault("item-register", "a register behind the FIFO", item_register(), applies=two_passes)
"""No fault."""
