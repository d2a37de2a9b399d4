"""Marks change with what a page shows, and only who may see a row hears of it."""

from datetime import timedelta

import pytest
from django.contrib.auth.models import AnonymousUser

from tests.tournaments.casual import at, opened, person
from tests.tournaments.factories import (
    LEASE,
    NOW,
    VersionFactory,
    claimed,
    outcome,
    tournament,
)
from tournaments.models import Match, Tournament
from tournaments.queries.games import changes
from tournaments.queries.games.changes import PLAY, TOURNAMENTS, Subject
from tournaments.services.casual import moves
from tournaments.services.playing import reports
from tournaments.services.tournaments import create, lifecycle, tables

pytestmark = pytest.mark.django_db


def mark(subject):
    return changes.marks([subject])[subject]


def test_each_change_of_a_casual_game_changes_its_mark(alice):
    game = opened(["me", VersionFactory()], who=person(alice))
    subject = Subject(PLAY, game.key)
    before = mark(subject)
    assert mark(subject) == before == str(game.state)

    moves.act(game, who=person(alice), state=game.state, action="B", now=at(seconds=2))

    assert int(mark(subject)) > int(before)


def test_a_tournament_changes_when_a_match_begins_or_ends_and_when_its_table_is_computed():
    row = tournament([VersionFactory(), VersionFactory()])
    subject = Subject(TOURNAMENTS, str(row.pk))
    seen = [mark(subject)]

    match = claimed(Match.objects.get())
    seen.append(mark(subject))
    for game in match.games.all():
        reports.report(match, game, outcome(game), now=NOW, lease=LEASE)
    seen.append(mark(subject))
    tables.current(row, now=at(seconds=9))
    seen.append(mark(subject))

    assert len(set(seen)) == len(seen)
    assert mark(subject) == seen[-1]


def test_a_tournament_to_come_changes_with_its_entrants_and_when_it_begins(alice):
    versions = [VersionFactory(), VersionFactory()]
    row = tournament(versions, organiser=alice, starts_at=NOW + timedelta(days=1))
    subject = Subject(TOURNAMENTS, str(row.pk))
    seen = [mark(subject)]

    create.enter(row, [VersionFactory()])
    seen.append(mark(subject))
    lifecycle.start_now(row, player=alice, now=NOW)
    seen.append(mark(subject))

    assert len(set(seen)) == len(seen)


def test_rows_that_are_not_there_have_no_mark():
    assert changes.marks([Subject(PLAY, "0f"), Subject(TOURNAMENTS, "1")]) == {}


def test_a_private_tournament_is_for_who_takes_part(alice):
    version = VersionFactory()
    hidden = tournament([version, VersionFactory()], access=Tournament.Access.PRIVATE)
    subject = Subject(TOURNAMENTS, str(hidden.pk))

    assert changes.is_visible(version.bot.owner, subject)
    assert not changes.is_visible(alice, subject)
    assert not changes.is_visible(AnonymousUser(), subject)


def test_a_casual_game_is_for_all_who_have_its_address(alice):
    game = opened(["me", VersionFactory()], who=person(alice))

    assert changes.is_visible(AnonymousUser(), Subject(PLAY, game.key))
    assert not changes.is_visible(alice, Subject(PLAY, "0f"))
