"""The page on proofs says what its benchmark found, and says it plainly where something is not
proved.
"""

from cryptagon import classes
from cryptagon.analysis.made_page import measured
from cryptagon.analysis.proof_page import table
from cryptagon.study.proofs import provable

CONTENT = measured("proofs")


# Camellia's proof takes more than a minute; `python benchmarks/run.py proofs` makes it, and those
# of cores that came after the table.
NOT_YET = {"camellia128"}
CAME_LATER = {
    *(
        "aegis128l",
        "aesotr",
        "cloc",
        "colm",
        "deoxysi",
        "jambuaes",
        "jambusimon",
        "ketjejr",
        "morus1280",
    ),
    *("acorn128", "norx32", "ocb", "silc", "tiaoxin346"),
    *(
        "ascon128",
        "gibbon120",
        "hanuman120",
        "trivia0",
        "deoxysneq",
        "joltikneq",
        "scream",
        "omd",
        "poet",
        "minalpher",
        "copa",
        "icepole",
    ),
    *(
        "blake_r2",
        "bmw",
        "cubehash",
        "echo",
        "fugue",
        "groestl_r2",
        "hamsi",
        "jh_r2",
        "keccak_r2",
        "luffa",
    ),
    *("shabal", "shavite3", "simd", "skein_r2"),
    *("aes128_encrypt", "ascon_p"),  # from drawings
    *("ascon_aead128", "ascon_hash256", "giftcofb", "xoodyak", "xoodyak_hash"),
    *("dummy_block", "dummy_expanding", "dummy_hash", "dummy_kernel", "dummy_nsec", "dummy_padded"),
    "dummy_segments",
    *("aez", "aezv4", "dummy_two_pass", "hs1siv"),  # of two passes
}
DRAWN = {"aes128 spt", "camellia128 spt", "present80 spt", "simon96_96 spt"}
WITH_TABLES = {"aes128gcm sbox_table hls", "aes128gcm sbox_table rtl"}


def test_every_core_of_the_catalogue_was_proved():
    missing = {core.label for core in provable(list(classes.algorithms()))} - {
        row["core"] for row in CONTENT["rows"]
    }
    told = DRAWN | WITH_TABLES
    assert {label.split()[0] for label in missing - told} == NOT_YET | CAME_LATER
    assert missing >= told
    assert {row["verdict"] for row in CONTENT["rows"]} == {"proved"}


def test_what_is_not_proved_is_told():
    place = {"class": "kernel", "core": "one", "rule": "valid-stays", "port": "out"}
    found = {
        "verdict": "undecided",
        "engine": "reachability",
        "depth": 3,
        "seconds": 1.0,
        "ram_free": False,
    }
    content = {**CONTENT, "rows": [place | found]}
    assert "| one | **out undecided** | 1 |" in table(content)
    assert "0 of 1 proved" in table(content)
