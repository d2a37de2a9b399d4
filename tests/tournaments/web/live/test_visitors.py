"""Who may see a running game, and how often an address may ask."""

import contextlib

import pytest

from tests.tournaments.factories import (
    PlayerFactory,
    VersionFactory,
    as_player,
    check_match,
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
            visitors.admit(_lower(as_player(owner)), [match.pk], visitor="a")
            for headers in ({}, _lower(as_player(other))):
                with pytest.raises(Refused) as refused:
                    visitors.admit(headers, [match.pk], visitor="a")
                assert refused.value.kind == "not_found"

    def test_a_browser_is_known_by_its_session(self, client):
        version = VersionFactory()
        check = check_match(version)
        client.force_login(version.bot.owner)

        visitors.admit(
            {"cookie": client.cookies.output(attrs=[], header="", sep=";")}, [check.pk], visitor="a"
        )

    def test_one_match_that_may_not_be_seen_refuses_all(self):
        public = Match.objects.get(tournament=tournament([VersionFactory(), VersionFactory()]))
        check = check_match(VersionFactory())

        visitors.admit({}, [public.pk], visitor="a")
        with pytest.raises(Refused):
            visitors.admit({}, [public.pk, check.pk], visitor="a")

    def test_a_wrong_token_is_refused(self):
        with pytest.raises(Refused) as refused:
            visitors.admit({"authorization": "Token wrong"}, [1], visitor="a")

        assert refused.value.kind == "authentication_failed"

    def test_an_address_asks_only_so_often(self, settings):
        settings.VIEWS_A_MINUTE = 2
        match = Match.objects.get(tournament=tournament([VersionFactory(), VersionFactory()]))
        statuses = []
        for _ in range(4):
            with contextlib.suppress(Refused):
                visitors.admit({}, [match.pk], visitor="192.0.2.77")
                statuses.append(200)

        assert 2 <= len(statuses) < 4


def _lower(headers):
    return {name.lower(): text for name, text in headers.items()}


def test_the_proxy_says_where_a_visitor_comes_from_only_where_there_is_one(settings):
    claimed = {"x-forwarded-for": "198.51.100.9, 192.0.2.5"}
    settings.SECURE_PROXY_SSL_HEADER = None
    assert visitors.address(claimed, "127.0.0.1") == "127.0.0.1"

    settings.SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
    assert visitors.address(claimed, "127.0.0.1") == "192.0.2.5"
