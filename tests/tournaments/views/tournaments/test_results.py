"""The results of a tournament: one text for all who may see it, changed with what it shows."""

import re

import pytest
from django.core.cache import cache
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from tests.tournaments.factories import (
    FAILING,
    NOW,
    PlayerFactory,
    VersionFactory,
    claimed,
    play_all,
    play_out,
    tournament,
)
from tournaments.models import Tournament, Version
from tournaments.services.ratings import voiding
from tournaments.services.tournaments import lifecycle, withdrawals
from tournaments.views.tournaments import results

pytestmark = pytest.mark.django_db


@pytest.fixture
def row(alice):
    return tournament([VersionFactory() for _ in range(4)], organiser=alice)


@pytest.fixture
def written(monkeypatch):
    """How often the results were written."""
    calls = []
    render = results._render
    monkeypatch.setattr(results, "_render", lambda *given: calls.append(1) or render(*given))
    return calls


def live(client, row, tag=None, **query):
    headers = {"If-None-Match": tag} if tag else {}
    return client.get(reverse("tournament-live", args=[row.slug]), query, headers=headers)


def test_two_viewers_get_one_text(client, row, alice, written):
    first = live(client, row)
    client.force_login(alice)
    second = live(client, row)

    assert 'id="standings"' in first.content.decode()
    assert 'id="standings"' in second.content.decode()
    assert len(written) == 1


def test_what_one_viewer_alone_may_do_is_shown_to_nobody_else(client, row, alice):
    client.force_login(alice)
    assert "Withdraw an entrant" in live(client, row).content.decode()
    client.logout()

    assert "Withdraw an entrant" not in live(client, row).content.decode()


def test_each_change_writes_it_again_and_nothing_else_does(client, row, alice, carol, written):
    match = row.matches.first()
    void = {"player": carol, "reason": "A fault of the host.", "now": NOW}
    for step in (
        lambda: claimed(row.matches.last()),
        lambda: play_out(match),
        lambda: voiding.void(match.games.all()[:1], **void),
        lambda: withdrawals.withdraw(row.entries.first(), player=alice, now=NOW),
        lambda: lifecycle.pause(row, player=alice, now=NOW),
        lambda: Version.objects.update(paused_at=NOW, pause_reason=FAILING),
    ):
        live(client, row)
        before = len(written)
        live(client, row)
        assert len(written) == before
        step()
        live(client, row)
        assert len(written) == before + 1


def test_who_looks_while_it_is_written_gets_the_last_text(client, row, written):
    before = live(client, row)
    play_out(row.matches.first())
    name = results._key(f"results-{row.pk}")
    cache.add(f"{name}:en:busy", True)

    during = live(client, row)

    assert len(written) == 1
    assert during.context["seen"] == before.context["seen"]
    assert during["ETag"] == before["ETag"]


def test_the_same_again_is_304(client, row):
    first = live(client, row)
    again = live(client, row, tag=first["ETag"])

    assert (again.status_code, again.content) == (304, b"")
    assert first["Cache-Control"] == "private, no-cache"

    play_out(row.matches.first())
    assert live(client, row, tag=first["ETag"]).status_code == 200


def test_one_player_s_tag_is_nobody_else_s(client, row, alice):
    tag = live(client, row)["ETag"]
    client.force_login(alice)

    assert live(client, row, tag=tag).status_code == 200


def test_a_private_text_in_the_cache_is_for_those_who_may_see_it(client, row, alice):
    Tournament.objects.update(access=Tournament.Access.PRIVATE)
    client.force_login(alice)
    seen = live(client, row)
    assert seen.status_code == 200

    client.force_login(PlayerFactory())
    assert live(client, row).status_code == 404
    assert live(client, row, tag=seen["ETag"]).status_code == 404
    assert live(client, row, seen=seen.context["seen"]).status_code == 404


def test_a_large_crosstable_is_shown_in_parts(client):
    many = [VersionFactory() for _ in range(31)]
    row = tournament(many, format="swiss", format_options={"rounds": 1})

    first, last = live(client, row), live(client, row, down=2, across=2)

    assert "A pairing counts as a whole: 1 point" in first.content.decode()
    assert _size(first) == (20, 20)
    assert _size(last) == (11, 11)
    assert last.context["cross"][0][0] == 21
    assert "?down=2#crosstable" in first.content.decode()
    assert "?across=2#crosstable" in first.content.decode()


def _size(answer):
    rows = answer.context["cross"]
    return len(rows), len(rows[0][2])


def test_a_large_bracket_is_shown_in_parts(client):
    row = tournament([VersionFactory() for _ in range(64)], format="knockout")

    last, part = live(client, row), live(client, row, section=2)

    assert _columns(last) == [16, 8, 4, 2, 1]
    assert _columns(part) == [16, 8, 4, 2, 1]
    assert re.search(r'aria-current="true">\s*Part 2\s*<', part.content.decode())


def _columns(answer):
    (bracket,) = answer.context["brackets"]
    return [len(one["matches"]) for one in bracket["rounds"]]


@pytest.mark.parametrize("chosen", ["round-robin", "swiss", "knockout"])
def test_a_larger_tournament_takes_as_many_queries(client, chosen):
    counts, again = [], []
    client.get("/")  # whose answer about hosts every page shares for seconds
    for count in (4, 8):
        row = play_all(tournament([VersionFactory() for _ in range(count)], format=chosen,
                                  name=f"Cup of {count}"))  # fmt: skip
        live(client, row)
        again.append(_queries(client, row))
        cache.clear()
        counts.append(_queries(client, row))

    assert counts[0] == counts[1] <= 21
    assert again[0] == again[1] <= 11


def _queries(client, row):
    with CaptureQueriesContext(connection) as captured:
        client.get(row.get_absolute_url())
    return len(captured)
