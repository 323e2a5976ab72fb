"""The reference code of the finalists of NIST's lightweight cryptography contest, as NIST's own
benchmark of software has it.

The known answers are those of the designers' files LWC_AEAD_KAT and LWC_HASH_KAT beside it: key, nonce,
data and message are 0, 1, 2 and so on; of the answers two, nothing at all, and 11 bytes of data with
17 of message.
"""

from collections.abc import Sequence

from published_program import Origin, Program, files

REPOSITORY = (
    "usnistgov/Lightweight-Cryptography-Benchmarking",
    "0aee4eda0633693be2bf580b8a64f3900826b6ea",
)
INTERFACE, HASHING = "crypto_aead.h", "crypto_hash.h"
SIZES = ((0, 0), (11, 17))
"""Bytes of associated data and of message; a hash function has the same messages."""


def _finalist(
    title: str,
    folder: str,
    names: Sequence[str],
    answers: Sequence[str],
    *,
    key: int = 16,
    nonce: int = 16,
    headers: Sequence[str] = (INTERFACE,),
) -> Program:
    """A variant; `key` and `nonce` are in bytes, an answer is the ciphertext with its tag. `headers`
    are those of interfaces that it includes.
    """
    origins = _origins(folder, "crypto_aead", headers, names)
    sealed = [byte for answer in answers for byte in bytes.fromhex(answer)]
    return Program(title, "aead.c", origins, items_of(key, nonce), sealed, linked=True)


def items_of(key: int, nonce: int, secret: int = 0) -> list[int]:
    """What is to be encrypted, by the bytes of key, nonce and secret message number."""
    keys = [*range(key), *range(nonce), *range(secret)]
    return [
        byte for data, text in SIZES for byte in (*keys, data, text, *range(data), *range(text))
    ]


def _hash(title: str, folder: str, names: Sequence[str], digests: Sequence[str]) -> Program:
    """A hash function."""
    origins = _origins(folder, "crypto_hash", (HASHING,), names)
    items = [byte for _, text in SIZES for byte in (text, *range(text))]
    answers = [byte for digest in digests for byte in bytes.fromhex(digest)]
    return Program(title, "hash.c", origins, items, answers, linked=True)


def _origins(folder: str, kind: str, headers: Sequence[str], names: Sequence[str]) -> list[Origin]:
    """The files of a variant, with the headers of interfaces where it has none of its own."""
    family, variant = folder.split("/")
    origins = files(*REPOSITORY, f"implementations/{family}/{kind}/{variant}/ref/", *names)
    own = [name for name in headers if name not in names]
    return [*origins, *files(*REPOSITORY, "src/lwc-benchmarking/include/", *own)]


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


ASCON_HASH = tuple("hash.c" if name == "encrypt.c" else name for name in ASCON)
PHOTON_BEETLE_HASH = ("photon.c", "hash.c", "api.h", "beetle.h", "photon.h")
ESCH = ("sparkle_ref.c", "hash.c", "api.h", "esch_cfg.h", "sparkle_ref.h")
XOODYAK = (
    *("Xoodoo-reference.c", "Xoodyak.c", "encrypt.c", "Cyclist.h", "Xoodoo-SnP.h", "Xoodoo.h"),
    *("Cyclist.inc", "Xoodyak.h", "align.h", "api.h", "brg_endian.h", INTERFACE),
)
XOODYAK_HASH = tuple(
    "hash.c" if name == "encrypt.c" else name for name in XOODYAK if name != INTERFACE
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
    "grain128aead": _finalist(
        "Grain-128AEAD",
        "grain128aead/grain128aeadv2",
        ("grain128aead-v2.c", "api.h", "grain128aead-v2.h"),
        ["D51FD5D16177B434", "A4AB16F5B985B23EE9839C86A573B149D6D70B4FAF8B2492BA"],
        nonce=12,
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
        headers=(INTERFACE, HASHING),
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
    "asconhasha": _hash(
        "Ascon-Hasha",
        "ascon/asconhashav12",
        ASCON_HASH,
        [
            "AECD027026D0675F9DE7A8AD8CCF512DB64B1EDCF0B20C388A0C7CC617AAA2C4",
            "AC3C9C02679819CFC8A482ED6F57BEC790DC8054C5B4F55EECAC466844DD389B",
        ],
    ),
    "asconhash": _hash(
        "Ascon-Hash",
        "ascon/asconhashv12",
        ASCON_HASH,
        [
            "7346BC14F036E87AE03D0997913088F5F68411434B3CF8B54FA796A80D251F91",
            "91407CF08BC734CA4CAD88D6A848BF87045F56EE2DF51563B9BA59D66B489938",
        ],
    ),
    "asconxofa": _hash(
        "Ascon-Xofa, 32 bytes",
        "ascon/asconxofav12",
        ASCON_HASH,
        [
            "7C10DFFD6BB03BE262D72FBE1B0F530013C6C4EADAABDE278D6F29D579E3908D",
            "E559CDAF16DDD0C6E52EDE142B38A713A6A0456AE886A7CC10BAD63C554F2557",
        ],
    ),
    "asconxof": _hash(
        "Ascon-Xof, 32 bytes",
        "ascon/asconxofv12",
        ASCON_HASH,
        [
            "5D4CBDE6350EA4C174BD65B5B332F8408F99740B81AA02735EAEFBCF0BA0339E",
            "604419F916E9EF78D037E624614FD5988185C6C2AA8AD9C4A35C4B9D9E15B360",
        ],
    ),
    "photonbeetlehash": _hash(
        "PHOTON-Beetle-Hash",
        "photon-beetle/photonbeetlehash256rate32v1",
        PHOTON_BEETLE_HASH,
        [
            "44A99882FEA033566856A27E7F0C94DC84FAC7E411B08B890A4A574E3DB75D4A",
            "5A281AD7EB81FB083D05CCD21B78C4BCA938AF26F20869DA29C8F13B7389BC5F",
        ],
    ),
    "romulush": _hash(
        "Romulus-H",
        "romulus/romulush",
        ("skinny_reference.c", "hash.c", "api.h", "skinny.h", "variant.h"),
        [
            "249B3F4370030B979F230CE05029361085766858879B31044742AFC4CDE6B5AB",
            "3AB15DDB9951D9D4775431A0E40A8C8D8FABDD3B6EA6B25F094C670E3B3597CE",
        ],
    ),
    "esch256": _hash(
        "Esch256",
        "sparkle/esch256v2",
        ESCH,
        [
            "C0E815D78B875DC768C6C8B3AFA51987CD69E5C087D387368628A511CFAD5730",
            "E6BF73941A7417FEFD2DD5882FFCBFAEA22B4C131EF155943FC817F61AD05B85",
        ],
    ),
    "esch384": _hash(
        "Esch384",
        "sparkle/esch384v2",
        ESCH,
        [
            "2981715E2263EBD0CB6E5C2C99D0776D5E691EE737FDE05247895E75D02E7447FD6AB707E2EC8385A539777965E472EE",
            "4D5607783A26B83FD478C8EAC31634DD3641ADB61C6DF964D6935E716D6826397C01AAEC57F584E6FB293EC26B547CE8",
        ],
    ),
    "xoodyak_hash": _hash(
        "Xoodyak, hashing",
        "xoodyak/xoodyakround3",
        XOODYAK_HASH,
        [
            "EA152F2B47BCE24EFB66C479D4ADF17BD324D806E85FF75EE369EE50DC8F8BD1",
            "20593B39BB6D595019331601244411323F713085BB1A30218C972B96D9B7B7B3",
        ],
    ),
}
