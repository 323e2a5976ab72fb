"""Macros of the C that are given on the command line: variants that no algorithm.toml has."""

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import TypeVar

from cryptagon.catalog.algorithm import HLS, AlgorithmFolder, Variant
from cryptagon.errors import CryptagonError

Kind = TypeVar("Kind", bound=AlgorithmFolder)


class MacroVariant(Variant):
    """A variant with macros of the command line; `of` is the name of the variant without them."""

    of: str = ""

    @property
    def known_as(self) -> str:
        """The name without macros."""
        return self.of


def macros_text(macros: Mapping[str, str]) -> str:
    """Macros in one word, for names of folders and variants: TAPS=8-WIDE=1."""
    return "-".join(
        re.sub(r"[^\w.=+-]", "_", f"{name}={value}") for name, value in sorted(macros.items())
    )


def with_macros(algorithm: Kind, macros: Mapping[str, str], variants: Sequence[str] = ()) -> Kind:
    """The algorithm with macros beside those of these of its variants (none: all), which have cores
    by "hls" alone then. Other variants stay: their C is none of the sources of these.

    The macros are in the names of the variants. Raises CryptagonError for a macro that the C does
    not read, and for an unknown variant.
    """
    if not macros:
        return algorithm
    chosen = [algorithm.variant(name) for name in variants] or algorithm.variants
    for variant in chosen:
        check_read(algorithm, variant, macros)
    given = [having(one, macros) if one in chosen else one for one in algorithm.variants]
    return algorithm.model_copy(update={"variants": tuple(given)})


def having(variant: Variant, macros: Mapping[str, str]) -> MacroVariant:
    """The variant with macros beside its own, which are in its name; by "hls" alone."""
    name = f"{variant.name} {macros_text(macros)}".strip()
    changed = {
        "name": name,
        "defines": {**variant.defines, **macros},
        "approaches": (HLS,),
        "of": variant.name,
    }
    return MacroVariant.model_construct(**{**dict(variant), **changed})


def recorded_variant(algorithm: AlgorithmFolder, name: str) -> Variant:
    """The variant that a record names: one of the algorithm's, or one of these with macros, as
    `having` calls it ("speed STAGES=2").

    Raises CryptagonError when there is none, and for a macro that the C does not read.
    """
    if macros := _macros_in(name):
        base = name.rpartition(" ")[0]
        variant = having(algorithm.variant(base), macros)
        check_read(algorithm, variant, macros)
        return variant
    return algorithm.variant(name)


def _macros_in(name: str) -> dict[str, str]:
    """The macros in the name of a variant: the other way round of `macros_text`."""
    words = re.split(r"-(?=[A-Za-z_]\w*=)", name.rpartition(" ")[2])
    if not all("=" in word for word in words):
        return {}
    return {name: value for name, _, value in (word.partition("=") for word in words)}


def check_read(algorithm: AlgorithmFolder, variant: Variant, macros: Iterable[str]) -> None:
    """Raises CryptagonError for a macro that the C of a variant does not read."""
    files = [*algorithm.sources(HLS, variant), *sorted(algorithm.reference_folder.glob("*.[ch]"))]
    text = "\n".join(file.read_text(encoding="utf-8", errors="replace") for file in files)
    for name in macros:
        if not re.search(rf"\b{re.escape(name)}\b", text):
            raise CryptagonError(
                f"no C of {algorithm.name} reads the macro {name}",
                where=str(algorithm.c_source(variant)),
                fix=f"write #ifndef {name}, #define {name} and its usual value, #endif there, and use it",
            )
