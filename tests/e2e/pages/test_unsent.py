"""A form whose sender's session has ended keeps what was typed, through the log-in."""

import re

from allauth.account.models import EmailAddress
from django.contrib.sessions.models import Session
from playwright.sync_api import expect

from tests.e2e.pages.test_every_page import visitor
from tests.tournaments.provider import configure, providing
from tests.tournaments.worlds import PASSWORD, population


def log_in(page, name):
    # Nobody types as quickly as a test: scripts run before the page is loaded.
    page.wait_for_load_state()
    page.get_by_label("Username").fill(name)
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Log in").click()


def fill(page):
    page.goto("/bots/new/")
    page.get_by_role("textbox", name="Name").fill("Jürgens Öl")
    page.get_by_role("textbox", name="Description").fill("It flows. <b>&amp;")
    page.get_by_label("Anyone may enter it").uncheck()
    page.get_by_label("Or paste the code").fill("# my bot")


def assert_filled(page):
    expect(page.get_by_text("Nothing has been sent yet.")).to_be_visible()
    expect(page.get_by_role("textbox", name="Name")).to_have_value("Jürgens Öl")
    expect(page.get_by_role("textbox", name="Description")).to_have_value("It flows. <b>&amp;")
    expect(page.get_by_label("Anyone may enter it")).not_to_be_checked()
    expect(page.get_by_label("Or paste the code")).to_have_value("# my bot")


def test_a_form_is_filled_again_after_the_log_in(site, people):
    page = visitor(people, population()["owner"], site.url)
    fill(page)
    Session.objects.all().delete()

    page.get_by_role("button", name="Create and check").click()
    expect(page.get_by_text("Please log in first.")).to_be_visible()
    log_in(page, "alice")

    page.wait_for_url("**/bots/new/")
    assert_filled(page)
    page.reload()
    expect(page.get_by_role("textbox", name="Name")).to_have_value("")


def test_a_form_is_filled_again_after_the_log_in_at_a_provider(site, people, settings):
    alice = population()["owner"]
    with providing() as provider:
        configure(settings, provider.app)
        EmailAddress.objects.create(
            user=alice, email=provider.person["email"], primary=True, verified=True
        )
        page = visitor(people, alice, site.url)
        fill(page)
        Session.objects.all().delete()
        page.get_by_role("button", name="Create and check").click()

        page.get_by_role("button", name="Log in with Home & University").click()
        page.get_by_role("link", name="Allow").click()

        page.wait_for_url("**/bots/new/")
        expect(page.get_by_role("link", name="alice", exact=True)).to_be_visible()
        assert_filled(page)


def test_a_form_without_its_token_is_filled_again(site, people):
    page = visitor(people, population()["owner"], site.url)
    fill(page)
    page.context.clear_cookies(name="csrftoken")

    page.get_by_role("button", name="Create and check").click()
    page.wait_for_load_state()
    people.errors.clear()  # the browser notes the 403 in its console
    page.get_by_role("link", name="Back to the form").click()

    page.wait_for_url("**/bots/new/")
    assert_filled(page)


def test_passwords_and_tokens_are_not_kept(people):
    population()
    page = people.visitor()
    page.goto("/accounts/login/")
    log_in(page, "nobody-here")
    expect(page.get_by_text("The username or the password is wrong.")).to_be_visible()

    assert page.evaluate("sessionStorage.getItem('unsent')") is None


def test_a_form_that_was_sent_is_forgotten(site, people):
    page = visitor(people, population()["owner"], site.url)
    fill(page)
    page.get_by_role("textbox", name="Name").fill("-")

    page.get_by_role("button", name="Create and check").click()
    expect(page.get_by_text(re.compile("A name begins and ends"))).to_be_visible()
    page.wait_for_load_state()

    assert page.evaluate("sessionStorage.getItem('unsent')") is None
