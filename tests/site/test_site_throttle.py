"""How many requests of the API one address may make."""

import pytest
from django.test import Client, RequestFactory, override_settings
from publishing_site import sendable

from cryptagon.site import client as site_client
from cryptagon.site import throttle
from cryptagon.site.client import Site
from cryptagon.site.throttle import MOST_ADDRESSES, Buckets, address_of


def test_a_bucket_empties_and_fills():
    now = 0.0
    buckets = Buckets(2, 3, lambda: now)
    assert [buckets.wait("a") for _ in range(4)] == [0, 0, 0, 0.5] and buckets.wait("b") == 0
    now = 0.4
    assert buckets.wait("a") == pytest.approx(0.1), "who asks too early is not set back"
    now = 0.5
    assert buckets.wait("a") == 0 and buckets.wait("a") > 0
    now = 1e6
    assert [buckets.wait("a") for _ in range(4)] == [0, 0, 0, 0.5], (
        "no more than so many at once, however long the pause"
    )


def test_many_addresses_take_bounded_room():
    buckets = Buckets(1, 1, lambda: 0.0)
    for number in range(MOST_ADDRESSES + 10):
        buckets.wait(str(number))
    assert len(buckets._left) == MOST_ADDRESSES


@pytest.mark.parametrize(
    ("behind", "remote", "told", "found"),
    [
        (0, "192.0.2.1", "203.0.113.9", "192.0.2.1"),
        (1, "127.0.0.1", "203.0.113.9, 198.51.100.7", "198.51.100.7"),
        (1, "127.0.0.1", None, "127.0.0.1"),
        (0, "2001:db8:1:2:3::4", None, "2001:db8:1:2::/64"),
        (1, "127.0.0.1", "x" * 1000, "x" * 50),
    ],
)
def test_who_asks_is_not_what_he_says(behind, remote, told, found):
    head = {"x-forwarded-for": told} if told else {}
    with override_settings(ALLAUTH_TRUSTED_PROXY_COUNT=behind):
        assert address_of(RequestFactory().get("/", headers=head, REMOTE_ADDR=remote)) == found


def test_too_many_requests_are_told_and_pages_are_not_counted(place, monkeypatch):
    monkeypatch.setattr(throttle, "AT_ONCE", 3)
    monkeypatch.setattr(throttle, "A_SECOND", 0.001)
    token = place.token("Example Lab")
    place.client.get("/")
    with override_settings(THROTTLED=True):
        client = Client(headers={"host": "localhost"})
        assert [client.get("/api/targets").status_code for _ in range(4)] == [200, 200, 200, 429]
        answer = client.post(
            "/api/records",
            sendable(),
            content_type="application/json",
            headers={"authorization": f"Bearer {token}"},
        )
        assert (
            answer.status_code == 429
            and int(answer["Retry-After"]) > 100
            and "too many" in answer.json()["detail"]
        )
        assert client.get("/targets/").status_code == 200
        assert client.get("/api/targets", REMOTE_ADDR="192.0.2.1").status_code == 200


def test_the_client_comes_back_when_it_is_told(monkeypatch):
    pauses: list[float] = []
    monkeypatch.setattr(site_client.time, "sleep", pauses.append)
    answers = [(429, b"{}", 2), (429, b"{}", 10_000), (200, b"{}", 0)]
    monkeypatch.setattr(Site, "_asked", lambda site, request: answers.pop(0))
    assert Site("http://localhost").get("/api/log") == {} and pauses == [2, 30]
    answers = [(429, b"{}", 0)]
    assert Site("http://localhost").post("/api/records", b"{}", "x")[0] == 429, (
        "it is not asked again without a word of when"
    )
