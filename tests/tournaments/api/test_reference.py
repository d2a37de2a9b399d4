"""The page of the API: what it makes of the description for programs."""

import pytest
from django.urls import reverse
from django.utils import translation

from tournaments.api import description
from tournaments.api.reference import Field, Kind, read

TEXT = {"type": "string"}
MATCH = {"$ref": "#/components/schemas/Match"}


def described(operation, *, path="/api/v1/matches/", method="get", shapes=None):
    """A description with one operation."""
    told = {"operationId": "one", "tags": ["matches"], "responses": {}} | operation
    return {"paths": {path: {method: told}}, "components": {"schemas": shapes or {}}}


def operation(**told):
    ((_name, (found,)),) = read(described(told)).groups
    return found


@pytest.mark.parametrize(
    ("told", "kind"),
    [
        (TEXT | {"maxLength": 40}, Kind("text, up to 40 characters")),
        (
            {"type": "string", "format": "date-time", "nullable": True},
            Kind("time", after="or null"),
        ),
        ({"type": "integer", "minimum": 1, "maximum": 50}, Kind("whole number, 1 to 50")),
        ({"type": "integer", "maximum": 2**63 - 1}, Kind("whole number")),
        ({"enum": ["queued", "void"], "type": "string"}, Kind("one of queued, void")),
        ({"type": "array", "items": MATCH}, Kind("list of", "Match")),
        (
            {"type": "array", "items": {"type": "array", "items": TEXT}},
            Kind("list of list of text"),
        ),
        ({"allOf": [MATCH], "nullable": True}, Kind(shape="Match", after="or null")),
        ({"$ref": "#/components/schemas/PaginatedMatchList"}, Kind("a page of", "Match")),
        ({}, Kind("any value")),
    ],
)
def test_a_value_is_told_in_words(told, kind):
    found = operation(parameters=[{"in": "query", "name": "one", "schema": told}])

    assert found.parameters == (Field("one", kind, ""),)


def test_answers_and_problems_are_told_apart():
    body = {"application/json": {"schema": MATCH}}
    found = operation(
        responses={
            "200": {"description": "", "content": body},
            "204": {"description": "It is gone."},
            "404": {"description": "There is none.", "content": body},
        }
    )

    assert found.answers == (
        Field("200", Kind(shape="Match"), ""),
        Field("204", Kind("nothing"), "It is gone."),
    )
    assert [one.name for one in found.problems] == ["404"]


@pytest.mark.parametrize(
    ("security", "private"), [([{"tokenAuth": []}, {}], False), ([{"t": []}], True)]
)
def test_it_is_said_what_nobody_may_do_without_a_token(security, private):
    assert operation(security=security).private == private


@pytest.mark.parametrize(
    ("method", "path", "tried"),
    [("get", "/api/v1/", True), ("post", "/api/v1/", False), ("get", "/live/matches/{id}/", False)],
)
def test_only_what_changes_nothing_and_ends_can_be_tried(method, path, tried):
    ((_name, (found,)),) = read(described({}, path=path, method=method)).groups

    assert found.can_be_tried == tried


def test_what_a_request_needs_is_marked_and_of_an_answer_nothing():
    fields = {"type": "object", "properties": {"name": TEXT}, "required": ["name"]}
    shapes = read(described({}, shapes={"Bot": fields, "BotRequest": fields})).shapes

    assert {one.name: one.fields[0].needed for one in shapes} == {"Bot": False, "BotRequest": True}


def test_every_name_on_the_page_leads_to_what_it_names():
    page = description._read()
    told = [*page.shapes, *(one for _name, rows in page.groups for one in rows)]
    shapes = {one.name for one in page.shapes}
    kinds = [one.kind for shape in page.shapes for one in shape.fields]
    for _name, rows in page.groups:
        kinds += [one.kind for row in rows for one in (*row.places, *row.parameters, *row.answers)]

    assert len(told) > 150
    assert {kind.shape for kind in kinds} - {""} <= shapes


@pytest.mark.django_db
def test_the_page_is_in_the_readers_language_and_the_api_in_its_own(client):
    german = {"Accept-Language": "de"}

    page = client.get(reverse("api:docs"), headers=german).content.decode()
    told = client.get("/api/v1/bots/nobody/", headers=german).json()

    assert "<h1>Die API</h1>" in page
    assert told["title"] == "There is nothing of that name."


@pytest.mark.django_db
def test_the_description_is_the_same_whatever_language_asks_first():
    description._made.cache_clear()
    with translation.override("de"):
        first = description._described()
    description._made.cache_clear()

    assert first == description._described()
