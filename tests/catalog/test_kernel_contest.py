"""Contests of kernels: what they hold, and what is said of every fault in one, whole."""

import pytest

from cryptagon.catalog import KernelContest, load_any_contest, load_kernel_contest
from cryptagon.errors import CryptagonError

CONTEST = """\
class = "kernel"
title = "trial"
targets = ["ecp5-85f-8"]

[effort]
seeds = [1]

[[kernels]]
name = "sha1"
variants = ["basic"]

[[kernels]]
name = "blowfish"
variants = ["basic", "x2"]

[[published]]
by = "A tool"
approach = "hls"
source = "a paper"
cycles = { sha1 = 81786 }

[[published]]
by = "By hand"
approach = "rtl"
source = "a paper"
cycles = { sha1 = 20480, blowfish = 18736 }
"""


def contest_with(tmp_path, old="", new=""):
    assert old in CONTEST
    path = tmp_path / "trial.toml"
    path.write_text(CONTEST.replace(old, new, 1))
    return path


def test_contest_of_kernels(tmp_path):
    contest = load_any_contest(contest_with(tmp_path))
    assert isinstance(contest, KernelContest)
    assert (contest.name, contest.rules.no_bram, contest.effort.strategies) == ("trial", True, 1)
    assert [one.variants for one in contest.kernels] == [("basic",), ("basic", "x2")]
    assert contest.published[1].cycles == {"sha1": 20480, "blowfish": 18736}


KNOWN = "known: aes128_decrypt, aes128_encrypt, ascon_p, blowfish, sha1"


# what is changed, into what, the line that is named, the whole message without that
FAULTS = [
    ('class = "kernel"', 'class = "hash"', 1, 'unknown class "hash" of a contest\n  fix: known: "aead" (the default), "kernel"'),
    ('name = "sha1"', 'name = "sha2"', 9, 'unknown algorithm "sha2"\n  fix: did you mean sha1?'),
    (
        'name = "blowfish"',
        'name = "ascon128a"',
        13,
        'unknown algorithm "ascon128a"\n  why: it is of class aead\n  fix: did you mean ascon_p?',
    ),
    ('["basic", "x2"]', '["basic", "x3"]', 14, 'unknown variant "x3" of blowfish\n  fix: known: basic, x2'),
    (
        'name = "blowfish"',
        'name = "sha1"',
        8,
        'bad value for "kernels"\n  why: "sha1" stands there twice: name all its variants in one place',
    ),
    ("{ sha1 = 20480,", "{ md5 = 20480,", 26, f'unknown algorithm "md5"\n  fix: {KNOWN}'),
    (
        "{ sha1 = 20480,",
        "{ ascon_p = 12,",
        26,
        'published figures of "ascon_p", which does not take part\n'
        "  why: By hand has them; the kernels of this contest are sha1, blowfish\n"
        "  fix: add it to [[kernels]], or leave its figures out",
    ),
    ("sha1 = 81786", "sha1 = 0", 20, 'bad value for "published.cycles.sha1"\n  why: Input should be greater than 0 (given: 0)'),
    ('by = "By hand"', 'from = "By hand"', 23, 'unknown key "published.from"\n  fix: known: approach, by, cycles, source'),
    (
        'approach = "rtl"',
        'approach = "hand"',
        24,
        "bad value for \"published.approach\"\n  why: Input should be 'hls' or 'rtl' (given: 'hand')",
    ),
    (
        'title = "trial"',
        'title = "trial"\nw = 32',
        3,
        'unknown key "w"\n  fix: known: class, effort, kernels, notes, objective, published, rules, targets, title',
    ),
    ("seeds = [1]", 'strategies = ["lucky"]', 6, None),
]


@pytest.mark.parametrize(("old", "new", "line", "message"), FAULTS)
def test_fault_in_a_contest_of_kernels(tmp_path, old, new, line, message):
    path = contest_with(tmp_path, old, new)
    with pytest.raises(CryptagonError) as caught:
        load_any_contest(path)
    assert caught.value.where == f"{path}:{line}"
    if message is None:
        assert caught.value.what == 'unknown strategy "lucky" for target ecp5-85f-8'
        return
    parts = caught.value
    said = parts.what + (f"\n  why: {parts.why}" if parts.why else "") + (f"\n  fix: {parts.fix}" if parts.fix else "")
    assert said == message


def test_contest_of_ciphers_is_none_of_kernels(tmp_path):
    path = tmp_path / "c.toml"
    path.write_text('title = "c"\nalgorithms = ["sha1"]\ntargets = ["ecp5-85f-8"]\n')
    with pytest.raises(CryptagonError, match='unknown algorithm "sha1"') as caught:
        load_any_contest(path)
    assert (caught.value.why, caught.value.where) == ("it is of class kernel", f"{path}:2")


def test_kernels_cannot_stand_in_a_contest_of_ciphers(tmp_path):
    path = contest_with(tmp_path, 'class = "kernel"', 'class = "aead"')
    with pytest.raises(CryptagonError, match='unknown key "kernels"') as caught:
        load_any_contest(path)
    assert caught.value.where == f"{path}:8"


def test_contest_that_is_not_there():
    with pytest.raises(CryptagonError, match="cannot read the file"):
        load_any_contest("contests/nowhere.toml")
    with pytest.raises(CryptagonError, match="cannot read the file"):
        load_kernel_contest("contests/nowhere.toml")
