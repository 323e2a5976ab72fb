"""The README.md of an exported core."""

from cryptagon.hlstools.manifest import HlsManifest
from cryptagon.hlstools.translate import Translation

KINDS = {"stream_in": "stream in", "stream_out": "stream out", "wire_in": "plain input"}


def readme(manifest: HlsManifest, title: str, made: Translation, messages: int) -> str:
    """What the folder holds, how to run it, and what of the source was lost."""
    tool = manifest.hls_tool
    ports = "\n".join(f"| `{one.name}` | {KINDS[one.kind]} | `{one.item}` |" for one in made.ports)
    lost = "\n".join(
        f"* `{where}`: `{what}`: {why}." for (where, what), why in sorted(made.lost.items())
    )
    return f"""# {title} for {tool.title}

Written by Cryptagon {manifest.cryptagon} from C for hardware.
**Cryptagon has not run {tool.title}.**

    {tool.command}

Device {manifest.device}, a clock period of {manifest.period_ns:g} ns.
Bring the folder back, and `cryptagon import` reads the reports.

| file | what |
|---|---|
| `core.cpp`, `core.h` | the function `{manifest.top}` |
| `testbench.cpp` | {messages} messages with what must come; it fails at the first answer that differs |
| `{tool.script}` | runs the tool |
| `hls-export.json` | what the import needs |

## The function

A call is one iteration of the loop that never ends in our C, or the whole function where it has none.
What our C keeps between iterations is static.
The function computes the same; in which cycles is up to {tool.title}.

| parameter | what | item |
|---|---|---|
{ports}

An item that is a struct in our C is packed: its first member is the most significant part.

## What was lost

{lost or "Nothing."}
"""
