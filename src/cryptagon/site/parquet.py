"""A snapshot as Apache Parquet, by pyarrow, which is not installed with the rest of the site."""

import importlib.util
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from cryptagon.errors import MachineError
from cryptagon.site.snapshot_columns import COLUMNS, Kind, Row
from cryptagon.toolchain import how_to_install

_PACKAGE = "pyarrow"


def has_parquet() -> bool:
    """Whether files of Parquet can be written here."""
    return importlib.util.find_spec(_PACKAGE) is not None


def write_parquet(file: Path, parts: Iterator[list[Row]], about: dict[str, str]) -> None:
    """One table, compressed with Zstandard; `about` is in the metadata of its schema. Raises
    MachineError where pyarrow is not installed."""
    if not has_parquet():
        raise MachineError(
            "no file of Parquet can be written",
            where=str(file),
            why=f"the package {_PACKAGE} is not installed",
            fix=how_to_install(_PACKAGE),
        )
    import pyarrow  # noqa: PLC0415 - large, and for this alone
    from pyarrow.parquet import ParquetWriter  # noqa: PLC0415

    schema = _schema(pyarrow, about)
    with ParquetWriter(file, schema, compression="zstd") as writer:
        for part in parts:
            columns = [
                pyarrow.array([one.value(row) for row in part], field.type)
                for one, field in zip(COLUMNS, schema, strict=True)
            ]
            writer.write_table(pyarrow.table(columns, schema=schema))


def _schema(pyarrow: Any, about: dict[str, str]) -> Any:  # noqa: ANN401 - pyarrow has no types
    types = {
        Kind.TEXT: pyarrow.string(),
        Kind.WHOLE: pyarrow.int64(),
        Kind.REAL: pyarrow.float64(),
        Kind.FLAG: pyarrow.bool_(),
        Kind.MOMENT: pyarrow.timestamp("us", tz="UTC"),
        Kind.REALS: pyarrow.list_(pyarrow.float64()),
    }
    fields = [pyarrow.field(one.name, types[one.kind]) for one in COLUMNS]
    return pyarrow.schema(fields, metadata=about)
