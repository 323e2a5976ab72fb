"""The pages whose tables and pictures are made from what was measured.

`python -m cryptagon.analysis.pages` writes all of them anew; with names, such as `proofs`, those
alone.
"""

import argparse
from collections.abc import Mapping
from importlib import import_module

from cryptagon.analysis import study_pages
from cryptagon.analysis.made_page import Page

MODULES = (
    "architectures",
    "back_ends",
    "cell_page",
    "clock_limits",
    "compile_growth",
    "headline",
    "proof_page",
    "structured",
    "table1",
    "testbed_page",
    "wrong_cores",
)
"""Those of this package that have a PAGE."""

_OF_MODULES = [import_module(f"cryptagon.analysis.{name}").PAGE for name in MODULES]
PAGES: Mapping[str, Page] = {page.name: page for page in (*_OF_MODULES, *study_pages.PAGES)}


def main() -> None:
    """Writes the pages that are named, or all."""
    parser = argparse.ArgumentParser(prog="python -m cryptagon.analysis.pages", description=__doc__)
    parser.add_argument("names", nargs="*", metavar="NAME", help=f"of: {', '.join(PAGES)}")
    asked = parser.parse_args()
    if unknown := [name for name in asked.names if name not in PAGES]:
        parser.error(f"no made page named {unknown[0]}; there is {', '.join(PAGES)}")
    for name in asked.names or PAGES:
        PAGES[name].write()


if __name__ == "__main__":
    main()
