"""Each step of a bot's life happens once, and a deleted bot has a neutral name."""

import pytest

from tests.tournaments.factories import NOW, BotFactory
from tournaments.models import Bot

pytestmark = pytest.mark.django_db


@pytest.fixture
def bot(alice):
    return BotFactory(owner=alice, name="Tide pool", description="It waits.", on_ladders=True)


def twice(step, bot):
    """What a step says the first and the second time."""
    said = [step(), step()]
    bot.refresh_from_db()
    return said


def test_a_bot_is_hidden_and_shown_once(bot):
    assert twice(lambda: bot.hide(now=NOW), bot) == [True, False]
    assert (bot.hidden_at, Bot.objects.listed().exists()) == (NOW, False)
    assert twice(bot.show, bot) == [True, False]
    assert (bot.hidden_at, Bot.objects.listed().exists()) == (None, True)


def test_a_bot_is_banned_and_unbanned_once(bot):
    assert twice(lambda: bot.ban(reason="cheats", now=NOW), bot) == [True, False]
    assert (bot.banned_at, bot.ban_reason) == (NOW, "cheats")
    assert twice(bot.unban, bot) == [True, False]
    assert (bot.banned_at, bot.ban_reason) == (None, "")


def test_a_deleted_bot_keeps_its_row_under_a_neutral_name(bot):
    assert twice(lambda: bot.become_neutral(now=NOW), bot) == [True, False]
    assert (bot.name, bot.slug) == (f"Deleted bot {bot.pk}", f"deleted-bot-{bot.pk}")
    assert (bot.description, bot.open_to_all, bot.on_ladders) == ("", False, False)
    assert (bot.hidden_at, bot.deleted_at) == (NOW, NOW)
    assert not bot.show()
    assert not Bot.objects.kept().exists()


def test_nobody_reads_who_wrote_a_deleted_bot(bot):
    assert bot.author == "alice"

    bot.become_neutral(now=NOW)

    assert bot.author == "former author"
