"""What a teacher reads of a course: each student's bot, what is wrong with it, and the marks."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction

from django.contrib.auth.models import AnonymousUser
from django.db.models import QuerySet

from tournaments.models import (
    Bot,
    ClubMember,
    Course,
    Player,
    Series,
    TableLine,
    Tournament,
    Version,
)  # fmt: skip
from tournaments.queries.people import clubs
from tournaments.words import Sentence

BOTS_TO_BEAT = Bot.objects.listed().filter(is_house=True).order_by("name")


@dataclass
class Student:
    """A student's bot and results in the finished tournaments of a course."""

    member: ClubMember
    works: bool
    state: Sentence
    bot: Bot | None = None
    place: int | None = None
    points: Fraction = Fraction()
    games: int = 0
    beaten: Fraction = Fraction()
    met: int = 0

    @property
    def share(self) -> Fraction | None:
        """The share of all points, in hundredths; None before the first game."""
        return 100 * self.points / self.games if self.games else None

    @property
    def beats(self) -> bool | None:
        """Whether it got more than half of the points against the bot to beat; None unplayed."""
        return 2 * self.beaten > self.met if self.met else None

    def mark(self, counts: str) -> str:
        """What counts for the mark, as a cell of a table; empty without a result."""
        if counts == Course.Counts.PLACE:
            return str(self.place or "")
        if counts == Course.Counts.BEATS:
            return "" if self.beats is None else str(int(self.beats))
        return "" if self.share is None else f"{float(self.share):.1f}"


def visible_to(player: Player | AnonymousUser) -> QuerySet[Course]:
    """The courses of those clubs that the player may see."""
    rows = Course.objects.select_related("club", "variant", "to_beat")
    return rows.filter(club__in=clubs.visible_to(player))


def organised_by(player: Player) -> QuerySet[Course]:
    """The courses that a player organises, by name; all of them for staff."""
    rows = visible_to(player).order_by("club__name", "pk")
    if player.is_staff:
        return rows
    organised = player.memberships.filter(role=ClubMember.Role.ORGANISER)
    return rows.filter(club__in=organised.values("club"))


def series(course: Course) -> QuerySet[Series]:
    """The series of the course's tournaments."""
    return Series.objects.filter(tournaments__club=course.club).distinct()


def students(course: Course) -> list[Student]:
    """The members who do not organise, by group and name."""
    rows = course.club.members.filter(role=ClubMember.Role.MEMBER)
    members = list(rows.select_related("player", "club").order_by("group", "player__username"))
    versions = _versions([member.player for member in members])
    by_player = {
        member.player_id: _student(member, versions.get(member.player_id, []), course)
        for member in members
    }
    finished = course.club.tournaments.filter(
        status=Tournament.Status.FINISHED, variant=course.variant
    )
    for row in finished.order_by("ended_at"):
        _count(row, by_player, course)
    return list(by_player.values())


def missing(course: Course) -> list[str]:
    """The expected students who have not joined, by name."""
    joined = course.club.members.values_list("player__username", flat=True)
    return sorted(set(course.students) - set(joined))


def _versions(players: Iterable[Player]) -> dict[int, list[Version]]:
    """The versions of each player that are not deleted, the newest first."""
    rows = Version.objects.kept().filter(bot__owner__in=players, bot__deleted_at=None)
    by_player: dict[int, list[Version]] = {}
    for version in rows.select_related("bot").order_by("-created_at", "-pk"):
        by_player.setdefault(version.bot.owner_id, []).append(version)
    return by_player


def _student(member: ClubMember, versions: list[Version], course: Course) -> Student:
    """A student with the state of the newest version, and of the last one that works."""
    if not versions:
        return Student(member, False, Sentence("student-without-bot"))
    newest, game = versions[0], course.variant.key
    working = next(
        (version for version in versions if version.may_play and version.plays(game)), None
    )
    wrong = _fault(newest, game)
    if working is None:
        return Student(member, False, wrong or Sentence("student-waits", version=newest))
    if working == newest or wrong is None:
        return Student(member, True, Sentence("student-works", version=working), working.bot)
    state = Sentence("student-works-but", version=working, why=wrong)
    return Student(member, True, state, working.bot)


def _fault(version: Version, game: str) -> Sentence | None:
    """What is wrong with a version; None if nothing is, or its check has not ended."""
    if version.is_refused:
        return Sentence("student-refused", version=version, why=version.refusal)
    if version.banned_at or version.bot.banned_at:
        return Sentence("student-banned", version=version)
    if version.paused_at:
        return Sentence("student-paused", version=version, why=version.pause_reason)
    if version.hidden_at or version.bot.hidden_at:
        return Sentence("student-hidden", version=version)
    if not version.might_play(game):
        return Sentence("student-plays-other", version=version, game=game)
    return None


def _count(row: Tournament, by_player: dict[int, Student], course: Course) -> None:
    """Add the results of a finished tournament to those of the students, best bot first."""
    lines = TableLine.objects.filter(table__tournament=row).order_by("position")
    rows = list(lines.select_related("entry__version__bot"))
    rivals = [str(line.entry_id) for line in rows if _bot(line) == course.to_beat]
    places = _places(rows, by_player)
    for line in rows:
        student = by_player.get(_bot(line).owner_id)
        if student is None:
            continue
        student.points += Fraction(line.figures["points"])
        student.games += line.figures["counts"][0]
        for rival in rivals:
            halves, games = line.cells.get(rival, (0, 0))
            student.beaten += Fraction(halves, 2)
            student.met += games
    for player, place in places:
        by_player[player].place = place


def _places(rows: list[TableLine], by_player: dict[int, Student]) -> Iterator[tuple[int, int]]:
    """Each student with the place of the best bot among those of the students."""
    best: dict[int, int] = {}
    for line in rows:
        owner = _bot(line).owner_id
        if owner in by_player:
            best.setdefault(owner, line.place)
    ordered = sorted(best.values())
    return ((player, ordered.index(place) + 1) for player, place in best.items())


def _bot(line: TableLine) -> Bot:
    return line.entry.version.bot
