"""Names and widths as Verilog and SystemVerilog have them."""

from collections.abc import Collection

VERILOG_WORDS = frozenset(
    """
    accept_on alias always always_comb always_ff always_latch and assert assign assume automatic
    before begin bind bins binsof bit buf bufif0 bufif1 byte casex casez cell chandle checker class
    clocking cmos config constraint context cover covergroup coverpoint cross deassign defparam
    design disable dist edge end endcase endchecker endclass endclocking endconfig endfunction
    endgenerate endgroup endinterface endmodule endpackage endprimitive endprogram endproperty
    endsequence endspecify endtable endtask event eventually expect export extends final first_match
    force foreach forever fork forkjoin function generate genvar global highz0 highz1 iff ifnone
    ignore_bins illegal_bins implements implies import incdir include initial initially inout input
    inside instance integer interconnect interface intersect join join_any join_none large let
    liblist library local localparam logic longint macromodule matches medium modport module nand
    negedge nettype new nexttime nmos nor noshowcancelled not notif0 notif1 null or output package
    packed parameter pmos posedge primitive priority program property protected pull pull0 pull1
    pulldown pullup pulsestyle_ondetect pulsestyle_onevent pure rand randc randcase randsequence
    rcmos real realtime ref reg reject_on release repeat rnmos rpmos rtran rtranif0 rtranif1
    s_always s_eventually s_nexttime s_until s_until_with sample scalared sequence shortint
    shortreal showcancelled small soft solve specify specparam strength string strong strong0
    strong1 super supply supply0 supply1 sync_accept_on sync_reject_on table tagged task this
    throughout time timeprecision timeunit tran tranif0 tranif1 tri tri0 tri1 triand trior trireg
    type unique unique0 until until_with untyped use uwire var vectored virtual wait wait_order wand
    weak weak0 weak1 wildcard wire with within wor xnor xor
    """.split()  # noqa: SIM905 - a list of two hundred words is read as text
)


def module_name(function: str) -> str:
    """The module that a HARDWARE function becomes: its name, with `_core` behind it where that is a
    word of the language.
    """
    return f"{function}_core" if function in VERILOG_WORDS else function


def unused_name(name: str, used: Collection[str]) -> str:
    """`name`, or where that is used already, the first of `name_2`, `name_3`, ... that is not."""
    candidate, number = name, 1
    while candidate in used:
        number += 1
        candidate = f"{name}_{number}"
    return candidate


def vector(bits: int) -> str:
    """The range in a declaration of `bits` bits, with a space behind it: `[7:0] `; nothing for one
    bit.
    """
    return f"[{bits - 1}:0] " if bits > 1 else ""
