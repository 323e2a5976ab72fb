"""How much a visitor's browser has to fetch."""

from pathlib import Path

import allauth
import pytest
from django.conf import settings

from cryptagon.site import settings as own_settings

MOST_PAGE, MOST_SCRIPT = 150_000, 60_000
LARGEST = (
    "/",
    "/ranking/?size=500",
    "/ranking/plot/",
    "/targets/ecp5-85f-8/",
    "/algorithms/acorn128/",
    "/question/",
    "/ratios/?size=500",
    "/data/",
    "/api/",
)


@pytest.mark.parametrize("path", LARGEST)
def test_a_page_is_small(committed, path):
    """Compressed, with the style sheet, which comes once."""
    answer = committed.get(path, headers={"accept-encoding": "gzip"})
    assert answer.status_code == 200 and answer["Content-Encoding"] == "gzip"
    style = (Path(own_settings.__file__).parent / "static" / "site.css").stat().st_size
    assert 1_000 < len(answer.content) < MOST_PAGE - style
    assert b"<script" not in committed.get(path).content


def test_the_script_of_accounts_is_small():
    """All of it together, as it lies on the disk."""

    assert "allauth.mfa" in settings.INSTALLED_APPS
    sizes = [one.stat().st_size for one in Path(allauth.__file__).parent.glob("*/static/**/*.js")]
    assert len(sizes) >= 4 and sum(sizes) < MOST_SCRIPT
