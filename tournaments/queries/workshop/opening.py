"""What the workshop opens with: a draft, the code of a version, or a step of a tutorial."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.contrib.auth.models import AnonymousUser
from django.db.models import BigIntegerField

import engine
from agents.bots.archive import MAIN
from tournaments.models import ClubStep, Player, Version
from tournaments.queries import shipped
from tournaments.queries.bots import overview, sources
from tournaments.queries.games import tutorials
from tournaments.queries.games.tutorials import Goal, Step
from tournaments.queries.people import clubs

CLUB = "club"
"""Steps of clubs are named by this and their id, steps of games by the game and their number."""


@dataclass(frozen=True)
class Opening:
    """The variant and the files that the workshop opens with, where the address names some."""

    variant: str = ""
    files: Mapping[str, str] | None = None
    name: str = ""
    draft: int | None = None
    counter: int | None = None
    step: Step | None = None
    steps: Sequence[Step] = ()

    @property
    def number(self) -> int:
        """Which of the steps it is, from 1 on; 0 without one."""
        return self.steps.index(self.step) + 1 if self.step else 0

    @property
    def rival(self) -> str:
        """The name of the bot to beat; empty without a step."""
        return shipped.HOUSE_NAMES.get(self.step.goal.opponent, "") if self.step else ""

    @property
    def next(self) -> Step | None:
        """The step after this one, if there is one."""
        return next(iter(self.steps[self.number :]), None)

    def listed(self) -> list[dict[str, str]]:
        """The files as the page's script gets them, the bot first."""
        files = self.files or {}
        names = sorted(files, key=lambda name: (name != MAIN, name))
        return [{"name": name, "text": files[name]} for name in names]

    def data(self) -> dict[str, Any]:
        """What the page's script gets of the draft and the step."""
        step = self.step
        goal = step and {"key": step.key, "opponent": step.goal.opponent,
                         "wins": step.goal.wins, "games": step.goal.games}  # fmt: skip
        return {"name": self.name, "draft": self.draft, "counter": self.counter, "step": goal}


def opening(asked: Mapping[str, str], player: Player | AnonymousUser) -> Opening:
    """What an address asks for by `draft`, `version` or `step`.

    Raises LookupError for what is not there or not for the player, and Invalid for a version whose
    code is not only text.
    """
    if "draft" in asked:
        return _draft(_number(asked["draft"]), player)
    if "version" in asked:
        return _version(asked["version"], player)
    if "step" in asked:
        return _step(asked["step"], player)
    return Opening()


def _draft(pk: int, player: Player | AnonymousUser) -> Opening:
    row = player.drafts.filter(pk=pk).first() if player.is_authenticated else None
    if row is None:
        raise LookupError("There is no such draft.")
    return Opening(row.variant, row.files, row.name, row.pk, row.counter)


def _version(address: str, player: Player | AnonymousUser) -> Opening:
    slug, _, number = address.partition("/")
    rows = Version.objects.select_related("bot__owner")
    row = rows.filter(bot__slug=slug.replace("\0", ""), number=_number(number)).first()
    if row is None or not overview.may_read_code(player=player, version=row):
        raise LookupError("There is no code of such a version.")
    played = engine.parse_variant(row.games[0]).variant if row.games else ""
    return Opening(played, sources.texts(row), f"{row.bot} v{row.number}"[:60])


def _step(address: str, player: Player | AnonymousUser) -> Opening:
    home, _, number = address.partition("/")
    if home == CLUB:
        return _club_step(_number(number), player)
    if home not in {info.id for info in engine.games()}:
        raise LookupError("There is no such game.")
    return _one_of(tutorials.steps(home), address)


def _club_step(pk: int, player: Player | AnonymousUser) -> Opening:
    siblings = ClubStep.objects.filter(club__in=clubs.visible_to(player), club__steps=pk)
    steps = [
        Step(
            key=f"{CLUB}/{row.pk}", variant=row.variant.key, title=row.title, text=row.text,
            goal=Goal(row.opponent, row.wins, row.games), start=row.start, club=row.club.slug,
        )
        for row in siblings.select_related("variant", "club")
    ]  # fmt: skip
    return _one_of(steps, f"{CLUB}/{pk}")


def _one_of(steps: Sequence[Step], key: str) -> Opening:
    for step in steps:
        if step.key == key:
            files = {MAIN: step.start}
            return Opening(step.variant, files, step.title[:60], step=step, steps=steps)
    raise LookupError("There is no such step.")


def _number(text: str) -> int:
    """A number of the database. Raises LookupError."""
    if not (text.isascii() and text.isdecimal() and len(text) < 19):
        raise LookupError("There is no such number.")
    return min(int(text), BigIntegerField.MAX_BIGINT)
