"""A function cut into states: the state machine of a design."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from cryptagon.hls.ir.graph import (
    Descendants,
    Dominators,
    immediate_dominators,
    predecessors,
    reverse_postorder,
)
from cryptagon.hls.ir.instructions import Location
from cryptagon.hls.ir.model import Function, text_of
from cryptagon.hls.states.conflicts import FINISH, START, activation_graph
from cryptagon.hls.units.operations import Operations


@dataclass(frozen=True)
class State:
    """One state: the block it begins at, why it exists, and where in the C source."""

    block: str
    reason: str
    location: Location


@dataclass(frozen=True)
class Region:
    """A function that is there once in the machine: its first and its last block, and the block
    behind each call, by the block that leads to the first one.
    """

    entry: str
    exit: str
    behind: Mapping[str, str]


@dataclass
class Machine:
    """The function cut into states, and the acyclic graph of what one activation can run.

    In `graph` START leads to every state's block, edges into a state's block lead to FINISH.
    `loops` tells where each clocked loop begins in the source, by its first block, which need not
    be a state. `reset_values` are the constants that phis of the first state, and of outer loops
    that begin with it, hold after reset, by name; those of `open_resets` may hold anything else, as
    the program has given them no value. `written_together` are the output streams that
    can be written in the same cycle as another one. `operations` are those of the units outside the
    datapath, `unit_ports` gives the port of each call of one with several. `became` tells where a
    state begins whose block was merged into that of another loop, or was moved for that. `regions`
    are the functions that are there once.
    """

    function: Function
    states: list[State]
    loops: dict[str, Location]
    reset_values: dict[str, int]
    written_together: frozenset[str]
    operations: Operations
    unit_ports: dict[str, int]
    became: dict[str, str] = field(default_factory=dict)
    regions: tuple[Region, ...] = ()
    open_resets: frozenset[str] = frozenset()
    graph: dict[str, list[str]] = field(init=False)
    order: list[str] = field(init=False)
    before: dict[str, list[str]] = field(init=False)
    dominator: Dominators = field(init=False)
    post_dominator: Dominators = field(init=False)
    reach: Descendants = field(init=False)

    def __post_init__(self) -> None:
        self.graph = activation_graph(self.function, self.state_blocks)
        self.order = reverse_postorder(self.graph, START)
        self.before = predecessors(self.graph, self.order)
        self.dominator = immediate_dominators(self.graph, START)
        self.post_dominator = immediate_dominators(self.before, FINISH)
        self.reach = Descendants(self.graph, self.order)

    @cached_property
    def state_blocks(self) -> dict[str, int]:
        """The number of the state that begins at each state block."""
        return {state.block: i for i, state in enumerate(self.states)}

    @cached_property
    def ends(self) -> list[tuple[str, str]]:
        """The ways out of blocks into states: the block and that of the state."""
        visited = set[str]()

        def behind(block: str) -> Iterator[tuple[str, str]]:
            visited.add(block)
            for target in self.function.blocks[block].successors:
                if target in self.state_blocks:
                    yield block, target
                elif target not in visited:
                    yield from behind(target)

        return [
            end
            for name in self.graph[START]
            if name in self.function.blocks and name not in visited
            for end in behind(name)
        ]

    def shown(self) -> tuple[str, str]:
        """The function and its states as text, and the suffix of a file of it."""
        return ".txt", text_of_states(self.function, self.states)

    def always_reaches(self, upper: str, lower: str) -> bool:
        """Whether an activation that runs `upper` is certain to run `lower` later."""
        return self.post_dominator.dominates(lower, upper)

    def runs_before(self, upper: str, lower: str) -> bool:
        """Whether an activation that runs `lower` is certain to have run `upper`."""
        return self.dominator.dominates(upper, lower)


def text_of_states(function: Function, states: Sequence[State]) -> str:
    """A function as text, each block with the reason for the state that begins there."""
    begun = {state.block: f"a state: {state.reason}, {state.location}" for state in states}
    return text_of(function, begun)
