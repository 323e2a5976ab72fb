"""`cryptagon mutate`: what it refuses, and what it tells."""

import json

from click.testing import CliRunner

from cryptagon.cli import main, mutate
from cryptagon.study.wrong_cores import Finding


class Known:
    """Findings that are there already, instead of a search."""

    def __init__(self, *findings):
        self.known = findings

    def __len__(self):
        return len(self.known)

    def findings(self, execute, follow):
        for finding in self.known:
            follow(finding)
        return list(self.known)


FOUND = Finding("hang", "it hangs", "found", "core", "forgeries, without stalls", "hang", 1.25)
MISSED = Finding("late", "it is late", "missed")


def invoke(monkeypatch, findings, *arguments):
    monkeypatch.setattr(mutate, "faults_of", lambda *_, **__: Known(*findings))
    return CliRunner().invoke(main, ["mutate", "dummy", "--approach", "rtl", *arguments])


def test_unknown_fault_is_refused_with_what_is_close():
    result = CliRunner().invoke(main, ["mutate", "dummy", "--only", "hang-after-forgry"])
    assert result.exit_code == 1
    assert (
        'there is no fault "hang-after-forgry"' in result.output
        and "did you mean hang-after-forgery or" in result.output
    )


def test_missed_core_is_told_and_fails(monkeypatch):
    result = invoke(monkeypatch, [FOUND, MISSED])
    assert result.exit_code == 1
    assert "dummy rtl, ports: 1 of 2 found" in result.output and "late: it is late" in result.output


def test_all_found(monkeypatch):
    result = invoke(monkeypatch, [FOUND], "--json")
    assert result.exit_code == 0
    (one,) = json.loads(result.stdout)
    assert (one["core"], one["kind"], one["name"], one["level"]) == (
        "dummy rtl",
        "ports",
        "hang",
        "core",
    )
