"""What a record is known by: the SHA-256 of its canonical JSON (RFC 8785), which layout, order and
spelling of numbers do not change."""

import hashlib
import json
from collections.abc import Iterable
from typing import Any

import rfc8785

from cryptagon.user_files import UnreadableError


def object_in(content: bytes) -> dict[str, Any]:
    """The object of JSON in the bytes of a record. Raises UnreadableError for anything else, and
    for a name that is there twice."""
    try:
        found = json.loads(
            content.decode("utf-8-sig"), object_pairs_hook=_distinct, parse_constant=_no_number
        )
    except UnreadableError:
        raise
    except json.JSONDecodeError as fault:
        raise UnreadableError(f"not JSON: {fault.msg}", fault.lineno) from fault
    except RecursionError as fault:
        raise UnreadableError("not JSON that can be read: it is nested too deep") from fault
    except ValueError as fault:  # no UTF-8, or a number of thousands of digits
        raise UnreadableError(f"not JSON that can be read: {fault}") from fault
    if not isinstance(found, dict):
        raise UnreadableError(f"an object is expected, not a {type(found).__name__}")
    return found


def record_id(content: dict[str, Any]) -> str:
    """SHA-256 of the canonical JSON of an object, 64 hexadecimal digits. Raises UnreadableError for
    what RFC 8785 has no form for."""
    try:
        canonical = rfc8785.dumps(content)
    except (
        rfc8785.CanonicalizationError,
        RecursionError,
        UnicodeEncodeError,
    ) as fault:  # the last: half of a surrogate pair
        raise UnreadableError(f"it has no canonical JSON: {fault}") from fault
    return hashlib.sha256(canonical).hexdigest()


def _distinct(pairs: Iterable[tuple[str, Any]]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for name, value in pairs:
        if name in found:
            raise UnreadableError(f'the name "{name}" is there twice in one object')
        found[name] = value
    return found


def _no_number(text: str) -> float:
    raise UnreadableError(f"{text} is no number of JSON")
