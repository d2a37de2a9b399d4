"""Texts that try to be read as code, a world that is full of them, and what read them literally."""

import itertools
import re
from dataclasses import dataclass, replace
from datetime import timedelta

from django.db import connection
from django.urls import get_resolver

from agents.terms.faults import BotFault, Fault
from agents.words import Sentence
from tests.tournaments.casual import opened, person
from tests.tournaments.factories import (
    LEASE,
    NOW,
    BotFactory,
    PlayerFactory,
    VersionFactory,
    check_match,
    claimed,
    fault,
    found_anomaly,
    outcome,
    play_out,
    tournament,
    variant,
)
from tests.tournaments.services.tournaments.test_series import begin
from tests.tournaments.worlds import club_step, game_file, wheel
from tournaments.models import (
    Anomaly,
    CasualGame,
    Course,
    Draft,
    Entry,
    Game,
    Host,
    Incident,
    Match,
    Player,
    Tournament,
    Version,
)
from tournaments.services.bots import drafts, health, trials
from tournaments.services.bots.drafts import Content
from tournaments.services.people import clubs
from tournaments.services.playing import reports
from tournaments.services.ratings import anomalies, voiding
from tournaments.services.tournaments import lifecycle, people

MARK = "\U0001f3b2\U00020000"
CORE = "={r.x[s].SECRET_KEY}%s%(x)d<script>alert(1)</script>\"'><b/onx=1>--" + MARK
"""What everybody may write, in a tournament's name as well; four-byte letters are its end."""

TURNED = "\u202eturned\u200f\n"
CANARY = "a-value-of-the-environment"

TEXTS = [
    CORE,
    "%s %(x)s %n %",
    "a\0b",
    "\u202eturned\u200f",
    "\U0001f600\U00020001",
    "\r\nX: y",
]
"""What is typed wherever a text is asked for."""

NUMBERS = ["-1", "9" * 30, "1e400", "nan", "\uff11", "\u00b2", ""]
"""What is hard to read as a number."""

FEW = [CORE, "a\0b", "9" * 30]
"""What databases differ in, and enough for a form with many fields and a page that costs much."""

EVERYBODY = {
    "one", "two", "three",  # the names of tournaments
    "bot", "pause", "halt", "left", "ban", "void", "game", "board", "fault", "note",
    "doubt", "step",
}  # fmt: skip
"""What a visitor reads somewhere; of bots' own words that is what is in records."""

OF_CLUBS = {"course", "expected", "group"}
PRIVATE = {
    "owner": {"log", "detail", "refusal", "notice", "token", "path"},
    "organiser": {"notice"} | OF_CLUBS,
    "staff": {"log", "detail", "refusal", "notice", "incident", "host", "worker"} | OF_CLUBS,
}


def hostile(name, before=""):
    return f"{before}{CORE} {name}"


@dataclass
class World:
    """People, and rows of everything that has a page, full of what they and bots wrote."""

    owner: Player
    organiser: Player
    staff: Player
    parts: list[tuple[str, dict[str, list[object]]]]


def build():
    """A world in which every text is hostile, and one bot of two has a name like a number."""
    owner = PlayerFactory(username="+cmd-1@x")
    organiser = PlayerFactory(username="@\u0421\u0423\u041c\u041c.1+1")
    staff = PlayerFactory(username="-\U00020000\U00020001", is_staff=True, is_superuser=True)
    for one in (owner, organiser, staff):
        text = fault(hostile("notice", TURNED))
        one.notices.create(kind="people", text=text, link="/", group="0", at=NOW)
    bot = BotFactory(owner=owner, name="1e308", description=hostile("bot", TURNED))
    other = BotFactory(name="constructor", slug="constructor", description=hostile("bot"))
    board = variant()
    board.name = hostile("board")
    board.save()
    cups = _cups(organiser, [VersionFactory(bot=bot), VersionFactory(bot=other)])
    people.invite(cups[1], [owner], player=organiser, now=NOW)
    trial = _trial(owner, bot)
    opened(["me", trial.challenger], who=person(owner))
    _refused(bot)
    _voided(cups[0], staff)
    health.ban(other, reason=hostile("ban", TURNED), now=NOW)
    Version.objects.filter(bot=bot, number=1).update(
        paused_at=NOW, pause_reason=fault(hostile("pause", TURNED))
    )
    _of_the_platform(cups[1])
    doubted = found_anomaly(cups[0].variant, owner, organiser)
    anomalies.uphold(doubted, player=staff, reason=hostile("doubt", TURNED), now=NOW)
    files = {"bot.py": hostile("draft")}
    drafts.create(
        Content(name=hostile("draft")[:60], variant="kalah", files=files), player=owner, now=NOW
    )
    token = owner.api_tokens.create(
        label=hostile("token"), digest="0" * 64, created_at=NOW, expires_at=NOW + timedelta(days=90)
    )
    token.acts.create(at=NOW, method="POST", path=hostile("path"))
    return World(owner, organiser, staff, _parts(bot, other, cups, trial, token))


def _cups(organiser, versions):
    """One that is over, with a fault; one that is paused; one still to begin."""
    over = tournament(
        [*versions, VersionFactory()], organiser=organiser, name=hostile("one"), format="swiss"
    )
    _fail(over.matches.order_by("pk").first(), versions[0])
    while waiting := list(over.matches.filter(status="queued")):
        for match in waiting:
            play_out(match)
        lifecycle.advance(now=NOW)
    Entry.objects.filter(tournament=over, version=versions[1]).update(
        withdrawn_at=NOW, withdrawal=fault(hostile("left"))
    )
    halted = tournament(versions, organiser=organiser, name=hostile("two"))
    Tournament.objects.filter(pk=halted.pk).update(
        status="paused", pause_reason=fault(hostile("halt", TURNED)), paused_by=organiser
    )
    later = tournament(
        versions, organiser=organiser, name=hostile("three"), starts_at=NOW.replace(year=2099)
    )
    return [over, halted, later]


def _fail(match, version):
    """The match, in which the version writes a note, fails and leaves a log."""
    claimed(match)
    error = Sentence("raised", step=hostile("step", TURNED), error=hostile("fault", TURNED))
    fault = replace(BotFault("crash", error, hostile("detail", TURNED)).fault, ply=1)
    for game in match.games.order_by("number"):
        seat = game.seats.filter(version=version).first()
        said = outcome(game, forfeits=seat and seat.number, fault=fault)
        if game.number == 1 or seat is None:
            said = outcome(game)
        for event in said.record["events"]:
            event.update({"note": hostile("note", TURNED)} if "action" in event else {})
        logs = tuple(hostile("log", TURNED) for _seat in said.logs)
        reports.report(match, game, replace(said, logs=logs), now=NOW, lease=LEASE)


def _trial(owner, bot):
    new = VersionFactory(bot=bot)
    config = trials.TrialConfiguration(variant=variant(), most_pairs=10)
    return trials.start(
        challenger=new, incumbent=bot.versions.get(number=1), player=owner, now=NOW, config=config
    )


def _refused(bot):
    match = claimed(check_match(VersionFactory(bot=bot, status="checking")))
    reports.refuse(match, Fault("crash", None, hostile("refusal", TURNED), ""), now=NOW)


def _voided(cup, staff):
    voiding.void(
        [Game.objects.filter(match__tournament=cup).last()],
        player=staff, reason=hostile("game"), now=NOW,
    )  # fmt: skip


def _of_the_platform(cup):
    """A match that is void, its host and its incident."""
    host = Host.objects.create(name=hostile("host"), started_at=NOW, seen_at=NOW)
    match = cup.matches.first()
    Match.objects.filter(pk=match.pk).update(
        status="void", void_reason=fault(hostile("void", TURNED)),
        failure=fault(hostile("failure", TURNED)),
        worker=hostile("worker"), host=host, ended_at=NOW,
    )  # fmt: skip
    Incident.objects.create(
        kind="platform-fault", match=match, worker=hostile("worker"),
        text=fault(hostile("incident")), at=NOW,
    )  # fmt: skip


def _course(organiser):
    """A course in whose leaderboard the owner's bots do not stand; its texts are hostile."""
    club = clubs.create(
        player=organiser, name=hostile("club")[:60], description=hostile("course", TURNED), now=NOW
    )
    students = {hostile("expected"): hostile("group")}
    bot = BotFactory(is_house=True)
    return Course.objects.create(club=club, variant=variant(), to_beat=bot, students=students)


def _series(organiser):
    """A series of hostile name, whose first tournament was removed."""
    row = begin(organiser)
    row.tournaments.all().delete()
    return row


def _parts(bot, other, cups, trial, token):
    """What stands in the place of each parameter: by the beginning of the address."""
    matches = Match.objects.order_by("pk")
    board = cups[0].variant.slug
    bots = {"slug:slug": [bot.slug, other.slug], "slug:other": [other.slug]}
    numbers = {"int:number": [1, 3], "int:other_number": [1]}
    kinds = {"slug:kind": ["csv", "json", "jsonl", "pgn", "trf"]}
    shown = [matches.filter(tournament=cups[0])[0], matches.get(void_reason__isnull=False)]
    names = [bot.owner.username, cups[0].organiser.username]
    file = game_file(cups[0].variant)
    club = _course(cups[0].organiser).club
    step = club_step(club, title=CORE, text=hostile("course"))
    of_club = {"slug:slug": [club.slug], "slug:leaderboard": [board], "int:pk": [step.pk]}
    files = {"str:name": [file.name], "slug:stem": [file.stem]}
    of_board = {"slug:slug": [board], "slug:bot": [bot.slug], **files}
    return [
        ("/bots/", bots | numbers),
        ("/tournaments/", {"slug:slug": [cup.slug for cup in cups], **kinds}),
        ("/matches/", {"int:pk": [one.pk for one in shown], "int:number": [1, 2]}),
        ("/trials/", {"int:pk": [trial.pk]}),
        ("/play/", {"slug:key": [CasualGame.objects.get().key]}),
        (
            "/remote/",
            {"slug:slug": [bot.slug], "slug:key": [CasualGame.objects.get().key]},
        ),
        ("/casual-games/", {"slug:key": [CasualGame.objects.get().key]}),
        *((start, of_club) for start in ("/clubs/", "/courses/")),
        ("/workshop/", {"int:pk": [Draft.objects.get().pk]}),
        ("/players/", {"str:username": names}),
        ("/leaderboards/", bots | numbers | of_board | {"int:pk": [Anomaly.objects.get().pk]}),
        ("/games/", {"slug:game_id": ["kalah"], "int:number": [1]}),
        ("/series/", {"slug:slug": [_series(cups[0].organiser).slug]}),
        ("/legal/", {"slug:name": ["imprint"]}),
        ("/guide/", {"slug:name": ["ratings"]}),
        ("/kit/", {"str:name": [wheel().name]}),
        ("/problems/", {"slug:problem": ["invalid"]}),
        ("/accounts/openid/", {"slug:provider_id": ["home"]}),
        ("/accounts/token/", {"int:pk": [token.pk]}),
        ("/notices/", {"int:pk": [bot.owner.notices.latest("pk").pk]}),
    ]


SILENT = ("/admin/", "/api/v1/schema/", "/favicon.ico", "/api/v1/<path:rest>")
"""Addresses that tell nothing of what people wrote; the administration is read apart."""


def routes(patterns=None, prefix="/"):
    """Every address of the site and of the API, as a template."""
    for one in patterns or get_resolver().url_patterns:
        route = f"{prefix}{one.pattern}"
        if route.startswith(SILENT):
            continue
        if hasattr(one, "url_patterns"):
            yield from routes(one.url_patterns, route)
        elif "(" not in route:
            yield route


def addresses(world, times=None):
    """Every address with what is in the world, or only so many of each route.

    Fails for a parameter that there is nothing for.
    """
    for route in routes():
        names = re.findall("<([^>]+)>", route)
        about = route.removeprefix("/api/v1")
        known = next((kinds for start, kinds in world.parts if about.startswith(start)), {})
        every = itertools.product(*(known[name] for name in names))
        for chosen in itertools.islice(every, times):
            address = route
            for name, value in zip(names, chosen, strict=True):
                address = address.replace(f"<{name}>", str(value), 1)
            yield address


def texts(*more):
    """What is typed. How it is read and shown is tried on one database, what is kept on both."""
    return [*TEXTS, *more] if connection.vendor == "sqlite" else FEW
