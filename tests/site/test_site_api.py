"""The API: all results, paged, by their own description."""

import json

import pytest

from cryptagon.site.models import Comparison, Record, Result


def test_all_results_come_page_by_page(committed):
    first = committed.get("/api/results?size=30").json()
    rest = [
        committed.get(f"/api/results?size=30&page={page}").json()
        for page in range(2, first["pages"] + 1)
    ]
    found = [one["record_id"] for part in (first, *rest) for one in part["results"]]
    assert (
        len(found)
        == first["count"]
        == Result.objects.filter(comparison__isnull=False).count()
        == len(set(found))
    )
    assert committed.get("/api/results?size=30&page=99").json()["results"] == []


def test_a_result_is_that_of_the_list_and_its_record_the_bytes(committed):
    one = committed.get("/api/results?algorithm=acorn128&approach=rtl&target=ecp5-85f-8").json()[
        "results"
    ][0]
    assert committed.get(f"/api/results/{one['record_id']}").json() == one
    assert one["standings"][0].keys() == {"metric", "rank", "rivals", "tier"} and one["front"]
    record = bytes(Record.objects.get(pk=one["record_id"]).content)
    assert committed.get(f"/api/records/{one['record_id']}").content == record
    assert one["luts"] == json.loads(record)["luts"]


def test_lists_count_all_results(committed):
    shown = Result.objects.filter(comparison__isnull=False).count()
    for name in ("algorithms", "targets"):
        assert sum(one["results"] for one in committed.get(f"/api/{name}").json()) == shown
    for one in committed.get("/api/contests").json():  # a result may belong to several
        there = committed.get("/api/results", {"contest": one["name"]}).json()
        assert there["count"] == one["results"]
    comparisons = committed.get("/api/comparisons").json()
    assert (
        len(comparisons) == Comparison.objects.count()
        and sum(one["results"] for one in comparisons) == shown
    )


def test_description_names_every_operation_and_its_parameters(committed):
    described = committed.get("/api/openapi.json").json()
    assert described["openapi"].startswith("3.1")
    assert set(described["paths"]) == {
        *(
            "/api/results",
            "/api/results/{record_id}",
            "/api/records/{record_id}",
            "/api/comparisons",
            "/api/question",
        ),
        *(
            "/api/algorithms",
            "/api/targets",
            "/api/contests",
            "/api/publishers",
            "/api/records",
            "/api/log",
        ),
        "/api/attestations",
    }
    posts = [path for path, methods in described["paths"].items() if set(methods) != {"get"}]
    assert posts == ["/api/records", "/api/attestations"]
    page = committed.get("/api/").content.decode()
    assert all(path.replace("{", "{") in page for path in described["paths"])
    parameters = [one["name"] for one in described["paths"]["/api/results"]["get"]["parameters"]]
    assert {"target", "area_max", "page", "size"} <= set(parameters) and all(
        f"<code>{name}</code>" in page for name in parameters
    )


@pytest.mark.parametrize(
    "query",
    [
        "area_min=x",
        "area_min=-1",
        "size=0",
        "size=501",
        "page=0",
        "page=1e9",
        "targt=x",
        "fmax_max=nan",
        "sort=area",
    ],
)
def test_bad_parameter_is_told_with_status_400(committed, query):
    answer = committed.get(f"/api/results?{query}")
    assert answer.status_code == 400 and answer.json()["detail"]


@pytest.mark.parametrize(
    ("address", "status"),
    [("results/xx", 400), ("results/" + "0" * 64, 404), ("records/" + "0" * 64, 404)],
)
def test_id_of_nothing_is_told(committed, address, status):
    answer = committed.get(f"/api/{address}")
    assert answer.status_code == status and json.loads(answer.content)["detail"]
