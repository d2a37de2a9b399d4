import re
from dataclasses import fields

import pytest

from agents.sandbox import runtime
from agents.sandbox.arguments import ENVIRONMENT
from agents.terms.limits import Limits
from tournaments.machinery.setup import environment

PAGE = (runtime.PROJECT / "docs/41-sandbox.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("field", fields(Limits), ids=lambda field: field.name)
def test_the_page_has_every_limit_with_its_default(field):
    value = getattr(Limits(), field.name)
    units = [f"{value >> 20} MiB"] * (value >= 1 << 20) + [f"{value >> 10} KiB", f"{value}"]

    assert any(f"| `{field.name}` | {unit} |" in PAGE for unit in units)


@pytest.mark.parametrize(("name", "value"), ENVIRONMENT.items())
def test_the_page_has_every_variable_that_a_bot_finds(name, value):
    assert f"{name}={value}" in PAGE


@pytest.mark.parametrize(("field", "setting"), environment.BOT_LIMITS.items())
def test_the_page_says_which_setting_changes_a_limit(field, setting):
    assert re.search(rf"^\| `{field}` \| [^|]+ \| `{setting[0]}` \|", PAGE, re.MULTILINE)
