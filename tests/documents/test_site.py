"""The docs as a site: built strictly, so that a broken link or a page that no list of contents has
fails.
"""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from cryptagon import paths

ROOT = paths.repository()
# Sphinx and its themes need no network: one that is asked for is not there.
OFFLINE = dict.fromkeys(
    ("http_proxy", "https_proxy", "HTTP_PROXY", "HTTPS_PROXY"), "http://127.0.0.1:9"
)


def build(source: Path, output: Path) -> subprocess.CompletedProcess[str]:
    command = (
        sys.executable, "-m", "sphinx", "--quiet", "--fail-on-warning", "--keep-going", "--nitpicky",
        "--conf-dir", ROOT / "docs" / "site", "--doctree-dir", output / "cache", source, output / "site",
    )  # fmt: skip
    return subprocess.run(
        command,
        env={**os.environ, **OFFLINE},
        capture_output=True,
        text=True,
        check=False,
        timeout=300,
    )


@pytest.mark.slow
def test_site_is_built_without_a_warning(tmp_path):
    done = build(ROOT, tmp_path)
    assert (done.returncode, done.stderr) == (0, "")
    assert "docs/index.html" in (tmp_path / "site" / "index.html").read_text()
    assert (tmp_path / "site" / "docs" / "glossary.html").is_file()


@pytest.mark.parametrize(
    "fault", ["[gone](gone.md)", "[gone](#gone)", "[gone](other.md#gone)", "![gone](gone.png)"]
)
def test_broken_link_fails_the_build(fault, tmp_path):
    docs = tmp_path / "source" / "docs"
    docs.mkdir(parents=True)
    (docs / "index.md").write_text(f"# Title\n\n{fault}\n\n```{{toctree}}\nother\n```\n")
    (docs / "other.md").write_text("# Other\n")
    done = build(tmp_path / "source", tmp_path)
    assert done.returncode != 0 and "gone" in done.stderr


def test_page_in_no_list_fails_the_build(tmp_path):
    docs = tmp_path / "source" / "docs"
    docs.mkdir(parents=True)
    (docs / "index.md").write_text("# Title\n")
    (docs / "lost.md").write_text("# Lost\n")
    done = build(tmp_path / "source", tmp_path)
    assert done.returncode != 0 and "lost" in done.stderr
