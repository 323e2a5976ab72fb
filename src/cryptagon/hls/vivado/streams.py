"""Where a function declares streams."""

from cryptagon.hls.vivado.text import Block, SourceText


def declared_streams(source: SourceText, function: Block) -> list[int]:
    """The numbers of the tokens that name a stream, or an array of streams, where a function declares
    it.
    """
    tokens, names = source.tokens, list[int]()
    types = _names_of_stream_types(source)
    for number in range(function.opens, function.closes):
        at = _after_type(source, number, types)
        while at and tokens[at].kind == "word":
            names.append(at)
            at = _after_declarator(source, at)
            at = at + 1 if tokens[at].text == "," else 0
    return names


def _after_type(source: SourceText, number: int, types: frozenset[str]) -> int:
    """The number of the token behind a stream's type; 0 where none ends there."""
    word, behind = source.tokens[number].text, source.tokens[number + 1].text
    if word == "stream" and behind == "<":
        return source.behind_angles(number + 1)
    return number + 1 if word in types else 0


def _after_declarator(source: SourceText, number: int) -> int:
    """The number of the `,` or `;` behind a name that is declared."""
    at = number + 1
    while source.tokens[at].text not in (",", ";"):
        at = source.closing(at) + 1
    return at


def _names_of_stream_types(source: SourceText) -> frozenset[str]:
    """What `typedef hls::stream<T> NAME` and `using NAME = hls::stream<T>` name."""
    tokens, names = source.tokens, set[str]()
    for number, token in enumerate(tokens):
        if token.text == "stream" and tokens[number + 1].text == "<":
            begin = source.statement_begin(number)
            if tokens[begin].text == "typedef":
                names.add(tokens[source.behind_angles(number + 1)].text)
            elif tokens[begin].text == "using" and tokens[begin + 2].text == "=":
                names.add(tokens[begin + 1].text)
    return frozenset(names)
