"""A small cipher and a small hash function of the SUPERCOP shape."""

from pathlib import Path

SUPERCOP = Path(__file__).parent / "supercop"
CIPHER = SUPERCOP / "crypto_aead" / "toy" / "ref"
HASH = SUPERCOP / "crypto_hash" / "toyhash" / "ref"
