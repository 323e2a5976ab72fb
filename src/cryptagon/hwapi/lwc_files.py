"""Test-vector files of the LWC Hardware API v1.2 as its generator cryptotvgen (Development Package
v1.2.0) writes them: `pdi.txt`, `sdi.txt` and `do.txt`, comments included.

Messages and keys are numbered from 1; the key of a message to hash is 0. The status of a forged
message is Failure, and digits `X` are
not compared: the generator has neither. `read_vector_files` reads such files, too.
"""

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from cryptagon.hwapi.message import HardwareAlgorithm, Message
from cryptagon.hwapi.transaction import SegmentType, check_lengths
from cryptagon.hwapi.vector_files import END, WORDS_A_LINE
from cryptagon.hwapi.words import (
    ACTIVATE_KEY,
    DECRYPT,
    ENCRYPT,
    FAILURE,
    HASH,
    LOAD_KEY,
    SUCCESS,
    Segment,
    instructions,
    key_segment,
    output_segments,
    public_segments,
    status_of,
)

RULE = "#" * 79
OPERATIONS = {
    ENCRYPT: "Authenticated Encryption",
    DECRYPT: "Authenticated Decryption",
    LOAD_KEY: "Load Key",
    ACTIVATE_KEY: "Activate Key",
    HASH: "Hash",
}
STATUSES = {SUCCESS: "Success", FAILURE: "Failure"}
SEGMENTS: Mapping[int, str] = {
    SegmentType.AD: "Associated Data",
    SegmentType.NPUB: "Npub",
    SegmentType.PLAINTEXT: "Plaintext",
    SegmentType.CIPHERTEXT: "Ciphertext",
    SegmentType.TAG: "Tag",
    SegmentType.HASH_MESSAGE: "Hash",
    SegmentType.HASH_VALUE: "Hash_Tag",
    SegmentType.KEY: "Key",
}


def write_lwc_files(
    folder: Path, algorithm: HardwareAlgorithm, messages: Sequence[Message], w: int = 32
) -> tuple[Path, Path, Path]:
    """Write pdi.txt, sdi.txt and do.txt of the messages into `folder`, made if missing; returns
    their paths in that order.

    `w`: bits of a word of every bus. Raises CryptagonError for a key, nonce or tag of the wrong
    length.
    """
    for message in messages:
        check_lengths(algorithm, message)
    folder.mkdir(parents=True, exist_ok=True)
    texts = lwc_texts(algorithm, messages, w)
    paths = [folder / name for name in texts]
    for path in paths:
        head = "\n".join(_head(path.name, algorithm, w))
        path.write_text(f"{head}\n\n{texts[path.name]}{END}\n", encoding="utf-8")
    return paths[0], paths[1], paths[2]


def lwc_texts(algorithm: HardwareAlgorithm, messages: Sequence[Message], w: int) -> dict[str, str]:
    """The text of each file by its name, without head and end."""
    lines: dict[str, list[str]] = {"pdi.txt": [], "sdi.txt": [], "do.txt": []}
    key = 0
    for number, message in enumerate(messages, start=1):
        key += message.new_key
        in_force = 0 if message.hashes else key
        for name, text in (
            ("pdi.txt", _public(algorithm, message, number, in_force, w)),
            ("sdi.txt", _secret(message, number, key, w)),
            ("do.txt", _answer(algorithm, message, number, in_force, w)),
        ):
            lines[name] += text
    return {name: "".join(f"{line}\n" for line in found) for name, found in lines.items()}


def _head(name: str, algorithm: HardwareAlgorithm, w: int) -> Iterator[str]:
    """The rules of the generator's head, and of its parameters those that say what the words are."""
    sizes = algorithm.sizes
    parameters: dict[str, object] = {
        "aead": algorithm.name,
        "block_size": sizes.block,
        "block_size_ad": sizes.ad_block,
        "io (W,SW)": [w, w],
        "key_size": sizes.key,
        "max_io_per_line": WORDS_A_LINE,
        "npub_size": sizes.npub,
        "tag_size": sizes.tag,
    }
    if algorithm.hash:
        parameters["block_size_msg_digest"] = algorithm.hash.block
        parameters["hash"] = algorithm.hash.function
        parameters["message_digest_size"] = algorithm.hash.digest
    yield from (RULE, f"# {name}", "# This file was made by Cryptagon in the form of cryptotvgen")
    yield from (RULE, "# Parameter:", "#")
    yield from (f"# {parameter:22} - {value}" for parameter, value in sorted(parameters.items()))
    yield RULE


def _public(
    algorithm: HardwareAlgorithm, message: Message, number: int, key: int, w: int
) -> Iterator[str]:
    yield from _title(message, number, key)
    for code in instructions(message):
        yield from _instruction(code, w)
    for segment in public_segments(algorithm, message):
        yield from _segment(segment, w, comes_in=True)
    yield ""


def _secret(message: Message, number: int, key: int, w: int) -> Iterator[str]:
    if message.new_key:
        yield f"#### MsgID={number: 3}, KeyID={key: 3}"
        yield from _instruction(LOAD_KEY, w)
        yield from _segment(key_segment(message), w, comes_in=True)
        yield ""


def _answer(
    algorithm: HardwareAlgorithm, message: Message, number: int, key: int, w: int
) -> Iterator[str]:
    yield from _title(message, number, key)
    operation = instructions(message)[-1]
    yield f"# Instruction: Opcode={OPERATIONS[operation]}"
    # Code, key and message in 4, 8 and 8 bits: numbers above 255 take more, as the generator has it.
    mark = int(f"{operation:04b}{key:08b}{number:08b}", 2)
    yield f"# TB :{mark:05X} (Encoding used by testbench)"
    for segment in output_segments(algorithm, message):
        yield from _segment(segment, w, comes_in=False)
    status = status_of(message)
    yield from (f"# Status: {STATUSES[status]}", f"STT = {_code(status, w)}", "")


def _title(message: Message, number: int, key: int) -> Iterator[str]:
    yield f"#### {OPERATIONS[instructions(message)[-1]]}"
    yield f"#### MsgID={number}, KeyID={key}, {_title_sizes(message)}"


def _title_sizes(message: Message) -> str:
    if message.hashes:
        return f"HM Size={len(message.data)}, Digest Size={len(message.expected)}"
    kind = "CT" if message.decrypt else "PT"
    return f"AD Size={len(message.ad)}, {kind} Size={len(message.data)}"


def _instruction(code: int, w: int) -> Iterator[str]:
    yield from (f"# Instruction: Opcode={OPERATIONS[code]}", f"INS = {_code(code, w)}")


def _code(code: int, w: int) -> str:
    return f"{code << w - 4:0{w // 4}X}"


def _segment(segment: Segment, w: int, *, comes_in: bool) -> Iterator[str]:
    """Header and data; EOI is told of what goes in alone."""
    flags = f"EOI={segment.eoi:d} " if comes_in else ""
    flags += f"EOT={segment.eot:d}, Last={segment.last:d}"
    size = len(segment.content)
    yield f"# Info : {SEGMENTS[segment.kind]:>24}, {flags}, Length={size} bytes"
    yield f"HDR = {segment.header:08X}"
    word = w // 8
    digits = segment.content.hex().upper() if segment.known else "XX" * size
    digits += "00" * (-size % word)
    step = 2 * word * WORDS_A_LINE
    yield from (f"DAT = {digits[start : start + step]}" for start in range(0, len(digits), step))
