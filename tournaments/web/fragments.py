"""Parts of pages that all readers share, cached for some seconds."""

from collections.abc import Callable, Mapping

from django.template.loader import render_to_string
from django.utils import timezone
from django.utils.safestring import SafeString, mark_safe

from tournaments.machinery.caches.shared import brief


def fragment(
    template: str, context: Callable[[], Mapping[str, object]], *, name: str
) -> SafeString:
    """Return a part of a page, cached in the reader's language under a name; "" is for none."""

    def make() -> str:
        return render_to_string(template, dict(context()))

    text = brief(name, timezone.now(), make) if name else make()
    return mark_safe(text)  # noqa: S308 - a template has written it
