"""The state machine as SVG: the states one below the other in the program's order, ways on at the
right, ways back at the left.

One column stays readable for forty states, and shows loops as what they are: brackets around the
states that they repeat.
"""

from collections.abc import Iterable
from html import escape

from cryptagon.hls.report.content import Report, StateEntry, Transition

WIDTH, HEIGHT, GAP = 330, 50, 26
LANE, MARGIN = 14, 22
LONGEST = 44


def state_machine_svg(report: Report) -> str:
    """The drawing; nodes bear `data-state`, edges `data-from` and `data-to`.

    Colours come from the page's style.
    """
    left = _lanes(t for t in report.transitions if t.back)
    right = _lanes(t for t in report.transitions if not t.back and t.target > t.source + 1)
    x = MARGIN + LANE * (1 + max(left.values(), default=-1))
    width = x + WIDTH + MARGIN + LANE * (1 + max(right.values(), default=-1))
    height = len(report.states) * (HEIGHT + GAP) + GAP
    edges = [_edge(t, x, left, right) for t in report.transitions]
    nodes = [
        _node(state, x, {t.target for t in report.transitions if t.source == state.number})
        for state in report.states
    ]
    label = f"State machine of {report.design.module}: {len(report.states)} states, {len(report.transitions)} transitions"
    head = f'<svg class="machine" viewBox="0 0 {width} {height}" width="{width}" height="{height}" role="img" aria-label="{escape(label)}">'
    return "\n".join([head, ARROWS, *edges, *nodes, "</svg>"])


ARROWS = (
    '<defs><marker id="arrow" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" markerHeight="7" orient="auto">'
    '<path d="M0 0.5 8 4 0 7.5z"/></marker><marker id="arrow-back" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" markerHeight="7" '
    'orient="auto"><path class="back" d="M0 0.5 8 4 0 7.5z"/></marker></defs>'
)


def _top(number: int) -> int:
    return GAP // 2 + number * (HEIGHT + GAP)


def _lanes(transitions: Iterable[Transition]) -> dict[Transition, int]:
    """A lane for each bracket so that none crosses another one in its lane; short ones stay
    inside.
    """
    lanes: dict[Transition, int] = {}
    for transition in sorted(
        transitions, key=lambda t: (abs(t.source - t.target), t.source, t.target)
    ):
        low, high = sorted((transition.source, transition.target))
        taken = {
            lane
            for other, lane in lanes.items()
            if low <= max(other.source, other.target) and min(other.source, other.target) <= high
        }
        lanes[transition] = next(lane for lane in range(len(taken) + 1) if lane not in taken)
    return lanes


def _edge(
    transition: Transition, x: int, left: dict[Transition, int], right: dict[Transition, int]
) -> str:
    leaves, enters = (
        _top(transition.source) + HEIGHT * 2 // 3,
        _top(transition.target) + HEIGHT // 3,
    )
    if transition in left:
        far = x - LANE * (left[transition] + 1)
        path = _bracket(x, far, leaves, enters)
    elif transition in right:
        side = x + WIDTH
        path = _bracket(side, side + LANE * (right[transition] + 1), leaves, enters)
    else:
        middle = x + WIDTH // 2
        path = f"M{middle} {_top(transition.source) + HEIGHT}V{_top(transition.target) - 1}"
    kind, arrow = ("edge back", "arrow-back") if transition.back else ("edge", "arrow")
    return (
        f'<path class="{kind}" data-from="{transition.source}" data-to="{transition.target}" d="{path}" marker-end="url(#{arrow})">'
        f"<title>state {transition.source} to state {transition.target}</title></path>"
    )


def _bracket(side: int, far: int, leaves: int, enters: int) -> str:
    """From `side` out to `far`, along, and back, with rounded corners."""
    out, along = (1 if far > side else -1), (1 if enters > leaves else -1)
    radius = min(6, abs(far - side), abs(enters - leaves) // 2)
    return (
        f"M{side} {leaves}H{far - out * radius}Q{far} {leaves} {far} {leaves + along * radius}V{enters - along * radius}"
        f"Q{far} {enters} {far - out * radius} {enters}H{side + out}"
    )


def _node(state: StateEntry, x: int, targets: set[int]) -> str:
    top = _top(state.number)
    code = (
        state.code
        if len(state.code) <= LONGEST
        else f"{state.code[: LONGEST - 1]}\N{HORIZONTAL ELLIPSIS}"
    )
    place = f"{escape(str(state.place))}" if state.place.line else "after reset"
    title = f"{state.reason}. {state.explanation} Next: {', '.join(map(str, sorted(targets)))}."
    return (
        f'<g class="state" data-state="{state.number}" tabindex="0"><title>{escape(title)}</title>'
        f'<rect x="{x}" y="{top}" width="{WIDTH}" height="{HEIGHT}" rx="8"/>'
        f'<text class="number" x="{x + 20}" y="{top + 31}">{state.number}</text>'
        f'<text class="reason" x="{x + 42}" y="{top + 20}">{escape(state.reason)}</text>'
        f'<text class="place" x="{x + WIDTH - 10}" y="{top + 20}">{place}</text>'
        f'<text class="code" x="{x + 42}" y="{top + 38}">{escape(code)}</text></g>'
    )
