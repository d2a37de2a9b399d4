"""The description of the API for people: what its page shows, read from the one for programs."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import groupby
from typing import Any

Described = Mapping[str, Any]
"""A part of the description for programs (OpenAPI 3.0)."""

_PAGE = "Paginated"
_PLAIN = {
    "string": "text", "integer": "whole number", "boolean": "true or false", "date-time": "time",
    "binary": "file", "uri": "address",
}  # fmt: skip


@dataclass(frozen=True)
class Kind:
    """What a value is: words, and the name of a shape between them where it has one."""

    before: str = ""
    shape: str = ""
    after: str = ""


@dataclass(frozen=True)
class Field:
    """A value that is sent or told; `needed` if a request cannot do without it."""

    name: str
    kind: Kind
    about: str
    needed: bool = False


@dataclass(frozen=True)
class Answer:
    """A status, and what comes with it."""

    status: str
    kind: Kind
    about: str


@dataclass(frozen=True)
class Operation:
    """A method of an address. `private` if nobody may do it without a token or a login."""

    key: str
    method: str
    path: str
    about: str
    private: bool
    places: tuple[Field, ...]
    parameters: tuple[Field, ...]
    body: Kind | None
    answers: tuple[Answer, ...]
    problems: tuple[Answer, ...]

    @property
    def can_be_tried(self) -> bool:
        """Whether the page offers to ask it: it changes nothing, and its answer ends."""
        return self.method == "GET" and self.path.startswith("/api/")


@dataclass(frozen=True)
class Shape:
    """An object by its name, with its fields; or the `values` that a text may have."""

    name: str
    about: str
    fields: tuple[Field, ...]
    values: str


@dataclass(frozen=True)
class Reference:
    """Everything that the API does, by groups, and the shapes of what it takes and tells."""

    groups: tuple[tuple[str, tuple[Operation, ...]], ...]
    shapes: tuple[Shape, ...]


def read(schema: Described) -> Reference:
    """What the page of the API shows of its description for programs."""
    operations = sorted(_operations(schema["paths"]), key=lambda one: one[0])
    groups = groupby(operations, key=lambda one: one[0])
    shapes = schema["components"]["schemas"]
    return Reference(
        tuple((name, tuple(one for _tag, one in rows)) for name, rows in groups),
        tuple(_shape(name, told) for name, told in sorted(shapes.items()) if _is_shown(name)),
    )


def _operations(paths: Described) -> Iterator[tuple[str, Operation]]:
    for path, methods in paths.items():
        for method, told in methods.items():
            yield told["tags"][0], _operation(method, path, told)


def _operation(method: str, path: str, told: Described) -> Operation:
    given = [(one["in"], _parameter(one)) for one in told.get("parameters", ())]
    bodies = list(told.get("requestBody", {}).get("content", {}).values())
    answers = [_answer(str(status), one) for status, one in told["responses"].items()]
    return Operation(
        key=told["operationId"],
        method=method.upper(),
        path=path,
        about=told.get("description", ""),
        private={} not in told.get("security", [{}]),
        places=tuple(one for where, one in given if where == "path"),
        parameters=tuple(one for where, one in given if where != "path"),
        body=_kind(bodies[0]["schema"]) if bodies else None,
        answers=tuple(one for one in answers if one.status < "4"),
        problems=tuple(one for one in answers if one.status >= "4"),
    )


def _parameter(told: Described) -> Field:
    needed = bool(told.get("required"))
    return Field(told["name"], _kind(told["schema"]), told.get("description", ""), needed)


def _answer(status: str, told: Described) -> Answer:
    bodies = list(told.get("content", {}).values())
    kind = _kind(bodies[0]["schema"]) if bodies else Kind("nothing")
    return Answer(status, kind, told.get("description", ""))


def _shape(name: str, told: Described) -> Shape:
    needed = told.get("required", ()) if name.endswith("Request") else ()
    fields = tuple(
        Field(field, _kind(one), one.get("description", ""), field in needed)
        for field, one in told.get("properties", {}).items()
    )
    values = ", ".join(map(str, told.get("enum", ())))
    return Shape(name, told.get("description", ""), fields, values)


def _is_shown(name: str) -> bool:
    """Pages of lists are told where they are answered."""
    return not name.startswith(_PAGE)


def _kind(told: Described) -> Kind:
    """What a value is, in words; a reference becomes the name of its shape."""
    after = "or null" if told.get("nullable") else ""
    if "$ref" in told:
        return _named(told["$ref"].rpartition("/")[2], after)
    if several := told.get("allOf") or told.get("oneOf"):
        return replace(_kind(several[0]), after=after)
    if told.get("type") == "array":
        inner = _kind(told["items"])
        return replace(inner, before=f"list of {inner.before}".strip(), after=after)
    return Kind(_plain(told), after=after)


def _named(name: str, after: str) -> Kind:
    if name.startswith(_PAGE):
        return Kind("a page of", name.removeprefix(_PAGE).removesuffix("List"))
    return Kind(shape=name, after=after)


def _plain(told: Described) -> str:
    """A value that is no object with a name."""
    if "enum" in told:
        return "one of " + ", ".join(map(str, told["enum"]))
    kind, form = str(told.get("type", "any value")), told.get("format", "")
    return _PLAIN.get(form) or _PLAIN.get(kind, kind) + _limits(told)


def _limits(told: Described) -> str:
    """The bounds that say something: a database's largest number says nothing."""
    high, longest = told.get("maximum"), told.get("maxLength")
    if high is not None and high < 2**31 - 1:
        return f", {told.get('minimum', 0)} to {high}"
    return f", up to {longest} characters" if longest else ""
