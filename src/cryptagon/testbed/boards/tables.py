"""The messages of a project as the programs take them: data in C for a board, and the lines that the
simulated testbed reads.
"""

from collections.abc import Iterator

from cryptagon.testbed.boards.manifest import BoardManifest, ImageModel, MessageModel


def table_in_c(manifest: BoardManifest) -> str:
    """`messages.c`: the definition of `project` (program/messages.h)."""
    parts = [
        "// Written by cryptagon testbed export: what goes through the unit.",
        '#include "messages.h"',
        "",
    ]
    for number, message in enumerate(manifest.messages):
        parts += _message_in_c(number, message)
    rows = [
        f"    {{images_{number}, {len(one.images)}, {one.size}u, {one.seed}u, {one.output_device}u, {one.output_bytes}u}},"
        for number, one in enumerate(manifest.messages)
    ]
    parts += ["static const struct Message messages[] = {", *rows, "};", ""]
    head = f'"{manifest.board}", "{manifest.export}", "{manifest.unit}"'
    parts += [
        "const struct Project project = {",
        f"    {head}, {manifest.unit_hz}u, {manifest.bus_hz}u, messages, {len(manifest.messages)}u,",
        "};",
    ]
    return "\n".join(parts) + "\n"


def _message_in_c(number: int, message: MessageModel) -> Iterator[str]:
    images = []
    for place, image in enumerate(message.images):
        name = f"pieces_{number}_{place}"
        yield from _image_in_c(name, image)
        images.append(f"{{{name}, {len(image.pieces)}, {image.device}u, {image.bytes}u}}")
    yield f"static const struct Image images_{number}[] = {{{', '.join(images)}}};"
    yield ""


def _image_in_c(name: str, image: ImageModel) -> Iterator[str]:
    pieces = []
    for place, one in enumerate(image.pieces):
        if not one.literal:
            pieces.append(f"{{0, {one.generated}u}}")
            continue
        content = one.piece.literal
        yield f"static const uint8_t {name}_{place}[] = {{"
        for start in range(0, len(content), 20):
            yield "    " + ", ".join(f"0x{byte:02x}" for byte in content[start : start + 20]) + ","
        yield "};"
        pieces.append(f"{{{name}_{place}, {len(content)}u}}")
    yield f"static const struct Piece {name}[] = {{{', '.join(pieces)}}};"


def table_in_lines(manifest: BoardManifest, board: str) -> str:
    """The table that the simulated testbed reads (board/measuring.h); `board` is its name in the
    log.
    """
    lines = [
        f"project {manifest.memory_bytes} {board} {manifest.export} {manifest.unit} {manifest.unit_hz} {manifest.bus_hz}"
    ]
    for one in manifest.messages:
        lines.append(f"message {one.size} {one.seed} {one.output_device} {one.output_bytes}")
        for image in one.images:
            lines.append(f"image {image.device} {image.bytes}")
            lines += [
                f"literal {piece.literal}" if piece.literal else f"generated {piece.generated}"
                for piece in image.pieces
            ]
    return "\n".join(lines) + "\n"
