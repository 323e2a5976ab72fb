"""Nothing committed names one machine: no home folders, no package index, no host of a mirror."""

import re

from repository_files import committed_files, name_of, text_of

PATHS = re.compile(r"(?<![\w.])/(?:home|root|work|Users|mnt|media)/\w+")
INDEXES = re.compile(
    r"--(?:extra-)?index-url|--find-links|--trusted-host|https?://[\w.-]*(?:pypi|artifactory|jfrog|nexus|registry|mirror)[\w.-]*",
    re.IGNORECASE,
)
THIS_FILE = "tests/rules/test_machine_independence.py"  # holds the patterns themselves


def test_no_file_names_a_machine():
    texts = {name_of(path): text_of(path) for path in committed_files()}
    found = [
        (name, match[0])
        for name, text in texts.items()
        for pattern in (PATHS, INDEXES)
        for match in pattern.finditer(text)
    ]
    assert [f"{name}: {machine}" for name, machine in found if name != THIS_FILE] == []


def test_patterns_find_what_they_should():
    assert PATHS.search("see /home/someone/x") and PATHS.search('"/root/x"')
    assert not PATHS.search("a/work/b") and not PATHS.search("build/root/x")
    assert INDEXES.search("--index-url https://pypi.org/simple") and INDEXES.search(
        "https://artifactory.example.com/x"
    )
