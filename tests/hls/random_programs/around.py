"""What is around a statement that is made."""

from dataclasses import dataclass, replace

from random_programs.expression_maker import Scope
from random_programs.types import Type


@dataclass(frozen=True)
class Around:
    """What is around a statement: how often it can be run at most for each run of its function, and
    what may leave it.

    `result` is what a `return` gives: a type, None in a function without a result, "none" where
    there must be no return. `clocked` is whether loops may be clocked and, where they are `seen`,
    streams accessed, `always` whether every run of the program comes here: a loop of stages in code
    that is never reached is refused. `exits` are the labels to which it may jump.
    """

    scope: Scope
    depth: int
    trips: int = 1
    in_loop: bool = False
    clocked: bool = True
    seen: bool = True
    result: Type | str | None = "none"
    always: bool = False
    exits: tuple[str, ...] = ()

    def inner(self, **changes: object) -> "Around":
        """The surroundings inside a block of its own scope."""
        return replace(
            self, scope=self.scope.inner(), depth=self.depth - 1, always=False, **changes
        )
