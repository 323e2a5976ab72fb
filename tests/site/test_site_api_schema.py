"""The API against its own description, by Schemathesis: every operation with what the description
allows and with what it does not, and every answer against what is promised."""

from importlib.util import find_spec

import pytest
from django.core.wsgi import get_wsgi_application
from hypothesis import HealthCheck, given, settings
from hypothesis.errors import Unsatisfiable
from publishing_site import PublishingSite

from cryptagon.site.api import api
from cryptagon.site.database import open_database, open_intake

if find_spec("schemathesis") is None:
    pytest.skip("there is no schemathesis: make setup", allow_module_level=True)

import schemathesis
from schemathesis import GenerationMode
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    ignored_auth,
    negative_data_rejection,
    response_schema_conformance,
    status_code_conformance,
)

EXAMPLES = 20
CHECKS = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_schema_conformance,
    negative_data_rejection,
    ignored_auth,
]
HEALTH = [HealthCheck.function_scoped_fixture, HealthCheck.too_slow, HealthCheck.filter_too_much]


@pytest.fixture
def described(place: PublishingSite):
    """The description of a site that takes records, and the header of a request to it."""
    token = place.token("Example Lab")
    open_database(place.file)
    open_intake(place.file)
    found = schemathesis.openapi.from_wsgi("/api/openapi.json", app=get_wsgi_application())
    head = {"authorization": f"Bearer {token}", "host": "localhost"}
    return found, {**head, "accept-encoding": "identity"}


OPERATIONS = [
    (path.removeprefix("/api"), method.upper())
    for path, methods in api.get_openapi_schema()["paths"].items()
    for method in methods
]


@pytest.mark.parametrize("mode", [GenerationMode.POSITIVE, GenerationMode.NEGATIVE])
@pytest.mark.parametrize(("path", "method"), OPERATIONS)
def test_every_answer_is_as_described(described, path, method, mode):
    found, head = described
    operation = found[f"/api{path}"][method]

    @given(case=operation.as_strategy(generation_mode=mode))
    @settings(max_examples=EXAMPLES, deadline=None, suppress_health_check=HEALTH, derandomize=True)
    def asked(case):
        case.call_and_validate(checks=CHECKS, headers=head)

    try:
        asked()
    except Unsatisfiable:
        assert mode is GenerationMode.NEGATIVE, "there is nothing wrong to send"
