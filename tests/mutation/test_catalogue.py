"""The catalogue: enough of it, each entry once, and each told to people."""

import pytest

from cryptagon.catalog import algorithms
from cryptagon.mutation import FAMILIES, FAULTS
from cryptagon.mutation.fault import HOOKS


def test_names_are_unique_and_texts_differ():
    assert (
        len({fault.name for fault in FAULTS})
        == len(FAULTS)
        == len({fault.text for fault in FAULTS})
    )


@pytest.mark.parametrize("algorithm", algorithms().values(), ids=lambda algorithm: algorithm.name)
def test_every_algorithm_has_at_least_sixty(algorithm):
    assert sum(not fault.applies(algorithm) for fault in FAULTS) >= 60


@pytest.mark.parametrize("family", FAMILIES, ids=lambda family: family.name)
def test_statements_are_at_known_places_of_their_wrapper(family):
    places = {hook for fault in (*family.controls, *family.faults) for hook in fault.hooks}
    assert places <= set(HOOKS)
    assert all(fault.hooks for fault in family.faults)
    assert ("compare" in places) == (family.name == "comparison")


def test_faults_of_long_tags_and_padding_apply_where_there_are_some():
    by_name = {fault.name: fault for fault in FAULTS}
    known = algorithms()
    assert by_name["tag-last-block-only"].applies(known["ascon128a"]) == "the tag is one block"
    assert by_name["tag-last-block-only"].applies(known["acorn128"]) == ""
    assert (
        by_name["data-full-taken-as-partial"].applies(known["ascon128a"])
        == "a padding block follows full data"
    )
    assert by_name["data-full-taken-as-partial"].applies(known["aes128gcm"]) == ""
