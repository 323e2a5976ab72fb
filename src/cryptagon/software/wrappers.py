"""C for hardware around the C of an implementation: a whole message, or one of its functions, between
streams.
"""

import shutil
from pathlib import Path

from cryptagon.reference import INCLUDE
from cryptagon.software.folder import SupercopFolder
from cryptagon.software.functions import Function, Parameter

MESSAGE_BYTES, AD_BYTES = 32, 16
"""What goes through the wrapper of a whole message."""


def copied(folder: SupercopFolder, place: Path) -> Path:
    """A copy of an implementation in which the compiler finds SUPERCOP's headers, and a file that
    includes all its C; that file.
    """
    shutil.copytree(folder.path, place, dirs_exist_ok=True)
    for header in INCLUDE.glob("crypto_*.h"):
        if not (place / header.name).exists():
            shutil.copyfile(header, place / header.name)
    unit = place / "cryptagon_unit.c"
    unit.write_text("".join(f'#include "{file.name}"\n' for file in folder.sources))
    return unit


def whole_message(kind: str, function: str, include: str) -> str:
    """A design that reads a message of fixed lengths, byte by byte, and calls crypto_hash,
    crypto_aead_encrypt or crypto_aead_decrypt.
    """
    head = f'#include "api.h"\n#include "{include}"\n#include <cryptagon.h>\n\n'
    streams = "STREAM_IN(uint_t(8), in)\nSTREAM_OUT(uint_t(8), out)\n\n"
    if kind == "hash":
        arrays = {"message": str(MESSAGE_BYTES)}
        result, call = "CRYPTO_BYTES", f"crypto_hash(output, message, {MESSAGE_BYTES});"
    else:
        arrays = {"key": "CRYPTO_KEYBYTES", "npub": "CRYPTO_NPUBBYTES", "ad": str(AD_BYTES)}
        decrypts = function == "crypto_aead_decrypt"
        text = f"{MESSAGE_BYTES} + CRYPTO_ABYTES" if decrypts else str(MESSAGE_BYTES)
        arrays["message"] = text
        result = str(MESSAGE_BYTES) if decrypts else f"{MESSAGE_BYTES} + CRYPTO_ABYTES"
        order = (
            "0, message, {text}, ad, {ad}, npub, key"
            if decrypts
            else "message, {text}, ad, {ad}, 0, npub, key"
        )
        call = f"{function}(output, &length, {order.format(text=text, ad=AD_BYTES)});"
    declared = "".join(f"    unsigned char {name}[{size}];\n" for name, size in arrays.items())
    read = "".join(
        f"    for (int i = 0; i < {size}; i++) {name}[i] = stream_read(in);\n"
        for name, size in arrays.items()
    )
    return (
        f"{head}{streams}HARDWARE void whole_message(void) {{\n{declared}"
        f"    unsigned char output[{result}] = {{0}};\n    unsigned long long length = 0;\n{read}    {call}\n"
        f"    for (int i = 0; i < {result}; i++) stream_write(out, output[i]);\n}}\n"
    )


def of_function(function: Function, include: str) -> str:
    """A design whose items are what the function takes, whose outputs are what it leaves in its
    arrays, and what it returns. The first byte of an array is the least significant one.

    Every pointer of the function has a known extent.
    """
    pointers = [one for one in function.parameters if one.pointed]
    outputs = [one for one in pointers if not one.constant]
    ports = [
        *(f"STREAM_IN({_item(one)}, {one.name}_in)" for one in function.parameters),
        *(f"STREAM_OUT({_item(one)}, {one.name}_out)" for one in outputs),
        *([f"STREAM_OUT({function.result}, result)"] if function.result != "void" else []),
    ]
    reads = [_reading(one) for one in function.parameters]
    call = f"{function.name}({', '.join(_argument(one) for one in function.parameters)});"
    keeps = "" if function.result == "void" else f"{function.result} returned = "
    writes = [_writing(one) for one in outputs]
    writes += [] if function.result == "void" else ["stream_write(result, returned);"]
    body = "\n".join(f"    {line}" for line in (*reads, f"{keeps}{call}", *writes))
    return (
        f'/* {function.name} of {function.file.name}, line {function.line}, alone. */\n#include "{include}"\n#include <cryptagon.h>\n\n'
        + "\n".join(ports)
        + f"\n\nHARDWARE void {function.name}_alone(void) {{\n{body}\n}}\n"
    )


def _item(one: Parameter) -> str:
    return f"uint_t(8 * sizeof({one.pointed}))" if one.pointed else one.type


def _argument(one: Parameter) -> str:
    return f"(void *){one.name}_array" if one.pointed else f"stream_read({one.name}_in)"


def _reading(one: Parameter) -> str:
    if not one.pointed:
        return f"/* {one.name} comes with the call. */"
    name = one.name
    return (
        f"__typeof__({one.pointed}) {name}_array;\n"
        f"    {_item(one)} {name}_word = stream_read({name}_in);\n"
        f"    UNROLL for (int i = 0; i < (int)sizeof({one.pointed}); i++) ((unsigned char *){name}_array)[i] = (unsigned char)({name}_word >> 8 * i);"
    )


def _writing(one: Parameter) -> str:
    name = one.name
    return (
        f"{name}_word = 0;\n"
        f"    UNROLL for (int i = 0; i < (int)sizeof({one.pointed}); i++) {name}_word |= ({_item(one)})((unsigned char *){name}_array)[i] << 8 * i;\n"
        f"    stream_write({name}_out, {name}_word);"
    )
