"""Ciphers of BearSSL that `published.py` measures: each is called through the library's tables of
functions, as its users call it.
"""

import hmac
from collections.abc import Sequence

from published_program import Origin, Program, files

BEARSSL = ("nogoegst/bearssl", "6a1dab03beac9a324fdaed36ffdeb5081ac64b9a")
INCLUDED = (
    "",
    *(
        f"_{part}"
        for part in ["block", "ec", "hash", "hmac", "pem", "prf", "rand", "rsa", "ssl", "x509"]
    ),
)
HEADERS = [
    *files(*BEARSSL, "inc/", *(f"bearssl{part}.h" for part in INCLUDED)),
    *files(*BEARSSL, "src/", "config.h", "inner.h"),
]
CODEC = [f"codec/{way}32{order}.c" for way in ("enc", "dec") for order in ("be", "le")]
AES_CT = [f"symcipher/{name}.c" for name in ("aes_common", "aes_ct", "aes_ct_enc", "aes_ct_cbcenc")]

KEY, MESSAGE = b"Jefe", b"what do ya want for nothing?"
"""RFC 4231, test case 2; Python computes the answer."""
SEALED = (
    bytes(range(0x80, 0xA0)),
    bytes.fromhex("070000004041424344454647"),
    bytes.fromhex("50515253c0c1c2c3c4c5c6c7"),
    b"Ladies and Gentlemen of the class of '99: If I could offer you only one tip for the future, "
    b"sunscreen would be it.",
    bytes.fromhex(
        "d31a8d34648e60db7b86afbc53ef7ec2a4aded51296e08fea9e2b5a736ee62d6"
        "3dbea45e8ca9671282fafb69da92728b1a71de0a9e060b2905d6a5b67ecd3b36"
        "92ddbd7f2d778b8c9803aee328091b58fab324e4fad675945585808b4831d7bc"
        "3ff4def08e4b7a9de576d26586cec64b6116"
    )
    + bytes.fromhex("1ae10b594f09e26a7e902ecbd0600691"),
)
"""RFC 8439, 2.8.2: key, nonce, AD, plaintext; ciphertext and tag."""
CHAINED = (
    bytes.fromhex("2b7e151628aed2a6abf7158809cf4f3c"),
    bytes(range(16)),
    bytes.fromhex("6bc1bee22e409f96e93d7e117393172aae2d8a571e03ac9c9eb76fac45af8e51"),
    bytes.fromhex("7649abac8119b246cee98e9b12e9197d5086cb9b507219ee95db113a917678b2"),
)
"""NIST SP 800-38A, F.2.1, the first two blocks: key, initial value, plaintext; ciphertext."""


def _origins(*sources: str) -> list[Origin]:
    return [*HEADERS, *files(*BEARSSL, "src/", *sources, *CODEC)]


def _program(
    title: str, wrapper: str, sources: Sequence[str], items: bytes, answers: bytes
) -> Program:
    return Program(title, wrapper, _origins(*sources), list(items), list(answers), linked=True)


BEARSSL_PROGRAMS = {
    "bearssl_hmac": _program(
        "HMAC with SHA-256, BearSSL",
        "bearssl_hmac.c",
        ["mac/hmac.c", "hash/sha2small.c", "hash/dig_size.c"],
        bytes([len(KEY), *KEY, len(MESSAGE), *MESSAGE]),
        hmac.digest(KEY, MESSAGE, "sha256"),
    ),
    "bearssl_chacha20poly1305": _program(
        "ChaCha20-Poly1305, BearSSL",
        "bearssl_chacha20poly1305.c",
        ["symcipher/poly1305_ctmul.c", "symcipher/chacha20_ct.c"],
        b"".join([*SEALED[:3], bytes([len(SEALED[3])]), SEALED[3]]),
        SEALED[4],
    ),
    "bearssl_aes_cbc": _program(
        "AES-128-CBC, BearSSL",
        "bearssl_aes_cbc.c",
        AES_CT,
        b"".join(CHAINED[:3]),
        CHAINED[3],
    ),
}
