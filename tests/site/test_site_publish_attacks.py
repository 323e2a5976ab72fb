"""Publishing as an attacker would try it: other people's tokens and records, bodies that are too
much, texts that are scripts, and everything that a request could say beside the record."""

import gzip
import json
from copy import deepcopy
from datetime import timedelta
from typing import Any

import pytest
from django.db import DatabaseError, connections
from django.test import Client
from django.utils import timezone
from hostile_record import PAYLOAD, SCRIPT
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from publishing_site import sendable

from cryptagon.site.accounts import Token
from cryptagon.site.database import open_database
from cryptagon.site.limits import MOST_BYTES
from cryptagon.site.log import HOUSE
from cryptagon.site.models import Record, Result
from cryptagon.site.submission import Submission


@pytest.fixture
def lab(place):
    """A token of a publisher."""
    return place.token("Example Lab")


def hostile_versions(value, path=()):
    """The same JSON with the attack in one text or one name, each of them in turn."""
    if isinstance(value, dict):
        for name, inner in value.items():
            yield from (
                (where, {**value, name: changed})
                for where, changed in hostile_versions(inner, (*path, name))
            )
            yield (
                (*path, name, "its name"),
                {(PAYLOAD if one == name else one): rest for one, rest in value.items()},
            )
    elif isinstance(value, list):
        for place, inner in enumerate(value[:1]):
            yield from (
                (where, [*value[:place], changed, *value[place + 1 :]])
                for where, changed in hostile_versions(inner, (*path, place))
            )
    elif isinstance(value, str):
        yield path, PAYLOAD


def test_stored_script_in_each_text_is_refused_or_shown_as_text(place):
    token = place.token("Example Lab")
    taken, refused = {}, set()
    for day, (path, record) in enumerate(hostile_versions(sendable())):
        own: Any = deepcopy(record)
        if path != ("date",):
            own["date"] = (timezone.now() - timedelta(days=day)).isoformat()
        status, said = place.send(own, token)
        assert status in (201, 422), (path, said)
        (taken.__setitem__(said["id"], path) if status == 201 else refused.add(path))
    assert (
        len(taken) > 15
        and {("algorithm",), ("title",), ("target",), ("approach",), ("device",), ("variant",)}
        <= refused
    )
    assert place.console("publish", *taken).exit_code == 0
    seen = 0
    for digest, path in taken.items():
        text = place.client.get(f"/results/{digest}/").content.decode()
        assert SCRIPT not in text, path
        seen += "&lt;script&gt;alert" in text
    assert seen == len(taken)
    compared = "&".join(f"id={digest[:12]}" for digest in list(taken)[:12])
    for address in (
        "/ranking/?publisher=Example+Lab",
        f"/compare/?{compared}",
        "/publishers/Example%20Lab/",
        "/data/",
        "/",
        "/ranking/plot/",
    ):
        answer = place.client.get(address)
        assert answer.status_code == 200 and SCRIPT not in answer.content.decode(), address


def test_queue_shows_no_text_that_drives_the_terminal(place):
    place.send(sendable(options={"note": "[red]x[/red]"}), place.token("Example Lab"))
    assert "\x1b" not in place.console("queue").output


def sent_to(place, address, token, body):
    """A request whose address has more than it should."""
    return place.client.post(
        address, body, content_type="application/json", headers={"authorization": f"Bearer {token}"}
    )


def made_worthless(place, **changes):
    token = place.token("Example Lab")
    open_database(place.file, writable=True)
    Token.objects.update(**changes)
    return token


@pytest.mark.parametrize(
    ("changes", "status", "told"),
    [
        ({"expires": timezone.now()}, 401, "the token is expired"),
        ({"revoked": timezone.now()}, 401, "the token is revoked"),
        ({"scope": "read"}, 403, 'the token is for "read", not for "publish"'),
        ({"digest": "0" * 64}, 401, "there is no such token"),
    ],
)
def test_a_token_that_does_not_allow_it_sends_nothing(place, changes, status, told):
    token = made_worthless(place, **changes)
    assert place.send(sendable(), token) == (status, {"detail": told, "faults": []})
    assert Submission.objects.count() == 0


def test_a_revoked_token_is_worthless_at_once_and_the_others_are_not(place):
    first, second = place.token("Example Lab"), place.token("Example Lab")
    assert place.console("token", "revoke", "1").exit_code == 0
    assert place.send(sendable(), first)[0] == 401 and place.send(sendable(), second)[0] == 201


@pytest.mark.parametrize(
    "token",
    ["", "x", "cryptagon_", "cryptagon_" + "A" * 43, "' OR 1=1 --", "\u00e4" * 20, "x" * 5000],
)
def test_a_guessed_token_sends_nothing(place, token):
    place.token("Example Lab")
    status, said = place.send(sendable(), token)
    assert (
        status == 401
        and Submission.objects.count() == 0
        and "Bearer" not in said["detail"].replace("Authorization: Bearer TOKEN", "")
    )


def test_the_digest_of_a_token_is_no_token(place):
    place.token("Example Lab")
    place.client.get("/")
    assert place.send(sendable(), Token.objects.get().digest)[0] == 401


def test_a_token_counts_in_its_header_alone(place):
    token = place.token("Example Lab")
    client = place.client
    for name in ("token", "sessionid", "Authorization", "csrftoken"):
        client.cookies[name] = f"Bearer {token}"
    body = json.dumps({**sendable(), "token": token})
    for address, head in (
        ("/api/records", {}),
        (f"/api/records?token={token}", {}),
        ("/api/records", {"authorization": f"Basic {token}"}),
    ):
        answer = client.post(address, body, content_type="application/json", headers=head)
        assert (
            answer.status_code == 401
            and answer["WWW-Authenticate"] == "Bearer"
            and not answer.cookies
        )
    assert Submission.objects.count() == 0


def test_a_page_elsewhere_can_make_a_browser_send_nothing(place):
    """No cookie is read, so a foreign form has no authority; what needs a header needs leave by
    CORS, which none gets.
    """
    token = place.token("Example Lab")
    head = {
        "origin": "https://evil.test",
        "access-control-request-method": "POST",
        "access-control-request-headers": "authorization",
    }
    asked = place.client.options("/api/records", headers=head)
    assert asked.status_code in (401, 405) and not [
        name for name in asked.headers if name.lower().startswith("access-control")
    ]
    for kind in (
        "text/plain",
        "application/x-www-form-urlencoded",
        "multipart/form-data; boundary=x",
        "",
    ):
        assert place.send(json.dumps(sendable()).encode(), None, content_type=kind)[0] == 401
        assert place.send(json.dumps(sendable()).encode(), token, content_type=kind)[0] == 415


def test_another_publisher_cannot_take_a_record_over(place):
    owner, stranger = place.token("Owner"), place.token("Stranger")
    digest = place.send(sendable(), owner)[1]["id"]
    answer = (409, {"detail": "another publisher has sent this record before", "faults": []})
    assert place.send(sendable(), stranger) == answer
    place.console("publish", digest)
    assert place.send(sendable(), stranger) == answer
    place.console("withdraw", digest, "--reason", "mine")
    assert (
        place.send(sendable(), stranger) == answer
        and Submission.objects.get().publisher.name == "Owner"
    )


def test_a_record_of_the_checkout_cannot_be_sent_as_ones_own(place):
    own = bytes(Record.objects.filter(study="first-look")[0].content) if place.client else b""
    assert place.send(own, place.token("Stranger"))[0] == 409 and Submission.objects.count() == 0


@pytest.mark.parametrize(
    "name",
    ["publisher", "publisher_id", "state", "id", "study", "token", "received", "file", "rev"],
)
def test_nothing_but_the_record_is_taken_from_a_request(place, name):
    token = place.token("Example Lab")
    status, said = place.send(sendable(**{name: HOUSE}), token)
    assert status == 422 and name in said["faults"][0]
    answer = sent_to(place, f"/api/records?{name}={HOUSE}", token, json.dumps(sendable()))
    assert answer.status_code == 201
    sent = Submission.objects.get()
    assert (sent.publisher.name, sent.state, sent.reason) == ("Example Lab", "waiting", "")
    assert not Record.objects.filter(pk=sent.pk).exists()


@pytest.mark.parametrize(
    "path", ["../../../../etc/passwd", "/etc/passwd", "..\\..\\x", "%2e%2e%2fx", "a\x00b"]
)
def test_no_text_of_a_record_is_a_path(place, path):
    token = place.token("Example Lab")
    for name in ("algorithm", "target", "variant"):
        assert place.send(sendable(**{name: path}), token)[0] == 422
    for address in (f"/api/records/{path}", f"/results/{path}/record.json", f"/publishers/{path}/"):
        assert place.client.get(address).status_code in (400, 404)


def test_what_waits_is_seen_by_nobody(place):
    token = place.token("Example Lab")
    digest = place.send(sendable(), token)[1]["id"]
    place.client.get("/")
    pages = (
        "/",
        "/ranking/?algorithm=acorn128&size=500&columns=record",
        "/data/",
        "/publishers/",
        "/algorithms/acorn128/",
        "/api/results?size=500",
    )
    for address in pages:
        assert digest[:12] not in place.client.get(address).content.decode(), address
    for address in (
        f"/results/{digest}/",
        f"/results/{digest[:8]}/",
        f"/results/{digest}/record.json",
        f"/api/records/{digest}",
    ):
        assert place.client.get(address).status_code == 404
    assert place.client.get(f"/compare/?id={digest[:12]}").status_code == 400
    assert place.client.get("/publishers/Example%20Lab/").status_code == 404


def test_a_body_that_is_too_much_is_not_read(place):
    token = place.token("Example Lab")
    assert place.send(b" " * (MOST_BYTES + 1), token)[0] == 413
    assert place.send(sendable(options={"note": ["x" * 100] * 20_000}), token)[0] == 413
    assert place.send(b"{}", None)[0] == 401
    for length in ("-1", "1e3", "\u0663", "9" * 40):
        assert place.send(b"{}", token, **{"content-length": length})[0] in (411, 413)


@pytest.mark.parametrize("encoding", ["gzip", "deflate", "br", "gzip, gzip"])
def test_a_compressed_body_is_refused(place, encoding):
    bomb = gzip.compress(b"0" * 50_000_000)
    assert place.send(bomb, place.token("Example Lab"), **{"content-encoding": encoding})[0] == 415


DEEP = "[" * 100_000 + "]" * 100_000


def nested(depth, opening="[", closing="]"):
    """A record with options that are nested so deep."""
    return json.dumps(
        {**sendable(), "options": {"x": json.loads(opening * depth + "1" + closing * depth)}}
    ).encode()


BAD_BODIES = [
    *(
        b"",
        b"{",
        b"[]",
        b"null",
        b'"x"',
        b"\xff\xfe{}",
        b'{"algorithm": NaN}',
        b'{"algorithm": 1, "algorithm": 2}',
        b"{}",
    ),
    *(
        b'{"algorithm": ' + DEEP.encode() + b"}",
        b'{"algorithm": 1' + b"0" * 10_000 + b"}",
        b'{"algorithm": "\\ud800"}',
    ),
    *(
        json.dumps({**sendable(), "options": json.loads("[" * depth + "]" * depth)}).encode()
        for depth in (1, 900)
    ),
    *(
        json.dumps(
            {**sendable(), "options": {"x": json.loads("[" * depth + "1" + "]" * depth)}}
        ).encode()
        for depth in (100, 200, 300, 400, 900)
    ),
    *(nested(depth, '{"a":', "}") for depth in (90, 250, 400)),
    json.dumps({**sendable(), "cycles": {"encryption": 1e308}}).encode(),
    json.dumps({**sendable(), "date": "9999-12-31T23:59:59-23:59"}).encode(),
    json.dumps({**sendable(), "date": "0001-01-01T00:00:00+23:59"}).encode(),
]


@pytest.mark.parametrize("body", BAD_BODIES, ids=range(len(BAD_BODIES)))
def test_a_body_that_is_no_record_is_told_and_never_breaks_the_site(place, body):
    status, said = place.send(body, place.token("Example Lab"))
    assert 400 <= status < 500 or status == 201, said
    if status == 201:
        done = place.console("publish", said["id"])
        assert done.exit_code == 0, done.output
        for address in (
            f"/results/{said['id']}/",
            f"/compare/?id={said['id'][:12]}",
            "/ranking/?publisher=Example+Lab",
            "/data/",
        ):
            assert place.client.get(address).status_code == 200


VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=9), inner, max_size=3)
    ),
    max_leaves=6,
)


@settings(
    max_examples=80, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(st.sampled_from(sorted(sendable())), VALUES)
def test_any_value_in_any_field_is_answered(place, lab, name, value):
    status, said = place.send(sendable(**{name: value}), lab)
    assert status in (200, 201, 400, 413, 422), said


def test_a_site_that_only_shows_takes_nothing(place):
    token = place.token("Example Lab")
    open_database(place.file)
    client = Client(headers={"host": "localhost", "authorization": f"Bearer {token}"})
    answer = client.post("/api/records", json.dumps(sendable()), content_type="application/json")
    assert answer.status_code == 403 and "without --publishing" in answer.json()["detail"]


def test_the_pages_cannot_write_while_records_are_taken(place):
    assert place.client.get("/").status_code == 200
    with pytest.raises(DatabaseError, match=r"read-?only"):
        Result.objects.update(title="x")
    connections["default"].close()
    with pytest.raises(DatabaseError, match=r"read-?only"):
        Token.objects.update(revoked=None)
    connections["default"].close()
