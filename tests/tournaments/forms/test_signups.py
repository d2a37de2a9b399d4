"""Signing up by invitation, quotas of bots, and the list of sessions."""

from datetime import timedelta

import pytest
from django.db import IntegrityError
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from tests.tournaments.factories import NOW, BotFactory
from tournaments.errors import Invalid
from tournaments.models import Player, SignupCode
from tournaments.services.bots import ownership, uploads
from tournaments.services.house import opening

pytestmark = pytest.mark.django_db

PASSWORD = "cowrie-and-wood"
DORA = {"username": "dora", "password1": PASSWORD, "password2": PASSWORD}
NOBODY_IN = "This code lets nobody in now."


@pytest.fixture
def invited(settings):
    settings.SIGNUP = "invited"


def code(**changed):
    return SignupCode.objects.create(**{"label": "Course", "created_at": NOW} | changed)


def sign_up(given, **changed):
    return Client().post(reverse("signup"), DORA | {"code": given} | changed).content.decode()


def is_in(username="dora"):
    return Player.objects.filter(username=username).exists()


def test_an_open_site_asks_for_no_code(client):
    assert "Code" not in client.get(reverse("signup")).content.decode()
    sign_up("")
    assert is_in()


def test_with_a_code_one_signs_up_and_is_counted(invited):
    row = code(most=2)

    sign_up(row.code)

    row.refresh_from_db()
    assert is_in()
    assert row.used == 1


def test_a_link_brings_the_code_along(invited, client):
    page = client.get(reverse("signup"), {"code": "abc<def"}).content.decode()

    assert 'value="abc&lt;def"' in page


def test_without_a_usable_code_nobody_signs_up(invited):
    soon = timezone.now() - timedelta(minutes=1)
    revoked = code()
    assert revoked.revoke(now=NOW)
    assert not revoked.revoke(now=NOW)

    for given in ("wrong", revoked.code, code(ends_at=soon).code, code(used=1).code):
        assert NOBODY_IN in sign_up(given)
    assert "This field is required." in sign_up("")
    assert not is_in()


def test_a_refused_form_uses_no_code_up(invited):
    row = code()

    sign_up(row.code, password2="another one")

    row.refresh_from_db()
    assert row.used == 0


def test_of_two_at_once_only_as_many_as_the_code_is_for_sign_up(invited, monkeypatch):
    row = code()
    looked_up = SignupCode.take

    def last_moment(given, *, now):
        assert looked_up(given, now=now)
        return looked_up(given, now=now)

    monkeypatch.setattr(SignupCode, "take", last_moment)

    assert NOBODY_IN in sign_up(row.code)
    assert not is_in()
    row.refresh_from_db()
    assert row.used == 0


def test_the_database_lets_no_code_be_used_too_often():
    with pytest.raises(IntegrityError):
        code(most=1, used=2)


def test_staff_make_and_revoke_codes_in_the_administration(client, admin_user):
    client.force_login(admin_user)
    empty = {"label": "Course", "most": 30, "ends_at_0": "", "ends_at_1": ""}

    client.post(reverse("admin:tournaments_signupcode_add"), empty)
    row = SignupCode.objects.get()
    chosen = {"action": "revoke", "_selected_action": [row.pk]}
    client.post(reverse("admin:tournaments_signupcode_changelist"), chosen)

    row.refresh_from_db()
    assert (row.most, row.made_by, len(row.code)) == (30, admin_user, 12)
    assert row.revoked_at


def test_a_player_has_no_more_bots_than_allowed(alice, settings):
    settings.PLAYER_BOTS = 1
    bot = BotFactory(owner=alice)

    with pytest.raises(Invalid, match="You may have 1 bots"):
        uploads.create_bot(owner=alice, name="One more", now=NOW)

    ownership.delete_bot(bot, player=alice, now=NOW)
    assert uploads.create_bot(owner=alice, name="One more", now=NOW)


def test_the_house_has_as_many_bots_as_it_needs(settings):
    settings.PLAYER_BOTS = 1

    assert len(opening.ensure_bots(now=NOW)) > 1


def log_in(client):
    return client.post(reverse("login"), {"login": "dora", "password": PASSWORD})


def test_sessions_are_listed_and_all_others_end():
    Player.objects.create_user("dora", password=PASSWORD)
    here, there = Client(HTTP_USER_AGENT="Here/1"), Client(HTTP_USER_AGENT="There/<1>")
    for one in (here, there):
        log_in(one)

    page = here.get(reverse("usersessions_list")).content.decode()
    assert "Here/1" in page
    assert "There/&lt;1&gt;" in page
    here.post(reverse("usersessions_list"))

    assert here.get(reverse("account")).status_code == 200
    assert there.get(reverse("account")).status_code == 302
