"""The messages of a board's project: known answers first, then one of each size, whose data the
program makes itself.
"""

from collections.abc import Iterator, Sequence
from typing import Any

from cryptagon.classes.samples import spread
from cryptagon.errors import CryptagonError
from cryptagon.simulate.levels import Item
from cryptagon.testbed.boards.manifest import ImageModel, MessageModel, PieceModel
from cryptagon.testbed.boards.recipe import Piece, checksum, generated, image_of, pieces_of
from cryptagon.testbed.channels import ALIGNMENT, Channel, channels_of
from cryptagon.testbed.workload import Messages

KNOWN = 8
"""Known answers that a project holds, at most."""

SAMPLED = 60
"""Known answers that are looked at for them."""

LONGEST_KNOWN = 1024
"""Bytes of a buffer of a known answer: they lie in the program."""

MOST_INPUTS = 8
"""Buffers of a message that the program has room for."""

SHOWN = 64
"""Bytes of an answer's end that the log shows."""


def messages_for(work: Messages, sizes: Sequence[int]) -> tuple[MessageModel, ...]:
    """Those of a unit; `sizes` in bytes.

    Raises CryptagonError for a unit that has not one stream out, and where no known answer can be
    told by its bytes.
    """
    channels = channels_of(work.bench)
    outputs = [one for one in channels if not one.stream.to_design]
    if len(outputs) != 1 or len(channels) - 1 > MOST_INPUTS:
        raise CryptagonError(
            f"{work.bench.design} has {len(outputs)} streams out and {len(channels) - len(outputs)} in",
            why=f"the program for boards knows units with one stream out and up to {MOST_INPUTS} in",
        )
    known = spread(list(_known(work, channels, outputs[0])), KNOWN)
    if not known:
        raise CryptagonError(
            f"no known answer of {work.bench.design} fills its words",
            why="the program for boards compares whole buffers",
        )
    return (*known, *(_sized(work, channels, outputs[0], size) for size in sizes))


def memory_of(messages: Sequence[MessageModel]) -> int:
    """Bytes that the buffers of the longest message take."""
    return max(
        sum(_room(image.bytes) for image in one.images) + _room(one.output_bytes)
        for one in messages
    )


def _room(size: int) -> int:
    return -(-size // ALIGNMENT) * ALIGNMENT


def seed_of(size: int) -> int:
    """Of the generator for a message of `size` bytes: any number but 0 would do."""
    return (size * 2_654_435_761 & 0xFFFFFFFF) or 1


def _known(work: Messages, channels: Sequence[Channel], output: Channel) -> Iterator[MessageModel]:
    for message in work.known(SAMPLED):
        items = [*work.bench.inputs([message]), *work.bench.outputs([message])]
        buffers = _buffers(channels, items)
        short = all(len(image) <= LONGEST_KNOWN for image in buffers.values())
        if short and _is_known(output, items):
            yield _model(message, items, buffers, output, timed=False, seed=1, stream=b"")


def _sized(work: Messages, channels: Sequence[Channel], output: Channel, size: int) -> MessageModel:
    seed = seed_of(size)
    stream = generated(seed, size)
    message = work.holding(stream)
    items = [*work.bench.inputs([message]), *work.bench.outputs([message])]
    if not _is_known(output, items):
        raise CryptagonError(
            f"a message of {size:,} bytes does not fill the words of {work.bench.design}",
            why="the program for boards compares whole buffers",
            fix="choose a size in whole words of its buses: 8 bytes are enough for all",
        )
    buffers = _buffers(channels, items)
    return _model(message, items, buffers, output, timed=True, seed=seed, stream=stream)


def _buffers(channels: Sequence[Channel], items: Sequence[Item]) -> dict[Channel, bytes]:
    """What lies in memory for each channel that has something."""
    images = {
        channel: channel.image(item for item in items if item.stream == channel.name)
        for channel in channels
    }
    return {channel: image for channel, image in images.items() if image}


def _is_known(output: Channel, items: Sequence[Item]) -> bool:
    own = [item for item in items if item.stream == output.name]
    whole = ((1 << output.width) - 1).to_bytes(output.bits // 8, "big")
    return output.mask(own) == whole * len(own)


def _model(
    message: Any,  # noqa: ANN401 - of the class
    items: Sequence[Item],
    buffers: dict[Channel, bytes],
    output: Channel,
    *,
    timed: bool,
    seed: int,
    stream: bytes,
) -> MessageModel:
    answer = buffers[output]
    return MessageModel(
        title=getattr(message, "title", "") or getattr(message, "label", ""),
        size=len(message.data),
        timed=timed,
        seed=seed,
        images=tuple(
            _image(channel, image, stream)
            for channel, image in buffers.items()
            if channel is not output
        ),
        output_device=output.device,
        output_bytes=len(answer),
        marked=output.marked([item for item in items if item.stream == output.name]),
        crc=checksum(answer),
        answer=answer[-SHOWN:].hex(),
    )


def _image(channel: Channel, image: bytes, stream: bytes) -> ImageModel:
    pieces = pieces_of(image, stream) if stream else (Piece(literal=image),)
    assert image_of(pieces, stream) == image  # a recipe that makes something else is a fault here
    return ImageModel(
        device=channel.device,
        bytes=len(image),
        pieces=tuple(PieceModel(literal=one.literal.hex(), generated=one.count) for one in pieces),
    )
