"""The reference code of candidates of CAESAR as SUPERCOP has it, which takes all by one interface.

Keys, nonces, secret message numbers, associated data and messages are 0, 1, 2 and so on. The answers
are those of the same files compiled by gcc 12.2 with -O0 and with -O2, which are the same. Its checks of
addresses find that LAC and Artemia leave a block that they allocate, and nothing in the others.
"""

from collections.abc import Sequence

from published_lightweight import INTERFACE, items_of
from published_lightweight import REPOSITORY as NIST
from published_program import Program, files

REPOSITORY = ("floodyberry/supercop", "a351f2c29235512a042d4b6989d241a67e86ad23")


def _candidate(
    title: str,
    folder: str,
    names: str,
    answers: Sequence[str],
    *,
    key: int = 16,
    nonce: int = 16,
    secret: int = 0,
) -> Program:
    """A candidate, with the header of the interface that NIST has where it has none; SUPERCOP makes
    one. `key`, `nonce` and `secret`, its secret message number, are in bytes, an answer is the
    ciphertext with its tag.
    """
    origins = files(*REPOSITORY, f"crypto_aead/{folder}/ref/", *names.split())
    if INTERFACE not in names.split():
        origins += files(*NIST, "src/lwc-benchmarking/include/", INTERFACE)
    sealed = [byte for answer in answers for byte in bytes.fromhex(answer)]
    items = items_of(key, nonce, secret)
    return Program(title, "caesar.c", origins, items, sealed, linked=True)


CAESAR = {
    "aegis128l": _candidate(
        "AEGIS-128L",
        "aegis128l",
        "aes.c api.h ecrypt.c",
        [
            "c3f43996b947d95391c1e453e9a7b8f3",
            "0d4b3edb6f9c55cbf9a66a822e60401b07fa336e1d3e4819679eea99d867d2b217",
        ],
        key=128,
    ),
    "aegis256": _candidate(
        "AEGIS-256",
        "aegis256",
        "aes.c api.h encrypt.c",
        [
            "cdbc212011c11a3650b2cd3e6c8b0282",
            "2ae6ca32d6330f1bc4641de42a467806cd9227678b48427e817e94ea745cb8e3ad",
        ],
        key=32,
        nonce=32,
    ),
    "acorn128v2": _candidate(
        "ACORN v2",
        "acorn128v2",
        "api.h crypto_aead.h encrypt.c",
        [
            "d6c12cf334a6273460788b738238e1f3",
            "5e669aefbdd529ee7a29138aa7702cac7444786ea1aa7a25ae621599012a37ac91",
        ],
    ),
    "ascon128av11": _candidate(
        "Ascon-128a v1.1",
        "ascon128av11",
        "api.h ascon.c",
        [
            "7a834e6f09210957067b10fd831f0078",
            "c3907433390fd0f8aafd6d309e0b48d1ef56f8bf5005df77403f694117f7d99396",
        ],
    ),
    "norx3241v2": _candidate(
        "NORX32-4-1 v2",
        "norx3241v2",
        "api.h caesar.c norx.c norx.h norx_config.h norx_util.h",
        [
            "049935c36a16360fa6e0f63b5d95c343",
            "6271e532ab0e9a94275533d85a3e96c96e08c33034105e64ee5fda19332f8cdb2a",
        ],
        key=32,
    ),
    "morus1280128v1": _candidate(
        "MORUS-1280-128",
        "morus1280128v1",
        "api.h encrypt.c",
        [
            "1029ab88e08d25588003cddfb5d00e74",
            "5e7d0bfc47b57edda1c8a6eddf0a613cae28a0979ef7d361b04caf7d60766ecd06",
        ],
    ),
    "tiaoxinv2": _candidate(
        "Tiaoxin-346",
        "tiaoxinv2",
        "api.h encrypt.c sboxes.h tiaoxin-tablebased.c tiaoxin-tablebased.h",
        [
            "a21ff4fb03e367901e70f21138c3c0c0",
            "e9ecac0649cf59480a87301b17516fabf22c32d97037c24eaa0f2fa5d1dfadb704",
        ],
    ),
    "trivia0v2": _candidate(
        "TriviA-0",
        "trivia0v2",
        "api.h encrypt.c",
        [
            "4776e0dc95827dfd3d31b52cc89e35ab",
            "8f508fb77543f6ad22b588ca19575ffd116d3e9dc13f707f3753d589ed33fadd58",
        ],
        nonce=8,
    ),
    "sablierv1": _candidate(
        "Sablier",
        "sablierv1",
        "api.h authenticate_1.h cipher_1.h encrypt.c",
        ["37a9368b", "c47125da85c6fd98a7766fe1ffeb32341cf4e8586e"],
        key=10,
        nonce=10,
    ),
    "lacv1": _candidate(
        "LAC",
        "lacv1",
        "api.h encrypt.c",
        ["550e7158f736f9d2", "6e41b4295a23d8edc9672ad791ae5b4e25afea3ef0ff14a7d9"],
        key=10,
        nonce=8,
    ),
    "raviyoylav1": _candidate(
        "Raviyoyla",
        "raviyoylav1",
        "api.h encrypt.c",
        [
            "6523cac85c0623c3f592f877c0dc2513516371c0187eb3248da5634ca0a7c20f1aec598354d2405b8d4d50af7c8cd5d88133dd1f6b59bb938199981fbbe4d2b7",
            "c229c4451712720de0894a4fc1edf37bf2305856b20c6ce714becd326609927704a0e3ad52bf681bdf4615e97d56a2e8a0d7f0ca81432cab8019ad56c256b2c373038441a173238f13bdddb5d689356310",
        ],
        key=32,
        nonce=32,
    ),
    "silverv1": _candidate(
        "Silver",
        "silverv1",
        "api.h encrypt.c rijndaelEndianNeutral.c rijndaelEndianNeutral.h",
        [
            "625f9bf97e109cad0a9ffac09cdcd0ad",
            "8faf3416bd0eb66bccc31f31bd73636f157c91d5aadfc65544b983ba873695ffd9",
        ],
    ),
    "stribob192r2": _candidate(
        "STRIBOB",
        "stribob192r2",
        "api.h encrypt.c stribob.c stribob.h wbob_pi64.c wbob_tab64.h",
        [
            "73e589a146f0f7f94b5c897c57f02bce",
            "60e9438af62d8c121b9fa5e877f30bef12cfe47b952bacfdaf78fac80ca9a3eabe",
        ],
        key=24,
    ),
    "ketjejrv1": _candidate(
        "Ketje-Jr v1",
        "ketjejrv1",
        "KeccakF-200-interface.h KeccakF-200-reference.c KeccakF-200-reference.h "
        "KeccakF-interface.h KeccakP-200-interface.h KeccakP-200-reference.c "
        "KeccakP-200-reference.h KeccakP-interface.h Ket.c Ket.h Ketje.c Ketje.h api.h "
        "brg_endian.h displayIntermediateValues.c displayIntermediateValues.h encrypt.c",
        ["44c572279b76843cbb6f9c7c", "922a0336cc05773d84172deab238e4a998d31c3995b1a7826a487a033b"],
        key=12,
        nonce=10,
    ),
    "artemia128v12": _candidate(
        "Artemia-128",
        "artemia128v12",
        "api.h crypto_aead.h encrypt.c jhae.h jhae_decryption.c jhae_encryption.c "
        "jhae_padding.c jhae_permutation.c",
        [
            "a57ae8ab4fd4b2810cb34cce937846e9e093e82fbfa87322347fade2d7c58a2e",
            "da16758b347d28d185dc3b50f565afc59b1a310d5ceab933950ef248e4ebf8cd7f3771cd1221213d7ca188718dd396f9",
        ],
    ),
    "aes128poetv2aes4": _candidate(
        "POET, AES-4",
        "aes128poetv2aes4",
        "aes.c aes.h api.h encrypt.c poet.c poet.h",
        [
            "4bb254c34e71258e430b8579146fd0c9",
            "844acc91763e764cdedbaa52a8e4f1717264a62db1d16b0d9f1ef7ab56c7d8c338",
        ],
    ),
    "aescopav2": _candidate(
        "AES-COPA",
        "aescopav2",
        "aes-core.c aes-core.h api.h encrypt.c",
        [
            "bd98084281efc28131ccc8746f48d2ce650ea34dfe419d499dc59cbeb947626801",
            "1e6f6b667b542d8904cc995ecd750b9026fc0f4cc19dcf78f85288a385e221d8232817e8fe7c0680dd503431ecb2155501",
        ],
    ),
    "aesjambuv1": _candidate(
        "JAMBU-AES v1",
        "aesjambuv1",
        "aes.c aes.h api.h encrypt.c",
        ["16cb37b8066d35a7", "9cce5d890bc535e4caf937eaf6fe54e9ec98d329ce1c53bbe9"],
        nonce=8,
    ),
    "aezv4": _candidate(
        "AEZ v4",
        "aezv4",
        "api.h blake2b.c blake2b.h encrypt.c rijndael-alg-fst.c rijndael-alg-fst.h",
        [
            "8fa737cd43c9cc11ce09c8f53d4d5d4f",
            "553361a22b90d66c86e3b58a8c4af63dcd5d06287a99bf0c5157209f3266c97a98",
        ],
        key=48,
        nonce=12,
    ),
    "hs1sivv2": _candidate(
        "HS1-SIV",
        "hs1sivv2",
        "api.h encrypt.c",
        [
            "a8ea62bcf44ab3589db8235f9e236882",
            "1eb77d76bcec5f1bb5c97e43daba1355a9243cba3b444c05f4fe28453420ec0a44",
        ],
        nonce=12,
    ),
    "icepole128v2": _candidate(
        "ICEPOLE-128",
        "icepole128v2",
        "api.h encrypt.c icepole.c icepole.h",
        [
            "695e4cc99879576c1bfa79f91129b0025e324d380623c5be797036f299f1be79",
            "695e4cc99879576c1bfa79f91129b002a0fa52ea947cfeb7758a19cf241eac10245bbb17f3701e33f6be8b0f6d6893eff1",
        ],
        secret=16,
    ),
    "joltikeq6464v13": _candidate(
        "Joltik=",
        "joltikeq6464v13",
        "api.h encrypt.c joltik.c joltik.h tweakableBC.c tweakableBC.h",
        ["34d058956653b392", "b4968667b8d245ebaa3942bf11616702c70998f057c860bc3c"],
        key=8,
        nonce=8,
    ),
    "deoxyseq128128v13": _candidate(
        "Deoxys=",
        "deoxyseq128128v13",
        "api.h deoxys.c deoxys.h encrypt.c tweakableBC.c tweakableBC.h",
        [
            "4e03e1d6bafb93aca7ee6adde8514f6d",
            "84f2db0c6c276b7f4ae258d7ca6b2eaa35e1d8bf2773ed0177528ad2209b51fac4",
        ],
    ),
    "kiasuneq128v1": _candidate(
        "KIASU≠",
        "kiasuneq128v1",
        "api.h encrypt.c kiasu.c kiasu.h tweakable_aes.c tweakable_aes.h",
        [
            "291e7d0f2380f6d56057a20e29ee53e2",
            "46b6b1e38141c831d5b220a57baafd3ef385ebcecebaabdf70c12896f5de0fc851",
        ],
        nonce=4,
    ),
    "minalpherv11": _candidate(
        "Minalpher",
        "minalpherv11",
        "api.h encrypt.c minalpher.c minalpher.h",
        [
            "69a3383601d2d1d6d88ff9fff997bc0810990d134b9195b9343e95dc1d71afdbdf7f322053ec842e12322d886236652e",
            "c4acae5d332c036c964d5b5f8184b473fe7691c1159c97d0f506a6be39e6dffb750a996927a7f0dde32639f75b803266",
        ],
        nonce=13,
    ),
    "shellaes128v2d4n64": _candidate(
        "SHELL",
        "shellaes128v2d4n64",
        "aes.c aes.h aesReduced.c api.h encrypt.c shellaes.c shellaes.h",
        [
            "bc396e725c8c5b6e2a4ddfa3a4d36cf67299be09db63f0513ca502d1dcde8fb8",
            "b9225d2a4297ffec2a90d26c9ec68fd57bf611cc5453d6a72f3a9ee8b7ce7db3c9cc71871860c4f67495ac7237279134",
        ],
        nonce=8,
    ),
    "proest128apev1": _candidate(
        "Prøst-128-APE",
        "proest128apev1",
        "ape.h api.h encrypt.c proest128.c proest128.h zerobytes.c zerobytes.h",
        [
            "19efb7b4881f397dd96fe1eee0867a95a5374d8542e742b0c912977bf52bed08",
            "db2c22972695486782c71c5586980b1b3581f15f18d89aad8de7f0332168b83459975df99431a9bb0868a26abf8bdbb4",
        ],
        nonce=32,
    ),
    "yaes128v2": _candidate(
        "YAES",
        "yaes128v2",
        "aes-128.c aes-128.h api.h encrypt.c encrypt.h",
        [
            "719cc7b170ce8412ec6018c6929d5ebd",
            "6fffce4850006a9c2cd9321308ab156ea85b57d7c603d40dd6e1013451f235bee7",
        ],
    ),
    "ifeedaes128n104v1": _candidate(
        "iFeed[AES]",
        "ifeedaes128n104v1",
        "api.h encrypt.c",
        [
            "f6eeed6673edd007d9a51bed8e400e3f",
            "6ee479a9ac0b35e2ecb0d329931eeaf4ee148dc65458969c29bc739b0c8ebe6cac",
        ],
        nonce=13,
    ),
    "led80n6t4silcv2": _candidate(
        "SILC, LED",
        "led80n6t4silcv2",
        "api.h encrypt.c led.c led.h silc.c silc.h utils.c",
        ["768a3bee", "8d00ed0e2d2e6e1adccf3f5fccc9a385af12b695ee"],
        key=10,
        nonce=6,
    ),
    "present80n6t4silcv2": _candidate(
        "SILC, PRESENT",
        "present80n6t4silcv2",
        "api.h encrypt.c present.c present.h silc.c silc.h utils.c",
        ["5af7b3aa", "9535c3578efc607f9f965c12e11705c6cc8af1230c"],
        key=10,
        nonce=6,
    ),
    "twine80n6t4clocv2": _candidate(
        "CLOC, TWINE",
        "twine80n6t4clocv2",
        "api.h cloc.c cloc.h encrypt.c twine.c twine.h utils.c",
        ["433621d4", "0d313ab50730040415dff528b647b3570f10d7692d"],
        key=10,
        nonce=6,
    ),
    "aes128n12t8clocv2": _candidate(
        "CLOC, AES",
        "aes128n12t8clocv2",
        "aes.h aes_core.c aes_locl.h api.h cloc.c cloc.h encrypt.c utils.c",
        ["27c655d4ee567764", "8f4f73c9d87fce88dcc95010ea29a567f0f6abd5936a4a1004"],
        nonce=12,
    ),
    "aes128n12t8silcv2": _candidate(
        "SILC, AES",
        "aes128n12t8silcv2",
        "aes.h aes_core.c aes_locl.h api.h encrypt.c silc.c silc.h utils.c",
        ["a97fc1ebccc3a1a6", "6d3f9b11942b0af4bfa7c3d392d925b73a53afe86a706f8a41"],
        nonce=12,
    ),
    "aes128otrpv2": _candidate(
        "AES-OTR v2",
        "aes128otrpv2",
        "OTR.c OTR.h api.h encrypt.c t-aes_define.h t-aes_enc_only.c t-aes_table_enc_only.h",
        [
            "4936501fbf8713d2d3e9c830ef97c351",
            "783d42bd141085b0585f94b168c4a71f66ea95dd52da59976c15d84173d1c06e7a",
        ],
        nonce=12,
    ),
    "aegis128": _candidate(
        "AEGIS-128",
        "aegis128",
        "aes.c api.h encrypt.c",
        [
            "3b6350b37806b482f1b3dc787e53014c",
            "124c2f14f105d7224effd264555304ad8f09c6531efaafe46a0c7737bac48b187a",
        ],
    ),
    "norx6441v2": _candidate(
        "NORX64-4-1 v2",
        "norx6441v2",
        "api.h caesar.c norx.c norx.h norx_config.h norx_util.h",
        [
            "6a042663ee00f3ee95e9d1b6b3b16810e97c7be0e5393f4710337f4770650b05",
            "c807306b08a5f43e6c36b746464a3b906f8ff8b75ce4fcd881513e1881ebb167788dbdd1bcaff25a8315c4518c5f482788",
        ],
        key=32,
    ),
}
