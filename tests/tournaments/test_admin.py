"""The administration: every model is there, and what was played and rated is only read."""

import pytest
from django.apps import apps
from django.contrib import admin
from django.contrib.auth.models import Group, Permission
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from tests.tournaments.casual import opened, person
from tests.tournaments.factories import (
    NOW,
    BotFactory,
    PlayerFactory,
    VersionFactory,
    claimed,
    play_all,
    tournament,
)
from tournaments.admin import common
from tournaments.admin.common import Many
from tournaments.models import (
    Bot,
    CasualGame,
    CasualSeat,
    Club,
    FitCovariance,
    Game,
    GameAnalysis,
    LedgerEntry,
    Match,
    Meeting,
    PairingSide,
    Rating,
    ReplacedSeed,
    Seat,
    TokenAct,
    Tournament,
    Variant,
)
from tournaments.services.casual.opening import ANYBODY
from tournaments.web import pages

pytestmark = pytest.mark.django_db

MODELS = list(apps.get_app_config("tournaments").get_models())
INLINE = [CasualSeat, FitCovariance, PairingSide, ReplacedSeed, TokenAct]


@pytest.fixture
def root(client):
    client.force_login(PlayerFactory(username="root", is_staff=True, is_superuser=True))
    return client


def make_once():
    return play_all(tournament([VersionFactory(), VersionFactory()]))


@pytest.fixture
def played(made):
    return made


def address(model, page, *args):
    return reverse(f"admin:tournaments_{model._meta.model_name}_{page}", args=args)


def test_every_model_is_there_or_inside_another():
    hidden = {model for model in MODELS if not admin.site.is_registered(model)}

    assert hidden == set(INLINE)


@pytest.mark.parametrize("model", [model for model in MODELS if model not in INLINE])
def test_every_list_and_every_row_can_be_looked_at(root, played, model):
    assert root.get(address(model, "changelist")).status_code == 200
    row = model.objects.first()
    if row is not None:
        assert root.get(address(model, "change", row.pk)).status_code == 200


@pytest.mark.parametrize("model", [LedgerEntry, Rating, Game, Seat, Match])
def test_what_was_played_and_rated_cannot_be_changed(root, played, model):
    row = model.objects.first()

    assert root.get(address(model, "add")).status_code == 403
    assert root.post(address(model, "change", row.pk), {"delta": 1}).status_code == 403
    assert root.post(address(model, "delete", row.pk), {"post": "yes"}).status_code == 403


def test_the_secret_of_the_dice_is_not_shown(root, played):
    match = Match.objects.first()

    page = root.get(address(Match, "change", match.pk)).content.decode()

    assert bytes(match.seed).hex() not in page
    assert "field-seed" not in page


def test_of_a_replaced_seed_the_commitment_alone_is_shown(root):
    tournament([VersionFactory(), VersionFactory()])
    claimed(Match.objects.get()).hand_back(now=NOW)
    match = Match.objects.get()

    page = root.get(address(Match, "change", match.pk)).content.decode()

    assert match.replaced_seeds.get().commitment in page
    assert not any(seed.hex() in page or repr(seed)[2:-1] in page for seed in match.seeds)


def test_staff_can_give_a_variant_a_leaderboard(root):
    row = Variant.objects.of(
        tournament([VersionFactory(), VersionFactory()], rated=False).variant.load()
    )

    root.post(
        address(Variant, "change", row.pk), {"name": "Short Kalah", "slug": "short", "rated": "on"}
    )

    row.refresh_from_db()
    assert (row.name, row.rated, row.key) == ("Short Kalah", True, "kalah")


def test_the_owner_of_a_bot_stays(root, alice):
    bot = VersionFactory().bot

    root.post(address(Bot, "change", bot.pk), {"name": bot.name, "owner": alice.pk})

    bot.refresh_from_db()
    assert bot.owner != alice


def _queries(client, row):
    with CaptureQueriesContext(connection) as statements:
        assert client.get(address(type(row), "change", row.pk)).status_code == 200
    return len(statements)


def _rows_with(number):
    """A tournament, a bot and a club with this many rows inside, and a match with its games."""
    cup = tournament([VersionFactory() for _ in range(number)], name=f"Cup of {number}")
    bot = BotFactory()
    for count in range(number):
        VersionFactory(bot=bot, number=count + 1)
    club = Club.objects.create(name=f"Club {number}", slug=f"club-{number}", created_at=NOW)
    for _member in range(number):
        club.members.create(player=PlayerFactory(), role="member", joined_at=NOW)
    return [cup, bot, club, cup.matches.first(), cup.rounds.first().pairings.first()]


def test_the_page_of_a_row_takes_the_same_queries_however_many_belong_to_it(root):
    few, many = _rows_with(2), _rows_with(12)
    for row in few:
        _queries(root, row)  # What a process remembers after its first page.

    taken = [[_queries(root, row) for row in rows] for rows in (few, many)]

    assert taken[0] == taken[1]
    assert max(taken[1]) < 25


def test_the_page_of_a_row_shows_the_first_rows_that_belong_to_it(root, monkeypatch):
    monkeypatch.setattr(common, "MOST_INSIDE", 3)
    cup = tournament([VersionFactory() for _ in range(5)])

    page = root.get(address(Tournament, "change", cup.pk))

    (inside,) = page.context["inline_admin_formsets"]
    assert len(list(inside)) == 3


def test_whatever_stands_inside_the_page_of_a_row_is_limited():
    inlines = [one for known in admin.site._registry.values() for one in known.inlines]

    assert inlines
    assert all(issubclass(one, common.Inside) for one in inlines if "tournaments" in one.__module__)


@pytest.mark.parametrize("model", [model for model in MODELS if model not in INLINE])
def test_no_form_offers_every_row_of_a_model_that_grows(root, played, model, rf):
    request = rf.get("/")
    request.user = PlayerFactory(is_staff=True, is_superuser=True)
    known = admin.site.get_model_admin(model)
    row = model.objects.first()

    fields = known.get_form(request, row, change=True).base_fields.values() if row else ()

    offered = {field.queryset.model for field in fields if hasattr(field, "queryset")}
    assert offered <= {Group, Permission}


@pytest.mark.parametrize("model", [Match, Game, Seat, Rating, LedgerEntry, Meeting])
def test_of_very_many_rows_no_more_are_counted_than_are_shown(root, model, monkeypatch):
    monkeypatch.setattr(pages, "FIRST", 2)
    monkeypatch.setattr(Many, "list_per_page", 1)
    play_all(tournament([VersionFactory(), VersionFactory(), VersionFactory()]))
    assert model.objects.count() > 2

    shown = root.get(reverse(f"admin:tournaments_{model.__name__.lower()}_changelist"))

    assert shown.context["cl"].result_count == 2
    assert list(shown.context["cl"].result_list) == [model.objects.order_by("pk").last()]


def test_the_list_and_the_page_of_players_say_whom_staff_trust(root):
    dora = PlayerFactory(username="dora", is_trusted=True)

    listed = root.get(reverse("admin:tournaments_player_changelist"), {"is_trusted__exact": 1})
    page = root.get(reverse("admin:tournaments_player_change", args=[dora.pk]))

    assert list(listed.context["cl"].result_list) == [dora]
    assert "field-is_trusted" in listed.content.decode()
    assert "field-is_trusted" in page.content.decode()


def found(model, words, rf):
    lists = admin.site.get_model_admin(model)
    rows, _may_have_duplicates = lists.get_search_results(
        rf.get("/"), lists.get_queryset(rf.get("/")), words
    )
    return set(rows)


def test_a_search_of_a_long_list_finds_rows_by_number_or_bot(root, played, rf):
    game = Game.objects.finished().filter(ledger__isnull=False).first()
    bot = game.seats.first().version.bot

    assert found(Game, str(game.match_id), rf) == set(game.match.games.all())
    # A number may also be in the name of a bot.
    assert found(LedgerEntry, str(game.pk), rf) >= set(game.ledger.all())
    assert found(Seat, bot.name, rf) == set(Seat.objects.filter(version__bot=bot))
    assert found(LedgerEntry, "9" * 30, rf) == set()


def test_a_match_is_found_by_its_number_and_by_its_tournament(root, played, rf):
    match = Match.objects.filter(tournament__isnull=False).first()

    assert match in found(Match, str(match.pk), rf)
    assert found(Match, match.tournament.slug, rf) == set(match.tournament.matches.all())
    assert found(Match, "no-such-tournament", rf) == set()


def test_a_casual_game_is_found_by_its_key_and_so_is_its_analysis(root, rf):
    game = opened([ANYBODY, ANYBODY], who=person(PlayerFactory()))
    asked = {"version": 1, "asked_at": NOW, "not_before": NOW}
    analysis = GameAnalysis.objects.create(casual_game=game, **asked)

    assert found(CasualGame, game.key, rf) == {game}
    assert found(GameAnalysis, game.key, rf) == {analysis}
    assert found(CasualGame, "nothing", rf) == set()
