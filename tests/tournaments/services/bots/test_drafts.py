"""Drafts: what is saved, what two tabs do to each other, and how one becomes a version."""

import pytest

from agents import samples
from tests.tournaments.factories import NOW, BotFactory
from tournaments.errors import Invalid
from tournaments.models import Draft, Match
from tournaments.models.drafts import BYTES
from tournaments.services.bots import drafts
from tournaments.services.bots.drafts import Content

pytestmark = pytest.mark.django_db

CODE = samples.read("random").decode()
FILES = {"bot.py": CODE, "moves/book.txt": "C\n"}


def content(name="Sketch", files=FILES):
    return Content(name=name, variant="kalah", files=files)


@pytest.fixture
def draft(alice):
    return drafts.create(content(), player=alice, now=NOW)


def test_a_draft_keeps_its_files(draft):
    row = Draft.objects.get()

    assert (row.files, row.counter, row.name) == (FILES, 1, "Sketch")
    assert row.size == len(CODE) + 2


def test_the_second_of_two_tabs_overwrites_nothing(draft, alice):
    assert drafts.save(draft.pk, content("One"), player=alice, counter=1, now=NOW) == 2

    with pytest.raises(Invalid, match="changed elsewhere"):
        drafts.save(draft.pk, content("Two"), player=alice, counter=1, now=NOW)
    assert Draft.objects.get().name == "One"
    assert drafts.save(draft.pk, content("Two"), player=alice, counter=2, now=NOW) == 3


def test_a_draft_is_saved_by_its_owner_alone(draft, bob):
    with pytest.raises(Invalid):
        drafts.save(draft.pk, content("Mine"), player=bob, counter=1, now=NOW)


def test_a_new_name_counts_as_a_change(draft, alice):
    drafts.rename(draft, name="Better")

    with pytest.raises(Invalid):
        drafts.save(draft.pk, content(), player=alice, counter=1, now=NOW)


@pytest.mark.parametrize(
    ("files", "code"),
    [
        ({"main.py": "pass"}, "no-main"),
        ({"bot.py": " "}, "source-empty"),
        ({"bot.py": CODE, "../x.py": "pass"}, "zip-odd-path"),
        ({"bot.py": CODE, "numpy.py": "pass"}, "reserved-name"),
        ({"bot.py": "#" * (BYTES + 1)}, "draft-too-large"),
    ],
)
def test_a_draft_holds_what_an_upload_may_hold(alice, files, code):
    with pytest.raises(Invalid) as refusal:
        drafts.create(content(files=files), player=alice, now=NOW)

    assert refusal.value.code == code


def test_a_player_has_only_so_many_drafts(draft, alice, bob, monkeypatch):
    monkeypatch.setattr(drafts, "MOST", 1)

    with pytest.raises(Invalid, match="You have 1 drafts"):
        drafts.create(content(), player=alice, now=NOW)
    assert drafts.create(content(), player=bob, now=NOW)


def test_a_draft_becomes_the_first_version_of_a_new_bot(draft, alice):
    version = drafts.upload(draft, bot=None, name="Newcomer", player=alice, now=NOW)

    assert (version.bot.name, version.bot.owner, version.number) == ("Newcomer", alice, 1)
    assert version.checks.get().status == Match.Status.QUEUED
    assert Draft.objects.filter(pk=draft.pk).exists()


def test_a_draft_becomes_the_next_version_of_a_bot(draft, alice):
    bot = BotFactory(owner=alice)

    first = drafts.upload(draft, bot=bot, name="", player=alice, now=NOW)

    assert first.bot == bot
    assert drafts.upload(draft, bot=bot, name="", player=alice, now=NOW) == first
