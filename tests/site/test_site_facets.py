"""Numbers beside filters are those that the database counts, also after a change and of a revision."""

import pytest
from django.db.models import Count
from publishing_site import last_entry, sendable

from cryptagon.site.facets import CHOICES, RANGES, SEVERAL, Facets, facets
from cryptagon.site.models import newest_results
from cryptagon.site.query import Filters
from cryptagon.site.ranking import conditions, of_contest, shown_results
from cryptagon.site.revisions import tables_at

FILTERS = [
    {},
    {"target": "ecp5-85f-8"},
    {"target": "ecp5-85f-8", "algorithm_class": "aead", "approach": "rtl"},
    {"key_size": "128", "area_min": 500, "area_max": 2000},
    {"throughput_min": 1000, "fmax_max": 300},
    {"area_max": 0},
    {"contest": "first-look", "algorithm": "sha1"},
]


def filters_of(**given: object) -> Filters:
    return Filters.model_validate(given)


def counted(name: str, filters: Filters) -> list[tuple[str, int]]:
    others = filters.model_copy(update={name: ""})
    field = CHOICES[name]
    found = newest_results().filter(**conditions(others)).exclude(**{field: ""})
    if name == SEVERAL:
        studies = sorted(
            {
                one
                for text in found.values_list(field, flat=True)
                for one in text.strip("|").split("|")
            }
        )
        return [(one, found.filter(**of_contest(one)).count()) for one in studies]
    return list(found.values_list(field).annotate(number=Count("pk")).order_by(field))


@pytest.mark.parametrize("given", FILTERS)
def test_they_are_what_the_database_counts(committed, given):
    filters, own = filters_of(**given), facets()
    assert own.count(filters) == shown_results(filters).count()
    found = own.options(filters)
    assert set(found) == set(CHOICES)
    for name, options in found.items():
        assert [(one.value, one.count) for one in options] == counted(name, filters), name


def test_they_follow_a_publication_and_a_revision(place):
    rev, everything = last_entry().rev, filters_of()
    before = facets().count(everything)
    place.publish(sendable(), place.token("Example Lab"))
    assert facets().count(everything) == before + 1
    assert facets().count(filters_of(publisher="Example Lab")) == 1
    with tables_at(rev):
        assert facets().count(everything) == before
        assert facets().count(filters_of(publisher="Example Lab")) == 0
    assert facets().count(everything) == before + 1


def test_a_figure_that_there_is_not_is_in_no_range():
    rows = [("a", *[""] * (len(CHOICES) - 1), figure, None, None) for figure in (None, 0.0, 5.0)]
    own = Facets.of(rows)
    assert len(RANGES) == 3 and own.count(filters_of()) == 3
    assert own.count(filters_of(area_min=0)) == own.count(filters_of(area_max=9)) == 2
    assert own.count(filters_of(fmax_max=9)) == 0
    assert [
        (one.value, one.count) for one in own.options(filters_of(area_min=1))["algorithm_class"]
    ] == [("a", 1)]


def test_without_a_result_there_is_nothing_to_choose(empty):
    assert facets().count(filters_of()) == 0 and not any(facets().options(filters_of()).values())
