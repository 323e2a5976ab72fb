"""Variables of static storage as local ones of the top function, which never ends; SSA construction does the rest."""

import re

CONSTANT_ADDRESS = re.compile(r"(getelementptr (?:inbounds |nuw |nusw )*)(\([^()\n]*, ptr %cg\.(?:register|element)\.[^()\n]*\))")
STATIC_VARIABLE = re.compile(r"^@([\w.]+) = internal (?:unnamed_addr )?global (.*?), align \d+.*$", re.MULTILINE)


def static_to_local(text: str) -> str:
    """Turns variables with static storage into local ones of the top function, which never ends; SSA construction does the rest."""
    head, label, body = text.partition("reset:")
    if not label:
        return text
    variables = ""
    for name, rest in STATIC_VARIABLE.findall(text):
        if not re.search(rf"@{re.escape(name)}\b", body):
            continue
        kind, value = _type_and_initialiser(rest)
        variables += f"\n  %cg.register.{name} = alloca {kind}\n  store {kind} {value}, ptr %cg.register.{name}"
        body = re.sub(rf"@{re.escape(name)}\b(?![^\n]*= internal)", f"%cg.register.{name}", body)
    addresses, body = _addresses_of_elements(body)
    return head + label + variables + addresses + body


def _addresses_of_elements(body: str) -> tuple[str, str]:
    """Constant addresses inside a variable: as the variable is no longer global, they become instructions at the function's start.

    Such an address may stand inside another one, so the innermost come first.
    """
    lines: list[str] = []
    while found := dict.fromkeys(CONSTANT_ADDRESS.findall(body)):
        for operator, address in found:
            name = f"%cg.element.{len(lines)}"
            lines.append(f"\n  {name} = getelementptr {address[1:-1]}")
            body = body.replace(operator + address, name)
    return "".join(lines), body


def _type_and_initialiser(rest: str) -> tuple[str, str]:
    """Splits `[4 x i32] [i32 1, ...]` or `%struct.s zeroinitializer` into type and value."""
    if rest[0] in "[{<":
        depth = 0
        for i, char in enumerate(rest):
            depth += (char in "[{<") - (char in "]}>")
            if depth == 0:
                return rest[: i + 1], rest[i + 1 :].strip()
    kind, _, value = rest.partition(" ")
    return kind, value
