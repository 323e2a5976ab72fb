"""The programs that others published and that `published.py` measures."""

import hashlib
from collections.abc import Sequence

from published_bearssl import BEARSSL_PROGRAMS
from published_caesar import CAESAR
from published_lightweight import LIGHTWEIGHT
from published_program import Origin, Program, files, hash_program
from published_self_tests import SELF_TESTS

SIPHASH = {15: 0xA129CA6149BE45E5, 0: 0x726FDB47DD0E0E31, 8: 0x93F5F5799A932462}
"""J.-P. Aumasson, D. J. Bernstein, "SipHash", appendix A (15 bytes); the reference's list of
vectors for 0 and 8 bytes.
"""
CHACHA20 = bytes.fromhex(
    "76b8e0ada0f13d90405d6ae55386bd28bdd219b8a08ded1aa836efcc8b770dc7"
    "da41597c5157488d7724e03fb8d84a376a43b8f41518a11cc387b669b2ee6586"
    "9f07e7be5551387a98ba977c732d080dcb0f29a048e3656912c6533e32ee7aed"
    "29b721769ce64e43d57133b074d839d531ed1f28510afb45ace10a1f4b794d6f"
)
"""RFC 8439, A.1, vectors 1 and 2: the first two blocks of key 0 and nonce 0."""
POLY1305 = (
    bytes.fromhex("85d6be7857556d337f4452fe42d506a80103808afb0db2fd4abff6af4149f51b"),
    b"Cryptographic Forum Research Group",
    bytes.fromhex("a8061dc1305136c6c22b8baf0c0127a9"),
)
"""RFC 8439, 2.5.2."""
CAMELLIA_KEY = bytes.fromhex("0123456789abcdeffedcba9876543210")
CAMELLIA = bytes.fromhex("67673138549669730857065648eabe43")
"""RFC 3713, appendix A: key and block are the same."""
SERPENT = bytes.fromhex("a223aa1288463c0e2be38ebd825616c0")
"""NESSIE's vectors of Serpent with 256 bits of key, set 1, vector 0."""
X25519 = (
    bytes.fromhex(
        "a546e36bf0527c9d3b16154b82465edd62144c0ac1fc5a18506a2244ba449ac4"
        "e6db6867583030db3594c1a424b15f7c726624ec26b3353b10a903a6d0ab1c4c"
    ),
    bytes.fromhex("c3da55379de9c6908e94ea4df28d084f32eccf03491c71f754b4075577a28552"),
)
"""RFC 7748, 5.2."""
PRIME = 2**255 - 19
FACTORS = (PRIME - 2, 0x216936D3CD6E53FEC0A4E231FDD6DC5C692CC7609525A7B2C9562D608F25D51A)
KYBER_PRIME, ROOT = 3329, 17


def _transform(polynomial: Sequence[int]) -> list[int]:
    """The number-theoretic transform of ML-KEM (FIPS 203, algorithm 9)."""
    values, at, length = list(polynomial), 1, 128
    while length >= 2:
        for start in range(0, 256, 2 * length):
            zeta = pow(ROOT, int(f"{at:07b}"[::-1], 2), KYBER_PRIME)
            at += 1
            for j in range(start, start + length):
                product = zeta * values[j + length] % KYBER_PRIME
                values[j + length] = (values[j] - product) % KYBER_PRIME
                values[j] = (values[j] + product) % KYBER_PRIME
        length //= 2
    return values


POLYNOMIAL = [(7 * n * n + 3 * n + 1) % KYBER_PRIME for n in range(256)]
TWEETNACL = files(
    "RIOT-OS/tweetnacl",
    "e75833656195ec98a50f0df99c978655bc204686",
    "",
    "tweetnacl.c",
    "tweetnacl.h",
)
SUPERCOP = ("floodyberry/supercop", "a351f2c29235512a042d4b6989d241a67e86ad23")
MBED = ("ARMmbed/mbed-crypto", "8cc246c6d33a139914d3070c6cf630aea6806aa4")
PROGRAMS = {
    "siphash": Program(
        "SipHash-2-4",
        "siphash.c",
        files(
            "veorq/SipHash",
            "f26d35e964c6290ffe23d9043475ad3129f409e0",
            "",
            "siphash.c",
            "siphash.h",
        ),
        [item for n in SIPHASH for item in (*range(16), n, *range(n))],
        [byte for tag in SIPHASH.values() for byte in tag.to_bytes(8, "little")],
    ),
    "ml_kem_ntt": Program(
        "NTT of ML-KEM",
        "ml_kem_ntt.c",
        files(
            "pq-crystals/kyber",
            "4768bd37c02f9c40a46cb49d4d1f4d5e612bb882",
            "ref/",
            *("ntt.c", "ntt.h", "reduce.c", "reduce.h", "params.h"),
        ),
        POLYNOMIAL,
        _transform(POLYNOMIAL),
        modulus=KYBER_PRIME,
    ),
    "chacha20": Program(
        "ChaCha20",
        "chacha20.c",
        [
            *files(*SUPERCOP, "crypto_stream/chacha20/e/ref/e/", "chacha.c", "ecrypt-sync.h"),
            *files(
                *SUPERCOP,
                "include/",
                *("ecrypt-config.h", "ecrypt-machine.h", "ecrypt-portable.h"),
            ),
        ],
        [*[0] * 40, 127, *[0] * 127],
        list(CHACHA20[:127]),
    ),
    "poly1305": Program(
        "Poly1305, 32 bits",
        "poly1305.c",
        files(
            "floodyberry/poly1305-donna",
            "e6ad6e091d30d7f4ec2d4f978be1fcfcbce72781",
            "",
            *("poly1305-donna.c", "poly1305-donna.h", "poly1305-donna-32.h"),
        ),
        [*POLY1305[0], len(POLY1305[1]), *POLY1305[1]],
        list(POLY1305[2]),
        {"POLY1305_32BIT": ""},
    ),
    "camellia": Program(
        "Camellia-128",
        "camellia.c",
        [
            *files(*MBED, "library/", "camellia.c"),
            *(
                Origin(*MBED, f"include/mbedtls/{name}", f"mbedtls/{name}")
                for name in ("camellia.h", "platform_util.h")
            ),
        ],
        [*CAMELLIA_KEY, *CAMELLIA_KEY],
        list(CAMELLIA),
    ),
    "keccak_tiny": hash_program(
        "SHA3-256, tiny_sha3",
        "keccak_tiny.c",
        files(
            "mjosaarinen/tiny_sha3",
            "dcbb3192047c2a721f5f851db591871d428036a9",
            "",
            *("sha3.c", "sha3.h"),
        ),
        lambda message: hashlib.sha3_256(message).digest(),
    ),
    "keccak_compact": hash_program(
        "SHA3-256, Keccak team",
        "keccak_compact.c",
        files(
            "XKCP/XKCP",
            "6ce53d038f53864b526bd4986c3fb8c739040b58",
            "Standalone/CompactFIPS202/C/",
            "Keccak-readable-and-compact.c",
        ),
        lambda message: hashlib.sha3_256(message).digest(),
    ),
    "x25519_field": Program(
        "product in the field of X25519",
        "x25519_field.c",
        TWEETNACL,
        [byte for factor in FACTORS for byte in factor.to_bytes(32, "little")],
        list((FACTORS[0] * FACTORS[1] % PRIME).to_bytes(32, "little")),
    ),
    "x25519": Program("X25519", "x25519.c", TWEETNACL, list(X25519[0]), list(X25519[1])),
    "sha256": hash_program(
        "SHA-256",
        "sha256.c",
        files(
            "B-Con/crypto-algorithms",
            "cfbde48414baacf51fc7c74f275190881f037d32",
            "",
            *("sha256.c", "sha256.h"),
        ),
        lambda message: hashlib.sha256(message).digest(),
    ),
    "sha512": hash_program(
        "SHA-512",
        "sha512.c",
        files(
            "Madricas/RFC-6234",
            "57852f322adc5a36e494a249922fa2ba033a895e",
            "",
            *("sha384-512.c", "sha.h", "sha-private.h"),
        ),
        lambda message: hashlib.sha512(message).digest(),
    ),
    "blake2s": hash_program(
        "BLAKE2s-256",
        "blake2s.c",
        files(
            "BLAKE2/BLAKE2",
            "ed1974ea83433eba7b2d95c5dcd9ac33cb847913",
            "ref/",
            *("blake2s-ref.c", "blake2.h", "blake2-impl.h"),
        ),
        lambda message: hashlib.blake2s(message).digest(),
    ),
    "serpent": Program(
        "Serpent-256",
        "serpent.c",
        files(
            "peterferrie/serpent",
            "c33224fda0ebfe67380646850c92578c82d7b9f9",
            "",
            *("serpent.c", "serpent.h", "macros.h", "portable.h", "config.h", "machine.h"),
        ),
        [0x80, *[0] * 31, *[0] * 16],
        list(SERPENT),
    ),
    **SELF_TESTS,
    **LIGHTWEIGHT,
    **CAESAR,
    **BEARSSL_PROGRAMS,
}
