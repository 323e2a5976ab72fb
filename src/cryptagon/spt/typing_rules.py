"""The type of what an operation gives, for readers of figures and of DML alike."""

from collections.abc import Sequence

from cryptagon.spt.model import Definition, Type
from cryptagon.spt.operations import MisfitError, Operation, Use


def result_of(
    operation: Operation,
    types: Sequence[Type],
    numbers: Sequence[int],
    definition: Definition | None,
) -> Type:
    """Raises MisfitError where the operands, the numbers or the definition are not what the
    operation takes.
    """
    if not operation.least <= len(types) <= operation.most:
        raise MisfitError(f"{operation.name} takes {operation.least} operands, not {len(types)}")
    if len(numbers) != operation.numbers:
        raise MisfitError(f"{operation.name} has {operation.numbers} numbers, not {len(numbers)}")
    if operation.definition and not isinstance(definition, operation.definition):
        raise MisfitError(
            f"{operation.name} names a {operation.definition.__name__.lower()} that is not there"
        )
    return operation.result(Use(tuple(types), tuple(numbers), definition))
