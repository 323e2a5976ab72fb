"""Snapshots: what SQLite and Parquet hold of a revision is the same, and is what the site shows."""

import io
import json
import sqlite3
from contextlib import closing
from datetime import datetime

import pyarrow
import pytest
from hostile_record import PAYLOAD
from publishing_site import PublishingSite, last_entry, sendable
from pyarrow.parquet import read_table
from test_site_revisions import rows as ranked

from cryptagon.site import parquet, snapshots
from cryptagon.site.canonical import object_in, record_id
from cryptagon.site.kept_files import KeptFiles
from cryptagon.site.models import Result


def of_parquet(content: bytes) -> list[dict]:
    return read_table(io.BytesIO(content)).to_pylist()


def of_sqlite(content: bytes) -> list[dict]:
    with closing(sqlite3.connect(":memory:")) as opened:
        opened.deserialize(content)
        opened.row_factory = sqlite3.Row
        return [dict(one) for one in opened.execute("SELECT * FROM results")]


def taken(client, layout: str, query: str = "") -> bytes:
    answer = client.get(f"/data/results.{layout}{query}")
    assert answer.status_code == 200, answer.content
    return b"".join(answer.streaming_content)


@pytest.fixture
def both(committed):
    return of_sqlite(taken(committed, "sqlite3")), of_parquet(taken(committed, "parquet"))


def test_both_have_the_same_rows_in_the_same_order(both):
    light, columns = both
    assert len(light) == Result.objects.count() > 100
    assert [one["record_id"] for one in light] == sorted(one["record_id"] for one in columns)
    for own, other in zip(light, columns, strict=True):
        assert list(own) == list(other)
        moment, spread = datetime.fromisoformat(own.pop("date")), json.loads(own.pop("spread"))
        assert moment == other.pop("date") and spread == other.pop("spread")
        assert own == other


def test_they_are_what_the_api_gives(committed, both):
    said = committed.get("/api/results?size=500").json()["results"]
    rows = {one["record_id"]: one for one in both[1]}
    assert said
    for one in said:
        own = rows[one["record_id"]]
        for name in set(one) - {"standings", "date"}:
            assert own[name] == one[name], name
        told = datetime.fromisoformat(one["date"])  # in milliseconds
        assert own["date"].replace(microsecond=own["date"].microsecond // 1000 * 1000) == told
        assert one["standings"] or not one["throughput_mbps"]
        for standing in one["standings"]:
            for name in ("rank", "tier"):
                assert own[f"{name}_{standing['metric']}"] == standing[name]


def test_each_record_is_the_one_that_its_id_names(both):
    for one in both[1]:
        assert record_id(object_in(one["record"].encode())) == one["record_id"]


def test_types_are_those_of_the_figures(committed):
    schema = read_table(io.BytesIO(taken(committed, "parquet"))).schema
    assert schema.field("luts").type == schema.field("fmax_mhz").type == pyarrow.float64()
    assert schema.field("runs").type == schema.field("rank_throughput_mbps").type == pyarrow.int64()
    assert schema.field("front").type == pyarrow.bool_()
    assert schema.field("date").type == pyarrow.timestamp("us", tz="UTC")
    assert schema.field("spread").type == pyarrow.list_(pyarrow.float64())
    assert schema.field("record_id").type == schema.field("key_size").type == pyarrow.string()
    assert schema.metadata[b"rev"].decode() == str(last_entry().rev)
    assert schema.metadata[b"log_digest"].decode() == last_entry().digest


def test_a_revision_is_as_it_was(place):
    rev = last_entry().rev
    before = of_parquet(taken(place.client, "parquet"))
    digest = place.publish(sendable(), place.token("Example Lab"))
    after = of_parquet(taken(place.client, "parquet"))
    assert digest in {one["record_id"] for one in after} and len(after) == len(before) + 1
    assert of_parquet(taken(place.client, "parquet", f"?rev={rev}")) == before
    then = of_sqlite(taken(place.client, "sqlite3", f"?rev={rev - 20}"))
    shown = {one["record"] for one in ranked(place, rev - 20)}
    assert shown == {one["record_id"] for one in then if one["comparison"]} and shown


def test_a_snapshot_is_made_once_and_told_by_its_etag(committed, monkeypatch):
    files = KeptFiles(2)
    monkeypatch.setattr(snapshots, "_FILES", files)
    first = committed.get("/data/results.parquet")
    assert first["Content-Type"] == "application/vnd.apache.parquet"
    assert first["Content-Disposition"] == 'attachment; filename="results.parquet"'
    content = b"".join(first.streaming_content)
    monkeypatch.setitem(snapshots.WRITERS, ".parquet", None)
    assert taken(committed, "parquet") == content
    known = committed.get("/data/results.parquet", headers={"if-none-match": first["ETag"]})
    assert known.status_code == 304
    files._folder.cleanup()


def test_text_of_strangers_is_text(hostile):
    assert any(PAYLOAD in one["title"] for one in of_parquet(taken(hostile, "parquet")))
    assert any(PAYLOAD in one["title"] for one in of_sqlite(taken(hostile, "sqlite3")))


@pytest.mark.parametrize(
    ("path", "status"),
    [
        ("results.parquet?rev=99999", 400),
        ("results.parquet?rev=x", 400),
        ("results.parquet?target=ecp5-85f-8", 400),
        ("results.xlsx", 404),
    ],
)
def test_what_there_is_not_is_told(committed, path, status):
    assert committed.get(f"/data/{path}").status_code == status


def test_an_empty_log_has_none(empty):
    assert empty.get("/data/results.sqlite3").status_code == 400


def test_without_pyarrow_there_is_the_other_one(committed, place, tmp_path, monkeypatch):
    monkeypatch.setattr(parquet.importlib.util, "find_spec", lambda name: None)
    page = committed.get("/data/").content.decode()
    assert "/data/results.sqlite3" in page and "/data/results.parquet" not in page
    answer = committed.get("/data/results.parquet")
    assert answer.status_code == 404 and b"no pyarrow" in answer.content


def test_the_console_without_pyarrow_names_what_to_install(place, tmp_path, monkeypatch):
    monkeypatch.setattr("cryptagon.site.snapshots.WRITERS", dict(snapshots.WRITERS))
    monkeypatch.setattr(parquet, "has_parquet", lambda: False)
    done = place.console("snapshot", str(tmp_path / "out.parquet"))
    assert done.exit_code == 1 and "pyarrow is not installed" in done.output
    assert "pip install 'cryptagon" in done.output and not list(tmp_path.glob("*out*"))


def test_the_console_writes_both_and_overwrites_nothing(place, tmp_path):
    entry = last_entry()
    for layout, read in (("parquet", of_parquet), ("sqlite3", of_sqlite)):
        file = tmp_path / f"all.{layout}"
        done = place.console("snapshot", str(file))
        assert done.exit_code == 0 and f"entry {entry.rev} of the log" in done.output
        assert read(file.read_bytes()) == read(taken(place.client, layout))
        again = place.console("snapshot", str(file), "--rev", "5")
        assert again.exit_code == 1 and "left as it is" in again.output
    done = place.console("snapshot", str(tmp_path / "five.parquet"), "--rev", "5")
    assert done.exit_code == 0
    assert len(of_parquet((tmp_path / "five.parquet").read_bytes())) == 5
    for name, told in (("x.csv", 'no form ".csv"'), ("none/x.parquet", "could not be written")):
        done = place.console("snapshot", str(tmp_path / name))
        assert done.exit_code == 1 and told in done.output, done.output
    assert {one.name for one in tmp_path.glob("*.parquet")} == {"all.parquet", "five.parquet"}


def test_a_place_that_is_no_site_is_told(tmp_path):
    (tmp_path / "text").write_text("no database " * 1000)
    with closing(sqlite3.connect(tmp_path / "other")) as opened:
        opened.execute("CREATE TABLE mine (x)")
    for name, told in (("none", "no such file"), ("text", "no database"), ("other", "no database")):
        done = PublishingSite(tmp_path / name).console("snapshot", str(tmp_path / "x.sqlite3"))
        assert done.exit_code == 1 and told in done.output, done.output
