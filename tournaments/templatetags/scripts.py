"""The scripts of a page."""

import posixpath
import re
from functools import cache
from pathlib import Path

from django import template
from django.contrib.staticfiles import finders
from django.templatetags.static import static
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

register = template.Library()

_IMPORT = re.compile(r'^import .* from "(\..+)";$', re.MULTILINE)


@register.simple_tag
def modules(*names: str) -> SafeString:
    """Load these scripts, and all that they import at once rather than one after the other."""
    ahead = format_html_join(
        "\n",
        '<link rel="modulepreload" href="{}">',
        ((static(name),) for name in imported(*names)),
    )
    loading = format_html_join(
        "\n", '<script src="{}" type="module"></script>', ((static(name),) for name in names)
    )
    return format_html("{}\n{}", ahead, loading)


@cache
def imported(*names: str) -> tuple[str, ...]:
    """Return the other scripts that these import, at first or second hand."""
    scripts, queue = dict.fromkeys(names), [*names]
    while queue:
        name = queue.pop(0)
        links = _IMPORT.findall(Path(str(finders.find(name))).read_text("utf-8"))
        paths = [posixpath.normpath(posixpath.join(name, "..", link)) for link in links]
        queue += [path for path in paths if path not in scripts]
        scripts |= dict.fromkeys(paths)
    return tuple(scripts)[len(names) :]
