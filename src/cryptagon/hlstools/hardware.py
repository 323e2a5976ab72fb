"""The hardware function for tools whose functions return.

Ours runs for ever, and begins anew where it returns. Theirs is called: one call is one iteration of a loop that is
never left, and what the function keeps between iterations is static. A function without such a loop is called whole.
"""

from cryptagon.hlstools.program import body_of, endless, leaves
from cryptagon.hlstools.statements import INDENT, Statements
from cryptagon.hlstools.syntax import Node, refused

BEGUN = "begun"


def hardware_lines(translation: Statements) -> list[str]:
    """The statements of the hardware function."""
    statements = (body_of(translation.program.hardware) or translation.program.hardware).children
    at = next(
        (number for number, one in enumerate(statements) if endless(one) and not leaves(one)), None
    )
    if at is None:
        return translation.block(statements, 1)
    before, loop = statements[:at], statements[at]
    if loop.kind == "ForStmt" and (loop.inner[0] or loop.inner[3]):
        why = "a call of the function is an iteration, and has no counter around it"
        raise refused(
            loop, "a loop that never ends and counts is not exported", why, "count in its body"
        )
    constant = all(_is_constant(one) for one in before)
    begun = translation.names.free(BEGUN)
    kept = _kept(translation, before) if constant else _set_first(translation, before, begun)
    body = loop.children[-1]
    return [*kept, *translation.block(body.children if body.kind == "CompoundStmt" else [body], 1)]


def _is_constant(statement: Node) -> bool:
    """Whether a statement declares variables whose initial values are known."""
    if statement.kind != "DeclStmt":
        return False
    named = (one.target for one in statement.walk() if one.kind == "DeclRefExpr")
    known = ("cg_fill_any", "cg_value")
    return all(one.get("kind") == "EnumConstantDecl" or one.get("name") in known for one in named)


def _kept(translation: Statements, before: list[Node]) -> list[str]:
    """The variables before the loop, static."""
    declared = (one for statement in before for one in statement.children if one.kind == "VarDecl")
    return [line for one in declared for line in translation.variable(one, 1, static=True)]


def _set_first(translation: Statements, before: list[Node], begun: str) -> list[str]:
    """The variables before the loop, static, and the statements there, which the first call runs."""
    kept, first = [f"{INDENT}static bool {begun} = false;"], [f"{INDENT * 2}{begun} = true;"]
    for statement in before:
        if statement.kind != "DeclStmt":
            first += translation.lines(statement, 2)
            continue
        for one in (part for part in statement.children if part.kind == "VarDecl"):
            values = [
                part for part in one.children if part.kind not in ("AnnotateAttr", "FullComment")
            ]
            one.inner = [part for part in one.children if part not in values]
            static = one.fields.get("storageClass") == "static" or one.type.startswith("const ")
            one.inner += values if static else []
            kept += translation.variable(one, 1, static=True)
            if values and not static:
                first += _assigned(translation, translation.names.of(one.name), values[0])
    return [*kept, f"{INDENT}if (!{begun}) {{", *first, f"{INDENT}}}"]


def _assigned(translation: Statements, name: str, value: Node) -> list[str]:
    """A value put into a variable, an array's element by element."""
    if value.kind == "InitListExpr" and "[" in value.type:
        return [
            line
            for number, one in enumerate(value.children)
            for line in _assigned(translation, f"{name}[{number}]", one)
        ]
    text = translation.value(value)
    if value.kind == "InitListExpr":
        text = f"{translation.cpp(value.type, value)}{text}"
    return [f"{INDENT * 2}{name} = {text};"]
