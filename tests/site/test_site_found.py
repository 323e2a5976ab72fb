"""What programs that look for pages need: a description of each, and which ones not to ask for."""

import re

import pytest


@pytest.mark.parametrize(
    "path", ["/", "/ranking/", "/algorithms/ascon128a/", "/targets/ecp5-85f-8/", "/data/"]
)
def test_a_page_says_what_it_is(committed, path):
    page = committed.get(path).content.decode()
    told = re.findall(r'<meta name="description" content="([^"]+)">', page)
    assert len(told) == 1 and 20 < len(told[0]) < 200


def test_programs_are_told_what_has_no_end(committed):
    answer = committed.get("/robots.txt")
    assert answer["Content-Type"].startswith("text/plain") and answer.status_code == 200
    rules = answer.content.decode().splitlines()
    assert rules[0] == "User-agent: *" and "Disallow: /account/" in rules
    assert not any(one == "Disallow: /" for one in rules)
