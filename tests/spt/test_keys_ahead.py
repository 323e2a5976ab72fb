"""Keys that are made a round ahead: both parts of a step do together what it did."""

import random

import pytest
from test_both_ways import DECRYPT, ENCRYPT, figures_of, read, walk

from cryptagon.spt.interpreter import evaluate
from cryptagon.spt.rewrite.both_ways import BothWays
from cryptagon.spt.rewrite.graphs import needs
from cryptagon.spt.rewrite.joining import CHOICE
from cryptagon.spt.rewrite.keys_ahead import AHEAD, keys_ahead
from cryptagon.spt.rewrite.walk import COUNT

BOTH_KEYS = """\
dml 1

figure key_of
  input key: 8
  output key: 8 = key

figure begin
  input decrypt: 1
  input key: 8
  input text: 8
  xor1: 8 = xor key text
  output x: 8 = xor1

figure step
  input count: 3
  input decrypt: 1
  input key: 8
  input x: 8
  rotl1: 8 = rotl 3 key
  xor1: 8 = xor rotl1 x key
  output key: 8 = rotl1
  output x: 8 = xor1
"""


def found(figures) -> BothWays:
    both = walk(*figures)
    assert both
    return both


def assert_same(both: BothWays, ahead: BothWays) -> None:
    """For values by chance, the keys of the next round and what the step makes of them."""
    chance = random.Random(3)
    step, keys, rest = (
        program.by_name[name]
        for program, name in (
            (both.program, both.step),
            (ahead.program, ahead.ahead),
            (ahead.program, ahead.step),
        )
    )
    names = {one.name for one in both.program.by_name[both.key].outputs}
    assert {one.name for one in keys.outputs} == names
    for number in range(both.rounds):
        given = {one.name: chance.getrandbits(one.type.width) for one in step.inputs}
        given |= {COUNT: number, CHOICE: number & 1}
        wanted = evaluate(both.program, both.step, given)
        made = evaluate(
            ahead.program, keys.name, {one.name: given[one.name] for one in keys.inputs}
        )
        after = given | made
        made |= evaluate(
            ahead.program, rest.name, {one.name: after[one.name] for one in rest.inputs}
        )
        assert made == wanted


@pytest.mark.parametrize("name", ["aes128", "present80"])
def test_ciphers_make_their_keys_ahead(name):
    both = found(figures_of(name))
    ahead = keys_ahead(both)
    assert ahead.ahead == AHEAD
    assert_same(both, ahead)


def test_the_sboxes_of_aes_are_side_by_side():
    """Four for the key and 16 for the state, none of which waits for another one."""
    program = keys_ahead(found(figures_of("aes128"))).program.by_name
    sboxes = [
        (figure, node)
        for figure in (program[AHEAD], program["step"])
        for node in figure.nodes
        if node.operation == "sbox"
    ]
    assert [node.type.width for _, node in sboxes] == [32, 128]
    assert all(node.name not in needs(figure, "key") for figure, node in sboxes[1:])


def test_a_toy_makes_its_keys_ahead():
    both = found((read(ENCRYPT), read(DECRYPT)))
    ahead = keys_ahead(both)
    assert ahead.ahead == AHEAD
    assert_same(both, ahead)


def test_a_step_that_adds_two_keys_is_left():
    """Those of this round and of the next one."""
    program = read(BOTH_KEYS)
    both = BothWays(program, 5, "step", "begin", "key_of", {"key": "key"}, 5, turns=True)
    assert keys_ahead(both) is both


def test_keys_of_a_walk_that_does_not_turn_are_left():
    both = found(figures_of("simon96_96"))
    assert not both.turns and keys_ahead(both) is both
