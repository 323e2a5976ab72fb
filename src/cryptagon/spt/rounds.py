"""What a figure that is called, or repeated, takes and gives.

A figure that is repeated has three kinds of inputs. One that an output has the name of is state: it
begins with what the arrow brings, and each round gets what the round before gave. One whose arrow
brings an array with an element for each round gets these in turn. Any other one gets the same in
every round. An output with the name of an input is the state after the last round. Any other output
is an array with what each round gave.
"""

from collections.abc import Mapping

from cryptagon.spt.model import Figure, Type
from cryptagon.spt.operations import MisfitError

Given = Mapping[str, Type]
"""The types of the operands by the inputs that they go to."""


def rounds(first: int, last: int) -> range:
    """The numbers of the rounds, upwards or downwards."""
    return range(first, last + 1) if first <= last else range(first, last - 1, -1)


def state(figure: Figure) -> set[str]:
    """The names of inputs that carry a value from round to round."""
    return {one.name for one in figure.inputs} & {one.name for one in figure.outputs}


def in_turn(figure: Figure, given: Given) -> set[str]:
    """The names of inputs that get the elements of an array in turn."""
    return {
        one.name
        for one in figure.inputs
        if one.type.count is None and given[one.name].count is not None
    } - state(figure)


def results_of_call(figure: Figure, given: Given) -> dict[str, Type]:
    """The types of the outputs. Raises MisfitError where an operand does not fit its input."""
    if figure.index:
        raise MisfitError(
            f"figure {figure.name} counts rounds, and is called once",
            f"write repeat 1 {figure.name}",
        )
    _check_names(figure, given)
    for one in figure.inputs:
        _check(figure, one.name, one.type, given[one.name])
    return {one.name: one.type for one in figure.outputs}


def results_of_repeat(figure: Figure, given: Given, first: int, last: int) -> dict[str, Type]:
    """The types of the outputs.

    Raises MisfitError where an operand does not fit, the state changes its type or the count is too
    small.
    """
    _check_names(figure, given)
    kept, turns, count = state(figure), in_turn(figure, given), len(rounds(first, last))
    for one in figure.inputs:
        wanted = Type(one.type.width, count) if one.name in turns else one.type
        _check(figure, one.name, wanted, given[one.name])
    for one in figure.outputs:
        before = next((port.type for port in figure.inputs if port.name == one.name), one.type)
        if before != one.type:
            raise MisfitError(
                f"{one.name} of figure {figure.name} goes in with {before} bits and comes out with {one.type}",
                "make both as wide as each other, or give one another name",
            )
    if figure.index and max(first, last) >> figure.index.type.width:
        raise MisfitError(
            f"round {max(first, last)} does not fit the {figure.index.type} bits of figure {figure.name}'s index",
            "write a wider index, or repeat fewer rounds",
        )
    return {
        one.name: one.type if one.name in kept else _collected(figure, one.name, one.type, count)
        for one in figure.outputs
    }


def _check_names(figure: Figure, given: Given) -> None:
    wanted = {one.name for one in figure.inputs}
    if wanted != given.keys():
        raise MisfitError(
            f"figure {figure.name} has the inputs {', '.join(sorted(wanted))}, not {', '.join(sorted(given))}",
            "write the name of an input on each arrow",
        )


def _check(figure: Figure, name: str, wanted: Type, found: Type) -> None:
    if wanted != found:
        raise MisfitError(
            f"input {name} of figure {figure.name} takes {wanted} bits, and gets {found}",
            "correct the width of what it gets, or of the input",
        )


def _collected(figure: Figure, name: str, type_: Type, count: int) -> Type:
    if type_.count is not None:
        raise MisfitError(
            f"output {name} of figure {figure.name} is an array in every round", "join it by `flat`"
        )
    return Type(type_.width, count)
