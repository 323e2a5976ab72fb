"""A replication package: a zip with the Verilog, the tools' own scripts and command lines, the
expected figures and what checks them, and the deliverables of the algorithm.

It needs the tools and a Python, and nothing of Cryptagon.
"""

import json
import shlex
import zipfile
from dataclasses import dataclass
from pathlib import Path
from string import Template

from cryptagon.errors import CryptagonError
from cryptagon.fpga import netlist_digest
from cryptagon.fpga.families import family_of
from cryptagon.fpga.synthesis import NETLIST, PINS_NETLIST, PINS_SCRIPT, PINS_SOURCE, SCRIPT
from cryptagon.reproduce.deliverables import deliverables
from cryptagon.reproduce.of_others import RecordedUnit, unit_deliverables
from cryptagon.reproduce.rebuild import Rebuilt, Run
from cryptagon.reproduce.requirements import requirements
from cryptagon.reproduce.subject import Recorded, RecordedDesign

TEMPLATES = Path(__file__).parent / "replication"
FIGURES = ("luts", "ffs", "brams", "dsps", "fmax_mhz")
_EARLIEST = (1980, 1, 1, 0, 0, 0)
"""The same result gives the same bytes."""


@dataclass(frozen=True)
class File:
    """A file of a package; `program` when it is to be run."""

    name: str
    text: str | bytes
    program: bool = False


def pack(rebuilt: Rebuilt, output: Path) -> Path:
    """Write the package of a result that was just made again into `output`, a new file; whole or
    not at all.

    Raises CryptagonError when the result differs from its record, or the file is there or cannot be
    written.
    """
    if differing := rebuilt.comparison.differences:
        raise CryptagonError(
            "the result here is not that of the record, so a package of it would not hold what it says",
            where=rebuilt.subject.name,
            why="; ".join(
                f"{row.name}: recorded {row.recorded}, now {row.now}" for row in differing
            ),
            fix="see cryptagon reproduce; check out the commit of the record, install its tools",
        )
    files = files_of(rebuilt)
    part = output.with_name(f".{output.name}.part")
    try:
        if output.exists():
            raise CryptagonError(
                "the package is there already",
                where=str(output),
                fix="remove it, or choose another name with -o",
            )
        _write(part, output.stem, files)
        part.replace(output)
    except OSError as error:
        raise CryptagonError(
            "the package could not be written", where=str(output), why=str(error)
        ) from error
    finally:
        part.unlink(missing_ok=True)
    return output


def files_of(rebuilt: Rebuilt) -> list[File]:
    """Everything in a package, but the folder around it."""
    subject, run = rebuilt.subject, rebuilt.runs[0]
    plan, route = run.netlist.plan, run.route
    sources = [
        File(f"sources/{source.name}", source.read_text(encoding="utf-8"))
        for source in rebuilt.found.design.sources
    ]
    pins = [
        File(name, (plan.folder / name).read_text())
        for name in (PINS_SCRIPT, PINS_SOURCE)
        if plan.pins_script
    ]
    constraints = (
        [File(f"constraints/{name}", text) for name, text in subject.target.constraints.items()]
        if route
        else []
    )
    packages = _packages(subject)
    return [
        File("README.md", _readme(rebuilt)),
        File("run.sh", run_script(subject, run), program=True),
        File("check.py", (TEMPLATES / "check.py").read_text(), program=True),
        File("netlist_digest.py", Path(netlist_digest.__file__).read_text()),
        File("expected.json", json.dumps(expected(subject, run, packages), indent=2) + "\n"),
        File("requirements.txt", requirements(packages)),
        File("result.json", subject.record.model_dump_json(indent=2) + "\n"),
        File(SCRIPT, plan.script),
        *pins,
        *constraints,
        *sources,
        *(File(name, content) for name, content in _deliverables(subject).items()),
    ]


def expected(subject: Recorded, run: Run, packages: list[str]) -> dict[str, object]:
    """What check.py compares with, and how area is counted in the tools' reports: weights and
    patterns of names, as in `Family`.
    """
    family = family_of(subject.target)
    return {
        "design": subject.name,
        "netlist": PINS_NETLIST if run.netlist.plan.pins_script else NETLIST,
        "netlist_digest": run.netlist.digest,
        "placed": run.route is not None,
        "figures": {
            name: getattr(run.made, name) for name in FIGURES if getattr(run.made, name) is not None
        },
        "area": {
            "luts": dict(family.placed_luts if run.route else family.netlist_luts),
            "wrapper_luts": dict(family.wrapper_luts),
            **{name: getattr(family, name) for name in ("ffs", "brams", "dsps")},
        },
        "packages": dict(one.split("==") for one in packages),
    }


def run_script(subject: Recorded, run: Run) -> str:
    """The commands as a shell script: those that Cryptagon ran, in folders of their own."""
    plan, route = run.netlist.plan, run.route
    pins = (
        Template((TEMPLATES / "pins.sh").read_text()).substitute(
            source=PINS_SOURCE, script=PINS_SCRIPT
        )
        if plan.pins_script
        else ""
    )
    layout = ""
    if route:
        router = family_of(subject.target).router
        arguments = shlex.join(("--json", f"../synthesis/{run.netlist.file.name}", *route.options))
        constraints = "cp constraints/* work/layout/\n" if subject.target.constraints else ""
        values = {
            "module": router.replace("-", "_"),
            "arguments": arguments,
            "constraints": constraints,
        }
        layout = Template((TEMPLATES / "layout.sh").read_text()).substitute(values)
    script = Template((TEMPLATES / "run.sh").read_text())
    return script.substitute(name=subject.name, script=SCRIPT, pins=pins, layout=layout)


def _deliverables(subject: Recorded) -> dict[str, bytes]:
    """What the authors hand in: of a core of ours its algorithm's folder, of a unit of others its
    sources with their licence.
    """
    if isinstance(subject, RecordedDesign):
        return deliverables(subject)
    assert isinstance(subject, RecordedUnit)
    return unit_deliverables(subject)


def _packages(subject: Recorded) -> list[str]:
    """`name==version` of the tools' Python packages."""
    tools, router = subject.record.tools, family_of(subject.target).router
    return [
        f"pyosys=={tools['yosys']}",
        *([f"yowasp-nextpnr-{router}=={tools[f'nextpnr-{router}']}"] if router else []),
    ]


def _readme(rebuilt: Rebuilt) -> str:
    subject, record = rebuilt.subject, rebuilt.subject.record
    lines = [
        f"| {name} | {getattr(record, name)} |"
        for name in FIGURES
        if getattr(record, name) is not None
    ]
    derived = ("cycles_of_work", "throughput_mbps", "time_us")
    lines += [
        f"| {name} | {getattr(record, name)} |"
        for name in derived
        if getattr(record, name) is not None
    ]
    values = {
        "name": subject.name,
        "device": record.device,
        "figures": "\n".join(lines),
        "tools": "\n".join(f"* {name} {version}" for name, version in record.tools.items()),
        "commit": record.commit or "not recorded",
        "cryptagon": record.cryptagon,
        "sources": record.source_digest,
        "date": record.date.date().isoformat(),
    }
    return Template((TEMPLATES / "README.md").read_text()).substitute(values)


def _write(path: Path, folder: str, files: list[File]) -> None:
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as package:
        for file in files:
            entry = zipfile.ZipInfo(f"{folder}/{file.name}", _EARLIEST)
            entry.external_attr = (0o100755 if file.program else 0o100644) << 16
            entry.compress_type = zipfile.ZIP_DEFLATED
            package.writestr(entry, file.text)
