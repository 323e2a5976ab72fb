"""Lighthouse on every kind of page of the results site: the median of three runs of each category,
from 0 to 100.

It is a program of Node: `npm install lighthouse` in any folder, whose `node_modules/.bin` is then on
the PATH. Chromium is the one of CHROME_PATH, or the one on the PATH. Nothing is slowed down
(`--throttling-method=provided`): the machine is as fast as it is.
"""

import json
import os
import shutil
import statistics
import subprocess
import tempfile
from pathlib import Path

from common import Row
from site_load import served

from cryptagon.errors import MachineError
from cryptagon.site import server

from cryptagon.site.models import Result  # isort: skip - sets Django up before its models

RUNS = int(os.environ.get("CRYPTAGON_LIGHTHOUSE_RUNS", "3"))
CATEGORIES = ("performance", "accessibility", "best-practices", "seo")
PAGES = {
    "first page": "/",
    "ranking": "/ranking/",
    "plots": "/ranking/plot/",
    "ratios": "/ratios/?contest=first-look",
    "question": "/question/?families=2",
    "comparison": "/compare/?{ids}",
    "result": "/results/{result}/",
    "algorithm": "/algorithms/ascon128a/",
    "target": "/targets/ecp5-85f-8/",
    "contest": "/contests/first-look/",
    "publisher": "/publishers/Cryptagon/",
    "data": "/data/",
    "API": "/api/",
    "what the figures mean": "/about/",
}
_ATTEMPTS = 3
"""How often a run is made: a browser that starts on a busy machine may give no trace."""


def measure() -> list[Row]:
    """A row for each kind of page, and what asked it. Raises MachineError without Lighthouse."""
    found = _lighthouse()
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "site.sqlite3"
        server.make_database(file)
        addresses = {name: address.format(**_names()) for name, address in PAGES.items()}
        with served(file) as (port, _):
            rows = [
                _row(found, name, f"http://127.0.0.1:{port}{one}", Path(folder))
                for name, one in addresses.items()
            ]
    return rows


def _names() -> dict[str, str]:
    chosen = Result.objects.filter(study="first-look", target="ecp5-85f-8").order_by("pk")[:3]
    ids = "&".join(f"id={one.short_id}" for one in chosen)
    return {"ids": ids, "result": str(chosen[0].pk)}


def _lighthouse() -> str:
    found = shutil.which("lighthouse")
    if found is None:
        raise MachineError(
            "there is no lighthouse",
            why="it is a program of Node, which Cryptagon does not set up",
            fix="npm install lighthouse in a folder of yours; put its node_modules/.bin on the PATH",
        )
    return found


def _row(program: str, name: str, address: str, folder: Path) -> Row:
    told = [_asked(program, address, folder / "report.json") for _ in range(RUNS)]
    scores = {
        one.replace("-", "_"): round(
            100 * statistics.median(run["categories"][one]["score"] for run in told)
        )
        for one in CATEGORIES
    }
    shift = max(run["audits"]["cumulative-layout-shift"]["numericValue"] for run in told)
    browser = told[0]["environment"]["hostUserAgent"].rpartition("Chrome/")[2].partition(" ")[0]
    versions = {"lighthouse": told[0]["lighthouseVersion"], "chromium": browser}
    return {"page": name, **scores, "layout_shift": round(shift, 4), "runs": len(told), **versions}


def _asked(program: str, address: str, report: Path) -> dict:
    """A report in which each category has a score."""
    command = [
        *(program, address, "--quiet", "--output=json", f"--output-path={report}"),
        *("--throttling-method=provided", "--chrome-flags=--headless --no-sandbox"),
        f"--only-categories={','.join(CATEGORIES)}",
    ]
    environment = {"CHROME_PATH": shutil.which("chromium") or "", **os.environ}
    found: dict = {}
    for _ in range(_ATTEMPTS):
        subprocess.run(command, check=False, capture_output=True, timeout=180, env=environment)
        found = json.loads(report.read_text()) if report.is_file() else {}
        scores = [found.get("categories", {}).get(one, {}).get("score") for one in CATEGORIES]
        if None not in scores:
            return found
    fault = found.get("runtimeError", {}).get("message", "it wrote no report")
    raise MachineError("Lighthouse could not look at a page", where=address, why=fault)
