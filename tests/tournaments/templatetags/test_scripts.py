"""Scripts come at once, with all that they import."""

import re

import pytest
from django.template import Context, Template

from tournaments.templatetags import scripts

pytestmark = pytest.mark.once


def test_what_a_script_imports_is_asked_for_with_it_and_only_once():
    page = Template('{% load scripts %}{% modules "kauri/live.js" "kauri/parts.js" %}').render(
        Context()
    )

    ahead = re.findall(r'modulepreload" href="/static/([^"]+)"', page)
    assert {"kauri/replay/board.js", "kauri/replay/news.js", "kauri/replay/reach.js"} <= {*ahead}
    assert len(ahead) == len({*ahead})
    assert re.findall(r'script src="/static/([^"]+)"', page) == ["kauri/live.js", "kauri/parts.js"]


def test_a_script_without_imports_asks_for_no_other():
    assert scripts.imported("kauri/kauri.js") == ()
