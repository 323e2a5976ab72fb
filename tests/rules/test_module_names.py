"""Files of tests have names of their own: a whole run imports them by their bare names, and the
second of a name would not load.
"""

from collections import Counter
from pathlib import Path

TESTS = Path(__file__).parents[1]


def test_no_two_files_of_tests_have_one_name():
    names = Counter(
        file.name for file in TESTS.rglob("*.py") if file.name not in ("conftest.py", "__init__.py")
    )
    assert [name for name, count in names.items() if count > 1] == []
