"""Steps that teachers write: who may, what is refused, and how their Markdown is shown."""

import pytest
from django.urls import reverse

from tests.tournaments.factories import NOW, variant
from tests.tournaments.worlds import club_step
from tournaments.errors import Invalid, NotAllowed
from tournaments.models import ClubStep
from tournaments.services.people import clubs
from tournaments.views import documents

pytestmark = pytest.mark.django_db

CODE = "from kauri.sdk import Bot\r\n\r\n\r\nclass Mine(Bot):\r\n    pass\r\n"


@pytest.fixture
def club(alice, bob):
    row = clubs.create(player=alice, name="Course", description="", now=NOW)
    clubs.join(row.join_code, player=bob, now=NOW)
    return row


def sent(**more):
    return {
        "title": "First step", "text": "Beat *Random*.", "variant": variant().pk,
        "opponent": "random", "wins": 6, "games": 10, "start": CODE,
    } | more  # fmt: skip


def test_an_organiser_writes_a_step_that_members_find_on_the_page_of_the_club(
    client, club, alice, bob
):
    client.force_login(alice)
    answer = client.post(reverse("club-step-create", args=[club.slug]), sent())
    assert answer.url == club.get_absolute_url()

    client.force_login(bob)
    page = client.get(club.get_absolute_url()).content.decode()

    step = ClubStep.objects.get()
    assert step.start == CODE.replace("\r\n", "\n")
    assert f"{reverse('workshop')}?step=club/{step.pk}" in page
    assert reverse("club-step", args=[club.slug, step.pk]) not in page


def test_an_organiser_changes_and_deletes_a_step(client, club, alice):
    client.force_login(alice)
    step = club_step(club)
    address = reverse("club-step", args=[club.slug, step.pk])

    client.post(address, sent(title="Better"))
    assert ClubStep.objects.get().title == "Better"
    client.post(reverse("club-step-delete", args=[club.slug, step.pk]))

    assert not ClubStep.objects.exists()


@pytest.mark.parametrize(
    ("more", "field"),
    [
        ({"opponent": "einstein-glance"}, "opponent"),
        ({"opponent": "kalah-neural"}, "opponent"),
        ({"opponent": "nobody"}, "opponent"),
        ({"wins": 11}, "wins"),
        ({"wins": 0}, "wins"),
        ({"games": 21}, "games"),
        ({"start": "a\0b"}, "start"),
        ({"variant": "x"}, "variant"),
    ],
)
def test_a_step_that_nobody_could_solve_is_refused(client, club, alice, more, field):
    client.force_login(alice)

    answer = client.post(reverse("club-step-create", args=[club.slug]), sent(**more))

    assert field in answer.context["form"].errors


def test_members_neither_write_nor_delete_steps(club, bob):
    step = club_step(club)

    with pytest.raises(NotAllowed):
        clubs.save_step(step, player=bob)
    with pytest.raises(NotAllowed):
        clubs.delete_step(step, player=bob)


def test_a_club_has_only_so_many_steps(club, alice, monkeypatch):
    monkeypatch.setattr(clubs, "MOST_STEPS", 1)
    first = club_step(club)
    clubs.save_step(first, player=alice)
    first.pk = None

    with pytest.raises(Invalid, match="has 1 steps"):
        clubs.save_step(first, player=alice)


@pytest.mark.parametrize(
    ("written", "shown"),
    [
        ("**bold**", "<p><strong>bold</strong></p>\n"),
        ("# Big", "<h3>Big</h3>\n"),
        ("<b onclick=x>", "<p>&lt;b onclick=x&gt;</p>\n"),
        ("[away](https://example.org)", '<p><a href="https://example.org">away</a></p>\n'),
        ("[here](/accounts/logout/)", "<p>here</p>\n"),
        ("[run](javascript:alert(1))", "<p>[run](javascript:alert(1))</p>\n"),
        ("![x](../settings.svg)", "<p>!x</p>\n"),
    ],
)
def test_what_teachers_write_is_shown_without_pictures_and_scripts(written, shown):
    assert documents.html_of_players(written) == shown
