"""Wrong cores of two passes, of a secret message number and of ciphertext that expands: right ones
pass in the wrappers, each kind of fault is found, and none is tried where it is none.
"""

import pytest
from selection import one_of

from cryptagon.batch import in_this_thread
from cryptagon.catalog import algorithm
from cryptagon.classes.aead.known_answers import known_answers
from cryptagon.classes.aead.tests import Bench, TestSet
from cryptagon.core import VerilogCore
from cryptagon.mutation import FAMILIES, wrapped
from cryptagon.study.wrong_cores import WrongCore, search_all

STREAMS, COMPARISON = FAMILIES
FOUND = {
    "dummy_two_pass": ("item-stored-out-of-order", "fdo-ignores-ready", "item-after-timeout", "item-left-by-decryption", "item-kept-over-reset"),
    "dummy_nsec": ("secret-number-stale", "secret-number-not-encrypted", "secret-number-given-late", "secret-number-eoi-ignored"),
    "dummy_expanding": ("padding-byte-lost", "padding-block-of-empty-not-given", "expanded-bytes-cleared", "decrypted-padding-removed"),
}  # fmt: skip


def outcomes(name, family, faults, folder, *, quick=False):
    one = algorithm(name)
    bench = Bench(TestSet(one, known_answers(one.kat_files, quick=True), quick=quick))
    core = wrapped(VerilogCore(one.rtl_sources), one, family, folder)
    wrong = [WrongCore(fault, fault, core, family.number(fault)) for fault in faults]
    found = search_all(bench, wrong, in_this_thread, lambda _: None)
    return {finding.name: finding.outcome for finding in found}


@pytest.mark.parametrize("name", FOUND)
def test_wrong_cores_of_each_kind_are_found(name, tmp_path):
    assert outcomes(name, STREAMS, FOUND[name], tmp_path) == dict.fromkeys(FOUND[name], "found")


@pytest.mark.parametrize("name", one_of(3, [*FOUND]))
@pytest.mark.parametrize("family", one_of(2, FAMILIES, lambda family: family.name))
def test_right_cores_of_each_kind_pass(name, family, tmp_path):
    """All messages go through them at night (`make nightly`)."""
    controls = [one.name for one in family.controls if not one.applies(algorithm(name))]
    found = outcomes(name, family, controls, tmp_path, quick=True)
    assert found == dict.fromkeys(controls, "missed")


@pytest.mark.parametrize("name", one_of(3, [*FOUND]))
def test_wrong_comparisons_of_each_kind_are_found(name, tmp_path):
    faults = ("tag-bit-31-ignored", "tag-last-half-only")
    assert outcomes(name, COMPARISON, faults, tmp_path) == dict.fromkeys(faults, "found")


KINDS = {
    "one pass": ("dummy", "item-dropped", "it has one pass"),
    "no secret number": ("dummy", "secret-number-stale", "it has no secret message number"),
    "own length": ("dummy", "padding-byte-lost", "ciphertext does not expand"),
    "whole blocks": ("dummy_expanding", "output-size-full", "ciphertext has whole blocks"),
    "no padding block": ("copa", "padding-block-wrong", "no padding follows a full block"),
    "short number": ("dummy_nsec", "secret-number-size-full", "the secret message number fills its blocks"),
    "padded number": ("icepole", "secret-number-eoi-ignored", "a block always follows it"),
    "no register": ("dummy", "item-register", "it has one pass"),
}  # fmt: skip


@pytest.mark.parametrize("kind", KINDS)
def test_a_fault_that_is_none_tells_why(kind):
    name, fault, why = KINDS[kind]
    one = next(one for one in (*STREAMS.controls, *STREAMS.faults) if one.name == fault)
    assert one.applies(algorithm(name)) == why
