"""How many may sign up with a code, and until when."""

from datetime import timedelta

import pytest

from tests.tournaments.factories import NOW
from tournaments.models import SignupCode

pytestmark = pytest.mark.django_db


def code(**facts):
    return SignupCode.objects.create(code="open", label="the course", created_at=NOW, **facts)


def test_a_code_lets_in_as_many_as_it_is_for():
    row = code(most=2)

    assert [SignupCode.take("open", now=NOW) for _ in range(3)] == [True, True, False]
    row.refresh_from_db()
    assert row.used == 2


def test_another_code_lets_nobody_in():
    code()

    assert not SignupCode.take("shut", now=NOW)


def test_a_code_lets_people_in_until_it_ends():
    code(most=5, ends_at=NOW)

    assert SignupCode.take("open", now=NOW - timedelta(seconds=1))
    assert not SignupCode.take("open", now=NOW)


def test_a_code_is_revoked_once_and_lets_nobody_in_then():
    row = code()

    assert [row.revoke(now=NOW), row.revoke(now=NOW)] == [True, False]
    assert not SignupCode.take("open", now=NOW)
