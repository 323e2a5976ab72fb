"""The log and what hangs on it: rankings as they were, and how they are cited."""

import re
from datetime import UTC, datetime
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from publishing_site import last_entry, sendable
from ranking_rows import all_rows

from cryptagon.site import revisions
from cryptagon.site.kept_files import KeptFiles
from cryptagon.site.log import PUBLISHED, WITHDRAWN, BrokenLogError, Entry, Line, chained, checked
from cryptagon.site.log_models import LogEntry

COLUMNS = "columns=record&columns=rank&columns=tier&columns=publisher"


def rows(place, rev=None, query=""):
    return all_rows(place.client, f"{COLUMNS}{query}{f'&rev={rev}' if rev else ''}")


def line(rev, **changes):
    own = {
        "date": "2026-01-01",
        "state": PUBLISHED,
        "record": f"{rev:064x}",
        "publisher": "P",
        "reason": "",
        "study": "s",
        "file": "f",
    }
    return Line(**{"rev": rev, **own, **changes})


def test_a_ranking_can_be_seen_as_it_was_after_every_change(place):
    token = place.token("Example Lab")
    first = rows(place)
    start = last_entry().rev
    digest = place.publish(sendable(), token)
    second = rows(place)
    place.console("withdraw", digest, "--reason", "a mistake")
    third = rows(place)
    assert [len(one) for one in (second, third)] == [len(first) + 1, len(first)] and third == first
    assert (
        rows(place, start) == first
        and rows(place, start + 1) == second
        and rows(place, start + 2) == third
    )
    assert (
        digest
        in place.client.get(f"/ranking/?rev={start + 1}&publisher=Example+Lab").content.decode()
    )
    assert place.client.get(f"/ranking/?rev={start}&publisher=Example+Lab").status_code == 400


def test_a_revision_made_again_is_the_same(place, monkeypatch):
    """The tables of now, made from the log of now, are those that a later site makes of this
    entry.
    """
    now = rows(place)
    rev = last_entry().rev
    place.publish(sendable(), place.token("Example Lab"))
    assert rows(place, rev) == now
    made = []
    monkeypatch.setattr(revisions, "_make", lambda *arguments: made.append(arguments))
    assert rows(place, rev) == now and made == []


def test_every_form_of_a_ranking_can_be_seen_as_it_was(place):
    rev = last_entry().rev if place.client else 0
    digest = place.publish(sendable(), place.token("Example Lab"))
    for address in (
        "/ranking/",
        "/ranking.csv",
        "/ranking.tex",
        "/ranking.bib",
        "/ranking/plot/",
        "/ranking/plot.svg",
    ):
        query = "?target=ecp5-85f-8&algorithm_class=aead&contest=submitted"
        now = place.client.get(address + query)
        then = place.client.get(
            f"{address}?target=ecp5-85f-8&algorithm_class=aead&contest=first-look&rev={rev}"
        )
        assert now.status_code == then.status_code == 200, address
        assert f"rev={rev}" not in now.content.decode() and digest not in then.content.decode()


def test_a_frozen_view_stays_frozen_while_it_is_filtered(place):
    place.publish(sendable(), place.token("Example Lab"))
    page = place.client.get("/ranking/?rev=60&algorithm_class=aead").content.decode()
    assert "As it was after entry 60 of the log" in page and 'name="rev" value="60"' in page
    links = set(re.findall(r'href="(/ranking[^"]*)"', page)) - {
        "/ranking/",
        "/ranking/?algorithm_class=aead",
    }
    assert links and all("rev=60" in one for one in links), links


def test_only_so_many_revisions_are_kept(place, monkeypatch):
    files = KeptFiles(3)
    monkeypatch.setattr(revisions, "_FILES", files)
    for rev in range(10, 16):
        rows(place, rev)
    assert len(list(Path(files._folder.name).glob("*"))) == 3
    files._folder.cleanup()


@pytest.mark.parametrize(
    ("rev", "told"),
    [
        ("0", "rev"),
        ("-1", "rev"),
        ("x", "rev"),
        ("1e3", "rev"),
        ("99999", "there is no revision"),
        ("9" * 30, "rev"),
    ],
)
def test_a_revision_that_is_not_there_is_told(committed, rev, told):
    for address in (
        "/ranking/",
        "/ranking/plot/",
        "/ranking.csv",
        "/ranking.bib",
        "/ranking/plot.svg",
    ):
        answer = committed.get(f"{address}?rev={rev}")
        assert answer.status_code == 400 and told in answer.content.decode().lower(), address


def test_a_citation_freezes_what_is_seen(committed):
    last = last_entry()
    page = committed.get("/ranking/?target=ecp5-85f-8&algorithm_class=aead").content.decode()
    address = re.search(r"http://localhost/ranking/\?[^<]*", page)
    assert address and address[0].endswith(f"rev={last.rev}")
    text = committed.get("/ranking.bib?target=ecp5-85f-8&algorithm_class=aead").content.decode()
    assert (
        text.startswith("@misc{cryptagon-ranking-")
        and text.endswith("}\n")
        and text.count("{") == text.count("}")
    )
    assert (
        rf"\url{{{address[0].replace('&amp;', '&')}}}" in text
        and last.digest in text
        and f"Entry {last.rev} of the log" in text
    )


def test_a_result_is_cited_by_its_record(committed):
    digest = LogEntry.objects.get(rev=1).record_id
    text = committed.get(f"/results/{digest}/cite.bib").content.decode()
    assert (
        f"http://localhost/results/{digest}/" in text and LogEntry.objects.get(rev=1).digest in text
    )
    assert (
        digest[:12] in text.splitlines()[0]
        and f"/results/{digest}/cite.bib" in committed.get(f"/results/{digest}/").content.decode()
    )
    assert committed.get(f"/results/{'0' * 64}/cite.bib").status_code == 404


def test_no_text_of_a_citation_is_a_command(hostile):
    for address in (
        "/ranking.bib",
        *(f"/results/{one.record_id}/cite.bib" for one in LogEntry.objects.all()),
    ):
        text = hostile.get(address).content.decode()
        assert r"\input" not in text and "^^" not in text and text.count("{") == text.count("}")


def test_the_api_gives_what_was(place):
    before = last_entry_of(place)
    token = place.token("Example Lab")
    addresses = (
        "results?size=500",
        "comparisons?",
        "algorithms?",
        "targets?",
        "contests?",
        "publishers?",
    )
    then = {one: place.client.get(f"/api/{one}").json() for one in addresses}
    digest = place.publish(sendable(), token)
    now = {one: place.client.get(f"/api/{one}").json() for one in addresses}
    assert all(
        now[one] != then[one]
        for one in addresses
        if "contests" not in one or "submitted" in str(now[one])
    )
    assert {one: place.client.get(f"/api/{one}&rev={before}").json() for one in addresses} == then
    assert {
        one: place.client.get(f"/api/{one}&rev={before + 1}").json() for one in addresses
    } == now
    assert place.client.get(f"/api/results/{digest}?rev={before}").status_code == 404
    assert place.client.get(f"/api/results/{digest}?rev={before + 1}").json()["record_id"] == digest
    for bad in (0, before + 2, "x"):
        assert place.client.get(f"/api/results?rev={bad}").status_code == 400
    assert place.client.get("/api/results").json()["count"] == now["results?size=500"]["count"]


def last_entry_of(place):
    place.client.get("/")
    return last_entry().rev


def test_the_page_data_shows_the_head(committed):
    last = last_entry()
    page = committed.get("/data/").content.decode()
    assert last.digest in page and f'href="/ranking/?rev={last.rev}"' in page
    assert committed.get("/api/log?after=80").json()["head"] == {
        "rev": last.rev,
        "digest": last.digest,
        "envelope": None,
    }


def test_the_api_gives_the_whole_log_part_by_part(committed):
    found, after = [], 0
    while part := committed.get(f"/api/log?after={after}&size=30&records=true").json()["entries"]:
        found += part
        after = part[-1]["rev"]
    assert [one["rev"] for one in found] == list(range(1, last_entry().rev + 1)) and all(
        one["content"] for one in found
    )
    assert committed.get("/api/log").json()["entries"][0]["content"] is None
    for query in ("after=-1", "size=0", "size=501", "records=perhaps"):
        assert committed.get(f"/api/log?{query}").status_code == 400


LINES = [line(1), line(2), line(3, state=WITHDRAWN, record=f"{1:064x}", reason="why"), line(4)]


def test_a_log_that_is_whole_passes():
    entries = list(chained(LINES))
    assert list(checked(entries, "here")) == entries


@given(
    st.integers(0, 3),
    st.sampled_from(["date", "state", "record", "publisher", "reason", "study", "file"]),
    st.text(max_size=9),
)
def test_any_change_of_any_entry_is_seen(place, name, value):
    entries = list(chained(LINES))
    changed = {**vars(entries[place].line), name: value}
    if Line(**changed) == entries[place].line:
        return
    with pytest.raises(BrokenLogError):
        list(
            checked(
                [
                    *entries[:place],
                    Entry(Line(**changed), entries[place].digest),
                    *entries[place + 1 :],
                ],
                "here",
            )
        )


@pytest.mark.parametrize(
    "lines",
    [
        [line(2)],
        [line(1), line(3)],
        [line(1), line(1)],
        [line(1), line(2, record=line(1).record)],
        [line(1, state=WITHDRAWN)],
        [*LINES[:3], line(4, state=WITHDRAWN, record=line(1).record)],
        [*LINES[:3], line(4, record=line(1).record)],
        [line(1, state="waiting")],
    ],
)
def test_a_log_that_contradicts_itself_is_seen(lines):
    with pytest.raises(BrokenLogError):
        list(checked(chained(lines), "here"))


def test_entries_are_of_the_time_of_their_publication(place):
    before = datetime.now(UTC).isoformat()
    place.publish(sendable(), place.token("Example Lab"))
    place.client.get("/")
    assert before <= last_entry().date <= datetime.now(UTC).isoformat()
