"""A course: from the form of its teacher over three weeks of tournaments to the marks."""

import re
from datetime import timedelta

from django.utils import timezone
from playwright.sync_api import expect

from tests.e2e.pages.test_every_page import visitor
from tests.tournaments.factories import BotFactory, PlayerFactory, VersionFactory, variant
from tests.tournaments.services.tournaments.test_series import play_week
from tournaments.models import Series
from tournaments.services.tournaments import tables


def make_course(page):
    page.goto("/clubs/")
    page.get_by_role("link", name="New course").click()
    page.get_by_label("Name of the course").fill("Algorithms")
    page.get_by_role("textbox", name="Students").fill("erik, Monday\nfrida")
    start = timezone.now() + timedelta(days=2)
    page.get_by_label("First tournament").fill(start.strftime("%Y-%m-%dT18:00"))
    page.get_by_label("Number of tournaments").fill("3")
    page.get_by_label("the place in the last tournament").check()
    page.get_by_role("button", name="Create the course").click()
    expect(page.get_by_text("Not joined yet: erik, frida")).to_be_visible()


def join_and_enter(page, code):
    page.goto("/clubs/")
    page.get_by_label("Code").fill(code)
    page.get_by_role("button", name="Join").click()
    page.get_by_role("link", name="Algorithms 1").click()
    page.get_by_role("link", name="Algorithms", exact=True).last.click()
    page.get_by_role("button", name="Enter this bot").click()
    expect(page.get_by_role("button", name=re.compile("Take .* out"))).to_be_visible()


def test_a_course_goes_from_one_form_over_three_weeks_to_the_marks(site, people):
    VersionFactory(bot=BotFactory(name="Greedy", is_house=True))
    variant()
    erik = PlayerFactory(username="erik")
    teacher = visitor(people, PlayerFactory(username="teacher"), site.url)
    student = visitor(people, erik, site.url)

    make_course(teacher)
    code = teacher.locator("strong.mono").inner_text()
    VersionFactory(bot=BotFactory(owner=erik, name="Elk"))
    join_and_enter(student, code)
    series = Series.objects.get()
    for _week in range(3):
        play_week(series, series.tournaments.latest("starts_at").starts_at)
    tables.compute_wanted(now=timezone.now())
    teacher.reload()

    row = teacher.get_by_role("row", name=re.compile("erik Monday"))
    expect(row).to_contain_text("Elk v1 works.")
    assert [*row.locator("td.num").all_inner_texts()] == ["1", "6 / 6", "6 / 6", "1"]
    with teacher.expect_download() as download:
        teacher.get_by_role("link", name="Marks as CSV").click()
    assert "erik,erik,Monday,Elk" in download.value.path().read_text()
