"""The reference code of the finalists of NIST's lightweight cryptography contest, as NIST's own
benchmark of software has it.

The known answers are those of the designers' files LWC_AEAD_KAT in the same folders: key, nonce,
data and message are 0, 1, 2 and so on; of the answers two, nothing at all, and 11 bytes of data with
17 of message.
"""

from collections.abc import Sequence

from published_program import Origin, Program, files

REPOSITORY = (
    "usnistgov/Lightweight-Cryptography-Benchmarking",
    "0aee4eda0633693be2bf580b8a64f3900826b6ea",
)
INTERFACE = "crypto_aead.h"
SIZES = ((0, 0), (11, 17))
"""Bytes of associated data and of message."""


def _finalist(
    title: str,
    folder: str,
    names: Sequence[str],
    answers: Sequence[str],
    *,
    key: int = 16,
    nonce: int = 16,
) -> Program:
    """A variant; `key` and `nonce` are in bytes, an answer is the ciphertext with its tag."""
    family, variant = folder.split("/")
    origins = files(*REPOSITORY, f"implementations/{family}/crypto_aead/{variant}/ref/", *names)
    if INTERFACE not in names:
        origins.append(Origin(*REPOSITORY, f"src/lwc-benchmarking/include/{INTERFACE}"))
    items = [
        byte
        for data, text in SIZES
        for byte in (*range(key), *range(nonce), data, text, *range(data), *range(text))
    ]
    sealed = [byte for answer in answers for byte in bytes.fromhex(answer)]
    return Program(title, "aead.c", origins, items, sealed, linked=True)


ASCON = (
    *("printstate.c", "encrypt.c", "api.h", "ascon.h", "permutations.h", "printstate.h"),
    *("round.h", "word.h"),
)
ISAP_A = (
    *("Ascon-reference.c", "isap.c", "crypto_aead.c", "Ascon-reference.h", "api.h"),
    *("brg_endian.h", "isap.h"),
)
ISAP_K = (
    *("KeccakP-400-reference.c", "isap.c", "crypto_aead.c", "KeccakP-400-SnP.h", "api.h"),
    *("brg_endian.h", "isap.h"),
)
PHOTON_BEETLE = ("photon.c", "encrypt.c", "api.h", "beetle.h", "photon.h")
SPARKLE = ("sparkle_ref.c", "encrypt.c", "api.h", "schwaemm_cfg.h", "sparkle_ref.h")
TINYJAMBU = ("encrypt.c", "api.h", INTERFACE)


XOODYAK = (
    *("Xoodoo-reference.c", "Xoodyak.c", "encrypt.c", "Cyclist.h", "Xoodoo-SnP.h", "Xoodoo.h"),
    *("Cyclist.inc", "Xoodyak.h", "align.h", "api.h", "brg_endian.h", INTERFACE),
)


def _elephant(mode: str, permutation: str) -> tuple[str, ...]:
    return (permutation, "encrypt.c", "api.h", INTERFACE, f"elephant_{mode}.h")


def _romulus(mode: str, *others: str) -> tuple[str, ...]:
    own = (f"romulus_{mode}_reference.c", f"romulus_{mode}.h")
    rest = ("encrypt.c", "api.h", "skinny.h", "variant.h")
    return ("skinny_reference.c", *others, *own, *rest)


LIGHTWEIGHT = {
    "ascon128a": _finalist(
        "Ascon-128a",
        "ascon/ascon128av12",
        ASCON,
        [
            "7A834E6F09210957067B10FD831F0078",
            "C52E4E39F5EF9F8461912AED7ABBA1B8EB655F17467ECF4755E4DDECE4EC0E013C",
        ],
    ),
    "ascon128": _finalist(
        "Ascon-128",
        "ascon/ascon128v12",
        ASCON,
        [
            "E355159F292911F794CB1432A0103A8A",
            "76807B6448896CE58842CB4AED6C41041DE5747C43B1C5F6E021F2A63413077D17",
        ],
    ),
    "ascon80pq": _finalist(
        "Ascon-80pq",
        "ascon/ascon80pqv12",
        ASCON,
        [
            "ABB688EFA0B9D56B33277A2C97D2146B",
            "368D3F1F3BA75BA929D4A5327E8DE42A553AC959AAC83FC6DDF279870053F05899",
        ],
        key=20,
    ),
    "elephant160": _finalist(
        "Elephant-160",
        "elephant/elephant160v2",
        _elephant("160", "spongent.c"),
        ["6655B717736ADFF3", "0867290AD29D219C4BF3BF0BD652099B4962E3FCF2657ED8DB"],
        nonce=12,
    ),
    "elephant176": _finalist(
        "Elephant-176",
        "elephant/elephant176v2",
        _elephant("176", "spongent.c"),
        ["1407EF22639E4AE1", "AE5D4F2BFAE6D432A1B6E92EB8955A7F2FD1A84717A6DA39D0"],
        nonce=12,
    ),
    "elephant200": _finalist(
        "Elephant-200",
        "elephant/elephant200v2",
        _elephant("200", "keccak.c"),
        [
            "48BF257607D09EBE1C0E108B91058877",
            "1EBBE29D3EC4D574840905EFCEBFB40D02F62392BFFBF2EFBCFD53736ACCBC8763",
        ],
        nonce=12,
    ),
    "giftcofb128": _finalist(
        "GIFT-COFB",
        "gift-cofb/giftcofb128v1",
        ("gift128.c", "encrypt.c", "api.h", INTERFACE, "gift128.h"),
        [
            "368965836D36614DE2FC24D0F801B9AF",
            "ABC3924173986D9EAA16CE0D01E923E5B6A6D35F18CD6A3274ABD3A06D6F9E8798",
        ],
    ),
    "isapa128a": _finalist(
        "ISAP-A-128a",
        "isap/isapa128av20",
        ISAP_A,
        [
            "7B94EF35AE55AB272C9C44D6C1CF0102",
            "2CDE28DBBBD9131EBC568D77725B25937C1C2FCE6368B6AC64D553417A1AB7AE63",
        ],
    ),
    "isapa128": _finalist(
        "ISAP-A-128",
        "isap/isapa128v20",
        ISAP_A,
        [
            "79A08D4D8B9F23D3699CBB91174DD67B",
            "B8529BCE1B3F9D0DB7A9C8DD43DD35D18E969FB495D0AAE2E38ECC22753E2F1AB4",
        ],
    ),
    "isapk128a": _finalist(
        "ISAP-K-128a",
        "isap/isapk128av20",
        ISAP_K,
        [
            "1AA1F2F89901A41B0664C695D4D7ABB9",
            "01BC9CCB186E4A3732E86B9FAC4ABF3E6C8B45E9B6AADA312B732B7C39CCD02207",
        ],
    ),
    "isapk128": _finalist(
        "ISAP-K-128",
        "isap/isapk128v20",
        ISAP_K,
        [
            "104E625D372E27EEE4D4E3CE1CA39D1B",
            "59D5A45BCBCB332311869B73F633D29606EC56464D47D3F2E0D3B647A38F092734",
        ],
    ),
    "photonbeetlea_rate128": _finalist(
        "PHOTON-Beetle, rate 128",
        "photon-beetle/photonbeetleaead128rate128v1",
        PHOTON_BEETLE,
        [
            "DF4E0BAC1162408098FA5CF084D8F464",
            "687B6BFD3807B447E418C8006C87A375ADF5BC5A0FB15048DAE5FCC72CCA34DA2A",
        ],
    ),
    "photonbeetlea_rate32": _finalist(
        "PHOTON-Beetle, rate 32",
        "photon-beetle/photonbeetleaead128rate32v1",
        PHOTON_BEETLE,
        [
            "DF4E0BAC1162408098FA5CF084D8F464",
            "05780949CD88CDC5940C408DD9ED28DD9124687B628271351D7ED2720E18F618E9",
        ],
    ),
    "romulusm": _finalist(
        "Romulus-M",
        "romulus/romulusm",
        _romulus("m"),
        [
            "1866911F9E436083F788BBF27C62180A",
            "2D4DE26EBBBAD0B80468AF94D3534DDDAA170F383E160EF4F9F1577E8F7A3D66C9",
        ],
    ),
    "romulusn": _finalist(
        "Romulus-N",
        "romulus/romulusn",
        _romulus("n"),
        [
            "4F42AED219ECC79F4DAF3E3BAD52AEE7",
            "B0C179AC69E8583FD66B5C00368D4DBD93841304CB5A14C9812AAE1C43565F562E",
        ],
    ),
    "romulust": _finalist(
        "Romulus-T",
        "romulus/romulust",
        _romulus("t", "hash.c", "romulus_t_hash.h"),
        [
            "BDBA7E4F03275DEF55BD1C7955F33C41",
            "14431457C1B573058A16B8A10880FE96EF720AC1BD44B7A57712876BD051928343",
        ],
    ),
    "schwaemm128128": _finalist(
        "Schwaemm128-128",
        "sparkle/schwaemm128128v2",
        SPARKLE,
        [
            "DDCE77CDB748E6D053CAB7E9190A8349",
            "8FC6A5B02165D2B9FF5838B24C7CFFC89F5938462150F38722A80A1DB1777C7428",
        ],
    ),
    "schwaemm192192": _finalist(
        "Schwaemm192-192",
        "sparkle/schwaemm192192v2",
        SPARKLE,
        [
            "94FABEF076B80FA4CAE902DC5630A2B7B8A72282A560212C",
            "AED467CB67699D64AB5CE6AC4D578AA6C12147DDB82D810F5BC5313AF3BB9B129416DFEF5957DBE9CB",
        ],
        key=24,
        nonce=24,
    ),
    "schwaemm256128": _finalist(
        "Schwaemm256-128",
        "sparkle/schwaemm256128v2",
        SPARKLE,
        [
            "9E3F9F2E8E26E7D00A9EB92730717A51",
            "FA127C39BB1AB15429F59EF32F2742DB8069141B957D81034A631AC9B1ACB251CD",
        ],
        nonce=32,
    ),
    "schwaemm256256": _finalist(
        "Schwaemm256-256",
        "sparkle/schwaemm256256v2",
        SPARKLE,
        [
            "1E41C39049501061A480341DC8551F3CCE171900EB8F90BA5C54B2A7CC2BFDF2",
            "208CC82C35AF6227C7CF5C96A71BFBF102D028CF2133B4A372BAA26523095FFC8F9E04BF9BE151E7A124A548A6138BD1B5",
        ],
        key=32,
        nonce=32,
    ),
    "tinyjambu128": _finalist(
        "TinyJAMBU-128",
        "tinyjambu/tinyjambu128v2",
        TINYJAMBU,
        ["ED7B37CC6E9BDC7B", "E30F24BBFC434EB18B92A3A4742BBAE6131596B0FF34E0CEA4"],
        nonce=12,
    ),
    "tinyjambu192": _finalist(
        "TinyJAMBU-192",
        "tinyjambu/tinyjambu192v2",
        TINYJAMBU,
        ["44CA46642230F1C5", "317B8563AFA9B731FDF1F29FA688D0B028EA808F84C47C97F0"],
        key=24,
        nonce=12,
    ),
    "tinyjambu256": _finalist(
        "TinyJAMBU-256",
        "tinyjambu/tinyjambu256v2",
        TINYJAMBU,
        ["19164F596E4FE8DD", "D38B7389554B9C5DD8CA961C42CBE0017B678EBC8649432232"],
        key=32,
        nonce=12,
    ),
    "xoodyak": _finalist(
        "Xoodyak",
        "xoodyak/xoodyakround3",
        XOODYAK,
        [
            "4968DC9C714B06A98D1905C6447B4939",
            "0E193FA578653462B128754C9CE9E5E4BB12FD8D55F04CEB0B4DEA19CDE869C278",
        ],
    ),
}
