"""The report of Bambu: `bambu_results_N.xml`, which it writes with option --evaluation after place
and route by the tools that it finds.
"""

import re
from pathlib import Path

from cryptagon.errors import CryptagonError
from cryptagon.hlstools.manifest import HlsManifest
from cryptagon.hlstools.report import HlsReport, Xml

REPORT = re.compile(r"bambu_results_(\d+)\.xml")


def read_bambu(manifest: HlsManifest, folder: Path) -> HlsReport:
    """What the last report in a folder says.

    Raises CryptagonError for a report that is missing, broken, of something else or without a
    figure.
    """
    numbered = {
        int(found[1]): file
        for file in folder.rglob("*.xml")
        if (found := REPORT.fullmatch(file.name))
    }
    if not numbered:
        raise CryptagonError(
            "there is no report of Bambu", where=str(folder), why="no file is called bambu_results_N.xml",
            fix="run the script of the folder to its end, with the tools for place and route installed",
        )  # fmt: skip
    found = Xml(numbered[max(numbered)])
    if found.root.tag != "bambu_results":
        raise found.wrong(f"its root is {found.root.tag}", "bambu_results was expected")
    arguments = found.root.get("bambu_args", "")
    for option, value in (("top-fname", manifest.top), ("device-name", manifest.device)):
        given = re.search(rf"--{option}=[\"']?([^\s\"',]+)", arguments)
        if given is None or given[1] != value:
            what = f"its --{option} is {given[1]}" if given else f"it does not say its --{option}"
            raise found.wrong(what, f"{value} was exported")
    frequency = found.value("FREQUENCY")
    if frequency <= 0:
        raise found.wrong(f"its FREQUENCY is {frequency:g}", "a number of MHz was expected")
    luts = found.root.find("SLICE_LUTS") is not None
    return HlsReport(
        version=_version(found.root.get("bambu_version", "")),
        file=found.file,
        luts=found.whole("SLICE_LUTS" if luts else "AREA"),
        ffs=found.whole("REGISTERS"),
        brams=found.whole("BRAMS"),
        dsps=found.whole("DSPS"),
        area_unit="LUT6" if luts else "AREA of Bambu",
        cycles={"call": found.value("CYCLES")},
        fmax_mhz=frequency,
        routed=True,
        more={"benchmark_name": found.root.get("benchmark_name", ""), "bambu_args": arguments},
    )


def _version(text: str) -> str:
    """The version in what Bambu prints of itself."""
    found = re.search(r"Version: *(?:PandA )?(\S.*)", text)
    return (
        found[1] if found else text.strip().splitlines()[-1] if text.strip() else "unknown"
    ).strip()
