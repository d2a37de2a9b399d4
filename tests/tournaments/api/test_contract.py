"""Schemathesis tries the API against its own description, with all of its checks."""

import pytest
import schemathesis
from django.core.handlers.wsgi import WSGIHandler
from django.core.signals import request_finished, request_started
from django.db import close_old_connections, transaction
from hypothesis import HealthCheck, Phase, given, settings
from rest_framework.throttling import SimpleRateThrottle
from schemathesis.config import SchemathesisConfig
from schemathesis.generation import GenerationMode

from tests.tournaments.factories import as_player
from tests.tournaments.worlds import furnish, population

pytestmark = pytest.mark.django_db

ACCEPTED = ["2xx", "3xx", "400", "401", "403", "404", "409", "429"]
"""A valid request may still name a bot that is not there, which is a 400 that says so."""

WRITING = {
    "POST /api/v1/bots/",
    "POST /api/v1/token/",
    "POST /api/v1/tournaments/preview/",
    "PATCH /api/v1/bots/{slug}/",
    "GET /api/v1/trials/outlook/",
    "GET /api/v1/matches/",
}
"""These are asked for what cannot be, too."""

TRIED = settings(
    max_examples=1,
    database=None,
    deadline=None,
    derandomize=True,
    phases=[Phase.generate],
    suppress_health_check=list(HealthCheck),
)


@pytest.fixture
def description(monkeypatch):
    """The description of the API, on a site where there is one of each."""
    monkeypatch.setattr(SimpleRateThrottle, "allow_request", lambda *_asked: True)
    for signal in (request_started, request_finished):
        signal.disconnect(close_old_connections)
    checks = {"positive_data_acceptance": {"expected-statuses": ACCEPTED}}
    config = SchemathesisConfig.from_dict({"checks": checks})
    yield schemathesis.openapi.from_wsgi(
        "/api/v1/schema/?format=json", WSGIHandler(), config=config
    )
    for signal in (request_started, request_finished):
        signal.connect(close_old_connections)


def _operations(description):
    found = [one.ok() for one in description.get_all_operations()]
    # Django does not serve the streams.
    return [one for one in found if not one.path.startswith("/live/")]


def _there(path, world):
    """What stands in an address where something is there, by its parameter."""
    found = {}
    for name, value in world.items():
        before, _, parameter = name.rpartition("/")
        key = parameter.strip("<>").partition(":")[2].replace("pk", "id")
        if f"{before}/{{{key}}}" in path:
            found.setdefault(key, value)
    return found


def _try(operation, mode, headers, world):
    """Asks twice: for whatever a name may be, and for what is there; what it does is undone."""
    names = _there(operation.path, world)

    @TRIED
    @given(case=operation.as_strategy(generation_mode=mode))
    def once(case):
        case.call_and_validate(headers=headers)
        if names and mode is GenerationMode.POSITIVE:
            case.path_parameters.update(names)
            case.call_and_validate(headers=headers)

    with transaction.atomic():
        once()
        transaction.set_rollback(True)


def test_every_answer_is_as_described(description):
    people = population()
    world = furnish(people)
    # The client inside does not unpack what is compressed.
    headers = as_player(people["owner"]) | {"Accept-Encoding": "identity"}
    operations = _operations(description)

    for operation in operations:
        _try(operation, GenerationMode.POSITIVE, headers, world)
        if operation.label in WRITING:
            _try(operation, GenerationMode.NEGATIVE, headers, world)

    assert {operation.label for operation in operations} >= WRITING
