"""A bot on each leaderboard: place, strength, course, and results by seat and loss."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby

from agents.terms.faults import KINDS
from tournaments.mathematics.charts import MOST_POINTS, Course
from tournaments.models import Bot, FittedPlace, Rating
from tournaments.queries.ratings import history, leaderboards
from tournaments.words import Sentence

CHARTED = 4
"""The most versions of a bot that a leaderboard's chart shows, the newest ones."""


@dataclass(frozen=True)
class BotStanding:
    """A bot on a leaderboard, by the newest of its versions that have rated games there.

    `strength` is None until a fit knows it, or if it is not listed. `courses` are those of its
    last versions, the oldest first. `losses` counts lost games by the reason of the loss.
    """

    rating: Rating
    strength: FittedPlace | None
    earlier: Sequence[Rating]
    courses: Sequence[Course]

    @property
    def place(self) -> int | None:
        return self.strength.place if self.strength else None

    @property
    def band(self) -> tuple[float, float] | None:
        """The 95% interval of its strength."""
        return (self.strength.low, self.strength.high) if self.strength else None

    @property
    def seats(self) -> list[tuple[int, list[int]]]:
        """Each seat with the games won, drawn and lost from it; partners count at the first."""
        return sorted((int(seat), ends) for seat, ends in self.rating.by_seat.items())

    @property
    def losses(self) -> list[tuple[Sentence, int]]:
        """The reasons for losses with their counts, the commonest first."""
        counts: Mapping[str, int] = self.rating.lost_by
        ordered = sorted(counts.items(), key=lambda item: (-item[1], item[0]))
        return [(_lost_by(reason), count) for reason, count in ordered]


def standings(bot: Bot) -> list[BotStanding]:
    """A bot's place and rating on each leaderboard with rated games of it."""
    rows = Rating.objects.with_games().filter(version__bot=bot, variant__rated=True)
    ordered = rows.select_related("variant", "version__bot").order_by(
        "variant__game_id", "variant", "-version__number"
    )
    boards = [list(group) for _pk, group in groupby(ordered, key=lambda row: row.variant_id)]
    strengths = leaderboards.strengths_by_rating([board[0] for board in boards])
    newest_rows = [row for board in boards for row in board[:CHARTED]]
    charted = history.charts(newest_rows, most=MOST_POINTS // CHARTED)
    return [
        BotStanding(
            newest,
            strengths.get(newest.pk),
            earlier,
            [
                (row.version.number, row.games, charted[row.pk])
                for row in reversed([newest, *earlier][:CHARTED])
            ],
        )
        for newest, *earlier in boards
    ]


def _lost_by(reason: str) -> Sentence:
    if reason in KINDS:
        return Sentence("lost-by-fault", kind=reason)
    if reason == "forfeit":
        return Sentence("lost-by-forfeit")
    return Sentence("lost-on-board", reason=reason)
