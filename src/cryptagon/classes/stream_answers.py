"""What a stream design gave beside what it must give, told to people."""

from collections.abc import Mapping, Sequence
from pathlib import Path

from cryptagon.catalog import StreamPort
from cryptagon.errors import CryptagonError
from cryptagon.simulate import StreamBench

Item = Mapping[str, int]


def compare(
    bench: StreamBench,
    output: StreamPort,
    title: str,
    expected: Sequence[Item],
    got: Sequence[Item],
    *,
    where: Path,
    what: str,
) -> None:
    """Raises CryptagonError with the first output that differs, what was expected and what came."""
    if list(got) == list(expected):
        return
    first = next(
        (number for number, pair in enumerate(zip(expected, got)) if pair[0] != pair[1]),
        min(len(expected), len(got)),
    )
    wanted, came = (
        bench.show(output.name, output.pack(dict(items[first])))
        if first < len(items)
        else "nothing"
        for items in (expected, got)
    )
    raise CryptagonError(
        what,
        where=str(where),
        why=f"{title}, output {first + 1}\nexpected {wanted}\ngot      {came}",
    )
