"""Reads a TOML file into a pydantic model; a fault in it becomes a CryptagonError with the file, the line and what was meant."""

import difflib
import re
from collections import Counter
from collections.abc import Iterable
from pathlib import Path
from typing import Any, TypeVar, get_args

from pydantic import BaseModel, ConfigDict, ValidationError

from cryptagon.errors import CryptagonError
from cryptagon.user_files import UnreadableError, read_text, toml_in


class TomlModel(BaseModel):
    """A table of a TOML file: no unknown keys, never changed once read."""

    model_config = ConfigDict(extra="forbid", frozen=True, populate_by_name=True)


Model = TypeVar("Model", bound=TomlModel)


def load(model: type[Model], path: Path, /, **given: Any) -> Model:  # noqa: ANN401 - fields of any type
    """Read `path` as a `model`; `given` sets fields that the file itself may not hold, such as where it lies.

    Raises CryptagonError for a missing file, broken TOML, a missing or unknown key and a value out of range.
    """
    text, table = _read(path)
    for key in given.keys() & table.keys():
        raise _unknown_key(model, path, text, (key,))
    try:
        return model.model_validate(table | given)
    except ValidationError as fault:
        raise _explain(model, path, text, fault) from fault


def table_of(path: Path) -> dict[str, Any]:
    """The plain content of a TOML file. Raises CryptagonError for a missing file and for broken TOML."""
    return _read(path)[1]


def _read(path: Path) -> tuple[str, dict[str, Any]]:
    try:
        text = read_text(path)
    except UnreadableError as fault:
        raise CryptagonError("cannot read the file", where=fault.at(path), why=str(fault)) from fault
    try:
        return text, toml_in(text)
    except UnreadableError as fault:
        raise CryptagonError("this is not TOML", where=fault.at(path), why=str(fault)) from fault


def did_you_mean(name: str, known: Iterable[str]) -> str:
    """The known names closest to `name`, as a sentence; all of them when none is close."""
    names = sorted(known)
    close = difflib.get_close_matches(name, names, n=3, cutoff=0.6)
    if close:
        return f"did you mean {' or '.join(close)}?"
    return f"known: {', '.join(names)}" if names else "there are none"


def line_of(text: str, keys: tuple[str | int, ...]) -> int | None:
    """The line (from 1) on which the TOML `text` sets the key that `keys` leads to, or of the nearest table around it.

    A number in `keys` counts the `[[tables]]` of the name before it.
    """
    names = tuple(key for key in keys if isinstance(key, str))
    wanted = {keys[:place]: key for place, key in enumerate(keys) if isinstance(key, int)}
    seen: Counter[tuple[str | int, ...]] = Counter()
    table: tuple[str, ...] = ()
    nearest: tuple[int, int] | None = None
    for number, line in enumerate(text.splitlines(), start=1):
        header = re.match(r"\s*\[+\s*([^\]]+?)\s*\]", line)
        assignment = re.match(r"\s*([\w.\"'-]+)\s*=", line)
        if not header and not assignment:
            continue
        if header:
            table = _key_path(header.group(1))
            seen[table] += line.lstrip().startswith("[[")
        if any(seen[one] not in (0, number_of + 1) for one, number_of in wanted.items() if one == table[: len(one)]):
            continue  # another table of an array
        here = table if header else (*table, *_key_path(assignment.group(1) if assignment else ""))
        if here == names[: len(here)] and (nearest is None or len(here) > nearest[0]):
            nearest = (len(here), number)
    return nearest[1] if nearest else None


def _key_path(text: str) -> tuple[str, ...]:
    return tuple(part.strip().strip("\"'") for part in text.split("."))


def _explain(model: type[TomlModel], path: Path, text: str, fault: ValidationError) -> CryptagonError:
    faults = fault.errors()
    # A misspelt key is at once unknown and missing: the unknown one says more.
    first = next((one for one in faults if one["type"] == "extra_forbidden"), faults[0])
    keys = first["loc"]
    if first["type"] == "extra_forbidden":
        return _unknown_key(model, path, text, keys)
    if first["type"] == "missing":
        return CryptagonError(f'the key "{_dotted(keys)}" is missing', where=_where(path, text, keys[:-1]))
    what = f'bad value for "{_dotted(keys)}"' if keys else "the values do not fit together"
    given = f" (given: {first['input']!r})" if keys and not isinstance(first["input"], dict | list) else ""
    reason = first["msg"].removeprefix("Value error, ")
    return CryptagonError(what, where=_where(path, text, keys), why=reason + given)


def _unknown_key(model: type[TomlModel], path: Path, text: str, keys: tuple[str | int, ...]) -> CryptagonError:
    known = _keys_of_table(model, keys[:-1]) - {"folder", "path"}
    fix = did_you_mean(str(keys[-1]), known)
    return CryptagonError(f'unknown key "{_dotted(keys)}"', where=_where(path, text, keys), fix=fix)


def _keys_of_table(model: type[TomlModel], keys: tuple[str | int, ...]) -> set[str]:
    for key in (key for key in keys if isinstance(key, str)):
        fields = {(field.alias or name): field for name, field in model.model_fields.items()}
        model = _model_of(fields[key].annotation)
    return {field.alias or name for name, field in model.model_fields.items()}


def _model_of(annotation: Any) -> type[TomlModel]:  # noqa: ANN401 - a type, a union with None, or a tuple of it
    choices = (annotation, *get_args(annotation))
    return next(choice for choice in choices if isinstance(choice, type) and issubclass(choice, TomlModel))


def _where(path: Path, text: str, keys: tuple[str | int, ...]) -> str:
    line = line_of(text, keys)
    return f"{path}:{line}" if line else str(path)


def _dotted(keys: tuple[str | int, ...]) -> str:
    return ".".join(str(key) for key in keys if isinstance(key, str))
