"""What `make_once` of a file makes is the same for each of its tests, whatever others did to it."""

from pathlib import Path

import pytest

from tests.tournaments.factories import VersionFactory
from tournaments.models import Bot, Version

pytestmark = pytest.mark.django_db


def make_once():
    return VersionFactory(bot__name="Anna")


@pytest.mark.parametrize("time", ["first", "second"])
def test_what_a_test_changes_is_undone(made, time):
    assert (made.number, Version.objects.get().number) == (1, 1)

    made.number = 2
    made.save()
    VersionFactory()


@pytest.mark.parametrize("time", ["first", "second"])
def test_an_archive_that_a_test_removes_is_there_again(made, time):
    with made.archive.open() as archive:
        assert archive.read()

    made.archive.delete(save=False)

    assert not list(Path(made.archive.storage.location).rglob("*.*"))


def test_who_does_not_ask_for_it_finds_no_rows(db):
    assert not Bot.objects.exists()
