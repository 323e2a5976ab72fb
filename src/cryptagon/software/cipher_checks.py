"""What an authenticated cipher must do, tried on an implementation."""

import random
from collections.abc import Iterator, Sequence
from pathlib import Path

from cryptagon.errors import CryptagonError
from cryptagon.kat import read_kat
from cryptagon.software.calls import Answer, Implementation
from cryptagon.software.outcome import WARNED, Outcome, checked

LENGTHS = (*range(0, 35), 47, 48, 49, 63, 64, 65, 127, 128, 129, 255, 256, 257, 1000)
"""Of messages, in bytes: all round the blocks that ciphers have."""
FORGED = (0, 1, 16, 33)
SEED = 20261126


class CipherChecks:
    """The checks of one implementation, on bytes of a fixed seed."""

    def __init__(self, code: Implementation) -> None:
        self.code = code
        self.source = random.Random(SEED)
        self.key, self.nonce = (self.source.randbytes(size) for size in (code.key, code.nonce))

    def all(self, files: Sequence[Path]) -> list[Outcome]:
        """Each check once; of known answers where there are files.

        Raises CryptagonError where the code crashes or does not end, and for a file that is none of
        known answers.
        """
        return [
            checked("round trips", self.round_trips()),
            checked("the same answer twice", self.repetitions()),
            checked("forged tags refused, every bit", self.forged_tags()),
            checked("forged ciphertext, data and nonce refused", self.forged_others()),
            checked("nothing given out of a forged message", self.releases(), worst=WARNED),
            checked("nothing written past the end", self.overruns(), worst=WARNED),
            *(checked(f"known answers, {file.name}", self.known_answers(file)) for file in files),
            checked("ciphertext shorter than a tag refused", self.short(), worst=WARNED),
        ]

    def round_trips(self) -> Iterator[str]:
        """Every length of a message with data of 13 bytes, and every length of data with a message
        of 13 bytes, none among them.
        """
        pairs = [(length, 13) for length in LENGTHS] + [(13, length) for length in LENGTHS]
        for message, ad in [(0, 0), *pairs]:
            yield self._round_trip(self.source.randbytes(message), self.source.randbytes(ad))

    def _round_trip(self, message: bytes, ad: bytes) -> str:
        case = f"message of {len(message)} bytes, associated data of {len(ad)}"
        sealed = self.code.encrypt(self.key, self.nonce, ad, message)
        wrong = _wrong_ciphertext(sealed, len(message) + self.code.more)
        if not wrong:
            opened = self.code.decrypt(self.key, self.nonce, ad, sealed.output)
            wrong = _wrong_message(opened, message)
        return f"{case}: {wrong}" if wrong else ""

    def repetitions(self) -> Iterator[str]:
        """A call gives the same after others."""
        for length in (0, 16, 100):
            message = self.source.randbytes(length)
            first = self.code.encrypt(self.key, self.nonce, b"data", message)
            self.code.encrypt(self.key, self.nonce, b"", bytes(length + 1))
            again = self.code.encrypt(self.key, self.nonce, b"data", message)
            same = first.output == again.output
            yield (
                "" if same else f"message of {length} bytes: a second call gives another ciphertext"
            )

    def forged_tags(self) -> Iterator[str]:
        """Every bit of the last CRYPTO_ABYTES bytes, of messages of `FORGED` lengths."""
        for length in FORGED:
            sealed = self._sealed(length, 13)
            for bit in range(8 * length, 8 * (length + self.code.more)):
                opened = self.code.decrypt(self.key, self.nonce, bytes(13), flipped(sealed, bit))
                accepted = f"message of {length} bytes: bit {bit % 8} of byte {bit // 8 - length} of the tag is not compared"
                yield accepted if opened.result == 0 else ""

    def forged_others(self) -> Iterator[str]:
        """A bit of each byte of the ciphertext, of the data and of the nonce."""
        sealed, ad = self._sealed(33, 13), bytes(13)
        for byte in range(33):
            opened = self.code.decrypt(
                self.key, self.nonce, ad, flipped(sealed, 8 * byte + byte % 8)
            )
            yield "" if opened.result else f"a changed byte {byte} of the ciphertext is accepted"
        for byte in range(13):
            opened = self.code.decrypt(
                self.key, self.nonce, flipped(ad, 8 * byte + byte % 8), sealed
            )
            yield (
                "" if opened.result else f"a changed byte {byte} of the associated data is accepted"
            )
        for byte in range(len(self.nonce)):
            nonce = flipped(self.nonce, 8 * byte + byte % 8)
            opened = self.code.decrypt(self.key, nonce, ad, sealed)
            yield "" if opened.result else f"another nonce is accepted: byte {byte}"

    def releases(self) -> Iterator[str]:
        """The buffer of a refused message has no 8 bytes of its plaintext."""
        for length in (16, 33, 100):
            message = random.Random(length).randbytes(length)
            sealed = self.code.encrypt(self.key, self.nonce, b"", message).output
            opened = self.code.decrypt(
                self.key, self.nonce, b"", flipped(sealed, 8 * len(sealed) - 1)
            )
            at = next((i for i in range(length - 7) if message[i : i + 8] in opened.output), None)
            told = f"message of {length} bytes: its plaintext is in the buffer though the tag is wrong, from byte {at}; clear it before the return"
            yield "" if at is None else told

    def overruns(self) -> Iterator[str]:
        """Calls leave the bytes behind their output as they were."""
        for length in LENGTHS:
            message = self.source.randbytes(length)
            sealed = self.code.encrypt(self.key, self.nonce, b"", message)
            opened = self.code.decrypt(self.key, self.nonce, b"", sealed.output)
            found = [
                name
                for name, one in (("encryption", sealed), ("decryption", opened))
                if one.past_end
            ]
            yield (
                f"message of {length} bytes: {found[0]} writes past the end of its output"
                if found
                else ""
            )

    def short(self) -> Iterator[str]:
        """Ciphertexts that cannot hold a tag; a crash is a finding."""
        for length in {0, self.code.more - 1}:
            try:
                opened = self.code.decrypt(self.key, self.nonce, b"", bytes(length))
            except CryptagonError as fault:
                yield f"ciphertext of {length} bytes: {fault.what}"
            else:
                yield "" if opened.result else f"a ciphertext of {length} bytes is accepted"

    def known_answers(self, file: Path) -> Iterator[str]:
        """Each record encrypted and decrypted."""
        for record in read_kat(file):
            case = f"Count = {record.count}"
            if (len(record.key), len(record.nonce)) != (self.code.key, self.code.nonce):
                told = f"its key and nonce have {len(record.key)} and {len(record.nonce)} bytes"
                yield f"{case}: {told}, api.h says {self.code.key} and {self.code.nonce}"
                continue
            sealed = self.code.encrypt(record.key, record.nonce, record.ad, record.pt)
            opened = self.code.decrypt(record.key, record.nonce, record.ad, record.ct)
            if sealed.output != record.ct:
                yield f"{case}: expected {record.ct[:32].hex()}, got {sealed.output[:32].hex()}"
            else:
                right = opened.result == 0 and opened.output == record.pt
                yield "" if right else f"{case}: decryption does not give the message"

    def _sealed(self, message: int, ad: int) -> bytes:
        return self.code.encrypt(self.key, self.nonce, bytes(ad), bytes(message)).output


def _wrong_ciphertext(sealed: Answer, expected: int) -> str:
    if sealed.changed:
        return f"encryption changes its {sealed.changed[0]}"
    if sealed.result:
        return f"crypto_aead_encrypt returned {sealed.result}"
    told = f"it says that the ciphertext has {_length(sealed)} bytes; message and CRYPTO_ABYTES are {expected}"
    return "" if sealed.length == expected else told


def _wrong_message(opened: Answer, message: bytes) -> str:
    if opened.changed:
        return f"decryption changes its {opened.changed[0]}"
    if opened.result:
        return f"the right ciphertext is refused, crypto_aead_decrypt returned {opened.result}"
    if opened.length != len(message):
        return f"it says that the decrypted message has {_length(opened)} bytes"
    return "" if opened.output == message else "another message comes back"


def flipped(data: bytes, bit: int) -> bytes:
    """The data with one bit changed; bit 0 is the least significant one of the first byte."""
    byte, place = divmod(bit, 8)
    return data[:byte] + bytes([data[byte] ^ 1 << place]) + data[byte + 1 :]


def block_bytes(code: Implementation) -> int:
    """The block of a cipher, found by which bytes of a ciphertext hang on the first byte of the
    message; 0 where none or all of them do.
    """
    key, nonce, message = bytes(code.key), bytes(code.nonce), bytes(200)
    one, other = (
        code.encrypt(key, nonce, b"", text).output[:200] for text in (message, flipped(message, 0))
    )
    differ = [i for i in range(1, 200) if one[i] != other[i]]
    if not differ:
        return 0
    if differ[0] > 1:
        return differ[0]
    same = next((i for i in range(1, 200) if one[i] == other[i]), 0)
    return same if differ == list(range(1, same)) else 0


def _length(answer: Answer) -> str:
    return "no" if answer.length == 2**64 - 1 else str(answer.length)
