"""Variables of static storage as local ones of the top function, which never ends; SSA construction
does the rest.
"""

import re
from collections.abc import Iterator, Mapping

from cryptagon.hls.ir.layout import NamedTypes, inside, members, named_types
from cryptagon.hls.ir.text import split_top

CONSTANT_ADDRESS = re.compile(
    r"(getelementptr (?:inbounds |nuw |nusw )*)(\([^()\n]*, ptr %cg\.(?:register|element)\.[^()\n]*\))"
)
CONSTANT_INTEGER = re.compile(r"ptrtoint \(ptr (%cg\.(?:register|element)\.[^()\s]*) to (i\d+)\)")
STATIC_VARIABLE = re.compile(
    r"^@([\w.]+) = internal (?:unnamed_addr )?global (.*?), align \d+.*$", re.MULTILINE
)
DEFINITION = re.compile(
    r"^@([\w.]+) = (?:internal |private |dso_local |unnamed_addr )*(?:global|constant) (.*?)(?:, align \d+.*)?$",
    re.MULTILINE,
)
NAME = re.compile(r"@([\w.]+)")
STRING = re.compile(r'c"[^"\n]*"')
ADDRESS = re.compile(r"@([\w.]+)|getelementptr [^()]*\([^()]*ptr @([\w.]+)[^()]*\)")


def static_to_local(text: str) -> str:
    """Turns variables with static storage into local ones of the top function, which never ends;
    SSA construction does the rest.
    """
    text = STRING.sub(
        lambda string: string[0].replace("@", r"\40"), text
    )  # what begins like a name is one
    head, label, body = text.partition("reset:")
    if not label:
        return text
    definitions, named = dict(DEFINITION.findall(text)), named_types(text)
    found = _with_tables_of_pointers(dict(STATIC_VARIABLE.findall(text)), definitions)
    variables = pointers = ""
    for name in _used(found, definitions, body):
        kind, value = type_and_initialiser(found[name])
        held = [
            (offset, address)
            for offset, address in _addresses(kind, value, named)
            if _variable_of(address) in found
        ]
        for number, (offset, address) in enumerate(held):
            value = re.sub(rf"(?<![\w.]){re.escape(address)}(?![\w.])", "null", value)
            place = f"%cg.held.{name}.{number}"
            pointers += f"\n  {place} = getelementptr i8, ptr %cg.register.{name}, i64 {offset}\n  store ptr {address}, ptr {place}"
        variables += f"\n  %cg.register.{name} = alloca {kind}"
        # Where undef is not stored, parts of what is open are open, too.
        if value != "undef":
            variables += f"\n  store {kind} {value}, ptr %cg.register.{name}"
        body = _localised(name, body)
    for name in found:
        pointers = _localised(name, pointers)
    addresses, body = _addresses_of_elements(pointers + body)
    return head + label + variables + addresses + body


def _localised(name: str, text: str) -> str:
    return re.sub(rf"@{re.escape(name)}\b(?![^\n]*= internal)", f"%cg.register.{name}", text)


def _with_tables_of_pointers(
    found: Mapping[str, str], definitions: Mapping[str, str]
) -> dict[str, str]:
    """The static variables, and the constant tables that hold their addresses, or those of such
    tables.
    """
    held = dict(found)
    more = held
    while more:
        others = {name: value for name, value in definitions.items() if name not in held}
        more = {
            name: value
            for name, value in others.items()
            if not held.keys().isdisjoint(NAME.findall(value))
        }
        held |= more
    return held


def _used(found: Mapping[str, str], definitions: Mapping[str, str], body: str) -> list[str]:
    """The variables that a function uses, or whose addresses other variables and tables hold that
    it uses, in the order of the module.
    """
    used, waiting = set[str](), [body]
    while waiting:
        named = {name for name in NAME.findall(waiting.pop()) if name in definitions} - used
        used |= named
        waiting += [definitions[name] for name in named]
    return [name for name in found if name in used]


def _addresses(
    kind: str, value: str, named: NamedTypes, offset: int = 0
) -> Iterator[tuple[int, str]]:
    """The addresses that an initial value holds, each with its place in bytes."""
    if "@" not in value:
        return
    if kind == "ptr":
        yield offset, value
        return
    for member, item in zip(members(kind, named), split_top(inside(value)), strict=True):
        yield from _addresses(*type_and_initialiser(item), named, offset + member.offset)


def _variable_of(address: str) -> str:
    found = ADDRESS.match(address)
    return found[1] or found[2] if found else ""


def _addresses_of_elements(body: str) -> tuple[str, str]:
    """Constant addresses inside a variable, and integers made from them: as the variable is no
    longer global, they become instructions at the function's start.

    Such an address may be inside another one, so the innermost come first.
    """
    lines: list[str] = []
    while found := dict.fromkeys(CONSTANT_ADDRESS.findall(body)):
        for operator, address in found:
            name = f"%cg.element.{len(lines)}"
            lines.append(f"\n  {name} = getelementptr {address[1:-1]}")
            body = body.replace(operator + address, name)
    integers = {
        found: f"%cg.integer.{number}"
        for number, found in enumerate(dict.fromkeys(CONSTANT_INTEGER.findall(body)))
    }
    lines += [
        f"\n  {name} = ptrtoint ptr {address} to {kind}"
        for (address, kind), name in integers.items()
    ]
    return "".join(lines), CONSTANT_INTEGER.sub(lambda found: integers[found[1], found[2]], body)


def type_and_initialiser(rest: str) -> tuple[str, str]:
    """Splits `[4 x i32] [i32 1, ...]` or `%struct.s zeroinitializer` into type and value."""
    if rest[0] in "[{<":
        depth = 0
        for i, char in enumerate(rest):
            depth += (char in "[{<") - (char in "]}>")
            if depth == 0:
                return rest[: i + 1], rest[i + 1 :].strip()
    kind, _, value = rest.partition(" ")
    return kind, value
