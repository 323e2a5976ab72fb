"""What an implementer hands in with a result: sources, variants, assumptions, known answers, block
diagram, licence, results.

The list is that of the development package of GMU for CAESAR (K. Gaj et al., slides of DIAC 2016).
"""

import tomllib
from collections.abc import Iterator
from pathlib import Path
from string import Template

from cryptagon import paths
from cryptagon.approaches import approaches_of
from cryptagon.catalog import AlgorithmFolder
from cryptagon.classes import class_of
from cryptagon.reproduce.subject import RecordedDesign

FOLDER = "deliverables"
LIST = f"{FOLDER}/DELIVERABLES.md"
DIAGRAM, LICENCE = "architecture.svg", "LICENSE"
_TEMPLATE = Path(__file__).parent / "replication" / "DELIVERABLES.md"
_NO_ASSUMPTION = ("name", "class", "title", "specification", "architecture", "variants", "directives", "supercop")  # fmt: skip


def deliverables(subject: RecordedDesign) -> dict[str, bytes]:
    """Files by their names in a package: the algorithm's folder, what it shares with others, and
    the list of all that; together they are a folder of one's own, in which `cryptagon verify` works.
    """
    algorithm = subject.begun.entry.algorithm
    home = f"{FOLDER}/{home_of(algorithm)}"
    files = {
        f"{home}/{file.relative_to(algorithm.folder).as_posix()}": file for file in _own(algorithm)
    }
    files |= {f"{FOLDER}/{paths.in_layer(file)}": file for file in shared_with_others(algorithm)}
    return {
        LIST: listed(subject).encode(),
        f"{FOLDER}/{paths.MARK}": b"",
        **{name: file.read_bytes() for name, file in sorted(files.items())},
    }


def home_of(algorithm: AlgorithmFolder) -> str:
    """Where an algorithm lies in a folder of one's own."""
    return f"algorithms/{algorithm.class_}/{algorithm.name}"


def shared_with_others(algorithm: AlgorithmFolder) -> list[Path]:
    """The sources of its cores that are not in its folder: headers, modules and drawings."""
    found = {
        file.resolve()
        for approach in approaches_of(algorithm)
        for variant in algorithm.variants
        if variant.is_by(approach)
        for file in algorithm.sources(approach, variant)
    }
    return sorted(file for file in found if not file.is_relative_to(algorithm.folder))


def listed(subject: RecordedDesign) -> str:
    """DELIVERABLES.md: each deliverable, where it is, and what is missing."""
    algorithm = subject.begun.entry.algorithm
    home = home_of(algorithm)
    answers = class_of(algorithm).known_answer_files(subject.begun.entry.own_algorithm)
    values = {
        "title": algorithm.title,
        "name": algorithm.name,
        "home": home,
        "design": subject.name,
        "approaches": ", ".join(f"`{home}/{name}/`" for name in approaches_of(algorithm)),
        "shared": ", ".join(f"`{paths.in_layer(file)}`" for file in shared_with_others(algorithm)) or "none",
        "answers": ", ".join(f"`{home}/kat/{file.name}`" for file in answers),
        "diagram": _diagram(algorithm),
        "licence": _licence(algorithm),
        "specification": f"{algorithm.specification.title}, version {algorithm.specification.version}, {algorithm.specification.date}",
        "variants": "\n".join(_variants(algorithm)),
        "assumptions": "\n".join(_assumptions(algorithm)),
    }  # fmt: skip
    return Template(_TEMPLATE.read_text(encoding="utf-8")).substitute(values)


def _own(algorithm: AlgorithmFolder) -> Iterator[Path]:
    for file in sorted(algorithm.folder.rglob("*")):
        if file.is_file() and "__pycache__" not in file.parts:
            yield file


def _diagram(algorithm: AlgorithmFolder) -> str:
    home, readme = home_of(algorithm), algorithm.folder / "README.md"
    if (algorithm.folder / DIAGRAM).is_file():
        return f"`{home}/{DIAGRAM}`"
    if readme.is_file() and "## Architecture" in readme.read_text(encoding="utf-8"):
        return f"`{home}/README.md`, section Architecture"
    return f"none: `{DIAGRAM}` in its folder would be it"


def _licence(algorithm: AlgorithmFolder) -> str:
    if (algorithm.folder / LICENCE).is_file():
        return f"`{home_of(algorithm)}/{LICENCE}`"
    if algorithm.folder.is_relative_to(paths.builtin()):
        return "Apache-2.0, that of Cryptagon, to which this algorithm belongs"
    return f"none is told: `{LICENCE}` in its folder would be it"


def _variants(algorithm: AlgorithmFolder) -> Iterator[str]:
    """A row a variant: name, description, macros and files that make it."""
    for one in algorithm.variants:
        macros = {**one.defines, **one.verilog_defines}
        made = [f"`{name}={value}`" for name, value in macros.items()]
        made += [f"`hls/{one.hls_source}`"] if one.hls_source else []
        made += [f"`rtl/{one.rtl_folder}/`"] if one.rtl_folder else []
        architecture = getattr(algorithm, "architecture", None)
        description = one.description or getattr(architecture, "description", "")
        yield f"| {one.name or 'plain'} | {description} | {', '.join(made) or 'none'} |"


def _assumptions(algorithm: AlgorithmFolder) -> Iterator[str]:
    """A line a fact of algorithm.toml that the hardware around a core has to know."""
    table = tomllib.loads(algorithm.file.read_text(encoding="utf-8"))
    for key, value in table.items():
        if key in _NO_ASSUMPTION:
            continue
        yield f"* {key}: {_plain(value)}"


def _plain(value: object) -> str:
    """A value of TOML as words."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, list):
        return "; ".join(_plain(one) for one in value)
    if isinstance(value, dict):
        return ", ".join(f"{name} {_plain(one)}" for name, one in value.items())
    return str(value)
