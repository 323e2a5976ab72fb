"""Sums of bits by few gates: the pair that most sums have in common is added first (Paar, ISIT
1997).
"""

from collections.abc import Sequence

from cryptagon.spt.code.layouts.gates import XOR, Network


def sums(network: Network, rows: Sequence[int], signals: Sequence[int]) -> list[int]:
    """The signals of linear forms: row i sums the signals whose bits are set in it. None of the
    rows is zero.

    Of the pairs that are as frequent the first is taken, so that the same rows give the same gates.
    """
    names = list(signals)
    users = [
        sum((row >> place & 1) << number for number, row in enumerate(rows))
        for place in range(len(names))
    ]
    counts = {
        (i, j): both.bit_count()
        for j in range(len(users))
        for i in range(j)
        if (both := users[i] & users[j])
    }
    while counts:
        best = max(counts.items(), key=lambda one: (one[1], -one[0][1], -one[0][0]))[0]
        i, j = best
        both = users[i] & users[j]
        users[i] &= ~both
        users[j] &= ~both
        users.append(both)
        names.append(network.add(XOR, names[i], names[j]))
        for changed in (i, j, len(users) - 1):
            _count(counts, users, changed)
    return [_one(names, users, number) for number in range(len(rows))]


def _count(counts: dict[tuple[int, int], int], users: Sequence[int], changed: int) -> None:
    for other in range(len(users)):
        if other == changed:
            continue
        pair = (min(other, changed), max(other, changed))
        if common := (users[other] & users[changed]).bit_count():
            counts[pair] = common
        else:
            counts.pop(pair, None)


def _one(names: Sequence[int], users: Sequence[int], number: int) -> int:
    found = [name for name, use in zip(names, users) if use >> number & 1]
    assert len(found) == 1  # no pair is left
    return found[0]


def cost(rows: Sequence[int], inputs: int) -> int:
    """How many gates the sums take."""
    network = Network(inputs)
    sums(network, rows, range(inputs))
    return len(network.gates)
