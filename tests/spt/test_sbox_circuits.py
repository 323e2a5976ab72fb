"""S-boxes as inversions between affine maps, and as circuits: right for all arguments, and found
for every S-box of this kind.
"""

import random

import pytest
from drawing import FIGURES
from selection import one_of

from cryptagon.spt import program_of
from cryptagon.spt.code.few_gates import few_gates
from cryptagon.spt.code.inversion import INVERSE, as_inversion, between, times
from cryptagon.spt.code.linear_maps import (
    Echelon,
    composed,
    image,
    inverted,
    is_affine,
    is_wiring,
    parity,
    rank,
    transposed,
)
from cryptagon.spt.code.quadratic import split
from cryptagon.spt.code.sbox_circuit import circuit_of
from cryptagon.spt.model import Table

BOXES = {
    f"{file}-{one.name}": one.values
    for file in ("aes128_decrypt", "camellia128")
    for one in program_of(FIGURES / f"{file}.uxf").definitions
    if isinstance(one, Table)
}
FORMS = {
    "aes128_decrypt-S": 27,
    "aes128_decrypt-IS": 28,
    **{f"camellia128-S{number}": 22 for number in range(1, 5)},
}
"""Linear forms of more than a bit.

By hand they are 28 for AES and 22 for Camellia (docs/block-ciphers.md).
"""


def random_map(source: random.Random) -> tuple[int, ...]:
    """An invertible map on bytes."""
    while True:
        columns = tuple(source.randrange(256) for _ in range(8))
        if rank(columns, 8) == 8:
            return columns


def random_inversion(seed: int) -> tuple[int, ...]:
    """An inversion between random affine maps."""
    source = random.Random(seed)
    before, after = random_map(source), random_map(source)
    first, second = source.randrange(256), source.randrange(256)
    return tuple(
        image(after, INVERSE[image(before, value) ^ first]) ^ second for value in range(256)
    )


def shuffled() -> tuple[int, ...]:
    values = list(range(256))
    random.Random(0).shuffle(values)
    return tuple(values)


def test_maps():
    source = random.Random(3)
    one = random_map(source)
    unit = tuple(1 << place for place in range(8))
    assert composed(one, inverted(one)) == composed(inverted(one), one) == unit
    assert transposed(transposed(one, 8), 8) == one
    for _ in range(20):
        left, right = source.randrange(256), source.randrange(256)
        assert image(one, left ^ right) == image(one, left) ^ image(one, right)
        assert parity(image(one, left) & right) == parity(left & image(transposed(one, 8), right))
    with pytest.raises(ValueError, match="not invertible"):
        inverted((1, 2, 3))


def test_null_space_is_orthogonal_and_large_enough():
    source = random.Random(4)
    vectors = [source.getrandbits(20) for _ in range(9)]
    echelon = Echelon(20, vectors)
    solutions = echelon.null_space(20)
    assert rank(solutions, 20) == len(solutions) == 20 - echelon.rank
    assert not any(parity(one & other) for one in vectors for other in solutions)


def test_affine_and_wiring():
    assert is_affine([value ^ 5 for value in range(16)]) and is_wiring(
        [value ^ 5 for value in range(16)]
    )
    doubled = [times(2, value) for value in range(256)]
    assert is_affine(doubled) and not is_wiring(doubled)
    assert not is_affine(INVERSE)


@pytest.mark.parametrize("name", one_of(2, list(BOXES)))
def test_sbox_of_a_cipher(name):
    found = as_inversion(BOXES[name])
    assert found and is_affine(found.before) and is_affine(found.after)
    assert tuple(found.after[INVERSE[found.before[value]]] for value in range(256)) == BOXES[name]
    circuit = circuit_of(BOXES[name])
    assert circuit and tuple(map(circuit.value, range(256))) == BOXES[name]
    assert len(circuit.forms) == FORMS[name] and not any(one.added for one in circuit.norm)


@pytest.mark.parametrize("seed", one_of(5, range(5)))
def test_any_inversion_between_affine_maps(seed):
    values = random_inversion(seed)
    circuit = circuit_of(values)
    assert circuit and tuple(map(circuit.value, range(256))) == values


def test_what_is_no_inversion_has_no_circuit():
    values = shuffled()
    swapped = (BOXES["camellia128-S1"][1], BOXES["camellia128-S1"][0], *BOXES["camellia128-S1"][2:])
    for one in (values, swapped, tuple(range(256)), (0,) * 256, tuple(range(16))):
        assert as_inversion(one) is None and circuit_of(one) is None


def test_one_sbox_by_another():
    first = as_inversion(BOXES["aes128_decrypt-S"])
    for name in ("aes128_decrypt-IS", "camellia128-S1", "camellia128-S4"):
        second = as_inversion(BOXES[name])
        assert first and second
        before, after = between(first, second)
        assert (
            tuple(after[BOXES["aes128_decrypt-S"][before[value]]] for value in range(256))
            == BOXES[name]
        )


def test_tables_of_camellia_differ_by_wires():
    boxes = [as_inversion(BOXES[f"camellia128-S{number}"]) for number in range(1, 5)]
    assert boxes[0] and all(
        one and all(map(is_wiring, between(boxes[0], one))) for one in boxes[1:]
    )


def test_quadratic_function_of_four_bits_by_few_gates():
    source = random.Random(5)
    for _ in range(200):
        pairs = [(a, b) for a in range(4) for b in range(a) if source.getrandbits(1)]
        linear, constant = source.getrandbits(4), source.getrandbits(1)
        values = [
            (sum(x >> a & x >> b & 1 for a, b in pairs) + parity(linear & x) + constant) & 1
            for x in range(16)
        ]
        found = few_gates(values)
        assert [found.value(x) for x in range(16)] == values
        assert found.count <= 14  # two products of a bit by a sum of three, and their sum
    with pytest.raises(ValueError, match="not quadratic"):
        few_gates([x == 7 for x in range(16)])


def test_majority_takes_no_more_gates_than_by_hand():
    majority = few_gates([(x & 7).bit_count() > 1 for x in range(16)])
    assert majority.count <= 10  # x ^ ((x ^ y) & (x ^ z))


def test_quadratic_function_by_few_forms():
    values = [parity(value & value >> 1 & 0b1010101) ^ value >> 7 for value in range(256)]
    units = [1 << place for place in range(8)]
    found = split(values, units)
    assert [found.value(value) for value in range(256)] == [value & 1 for value in values]
    assert found.added == frozenset()
    with pytest.raises(ValueError, match="not invertible"):
        split([value & 1 for value in range(256)], units)
