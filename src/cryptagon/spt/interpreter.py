"""A figure computed on numbers: what every program made from it must give."""

from collections.abc import Mapping, Sequence

from cryptagon.errors import CryptagonError
from cryptagon.spt.model import Figure, Node, Program, Ref, Type, Value
from cryptagon.spt.operations import OPERATIONS, Use
from cryptagon.spt.rounds import in_turn, rounds, state

Values = Mapping[str, Value]


def evaluate(program: Program, name: str, inputs: Values) -> dict[str, Value]:
    """The outputs of a figure for its inputs, both by their names. The number of the round is an
    input of a figure that counts rounds.

    Raises CryptagonError for a figure that is not there, and for inputs that are missing, too many,
    or do not fit their types.
    """
    figure = program.by_name.get(name)
    if figure is None:
        raise CryptagonError(
            f'there is no figure "{name}"', fix=f"there are {', '.join(program.by_name)}"
        )
    index = figure.index
    wanted = {one.name: one.type for one in (*figure.inputs, *([index] if index else []))}
    if wanted.keys() != inputs.keys():
        why = f"it was given {', '.join(sorted(inputs)) or 'nothing'}"
        raise CryptagonError(
            f"figure {name} has the inputs {', '.join(sorted(wanted)) or 'nothing'}", why=why
        )
    for key, type_ in wanted.items():
        if not fits(inputs[key], type_):
            raise CryptagonError(
                f"input {key} of figure {name} is {type_} bits",
                why=f"it was given {inputs[key]}"[:200],
            )
    number = inputs[index.name] if index else 0
    assert isinstance(number, int)  # an index is no array
    return _figure(program, figure, inputs, number)


def fits(value: Value, type_: Type) -> bool:
    """Whether the type can hold the value."""
    elements = value if isinstance(value, tuple) else (value,)
    length = len(value) if isinstance(value, tuple) else None
    return length == type_.count and all(0 <= one < 1 << type_.width for one in elements)


def _figure(program: Program, figure: Figure, inputs: Values, number: int) -> dict[str, Value]:
    """`number` is that of the round."""
    values: dict[Ref, Value] = {Ref(name): value for name, value in inputs.items()}
    for node in figure.nodes:
        given = [values[operand] for operand in node.operands]
        results = _node(
            program, node, given, [figure.types[operand] for operand in node.operands], number
        )
        values |= {Ref(node.name, output): results[output] for output, _ in node.results}
    return {one.name: values[one.source] for one in figure.outputs if one.source}


def _node(
    program: Program, node: Node, given: Sequence[Value], types: Sequence[Type], number: int
) -> Values:
    """The values that a node gives, by the names of its outputs."""
    match node.operation:
        case "constant":
            return {"": node.numbers if node.type.count else node.numbers[0]}
        case "index":
            return {"": number}
        case "call":
            return _figure(program, program.by_name[node.target], dict(zip(node.ports, given)), 0)
        case "repeat":
            return _repeat(
                program, node, dict(zip(node.ports, given)), dict(zip(node.ports, types))
            )
        case _:
            use = Use(tuple(types), node.numbers, program.definition.get(node.target))
            return {"": OPERATIONS[node.operation].value(use, given)}


def _repeat(program: Program, node: Node, given: Values, types: Mapping[str, Type]) -> Values:
    """The rounds one after the other, by the rules of `rounds.py`."""
    figure = program.by_name[node.target]
    kept, turns = state(figure), in_turn(figure, types)
    current = dict(given)
    collected: dict[str, list[int]] = {
        one.name: [] for one in figure.outputs if one.name not in kept
    }
    for place, number in enumerate(rounds(*node.numbers)):
        for name in turns:
            current[name] = _element(given[name], place)
        results = _figure(program, figure, current, number)
        current |= {name: results[name] for name in kept}
        for name, values in collected.items():
            values.append(_element((results[name],), 0))
    return {
        **{name: current[name] for name in kept},
        **{name: tuple(values) for name, values in collected.items()},
    }


def _element(value: Value | tuple[Value, ...], place: int) -> int:
    assert isinstance(value, tuple)  # the types were checked when the figure was made
    found = value[place]
    assert isinstance(found, int)
    return found
