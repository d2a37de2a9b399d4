"""What of the form is out of sight, and what its presets begin with."""

from datetime import datetime

import pytest

from tests.tournaments.factories import VersionFactory
from tests.tournaments.forms.tournaments.support import KALAH, local, sent
from tournaments.forms.tournaments.presets import PRESETS
from tournaments.models import Tournament

pytestmark = pytest.mark.django_db


def folds(page):
    """Which folds stand open, by their ids."""
    shown = [*page.context["folds"], *page.context["format_folds"]]
    return {fold.id: fold.is_open for fold in shown}


def as_sent(value):
    """A value as a browser sends it, times too."""
    return local(value) if isinstance(value, datetime) else sent(value)


def untouched(visitor, address=KALAH):
    """What a browser sends of a form in which nobody has changed anything."""
    form = visitor.get(address).context["form"]
    shown = {name: form[name].value() for name in form.fields}
    filled = {name: as_sent(value) for name, value in shown.items() if value is not None}
    return filled | {"format_shown": form.chosen.id}


def test_what_most_leave_as_it_is_stays_folded(visitor, own, other):
    page = visitor.get(KALAH)

    assert not any(folds(page).values())
    assert page.content.decode().count('<details class="fold"') == 6


def test_a_fold_with_an_error_stands_open(visitor, own, other):
    page = visitor.post(KALAH, untouched(visitor) | {"option_seeds": "99"})

    assert folds(page) == {
        "options": True,
        "games": False,
        "access": False,
        "format-options": False,
        "tie-breaks": False,
    }


def test_a_fold_that_was_changed_stands_open(visitor, filled):
    changed = filled | {"access": "private", "tie_break_1": "SB", "name": ""}

    opened = {name for name, is_open in folds(visitor.post(KALAH, changed)).items() if is_open}

    assert opened >= {"access", "tie-breaks"}


@pytest.mark.parametrize("preset", PRESETS.values(), ids=lambda one: one.id)
def test_every_preset_makes_a_tournament_as_it_is(visitor, own, other, preset):
    address = f"{KALAH}&preset={preset.id}"
    chosen = {"name": preset.name, "entrants": [own.pk, other.pk, VersionFactory().pk]}

    page = visitor.post(address, untouched(visitor, address) | chosen)

    assert page.status_code == 302
    assert Tournament.objects.get().games_per_pairing == 2 * preset.blocks
