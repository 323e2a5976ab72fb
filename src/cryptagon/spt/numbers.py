"""Values as people write them: hexadecimal, the elements of an array with commas between them,
`name=value`.
"""

from cryptagon.errors import CryptagonError
from cryptagon.spt.model import Type, Value


def assigned(text: str) -> tuple[str, Value]:
    """The name and the value in `x=1f` or `keys=01,23`. Raises CryptagonError for anything else."""
    name, _, number = text.partition("=")
    try:
        values = tuple(int(one, 16) for one in number.split(","))
    except ValueError as fault:
        raise CryptagonError(
            f'"{text}" is no input', fix="write NAME=NUMBER, hexadecimal, as in x=1f"
        ) from fault
    return name, values if "," in number else values[0]


def hexadecimal(value: Value, type_: Type) -> str:
    """The value with all digits of its type."""
    values = value if isinstance(value, tuple) else (value,)
    return ",".join(f"{one:0{-(-type_.width // 4)}x}" for one in values)
