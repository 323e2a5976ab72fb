"""Text for LaTeX: whatever a record says is printed as it is and does nothing."""

_WRITTEN = {
    **{"\\": r"\textbackslash{}", "~": r"\textasciitilde{}", "^": r"\textasciicircum{}"},
    **{character: f"\\{character}" for character in "{}&%_#$"},
    **{
        "<": r"\textless{}",
        ">": r"\textgreater{}",
        "|": r"\textbar{}",
        '"': r"\textquotedbl{}",
        "`": r"\textasciigrave{}",
    },
    **{"\N{EN DASH}": "--", "µ": r"\textmu{}", "\n": " ", "\r": " "},
}


def latex_escaped(text: str) -> str:
    """The text with every character that LaTeX takes for more than itself written as a command;
    lines become one.
    """
    return "".join(_WRITTEN.get(character, character) for character in text)
