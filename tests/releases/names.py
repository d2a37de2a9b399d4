"""The names that a release promises (docs/80-stability.md), a line for each."""

import importlib
import re
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import click
from drf_spectacular.generators import SchemaGenerator

from tournaments.kit import main
from tournaments.kit.client import Client
from tournaments.machinery.setup import environment

DOCS = Path(__file__).parents[2] / "docs"
METHODS = {"get", "post", "put", "patch", "delete"}


def names() -> list[str]:
    """All of them, sorted."""
    lines = [*_settings(), *_commands(), *_client(), *_modules(), *_codes(), *_api()]
    return sorted(set(lines))


def _settings() -> Iterator[str]:
    for variable in environment.VARIABLES:
        yield f"setting {variable.name}"


def _commands() -> Iterator[str]:
    for name in main.COMMANDS:
        command = main.kauri.get_command(click.Context(main.kauri), name)
        for parameter in command.params:
            for option in parameter.opts:
                yield f"kauri {name} {option}"


def _client() -> Iterator[str]:
    for name in _public(Client):
        yield f"Client.{name}"


def _modules() -> Iterator[str]:
    """Of the modules that the page promises, and of their classes."""
    page = (DOCS / "80-stability.md").read_text()
    for name in re.findall(r"`(kauri\.[\w.]+)`", page):
        module = importlib.import_module(name)
        for own in _own(module):
            yield f"{name}.{own}"
            if isinstance(member := getattr(module, own), type):
                yield from (f"{name}.{own}.{attribute}" for attribute in _public(member))


def _own(module: ModuleType) -> list[str]:
    """What a module lists as its own, or else defines."""
    defined = [
        name for name in _public(module)
        if getattr(getattr(module, name), "__module__", None) == module.__name__
    ]  # fmt: skip
    return list(getattr(module, "__all__", defined))


def _public(holder: object) -> list[str]:
    """Its names without those that it has from classes of Python or of other packages."""
    bases = [base for base in getattr(holder, "__mro__", ()) if not _is_ours(base)]
    return [
        name for name in dir(holder)
        if not name.startswith("_") and not any(hasattr(base, name) for base in bases)
    ]  # fmt: skip


def _is_ours(base: type) -> bool:
    return base.__module__.partition(".")[0] in {"agents", "engine", "kauri", "tournaments"}


def _codes() -> Iterator[str]:
    page = (DOCS / "61-error-codes.md").read_text()
    for code in re.findall(r"^\| `([\w-]+)`", page, re.MULTILINE):
        yield f"code {code}"


def _api() -> Iterator[str]:
    """Addresses with their parameters, and the fields of answers and requests."""
    schema: dict[str, Any] = SchemaGenerator().get_schema(public=True)
    for path, methods in schema["paths"].items():
        for method in METHODS & methods.keys():
            yield f"{method.upper()} {path}"
            for parameter in methods[method].get("parameters", ()):
                yield f"{method.upper()} {path} {parameter['in']} {parameter['name']}"
    for kind, described in schema["components"]["schemas"].items():
        yield from (f"field {kind}.{field}" for field in described.get("properties", ()))
