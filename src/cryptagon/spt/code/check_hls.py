"""The C for hardware of a figure: its native run gives what the interpreter gives, and its Verilog
what the native run gives.
"""

import tempfile
from pathlib import Path

from cryptagon.hls import compile_source
from cryptagon.hls.check import Stimulus, prepare_comparison
from cryptagon.spt.code.names import parameters
from cryptagon.spt.code.streams import GIVEN, RESULTS, field_of
from cryptagon.spt.code.tried import Values, compare, inputs_of
from cryptagon.spt.model import Port, Program, Value
from cryptagon.spt.operations import joined, pieces


def verify_hls(program: Program, name: str, source: Path) -> int:
    """Compiles the C for hardware of a figure and compares native run and Verilog, with and without
    stalls; gives the number of inputs.

    Raises CryptagonError, with inputs and outputs, where they differ.
    """
    figure = program.by_name[name]
    tried = inputs_of(figure)
    items = [
        {field_of(port.name): _flat(one[port.name], port) for port in parameters(figure)}
        for one in tried
    ]
    with tempfile.TemporaryDirectory() as place:
        result = compile_source(source, Path(place))
        comparison = prepare_comparison(
            source, result, Path(place) / "testbench", stimulus=Stimulus({GIVEN: items})
        )
        written = [
            result.ports[RESULTS].unpack(item) for item in comparison.bench.expected.items[RESULTS]
        ]
        found: list[Values] = [
            {port.name: _value(one[field_of(port.name)], port) for port in figure.outputs}
            for one in written
        ]
        compare(program, figure, tried, found, str(source))
        comparison.run()
    return len(tried)


def _flat(value: Value, port: Port) -> int:
    """An array as one number, its elements side by side."""
    return joined(value, port.type.width) if isinstance(value, tuple) else value


def _value(item: int, port: Port) -> Value:
    return (
        item if port.type.count is None else tuple(pieces(item, port.type.width, port.type.count))
    )
