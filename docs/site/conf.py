"""The docs as a site: `make site` builds it strictly, without a network."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))

project = "Cryptagon"
author = "The Cryptagon maintainers"
extensions = ["myst_parser", "links"]
include_patterns = ["docs/*.md", "README.md", "CONTRIBUTING.md", "algorithms/*/*/README.md"]
exclude_patterns = [".*", "build", "results", "dist"]
root_doc = "docs/index"
myst_heading_anchors = 4
highlight_language = "none"  # code of the pages is shell, C, TOML and tables of text
html_theme = "furo"
html_title = "Cryptagon"
html_copy_source = False
html_extra_path = ["front"]  # leads from the site's root to docs/index
