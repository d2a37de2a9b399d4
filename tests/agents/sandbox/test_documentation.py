from dataclasses import fields

import pytest

from agents.limits import Limits
from agents.sandbox import runtime
from agents.sandbox.arguments import ENVIRONMENT

PAGE = (runtime.PROJECT / "docs/41-sandbox.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("field", fields(Limits), ids=lambda field: field.name)
def test_the_page_has_every_limit_with_its_default(field):
    value = getattr(Limits(), field.name)
    units = [f"{value >> 20} MiB"] * (value >= 1 << 20) + [f"{value >> 10} KiB", f"{value}"]

    assert any(f"| `{field.name}` | {unit} |" in PAGE for unit in units)


@pytest.mark.parametrize(("name", "value"), ENVIRONMENT.items())
def test_the_page_has_every_variable_that_a_bot_finds(name, value):
    assert f"{name}={value}" in PAGE
