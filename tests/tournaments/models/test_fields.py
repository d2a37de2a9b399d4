"""What a column keeps of a sentence, and of what a name looks like."""

import pytest
from django.db import connection

from tests.tournaments.factories import FAILING, NOW, PlayerFactory, VersionFactory
from tournaments.models import Bot, Version
from tournaments.models.fields import LookField
from tournaments.words import Sentence

pytestmark = pytest.mark.django_db


def raw(column, row):
    """What the database has in a column of this version."""
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT {column} FROM tournaments_version WHERE id = %s", [row.pk])
        return cursor.fetchone()[0]


def test_a_sentence_is_read_as_it_was_written():
    version = VersionFactory(paused_at=NOW, pause_reason=FAILING)

    assert Version.objects.get(pk=version.pk).pause_reason == FAILING
    assert '"keeps-failing"' in str(raw("pause_reason", version)).replace("'", '"')


def test_an_empty_sentence_is_null():
    version = VersionFactory()

    assert raw("pause_reason", version) is None
    assert Version.objects.get(pk=version.pk).pause_reason == Sentence()
    assert Version.objects.filter(pause_reason__isnull=True).exists()


def test_a_look_is_written_with_the_row_and_on_the_object():
    player = PlayerFactory(username="Bi11")

    assert player.look == "biii"
    player.refresh_from_db()
    assert player.look == "biii"


def test_a_look_knows_its_column_and_no_form_offers_it():
    field = Bot._meta.get_field("look")

    _name, _path, args, kwargs = field.deconstruct()

    assert LookField(*args, **kwargs).of == "name"
    assert not field.editable
