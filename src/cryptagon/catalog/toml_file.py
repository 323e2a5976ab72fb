"""Reads a TOML file into a pydantic model; a fault in it becomes a CryptagonError with the file,
the line and what was meant.
"""

from functools import lru_cache
from pathlib import Path
from typing import Any, TypeVar, get_args

from pydantic import BaseModel, ConfigDict, ValidationError

from cryptagon.errors import CryptagonError
from cryptagon.user_files import UnreadableError, did_you_mean, line_of, read_text, toml_in


class TomlModel(BaseModel):
    """A table of a TOML file: no unknown keys, never changed once read."""

    model_config = ConfigDict(extra="forbid", frozen=True, populate_by_name=True)


Model = TypeVar("Model", bound=TomlModel)


def load(model: type[Model], path: Path, /, **given: Any) -> Model:  # noqa: ANN401 - fields of any type
    """Read `path` as a `model`; `given` sets fields that the file itself may not hold, such as
    where it lies.

    Raises CryptagonError for a missing file, broken TOML, a missing or unknown key and a value out
    of range.
    """
    text, table = _read(path)
    for key in given.keys() & table.keys():
        raise _unknown_key(model, path, text, (key,))
    try:
        return model.model_validate(table | given)
    except ValidationError as fault:
        raise _explain(model, path, text, fault) from fault


def table_of(path: Path) -> dict[str, Any]:
    """The plain content of a TOML file.

    Raises CryptagonError for a missing file and for broken TOML.
    """
    return _read(path)[1]


def _read(path: Path) -> tuple[str, dict[str, Any]]:
    try:
        text = read_text(path)
    except UnreadableError as fault:
        raise CryptagonError(
            "cannot read the file", where=fault.at(path), why=str(fault)
        ) from fault
    try:
        return text, _table_in(text)
    except UnreadableError as fault:
        raise CryptagonError("this is not TOML", where=fault.at(path), why=str(fault)) from fault


@lru_cache(maxsize=1024)
def _table_in(text: str) -> dict[str, Any]:
    """Every command reads the descriptions of all algorithms, some of them often. Nobody changes the
    table.
    """
    return toml_in(text)


def _explain(
    model: type[TomlModel], path: Path, text: str, fault: ValidationError
) -> CryptagonError:
    faults = fault.errors()
    # A misspelt key is at once unknown and missing: the unknown one says more.
    first = next((one for one in faults if one["type"] == "extra_forbidden"), faults[0])
    keys = first["loc"]
    if first["type"] == "extra_forbidden":
        return _unknown_key(model, path, text, keys)
    if first["type"] == "missing":
        return CryptagonError(
            f'the key "{_dotted(keys)}" is missing', where=_where(path, text, keys[:-1])
        )
    what = f'bad value for "{_dotted(keys)}"' if keys else "the values do not fit together"
    given = (
        f" (given: {first['input']!r})"
        if keys and not isinstance(first["input"], dict | list)
        else ""
    )
    reason = first["msg"].removeprefix("Value error, ")
    return CryptagonError(what, where=_where(path, text, keys), why=reason + given)


def _unknown_key(
    model: type[TomlModel], path: Path, text: str, keys: tuple[str | int, ...]
) -> CryptagonError:
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
    return next(
        choice for choice in choices if isinstance(choice, type) and issubclass(choice, TomlModel)
    )


def _where(path: Path, text: str, keys: tuple[str | int, ...]) -> str:
    line = line_of(text, keys)
    return f"{path}:{line}" if line else str(path)


def _dotted(keys: tuple[str | int, ...]) -> str:
    return ".".join(str(key) for key in keys if isinstance(key, str))
