"""What programs that look for pages need: a description of each, and which ones not to ask for."""

import re

import pytest

from cryptagon.site.models import Result


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


@pytest.mark.parametrize("path", ["/ranking/?target=ecp5-85f-8", "/ratios/", "result", "compare"])
def test_no_program_follows_a_link_to_a_comparison(committed, path):
    """There are as many comparisons as sets of results."""
    some = Result.objects.filter(target="ecp5-85f-8", algorithm="ascon128a", variant="")
    own = {
        "result": some[0].get_absolute_url(),
        "compare": f"/compare/?{'&'.join(f'id={one.pk}' for one in some)}",
    }
    page = committed.get(own.get(path, path)).content.decode()
    links = re.findall(r'<a [^>]*href="(?:/compare/)?\?[^"]*id=[^>]*>', page)
    assert links or "/ranking/" in path
    assert all('rel="nofollow"' in one for one in links), links
