"""The page of the API for people, made from the description for programs."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import groupby
from typing import Any

from tournaments.machinery.web.prefixes import without_prefix

Described = Mapping[str, Any]
"""A part of the description for programs (OpenAPI 3.0)."""

_PAGE = "Paginated"
_PLAIN = {
    "string": "text", "integer": "whole number", "boolean": "true or false", "date-time": "time",
    "binary": "file", "uri": "address",
}  # fmt: skip


@dataclass(frozen=True)
class Kind:
    """The kind of a value: words, with the name of a shape between them where it has one."""

    before: str = ""
    shape: str = ""
    after: str = ""


@dataclass(frozen=True)
class Field:
    """A value in a request or an answer, or an answer by its status.

    `needed` if a request must have it.
    """

    name: str
    kind: Kind
    about: str
    needed: bool = False


@dataclass(frozen=True)
class Operation:
    """A method of an address. `private` if it needs a token or a login."""

    key: str
    method: str
    path: str
    about: str
    private: bool
    places: tuple[Field, ...]
    parameters: tuple[Field, ...]
    body: Kind | None
    answers: tuple[Field, ...]
    problems: tuple[Field, ...]

    @property
    def can_be_tried(self) -> bool:
        """Whether the page offers to try it: it changes nothing, and its answer ends."""
        return self.method == "GET" and without_prefix(self.path).startswith("/api/")


@dataclass(frozen=True)
class Shape:
    """An object by its name, with its fields; or the `values` that a text may have."""

    name: str
    about: str
    fields: tuple[Field, ...]
    values: str


@dataclass(frozen=True)
class Reference:
    """All operations of the API by groups, and the shapes of their requests and answers."""

    groups: tuple[tuple[str, tuple[Operation, ...]], ...]
    shapes: tuple[Shape, ...]


def read(schema: Described) -> Reference:
    """The content of the page, from the description for programs."""
    operations = sorted(_operations(schema["paths"]), key=lambda row: row[0])
    groups = groupby(operations, key=lambda row: row[0])
    shapes = schema["components"]["schemas"]
    return Reference(
        tuple((name, tuple(operation for _tag, operation in rows)) for name, rows in groups),
        tuple(_shape(name, shape) for name, shape in sorted(shapes.items()) if _is_shown(name)),
    )


def _operations(paths: Described) -> Iterator[tuple[str, Operation]]:
    for path, methods in paths.items():
        for method, spec in methods.items():
            yield spec["tags"][0], _operation(method, path, spec)


def _operation(method: str, path: str, spec: Described) -> Operation:
    parameters = [
        (parameter["in"], _parameter(parameter)) for parameter in spec.get("parameters", ())
    ]
    bodies = list(spec.get("requestBody", {}).get("content", {}).values())
    answers = [_answer(str(status), answer) for status, answer in spec["responses"].items()]
    return Operation(
        key=spec["operationId"],
        method=method.upper(),
        path=path,
        about=spec.get("description", ""),
        private={} not in spec.get("security", [{}]),
        places=tuple(parameter for where, parameter in parameters if where == "path"),
        parameters=tuple(parameter for where, parameter in parameters if where != "path"),
        body=_kind(bodies[0]["schema"]) if bodies else None,
        answers=tuple(answer for answer in answers if answer.name < "4"),
        problems=tuple(answer for answer in answers if answer.name >= "4"),
    )


def _parameter(spec: Described) -> Field:
    needed = bool(spec.get("required"))
    return Field(spec["name"], _kind(spec["schema"]), spec.get("description", ""), needed)


def _answer(status: str, spec: Described) -> Field:
    bodies = list(spec.get("content", {}).values())
    kind = _kind(bodies[0]["schema"]) if bodies else Kind("nothing")
    return Field(status, kind, spec.get("description", ""))


def _shape(name: str, spec: Described) -> Shape:
    needed = spec.get("required", ()) if name.endswith("Request") else ()
    fields = tuple(
        Field(field, _kind(member), member.get("description", ""), field in needed)
        for field, member in spec.get("properties", {}).items()
    )
    values = ", ".join(map(str, spec.get("enum", ())))
    return Shape(name, spec.get("description", ""), fields, values)


def _is_shown(name: str) -> bool:
    """Whether a shape is shown by itself; pages of lists are shown with their answers."""
    return not name.startswith(_PAGE)


def _kind(spec: Described) -> Kind:
    """The kind of a value in words; a reference becomes the name of its shape."""
    after = "or null" if spec.get("nullable") else ""
    if "$ref" in spec:
        return _named(spec["$ref"].rpartition("/")[2], after)
    if several := spec.get("allOf") or spec.get("oneOf"):
        return replace(_kind(several[0]), after=after)
    if spec.get("type") == "array":
        inner = _kind(spec["items"])
        return replace(inner, before=f"list of {inner.before}".strip(), after=after)
    return Kind(_plain(spec), after=after)


def _named(name: str, after: str) -> Kind:
    if name.startswith(_PAGE):
        return Kind("a page of", name.removeprefix(_PAGE).removesuffix("List"))
    return Kind(shape=name, after=after)


def _plain(spec: Described) -> str:
    """The words for a value that is no named object."""
    if "enum" in spec:
        return "one of " + ", ".join(map(str, spec["enum"]))
    kind, form = str(spec.get("type", "any value")), spec.get("format", "")
    return _PLAIN.get(form) or _PLAIN.get(kind, kind) + _limits(spec)


def _limits(spec: Described) -> str:
    """The bounds worth showing: a database's largest number is not."""
    high, longest = spec.get("maximum"), spec.get("maxLength")
    if high is not None and high < 2**31 - 1:
        return f", {spec.get('minimum', 0)} to {high}"
    return f", up to {longest} characters" if longest else ""
