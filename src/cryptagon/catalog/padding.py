"""The padding of docs/cipher-core.md in `algorithm.toml`."""

from collections.abc import Iterable
from typing import Annotated, Literal, Self

from pydantic import Field, model_validator

from cryptagon.catalog.toml_file import TomlModel

Bits = Annotated[int, Field(strict=True, gt=0, le=4096, multiple_of=8)]
PadCase = Literal["incomplete", "complete", "empty"]
PAD_BITS = {"incomplete": 1, "complete": 2, "empty": 4}


def pad_mask(cases: Iterable[PadCase]) -> int:
    """The cases as a parameter of a unit: 1 is incomplete, 2 complete, 4 empty."""
    return sum(PAD_BITS[case] for case in cases)


class Padding(TomlModel):
    """What the PreProcessor pads, per class: a partial last block, a full last block (by one more
    block), an empty class.

    Style "10*" writes 0x80 and then zeros. Style "none" pads nothing, so its `ad` and `data` are
    empty. `expands`: the padding of data is encrypted with it, so that ciphertext has whole blocks.
    """

    style: Literal["none", "10*"] = "none"
    ad: frozenset[PadCase] = frozenset()
    data: frozenset[PadCase] = frozenset()
    expands: Annotated[bool, Field(strict=True)] = False

    @model_validator(mode="after")
    def _expands_what_it_pads(self) -> Self:
        missing = {"incomplete", "empty"} - self.data
        if self.expands and missing:
            raise ValueError(
                f"expands makes ciphertext of whole blocks, at least one: name {' and '.join(sorted(missing))} in data"
            )
        return self

    @model_validator(mode="after")
    def _style_and_cases_agree(self) -> Self:
        if self.style == "none" and (self.ad or self.data):
            raise ValueError('style "none" pads nothing: leave out ad and data')
        if self.style != "none" and not (self.ad or self.data):
            raise ValueError(f'style "{self.style}" pads nothing: name the cases in ad or data')
        return self
