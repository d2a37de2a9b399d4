"""Who may see a running game, and how often an address may ask."""

import contextlib

import pytest

from tests.tournaments.factories import (
    PlayerFactory,
    VersionFactory,
    as_player,
    check_match,
    claimed,
    tournament,
)
from tournaments.models import Match, Tournament
from tournaments.web.live import visitors
from tournaments.web.live.visitors import Refused


@pytest.mark.django_db
class TestWhoMaySee:
    def test_a_check_is_for_the_owner_and_a_private_match_for_who_takes_part(self, client):
        version = VersionFactory()
        check = check_match(version)
        owner, other = version.bot.owner, PlayerFactory()
        hidden = tournament([version, VersionFactory()], access=Tournament.Access.PRIVATE)
        private = Match.objects.get(tournament=hidden)

        for match in (check, private):
            visitors.admit(_lower(as_player(owner)), [match.pk], "a")
            for headers in ({}, _lower(as_player(other))):
                with pytest.raises(Refused) as refused:
                    visitors.admit(headers, [match.pk], "a")
                assert refused.value.kind == "not_found"

    def test_a_browser_is_known_by_its_session(self, client):
        version = VersionFactory()
        check = check_match(version)
        client.force_login(version.bot.owner)

        visitors.admit(
            {"cookie": client.cookies.output(attrs=[], header="", sep=";")}, [check.pk], "a"
        )

    def test_one_match_that_may_not_be_seen_refuses_all(self):
        public = Match.objects.get(tournament=tournament([VersionFactory(), VersionFactory()]))
        check = check_match(VersionFactory())

        visitors.admit({}, [public.pk], "a")
        with pytest.raises(Refused):
            visitors.admit({}, [public.pk, check.pk], "a")

    def test_a_wrong_token_is_refused(self):
        with pytest.raises(Refused) as refused:
            visitors.admit({"authorization": "Token wrong"}, [1], "a")

        assert refused.value.kind == "authentication_failed"

    def test_an_address_asks_only_so_often(self, settings):
        settings.VIEWS_A_MINUTE = 2
        match = Match.objects.get(tournament=tournament([VersionFactory(), VersionFactory()]))
        statuses = []
        for _ in range(4):
            with contextlib.suppress(Refused):
                visitors.admit({}, [match.pk], "192.0.2.77")
                statuses.append(200)

        assert 2 <= len(statuses) < 4

    def test_who_is_logged_in_counts_as_a_player_others_by_address(self, settings):
        settings.VIEWS_A_MINUTE = 1
        match = Match.objects.get(tournament=tournament([VersionFactory(), VersionFactory()]))
        ann, ben = PlayerFactory(), PlayerFactory()

        for player in (ann, ben):
            admitted = visitors.admit(_lower(as_player(player)), [match.pk], "192.0.2.1")
            assert admitted.viewer == f"player-{player.pk}"
        assert visitors.admit({}, [match.pk], "192.0.2.1").viewer == "192.0.2.1"

    def test_matches_that_are_played_are_told_from_those_that_wait(self):
        row = tournament([VersionFactory() for _ in range(3)])
        played, *_waiting = matches = list(Match.objects.filter(tournament=row))
        claimed(played)

        admitted = visitors.admit({}, [match.pk for match in matches], "a")

        assert admitted.running == {played.pk}


def _lower(headers):
    return {name.lower(): text for name, text in headers.items()}
