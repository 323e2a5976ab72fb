"""A small SUPERCOP-style implementation, one exclusive or long, to break in every way."""

from collections.abc import Callable
from pathlib import Path

import pytest

API = """#define CRYPTO_KEYBYTES 2
#define CRYPTO_NSECBYTES 0
#define CRYPTO_NPUBBYTES 1
#define CRYPTO_ABYTES 1
#define CRYPTO_NOOVERLAP 1
"""

# The tag is the exclusive or of everything, rotated by one bit a byte so that no single flipped bit
# goes unseen.
ENCRYPT = """#include "api.h"
#include "crypto_aead.h"

static unsigned char add(unsigned char sum, const unsigned char *bytes, unsigned long long length) {
    for (unsigned long long i = 0; i < length; i++) sum = (unsigned char)(sum << 1 | sum >> 7) ^ bytes[i];
    return sum;
}

int crypto_aead_encrypt(unsigned char *c, unsigned long long *clen, const unsigned char *m, unsigned long long mlen,
                        const unsigned char *ad, unsigned long long adlen, const unsigned char *nsec, const unsigned char *npub,
                        const unsigned char *k) {
    for (unsigned long long i = 0; i < mlen; i++) c[i] = m[i] ^ k[i % 2] ^ npub[0];
    c[mlen] = add(add(add(0, k, 2), ad, adlen), m, mlen);
    *clen = mlen + 1;
    return 0;
}

int crypto_aead_decrypt(unsigned char *m, unsigned long long *mlen, unsigned char *nsec, const unsigned char *c, unsigned long long clen,
                        const unsigned char *ad, unsigned long long adlen, const unsigned char *npub, const unsigned char *k) {
    *mlen = clen - 1;
    for (unsigned long long i = 0; i < *mlen; i++) m[i] = c[i] ^ k[i % 2] ^ npub[0];
    return add(add(add(0, k, 2), ad, adlen), m, *mlen) == c[*mlen] ? 0 : -1;
}
"""


@pytest.fixture
def make_folder(tmp_path: Path) -> Callable[..., Path]:
    """Writes the implementation, with a piece of its code replaced; returns the folder."""

    def make(old: str = "", new: str = "", api: str = API) -> Path:
        assert old in ENCRYPT
        folder = tmp_path / "toy"
        folder.mkdir(exist_ok=True)
        (folder / "api.h").write_text(api)
        (folder / "encrypt.c").write_text(ENCRYPT.replace(old, new, 1) if old else ENCRYPT)
        return folder

    return make
