"""What a hash function must do, tried on an implementation."""

import random
import re
from collections.abc import Iterator, Sequence
from pathlib import Path

from cryptagon.errors import CryptagonError
from cryptagon.software.calls import Implementation
from cryptagon.software.cipher_checks import LENGTHS, SEED, flipped
from cryptagon.software.outcome import WARNED, Outcome, checked
from cryptagon.user_files import UnreadableError, read_text

_LINE = re.compile(r"(Count|Msg|MD)\s*=\s*([0-9A-Fa-f]*)$")


class HashChecks:
    """The checks of one implementation, on bytes of a fixed seed."""

    def __init__(self, code: Implementation) -> None:
        self.code = code
        self.source = random.Random(SEED)

    def all(self, files: Sequence[Path]) -> list[Outcome]:
        """Each check once; of known answers where there are files. Raises as those of ciphers."""
        return [
            checked("the same digest twice, inputs as they were", self.repetitions()),
            checked("every byte of the digest is written", self.whole()),
            checked("every bit of a message counts", self.sensitive()),
            checked("nothing written past the end", self.overruns(), worst=WARNED),
            *(checked(f"known answers, {file.name}", self.known_answers(file)) for file in files),
        ]

    def repetitions(self) -> Iterator[str]:
        """Messages of all lengths, none among them."""
        for length in LENGTHS:
            message = self.source.randbytes(length)
            first = self.code.digest(message)
            self.code.digest(bytes(length + 1))
            again = self.code.digest(message)
            if first.changed:
                yield f"message of {length} bytes: hashing changes its message"
            elif first.result:
                yield f"message of {length} bytes: crypto_hash returned {first.result}"
            else:
                same = first.output == again.output
                yield (
                    "" if same else f"message of {length} bytes: a second call gives another digest"
                )

    def whole(self) -> Iterator[str]:
        """No byte of the digest is the same for 8 messages: of the right ones one in 2**56 is."""
        digests = [self.code.digest(self.source.randbytes(20)).output for _ in range(8)]
        for byte in range(self.code.digest_bytes):
            same = len({digest[byte] for digest in digests}) == 1
            yield (
                f"byte {byte} of {self.code.digest_bytes} is the same for all messages: CRYPTO_BYTES may be too large"
                if same
                else ""
            )

    def sensitive(self) -> Iterator[str]:
        """A message with one bit changed has another digest."""
        for length in (1, 8, 33, 64, 65):
            message = self.source.randbytes(length)
            digest = self.code.digest(message).output
            for bit in range(8 * length):
                other = self.code.digest(flipped(message, bit)).output
                same = (
                    f"message of {length} bytes: bit {bit % 8} of byte {bit // 8} does not matter"
                )
                yield same if other == digest else ""

    def overruns(self) -> Iterator[str]:
        """Calls leave the bytes behind the digest as they were."""
        for length in LENGTHS:
            past = self.code.digest(self.source.randbytes(length)).past_end
            yield f"message of {length} bytes: it writes past CRYPTO_BYTES" if past else ""

    def known_answers(self, file: Path) -> Iterator[str]:
        """Each record."""
        for count, message, digest in read_answers(file):
            got = self.code.digest(message).output
            right = got == digest
            yield "" if right else f"Count = {count}: expected {digest.hex()}, got {got.hex()}"


def read_answers(file: Path) -> list[tuple[int, bytes, bytes]]:
    """Count, message and digest of each record of the LWC format.

    Raises CryptagonError with file and line for what is none.
    """
    try:
        lines = read_text(file).splitlines()
    except UnreadableError as fault:
        raise CryptagonError(
            "cannot read the known-answer file", where=fault.at(file), why=str(fault)
        ) from fault
    records: list[tuple[int, bytes, bytes]] = []
    fields: dict[str, str] = {}
    for number, line in enumerate(lines, 1):
        if not line.strip() or line.startswith("#"):
            continue
        match = _LINE.match(line.strip())
        if match is None or match[1] in fields or (len(match[2]) % 2 and match[1] != "Count"):
            why = f'expected Count, Msg and MD in hexadecimal, found "{line.strip()[:60]}"'
            raise CryptagonError("this is no known answer", where=f"{file}:{number}", why=why)
        fields[match[1]] = match[2]
        if len(fields) == 3:
            records.append(
                (int(fields["Count"]), bytes.fromhex(fields["Msg"]), bytes.fromhex(fields["MD"]))
            )
            fields = {}
    if fields or not records:
        raise CryptagonError("the file of known answers is not whole", where=str(file))
    return records
