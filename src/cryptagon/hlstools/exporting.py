"""An algorithm, or a file of C for hardware, as a folder for another HLS tool."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from pydantic import TypeAdapter

from cryptagon import __version__, classes, paths
from cryptagon.catalog import Entry
from cryptagon.classes import Setting
from cryptagon.errors import CryptagonError
from cryptagon.hls.source.cpp import SUFFIXES
from cryptagon.hlstools.answers import Answered, answered, answered_at_random
from cryptagon.hlstools.manifest import HlsManifest
from cryptagon.hlstools.readme import readme
from cryptagon.hlstools.testbench import testbench
from cryptagon.hlstools.tools import HLS_TOOLS, HlsTool, script
from cryptagon.hlstools.translate import Translation, translate_source
from cryptagon.results import Verification, Work
from cryptagon.study.plan import plan
from cryptagon.study.provenance import origin
from cryptagon.toolchain import digest_of
from cryptagon.vendor.manifest import digests
from cryptagon.vendor.whole_folder import whole_folder

MESSAGES = 8
CORE, HEADER, TESTBENCH, README = "core.cpp", "core.h", "testbench.cpp", "README.md"
C_SUFFIXES = (".c", *SUFFIXES)


@dataclass(frozen=True)
class HlsCore:
    """A core in C on its way to another tool: its source with the macros of its variant, the fields of a
    measurement that are known, and what checks it and tells what it must answer.
    """

    label: str
    title: str
    source: Path
    defines: Mapping[str, str]
    fields: Mapping[str, Any]
    answers: Callable[[], tuple[int, list[Answered]]] = field(repr=False)


def hls_cores(what: str, variants: Sequence[str] = ()) -> list[HlsCore]:
    """The cores in C of an algorithm or a contest file, of these variants (none: all); or a file of
    C for hardware as the one core. Nothing is built yet.

    Raises CryptagonError where there is no such thing.
    """
    if Path(what).suffix in C_SUFFIXES:
        return [_of_file(Path(what))]
    found = [_of_entry(one) for one in plan(what, approaches=("hls",)).entries]
    chosen = [one for one in found if not variants or one.fields["variant"] in variants]
    if not chosen:
        there = ", ".join(str(one.fields["variant"]) for one in found)
        raise CryptagonError(
            f"there is no variant {' or '.join(variants)}", where=what, fix=f"there is: {there}"
        )
    return chosen


def export_hls(
    core: HlsCore, tool: str, number: str, period_ns: float, folder: Path
) -> Translation:
    """Check a core in a native run and write it for a tool and a part into `folder`, which must be empty or not
    there yet; what comes of its source.

    It is there whole or not at all. Raises CryptagonError for wrong answers, for constructs that
    have no counterpart, for an unknown part and for a folder that holds something.
    """
    device = HLS_TOOLS[tool].device(number)
    made = translate_source(core.source, tool, core.defines)
    answers = core.answers()
    run = _Run(HLS_TOOLS[tool], device, period_ns)
    return whole_folder(folder, lambda fresh: _write(fresh, core, made, answers, run))


@dataclass(frozen=True)
class _Run:
    """What a core is exported for."""

    tool: HlsTool
    device: str
    period_ns: float


def _write(
    folder: Path, core: HlsCore, made: Translation, answers: tuple[int, list[Answered]], run: _Run
) -> Translation:
    tool, (checked, messages) = run.tool, answers
    texts = {
        CORE: f"// {core.title}, for {tool.title}. Written by cryptagon export.\n{made.source.replace('{header}', HEADER)}",
        HEADER: made.header,
        TESTBENCH: testbench(made.top, made.ports, messages, core.title),
        tool.script: script(tool, made.top, run.device, run.period_ns),
    }
    for file, text in texts.items():
        (folder / file).write_text(text, encoding="utf-8")
    work = Work(name=f"call of {made.top}", bits=None, cycles="call")
    record = {
        **core.fields,
        "approach": tool.name,
        "work": work,
        "verification": (Verification(level="program", vectors=checked, ok=True),),
        "options": {
            "lost": sorted(f"{where}: {what}" for where, what in made.lost),
            "defines": dict(core.defines),
        },
    }
    manifest = HlsManifest(
        cryptagon=__version__,
        tool=tool.name,  # type: ignore[arg-type]
        device=run.device,
        top=made.top,
        period_ns=run.period_ns,
        files=digests(folder, list(texts)),
        record=TypeAdapter(dict[str, Any]).dump_python(record, mode="json"),
    )
    manifest.write(folder)
    (folder / README).write_text(
        readme(manifest, core.title, made, len(messages)), encoding="utf-8"
    )
    return made


def _of_entry(entry: Entry) -> HlsCore:
    algorithm = entry.algorithm
    kind = classes.class_of(algorithm)

    def answers() -> tuple[int, list[Answered]]:
        tests = kind.tests(algorithm, entry.variant, Setting(quick=True))
        folder, defines = paths.build_folder() / "native", dict(entry.variant.defines)
        offered = tests.presentations(MESSAGES)
        checked = tests.check_program(entry.c_source, folder)
        return checked, answered(entry.c_source, offered, folder, defines)

    return HlsCore(
        f"{algorithm.name} {entry.variant.name}".rstrip(),
        f"{algorithm.title} {entry.variant.name}".rstrip(),
        entry.c_source,
        dict(entry.variant.defines),
        {
            **_known(kind.name, algorithm.name, algorithm.title, entry.source_digest),
            "variant": entry.variant.name,
            **origin(entry.sources, kind.known_answer_files(entry.own_algorithm)),
        },
        answers,
    )


def _of_file(source: Path) -> HlsCore:
    if not source.is_file():
        raise CryptagonError(
            "no such C source", where=str(source), fix="give the path of a .c file"
        )

    def answers() -> tuple[int, list[Answered]]:
        return 0, answered_at_random(source, paths.build_folder() / "native", {})

    known = _known("file", source.stem, source.name, digest_of([source]))
    return HlsCore(source.stem, source.name, source, {}, {**known, **origin([source], [])}, answers)


def _known(kind: str, name: str, title: str, digest: str) -> dict[str, Any]:
    return {
        "algorithm_class": kind,
        "algorithm": name,
        "title": title,
        "scope": "core",
        "interface": None,
        "source_digest": digest,
    }
