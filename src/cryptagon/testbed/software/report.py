"""What was measured of software as plain data."""

from typing import Any

from cryptagon.testbed.software.measuring import A9_MHZ, Software, Timed


def plain(one: Software) -> dict[str, Any]:
    """Software as JSON has it: Mbit/s of 10⁶ bits by size in bytes."""
    return {
        "name": one.name,
        "title": one.title,
        "variant": one.variant,
        "software": one.kind,
        "messages": [_plain(found) for found in one.messages],
    }


def _plain(one: Timed) -> dict[str, Any]:
    bits = 8 * one.size / 1e6
    return {
        "size": one.size,
        "host_mbps": round(bits / one.host_s, 2),
        "a9_mbps": round(bits / one.a9_s, 3) if one.a9_s else None,
        "a9_cycles_per_byte": round(one.a9_s * A9_MHZ * 1e6 / one.size, 2) if one.a9_s else None,
    }
