"""Known answers of kernels: JSON files of items a stream.

    [{"title": "FIPS 197, appendix B", "source": "...", "inputs": {"block": ["3243f6..."]}, "outputs": {"result": ["3925841d..."]}}]

An item is the hexadecimal digits of its field `data`, or an object of hexadecimal digits by field.
"""

from collections.abc import Iterable
from pathlib import Path
from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter, ValidationError

from cryptagon.catalog import Kernel, StreamPort
from cryptagon.errors import CryptagonError
from cryptagon.user_files import UnreadableError, read_text

Digits = Annotated[str, Field(pattern=r"^[0-9a-f]+$")]
Items = dict[str, list[Digits | dict[str, Digits]]]


class KernelAnswer(BaseModel):
    """What goes into each input stream of a kernel and what must come of it. `source` says where it
    was taken from.

    `variants` names those that must give this answer; all of them where it is empty.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    title: str
    source: str
    variants: tuple[str, ...] = ()
    inputs: Items
    outputs: Items

    def items(self, port: StreamPort) -> list[dict[str, int]]:
        """The items of a port, as values by field.

        Raises ValueError where they do not fit the port.
        """
        given = (self.inputs if port.direction == "in" else self.outputs).get(port.name, [])
        items = [{"data": item} if isinstance(item, str) else item for item in given]
        return [
            {name: _value(port, item, name) for name in port.fields}
            for item in items
            if _same_fields(port, item)
        ]


_LIST = TypeAdapter(Annotated[list[KernelAnswer], Field(min_length=1)])


def kernel_answers(kernel: Kernel, variant: str = "") -> list[KernelAnswer]:
    """The known answers of a kernel, or of one of its variants, in the order of files and of their
    lists.

    Raises CryptagonError where there is none, where a file is broken, or where an answer does not
    fit the ports.
    """
    answers = [answer for file in kernel.answer_files for answer in _read(kernel, file)]
    answers = [one for one in answers if not variant or not one.variants or variant in one.variants]
    if not answers:
        raise CryptagonError(
            "there are no known answers",
            where=str(kernel.folder / "kat"),
            fix="put a JSON file there (docs/kernels.md)",
        )
    return answers


def _read(kernel: Kernel, file: Path) -> list[KernelAnswer]:
    try:
        answers = _LIST.validate_json(read_text(file))
        for answer in answers:
            _check(kernel.ports, answer)
            for name in answer.variants:
                kernel.variant(name)
    except ValidationError as fault:
        first = fault.errors()[0]
        why = f"{'.'.join(map(str, first['loc']))}: {first['msg']}"
        raise CryptagonError(
            "this is no file of known answers", where=str(file), why=why
        ) from fault
    except UnreadableError as fault:
        raise CryptagonError(
            "this is no file of known answers", where=fault.at(file), why=str(fault)
        ) from fault
    except ValueError as fault:
        raise CryptagonError(
            "a known answer does not fit the ports", where=str(file), why=str(fault)
        ) from fault
    return answers


def _check(ports: Iterable[StreamPort], answer: KernelAnswer) -> None:
    for direction, given in (("in", answer.inputs), ("out", answer.outputs)):
        known = [port for port in ports if port.direction == direction]
        for name in given.keys() - {port.name for port in known}:
            raise ValueError(f'"{answer.title}": there is no stream "{name}"')
        for port in known:
            if not answer.items(port):
                raise ValueError(f'"{answer.title}": nothing for the stream "{port.name}"')


def _same_fields(port: StreamPort, item: dict[str, str]) -> bool:
    if item.keys() != port.fields.keys():
        raise ValueError(
            f"an item of {port.name} has the fields {', '.join(item)} instead of {', '.join(port.fields)}"
        )
    return True


def _value(port: StreamPort, item: dict[str, str], name: str) -> int:
    value = int(item[name], 16)
    if value >> port.fields[name]:
        raise ValueError(
            f"{item[name]} does not fit the {port.fields[name]} bits of {port.signal_of(name)}"
        )
    return value
