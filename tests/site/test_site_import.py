"""Records in, results out: all that is committed is there, by its content, and nothing is left out
silently.
"""

import hashlib
import json
from datetime import UTC, datetime

import pytest
from django.db import DatabaseError, connection
from hostile_record import HOSTILE
from hypothesis import given, settings
from hypothesis import strategies as st

from cryptagon import paths
from cryptagon.results import load_all
from cryptagon.site import server
from cryptagon.site.canonical import object_in, record_id
from cryptagon.site.database import open_database
from cryptagon.site.facets import facets
from cryptagon.site.importing import Source
from cryptagon.site.indexing import reindex
from cryptagon.site.models import Comparison, Record, Refusal, Result, Standing
from cryptagon.site.query import Filters
from cryptagon.site.ranking import shown_results
from cryptagon.user_files import UnreadableError

COMMITTED = paths.repository() / "benchmarks" / "results"
JSON = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(2**53) + 1, 2**53 - 1)
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=4),
    max_leaves=12,
)
OBJECTS = st.dictionaries(st.text(), JSON, max_size=5)


def imported_from(tmp_path, contents, name="site.sqlite3"):
    """The database of these files: what became of them. The part of a file's name before "--" is
    its study."""
    found = []
    for file, content in contents.items():
        (tmp_path / file).write_bytes(
            content if isinstance(content, bytes) else json.dumps(content).encode()
        )
        own, _, rest = file.partition("--")
        found.append(Source(tmp_path / file, own if rest else "study", file))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(server, "sources", lambda: found)
        return server.make_database(tmp_path / name)


def test_every_committed_record_is_a_result(committed):
    folders = [folder for folder in COMMITTED.iterdir() if folder.is_dir()]
    there = {folder.name: len(load_all(folder)) for folder in folders}
    assert {name: Result.objects.filter(study=name).count() for name in there} == there
    assert Record.objects.count() == sum(there.values()) > 80


def of_seed(record, date, seed=1):
    """The record as one effort of these seeds would give it, at a date."""
    effort = {**record["options"]["effort"], "seeds": [seed]}
    return {**record, "date": date, "options": {**record["options"], "effort": effort}}


def shown_of(contest):
    return [
        (one.study, one.date.day)
        for one in shown_results(Filters.model_validate({"contest": contest}))
    ]


def test_a_contest_shows_its_own_designs_when_another_measures_them(tmp_path):
    """The newest of equal conditions is in both; one under other conditions takes no place."""
    (file, *_) = (COMMITTED / "first-look").glob("acorn128_rtl_ecp5*.json")
    record = json.loads(file.read_text())
    first, second, other = (
        of_seed(record, "2026-01-01T00:00:00Z"),
        of_seed(record, "2026-01-02T00:00:00Z"),
        of_seed(record, "2026-01-03T00:00:00Z", seed=7),
    )
    imported_from(tmp_path, {"a--1.json": first, "b--1.json": second, "c--1.json": other})
    assert shown_of("a") == shown_of("b") == [("b", 2)]
    assert shown_of("c") == [("c", 3)] and Comparison.objects.count() == 2
    assert {
        one.value: one.count for one in facets().options(Filters.model_validate({}))["contest"]
    } == {"a": 1, "b": 1, "c": 1}


def test_every_other_committed_file_is_told_with_its_reason(committed):
    files = {f"benchmarks/results/{file.name}" for file in COMMITTED.glob("*.json")}
    assert set(Refusal.objects.values_list("file", flat=True)) == files
    assert not Refusal.objects.filter(broken=True).exists() and all(
        one.why for one in Refusal.objects.all()
    )


def test_both_schemas_are_there(committed):
    versions = {object_in(bytes(one.content)).get("schema_version") for one in Record.objects.all()}
    assert versions == {1, 2}


def test_the_bytes_are_those_of_the_file(committed):
    for one in Record.objects.all():
        assert bytes(one.content) == (paths.repository() / one.file).read_bytes()


def test_figures_are_those_of_the_project(committed):
    """Derived figures are computed again, and come to what the records' own models compute."""
    checked = 0
    for one in Result.objects.exclude(study="cells").select_related("record"):
        told = json.loads(bytes(one.record.content))
        for field in ("throughput_mbps", "throughput_per_area", "time_us"):
            if told.get(field) is not None:
                assert getattr(one, field) == pytest.approx(told[field], rel=1e-9)
                checked += 1
    assert checked > 50


def test_a_record_with_a_wrong_derived_figure_is_told(tmp_path):
    imported = imported_from(tmp_path, {"wrong.json": {**HOSTILE, "throughput_mbps": 1.0}})
    assert imported.added == 0 and "throughput_mbps is 1.0" in imported.broken[0].why


@pytest.mark.parametrize(
    ("content", "why"),
    [
        (b"{", "not JSON"),
        (b"[]", "an object is expected"),
        (b"\xff{}", "not JSON that can be read"),
        (b'{"algorithm": 1, "algorithm": 2}', "is there twice"),
        (b'{"algorithm": NaN}', "NaN"),
        (b'{"algorithm": "x", "luts": 123456789012345678901234567890}', "no canonical JSON"),
        (b'{"algorithm": "\\ud800"}', "no canonical JSON"),
        (b'{"algorithm": ' + b"[" * 100_000 + b"]" * 100_000 + b"}", "nested too deep"),
        ({**HOSTILE, "schema_version": 99}, "newer Cryptagon"),
        ({**HOSTILE, "algorithm": " "}, "its algorithm is empty"),
        ({**HOSTILE, "luts": -1}, "luts"),
        ({**HOSTILE, "unknown": 1}, "unknown"),
    ],
)
def test_a_file_that_cannot_be_read_is_told_with_its_reason(tmp_path, content, why):
    imported = imported_from(tmp_path, {"file.json": content, "good.json": HOSTILE})
    assert [(one.file, why in one.why) for one in imported.broken] == [("file.json", True)]
    assert Result.objects.count() == imported.added == 1


def test_one_record_in_two_files_is_one_record(tmp_path):
    other_layout = json.dumps(dict(reversed(HOSTILE.items())), indent=3).encode()
    imported = imported_from(tmp_path, {"first.json": HOSTILE, "second.json": other_layout})
    assert imported.added == 1 and Record.objects.get().file == "first.json"


def test_records_only_grow_and_the_newest_is_ranked(tmp_path):
    imported_from(tmp_path, {"one.json": HOSTILE})
    newer = {
        **HOSTILE,
        "date": datetime.now(UTC).isoformat(),
        "luts": 1000,
        "attempts": [],
        "best_strategy": None,
    }
    imported = imported_from(tmp_path, {"one.json": newer})
    assert (imported.added, Record.objects.count()) == (1, 2)
    assert [one.luts for one in Result.objects.filter(comparison__isnull=False)] == [1000]


_REPLACE = {
    "sqlite": "REPLACE INTO site_record SELECT * FROM site_record",
    "postgresql": "INSERT INTO site_record SELECT * FROM site_record "
    "ON CONFLICT (id) DO UPDATE SET content = EXCLUDED.content",
}


def test_a_record_is_never_changed_and_never_removed(committed_file):
    open_database(committed_file, writable=True)
    for change in (
        *(
            "DELETE FROM site_record",
            "UPDATE site_record SET content = ''",
            "DELETE FROM site_logentry",
        ),
        *(
            "UPDATE site_logentry SET publisher = 'x'",
            _REPLACE[connection.vendor],
        ),
    ):
        with pytest.raises(DatabaseError, match="never"), connection.cursor() as cursor:
            cursor.execute(change)


def test_the_web_process_cannot_write(committed):
    with pytest.raises(DatabaseError, match=r"read-?only"):
        Result.objects.update(title="x")


def test_everything_but_the_records_is_made_again(committed_file):
    open_database(committed_file, writable=True)
    before = [
        list(model.objects.values().order_by("pk")) for model in (Result, Comparison, Standing)
    ]
    kept = list(Refusal.objects.all())
    Standing.objects.all().delete()
    Result.objects.update(luts=1)
    reindex(kept)
    assert [
        list(model.objects.values().order_by("pk")) for model in (Result, Comparison, Standing)
    ] == before
    open_database(committed_file)


@settings(max_examples=60, deadline=None)
@given(OBJECTS, st.randoms(use_true_random=False))
def test_id_does_not_hang_on_layout_and_order(content, random):
    def shuffled(value):
        if isinstance(value, dict):
            items = list(value.items())
            random.shuffle(items)
            return {name: shuffled(inner) for name, inner in items}
        return [shuffled(one) for one in value] if isinstance(value, list) else value

    text = json.dumps(
        shuffled(content),
        indent=random.choice([None, 1, 4]),
        ensure_ascii=random.choice([True, False]),
    )
    try:
        known = record_id(content)
    except UnreadableError:  # half of a surrogate pair
        return
    assert record_id(object_in(text.encode())) == known and len(known) == 64


@settings(max_examples=60, deadline=None)
@given(OBJECTS, OBJECTS)
def test_other_content_has_another_id(one, other):
    try:
        ids = record_id(one), record_id(other)
    except UnreadableError:
        return
    assert (ids[0] == ids[1]) == (
        one == other and repr(sorted_deep(one)) == repr(sorted_deep(other))
    )


def sorted_deep(value):
    """Of two that are equal but for True and 1, which are not one JSON: 1 and 1.0 are."""
    if isinstance(value, dict):
        return sorted((name, repr(sorted_deep(inner))) for name, inner in value.items())
    if isinstance(value, list):
        return [sorted_deep(one) for one in value]
    return value if isinstance(value, bool | str) or value is None else float(value) + 0.0


def test_id_is_the_digest_of_the_canonical_form():
    """RFC 8785: names in order of their UTF-16, numbers as ECMAScript writes them."""
    content = {"b": 1.0, "a": [1e21, 0.000001, "\u20ac"], "\U0001f600": None, "\ufb33": True}
    canonical = '{"a":[1e+21,0.000001,"\u20ac"],"b":1,"\U0001f600":null,"\ufb33":true}'
    assert record_id(content) == hashlib.sha256(canonical.encode()).hexdigest()
