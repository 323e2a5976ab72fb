"""Which pointers become numbers: those that no simpler pass can dissolve (`pointer_merges`,
`pointer_choices`).
"""

from collections.abc import Sequence

from cryptagon.hls.ir.layout import named_types
from cryptagon.hls.ir.statements import Statement, StoreLine, statements, texts
from cryptagon.hls.ir.text_blocks import function_text
from cryptagon.hls.memory.addresses import variables_of
from cryptagon.hls.memory.kept_pointers import KeptPointers
from cryptagon.hls.memory.pointer_choices import without_pointer_choices
from cryptagon.hls.memory.pointer_flow import COMPARISON, is_kept
from cryptagon.hls.memory.pointer_merges import without_pointer_merges


def as_numbers(text: str, function: str) -> str:
    """The module with the kept pointers of `function` as numbers, where one of them may point into
    a variable.

    Raises CryptagonError, with the pointer's own line and name, for a pointer that may point
    anywhere.
    """
    head, body, tail = function_text(text, function)
    made = without_pointer_choices(without_pointer_merges(statements(body.splitlines())))
    misused = any(
        variable.other_uses for variable in variables_of(made, named_types(text)).values()
    )
    return _numbered(head, made, tail) if misused and has_kept_pointers(made) else text


def into_tables_as_numbers(text: str, function: str) -> str:
    """The module with the kept pointers of `function` that are left as numbers: they point into
    constant tables.

    Raises CryptagonError as `as_numbers` does.
    """
    head, body, tail = function_text(text, function)
    made = statements(body.splitlines())
    return _numbered(head, made, tail) if has_kept_pointers(made) else text


def _numbered(head: str, body: Sequence[Statement], tail: str) -> str:
    kept = KeptPointers(body, head + tail, named_types(head + tail))
    lines = texts(kept.run())
    return "".join([kept.tables.numbered(head), "\n".join(lines), kept.tables.numbered(tail)])


def has_kept_pointers(body: Sequence[Statement]) -> bool:
    """Whether a function still merges, chooses, keeps or compares pointers."""
    return any(
        is_kept(one)
        or (isinstance(one, StoreLine) and one.kind == "ptr")
        or COMPARISON.search(one.text)
        for one in body
    )
