"""The text of a cell library small enough to reckon with."""

HEAD = """
library (tiny) {
  delay_model : table_lookup;
  time_unit : "1ns";
  capacitive_load_unit (1, ff);
  nom_voltage : 1.1;
  nom_temperature : 25;
  lu_table_template (by_slew_and_load) {
    variable_1 : input_net_transition; variable_2 : total_output_net_capacitance;
    index_1 ("0, 1"); index_2 ("0, 10");
  }
  lu_table_template (by_load_and_slew) {
    variable_1 : total_output_net_capacitance; variable_2 : input_net_transition;
    index_1 ("0, 10"); index_2 ("0, 1");
  }
  lu_table_template (check) {
    variable_1 : related_pin_transition; variable_2 : constrained_pin_transition;
    index_1 ("0, 1"); index_2 ("0, 1");
  }
"""


def table(name: str, base: float, by_slew: float, by_load: float) -> str:
    """A table of base + by_slew * slew + by_load * load, exact at every point."""
    low, high = (
        f"{base}, {base + 10 * by_load}",
        f"{base + by_slew}, {base + by_slew + 10 * by_load}",
    )
    return f'{name} (by_slew_and_load) {{ values ("{low}", "{high}"); }}'


def arc(related: str, sense: str, base: float, *, kind: str = "", drag: float = 0.0) -> str:
    """Delay base + 0.2 slew + 0.01 load to a rise, 0.1 more to a fall; slew 0.02 + drag * slew +
    0.005 load.
    """
    tables = (
        table("cell_rise", base, 0.2, 0.01)
        + table("cell_fall", base + 0.1, 0.2, 0.01)
        + table("rise_transition", 0.02, drag, 0.005)
        + table("fall_transition", 0.02, drag, 0.005)
    )
    kind = f"timing_type : {kind};" if kind else ""
    return f'timing () {{ related_pin : "{related}"; timing_sense : {sense}; {kind} {tables} }}'


def gate(
    name: str,
    area: float,
    inputs: str,
    function: str,
    *,
    sense: str,
    base: float,
    drag: float = 0.0,
) -> str:
    pins = "".join(f"pin ({pin}) {{ direction : input; capacitance : 1.0; }}" for pin in inputs)
    arcs = "".join(arc(pin, sense, base, drag=drag) for pin in inputs)
    return f'cell ({name}) {{ area : {area}; {pins} pin (Y) {{ direction : output; function : "{function}"; max_capacitance : 20; {arcs} }} }}'


SETUP = """timing () { related_pin : "CK"; timing_type : setup_rising;
    rise_constraint (check) { values ("0.05, 0.15", "0.05, 0.15"); }
    fall_constraint (check) { values ("0.07, 0.17", "0.07, 0.17"); } }"""
FLIP_FLOP = f"""cell (DFF) {{ area : 12; ff (IQ, IQN) {{ next_state : "D"; clocked_on : "CK"; }}
  pin (D) {{ direction : input; capacitance : 1.5; {SETUP} }}
  pin (CK) {{ direction : input; clock : true; capacitance : 2.0; }}
  pin (Q) {{ direction : output; function : "IQ"; {arc("CK", "non_unate", 0.3, kind="rising_edge")} }} }}
"""
CELLS = {
    "INV": gate("INV", 1, "A", "!A", sense="negative_unate", base=0.1),
    "BUF": gate("BUF", 1.5, "A", "A", sense="positive_unate", base=0.15),
    "NAND2": gate("NAND2", 2, "AB", "!(A & B)", sense="negative_unate", base=0.2),
    "NOR2": gate("NOR2", 2.5, "AB", "(A + B)'", sense="negative_unate", base=0.25),
    "XOR2": gate("XOR2", 4, "AB", "A ^ B", sense="non_unate", base=0.3),
    "DFF": FLIP_FLOP,
}


def liberty(*cells: str, head: str = HEAD) -> str:
    return head + "\n".join(cells or CELLS.values()) + "\n}\n"
