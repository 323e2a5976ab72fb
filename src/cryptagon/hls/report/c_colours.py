"""C in colours: comments, strings, numbers, keywords and Cryptagon's annotations."""

import re

from markupsafe import Markup, escape

KEYWORDS = (
    "auto|bool|break|case|const|constexpr|continue|default|do|else|enum|extern|false|for|goto|if|inline|int|char|long|return|short|signed"
    "|sizeof|static|struct|switch|true|typedef|union|unsigned|void|while"
)
ANNOTATIONS = (
    "HARDWARE|STREAM_IN|STREAM_OUT|STREAM_DEPTH|WIRE_IN|UNROLL|UNROLL_BY|ROM|REGISTER|SHARED|DISTRIBUTED_RAM|BLOCK_RAM|MEMORY_PORT"
    "|DISTRIBUTED_RAM_READS|BLOCK_RAM_READS|stream_read|stream_write|stream_peek|stream_has|wire_read|wait|cycles|not_shared|expect_cycles"
    "|expect_cycles_between|any|uint_t|int_t|bit"
)
TOKENS = re.compile(
    r"(?P<comment>//.*|/\*.*?(?:\*/|$))|(?P<text>\"(?:[^\"\\]|\\.)*\"|'(?:[^'\\]|\\.)*'|^\s*#\s*\w+)"
    rf"|\b(?:(?P<annotation>{ANNOTATIONS})|(?P<keyword>{KEYWORDS})|(?P<literal>\d[\w.']*))\b"
)


def coloured(lines: list[str]) -> list[Markup]:
    """Each line as HTML, its tokens in <i class="..."> elements; comments may run over several
    lines.
    """
    found, inside = [], False
    for line in lines:
        end = line.find("*/") + 2 if inside else 0
        if inside and end < 2:
            found.append(_element("comment", line))
            continue
        head = _element("comment", line[:end]) if inside else Markup("")
        rest = line[end:]
        found.append(head + _coloured(rest))
        last = list(TOKENS.finditer(rest))[-1:]
        inside = bool(last) and last[0][0].startswith("/*") and not last[0][0].endswith("*/")
    return found


def _coloured(text: str) -> Markup:
    result, at = Markup(""), 0
    for token in TOKENS.finditer(text):
        result += escape(text[at : token.start()]) + _element(token.lastgroup or "", token[0])
        at = token.end()
    return result + escape(text[at:])


def _element(kind: str, text: str) -> Markup:
    return Markup('<i class="{}">{}</i>').format(kind, text) if text else Markup("")
