"""Common kinds of tournaments, each with initial values for the form."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from tournaments.forms.tournaments.create import TournamentForm

REGISTRATION = timedelta(days=7)
"""How long players may enter bots, unless the organiser says otherwise."""


@dataclass(frozen=True)
class Preset:
    """A kind of tournament: its name, its values, and the blocks of each pairing."""

    id: str
    name: Promise
    values: Mapping[str, Any] = field(default_factory=dict)
    blocks: int = 1
    is_later: bool = False

    def initial(self, *, sides: int, now: datetime) -> dict[str, Any]:
        """The initial values of the form, for a number of sides."""
        later = {"start": TournamentForm.START_LATER, "starts_at": now + REGISTRATION}
        return {
            **self.values,
            "games_per_pairing": sides * self.blocks,
            **(later if self.is_later else {}),
        }


PRESETS = {
    one.id: one
    for one in (
        Preset("quick", _("Quick round-robin"), {"time_control": "bullet"}),
        Preset("cup", _("Cup"), {"format": "knockout"}, blocks=2),
        Preset(
            "open",
            _("Open Swiss, registration for a week"),
            {"format": "swiss", "entry": TournamentForm.REGISTERED},
            is_later=True,
        ),
        Preset("long", _("Thorough test"), {"time_control": "rapid"}, blocks=10),
    )
}
"""The presets by their ids, in the order in which they are offered."""
