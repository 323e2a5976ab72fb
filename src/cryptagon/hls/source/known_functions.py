"""Calls through a parameter that is the same function in every call, as calls of that function.

A library hands on what differs: `sort(values, count, before)`, or a hash for each processor, of which
hardware has one. Nothing but text is changed; what a function is called with is seen before it is
inlined.
"""

import re
from collections.abc import Iterator

from cryptagon.hls.ir.text import split_top
from cryptagon.hls.source.call_graph import function_bodies

THROUGH_A_POINTER = re.compile(r"\bcall [^@%\n]*%[-\w.]+\(")
HEAD = re.compile(r"^define [^@\n]*@[\w.]+\((.*)\) [^()\n]*\{$", re.MULTILINE)
KEPT = r"^  store ptr %{name}, ptr (%[-\w.]+),"
MENTIONED = r"^.*{place}(?![-\w.]).*$"
OF_NO_EFFECT = re.compile(r"    #dbg_declare\(|  %[-\w.]+ = alloca ptr,")
LOADED = r"^  (%[-\w.]+) = load ptr, ptr {place},.*$"


def with_known_functions(text: str) -> str:
    """A module as clang wrote it with such calls by name, from the outermost function inwards."""
    while THROUGH_A_POINTER.search(text):
        before = text
        for name, body in function_bodies(text).items():
            made = body
            for number, parameter in _pointers(body):
                if function := _always(text, name, number):
                    made = _calling(made, parameter, function)
            text = text.replace(body, made)
        if text == before:
            break
    return text


def _pointers(body: str) -> Iterator[tuple[int, str]]:
    """The parameters of a function that are pointers, with their numbers."""
    head = HEAD.match(body)
    for number, parameter in enumerate(split_top(head[1]) if head else ()):
        if parameter.startswith("ptr "):
            yield number, parameter.rpartition("%")[2]


def _always(text: str, name: str, number: int) -> str:
    """The function that every call of `name` gives as an argument; "" where they differ, give
    something else, or where `name` is called otherwise than by its name.
    """
    given = set[str]()
    for mention in re.finditer(rf"@{re.escape(name)}(?![\w.])", text):
        line = text[text.rfind("\n", 0, mention.start()) + 1 : mention.start()]
        if line.startswith("define "):
            continue
        if text[mention.end() : mention.end() + 1] != "(" or "call " not in line or "@" in line:
            return ""
        arguments = split_top(in_parentheses(text, mention.end()))
        given.add(arguments[number].rpartition(" ")[2] if number < len(arguments) else "")
    only = given.pop() if len(given) == 1 else ""
    return only if only.startswith("@") and f"{only}(" in text else ""


def in_parentheses(text: str, begin: int) -> str:
    """What is between the parenthesis at a place and the one that closes it."""
    depth, at = 1, begin
    while depth:
        at += 1
        depth += (text[at] == "(") - (text[at] == ")")
    return text[begin + 1 : at]


def _calling(body: str, parameter: str, function: str) -> str:
    """A function with another one in place of its parameter wherever that is read, if that is all
    that is done with it.
    """
    kept = re.search(KEPT.format(name=re.escape(parameter)), body, re.MULTILINE)
    if not kept:
        return body
    place = re.escape(kept[1])
    reads = list(re.finditer(LOADED.format(place=place), body, re.MULTILINE))
    mentions = re.findall(MENTIONED.format(place=place), body, re.MULTILINE)
    if len([one for one in mentions if not OF_NO_EFFECT.match(one)]) > 1 + len(reads):
        return body  # written again, or its address is taken
    for read in reads:
        used = re.compile(rf"{re.escape(read[1])}(?![-\w.])(?! = load)")
        body = used.sub(function, body)
    return body
