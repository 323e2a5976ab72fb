"""What went into a result, then and now: Verilog and figures can only be the same where this is."""

from typing import Any

from cryptagon import __version__, paths
from cryptagon.catalog import target
from cryptagon.reproduce.comparison import Row
from cryptagon.reproduce.subject import Recorded
from cryptagon.study.provenance import commit
from cryptagon.toolchain import digest_of

ONLY_BUILDS_SIMULATORS = "g++"


def inputs(subject: Recorded) -> list[Row]:
    """Sources, interface, known answers, options of the target, tools, Cryptagon itself."""
    record = subject.record
    rows = [
        Row(
            "sources",
            record.source_digest,
            subject.source_digest,
            note=_changed_files(subject, "source_files"),
        )
    ]
    if now := subject.interface_digest:
        rows.append(
            Row(
                "interface",
                record.options.get("interface_digest"),
                now,
                note=f"hdl/{record.interface}/",
            )
        )
    rows += [_known_answers(subject), _target_row(subject)]
    rows += _tools(subject)
    rows.append(Row("cryptagon", record.cryptagon, __version__, counts=False))
    rows.append(Row("commit", record.commit, commit(paths.builtin()), counts=False))
    return rows


def _changed_files(subject: Recorded, field: str) -> str:
    """Which files changed, where the record has a digest of each."""
    then, now = getattr(subject.record, field), subject.files[field]
    if not then:
        return f"the record does not say which of {', '.join(now)}"
    added = [f"{name} (new)" for name in now if name not in then]
    gone = [f"{name} (gone)" for name in then if name not in now]
    return ", ".join(
        [*(name for name in now if name in then and now[name] != then[name]), *added, *gone]
    )


def _known_answers(subject: Recorded) -> Row:
    """More or other known answers make no other Verilog and no other figures."""
    then, now = (
        subject.record.known_answer_files,
        subject.files["known_answer_files"],
    )
    note = _changed_files(subject, "known_answer_files")
    return Row(
        "known answers", digest_of(then) if then else None, digest_of(now), counts=False, note=note
    )


def _target_row(subject: Recorded) -> Row:
    """The options that the record's run had, and those it would have today; what is made again has
    those of then.
    """
    present, strategy = target(subject.target.name), subject.record.best_strategy or ""
    then = {name: getattr(subject.target, name) for name in ("yosys", "nextpnr", "constraints")}
    now: dict[str, Any] = {name: getattr(present, name) for name in then}
    then["strategy"], now["strategy"] = (
        subject.target.strategies.get(strategy),
        present.strategies.get(strategy),
    )
    changed = [name for name in then if then[name] != now[name]]
    note = (
        f"{', '.join(changed)} changed since; made again with the recorded ones" if changed else ""
    )
    return Row("options of the target", digest_of(then), digest_of(now), counts=False, note=note)


def _tools(subject: Recorded) -> list[Row]:
    recorded = subject.record.tools
    now = subject.tools
    names = [*recorded, *(name for name in now if name not in recorded)]
    return [
        Row(
            name,
            recorded.get(name),
            now.get(name, "not used"),
            counts=name != ONLY_BUILDS_SIMULATORS,
        )
        for name in names
    ]
