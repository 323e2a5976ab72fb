"""Names of the source in C++: none is a word of C++, and none is that of something the export
adds.
"""

from collections.abc import Iterable, Mapping

from cryptagon.hlstools.syntax import Node, refused

CPP_WORDS = frozenset({
    "and", "and_eq", "asm", "bitand", "bitor", "catch", "class", "compl", "const_cast", "delete",
    "dynamic_cast", "explicit", "export", "friend", "mutable", "namespace", "new", "not", "not_eq",
    "operator", "or", "or_eq", "private", "protected", "public", "reinterpret_cast", "static_cast",
    "template", "this", "throw", "try", "typeid", "typename", "using", "virtual", "wchar_t", "xor", "xor_eq",
    "char16_t", "char32_t", "main",
})  # fmt: skip
DECLARED = {"VarDecl", "ParmVarDecl", "FunctionDecl", "FieldDecl", "EnumConstantDecl"}


class Names:
    """The names of one source: what it declares, and what is free beside that."""

    def __init__(self, tree: Node, typedefs: Iterable[str]) -> None:
        declared = {one.name for one in tree.walk() if one.kind in DECLARED and one.name}
        self.hidden = declared.intersection(typedefs)
        self.taken = declared | set(typedefs) | CPP_WORDS

    def of(self, name: str) -> str:
        """A name of the source."""
        return f"{name}_c" if name in CPP_WORDS else name

    def free(self, wanted: str) -> str:
        """A name that nothing of the source has; the same for the same."""
        while wanted in self.taken:
            wanted += "_"
        return wanted

    def struct(self, tag: str) -> str:
        """The name of a struct, which C keeps apart from those of variables."""
        return self.free(f"{tag}_s")

    def port(self, stream: str) -> str:
        """What a function calls a stream or wire."""
        return self.free(f"{stream}_port")


def typedefs_of(tree: Node) -> Mapping[str, str]:
    """The types that typedefs name, as the source spells them.

    Raises CryptagonError for a name that means two types in two functions.
    """
    found: dict[str, str] = {}
    for one in (one for one in tree.walk() if one.kind == "TypedefDecl"):
        if found.setdefault(one.name, one.type) != one.type:
            why = f"it is '{found[one.name]}' elsewhere"
            raise refused(
                one, f"the type name '{one.name}' is not exported", why, "give it another name"
            )
    return found
