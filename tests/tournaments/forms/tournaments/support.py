"""Addresses of the form, and what tests of it do again and again."""

from django.urls import reverse

from tournaments.models import Tournament

KALAH = reverse("tournament-create") + "?game=kalah"
EINSTEIN = reverse("tournament-create") + "?game=einstein"


def local(moment):
    """A time as a browser sends it."""
    return moment.strftime("%Y-%m-%dT%H:%M")


def sent(value):
    """The value of an option as a browser sends it."""
    return str(value).lower() if isinstance(value, bool) else value


def refusals(visitor, filled, *, address=KALAH, **changes):
    """The errors of the form for these changes; nothing may have been made."""
    page = visitor.post(address, filled | changes)
    assert page.status_code == 200
    assert not Tournament.objects.exists()
    return page.context["form"].errors
