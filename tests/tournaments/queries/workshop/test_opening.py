"""What the workshop opens with: drafts for their owners, code for who may read it, and steps."""

import pytest
from django.contrib.auth.models import AnonymousUser

from agents import samples
from agents.bots import archive
from tests.tournaments.factories import NOW, BotFactory, PlayerFactory, VersionFactory
from tests.tournaments.worlds import club_step
from tournaments.errors import Invalid
from tournaments.queries.workshop.opening import Opening, opening
from tournaments.services.bots import drafts
from tournaments.services.bots.drafts import Content
from tournaments.services.people import clubs

pytestmark = pytest.mark.django_db

VISITOR = AnonymousUser()


def test_an_address_that_names_nothing_opens_nothing(alice):
    assert opening({}, alice) == Opening()


def test_a_draft_is_opened_by_its_owner_alone(alice, bob):
    content = Content(
        name="Sketch", variant="einstein", files={"a.py": "1", "bot.py": "pass", "b.py": "2"}
    )
    row = drafts.create(content, player=alice, now=NOW)

    opened = opening({"draft": str(row.pk)}, alice)

    assert (opened.variant, opened.draft, opened.counter) == ("einstein", row.pk, 1)
    assert [file["name"] for file in opened.listed()] == ["bot.py", "a.py", "b.py"]
    for other in (bob, VISITOR):
        with pytest.raises(LookupError):
            opening({"draft": str(row.pk)}, other)


def test_code_is_opened_by_its_owner_and_public_code_by_everybody(alice, bob):
    version = VersionFactory(bot=BotFactory(owner=alice, slug="anna"), games=["einstein"])
    asked = {"version": "anna/1"}
    assert opening(asked, alice).variant == "einstein"
    for other in (bob, VISITOR):
        with pytest.raises(LookupError):
            opening(asked, other)

    version.source_is_public = True
    version.save(update_fields=["source_is_public"])

    fork = opening(asked, VISITOR)
    assert fork.files["bot.py"].startswith(samples.read("random").decode())
    assert fork.draft is None


@pytest.mark.parametrize(
    "files",
    [
        {"weights.bin": b"\x00\x01"},
        {"latin.txt": b"caf\xe9"},
        {"long.txt": b"#" * (256 * 1024)},
    ],
)
def test_what_is_no_short_text_is_no_draft(alice, files):
    packed = archive.pack_files({"bot.py": b"pass", **files})
    VersionFactory(bot=BotFactory(owner=alice, slug="anna"), packed=packed)

    with pytest.raises(Invalid):
        opening({"version": "anna/1"}, alice)


def test_a_step_of_a_game_names_the_next_until_the_last(alice):
    first, last = (opening({"step": f"kalah/{n}"}, VISITOR) for n in (1, 4))

    assert (first.next.key, last.next) == ("kalah/2", None)
    assert (first.number, last.number) == (1, 4)


def test_steps_of_a_club_are_for_its_members(alice, bob):
    club = clubs.create(player=alice, name="Course", description="", now=NOW)
    first, second = club_step(club), club_step(club, "Second step")
    clubs.join(club.join_code, player=bob, now=NOW)

    opened = opening({"step": f"club/{first.pk}"}, bob)

    assert (opened.step.title, opened.next.key) == ("First step", f"club/{second.pk}")
    for other in (PlayerFactory(), VISITOR):
        with pytest.raises(LookupError):
            opening({"step": f"club/{first.pk}"}, other)


@pytest.mark.parametrize(
    "asked",
    [
        {"draft": "x"},
        {"draft": "9" * 30},
        {"version": "anna"},
        {"version": "a\0b/1"},
        {"step": "chess/1"},
        {"step": "kalah/0"},
        {"step": "kalah/9"},
        {"step": "kalah/²"},
        {"step": "club/-1"},
    ],
)
def test_what_is_not_there_is_not_opened(alice, asked):
    with pytest.raises(LookupError):
        opening(asked, alice)
