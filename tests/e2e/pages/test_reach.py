"""A site that is stopped is told on a page that follows a game."""

from playwright.sync_api import expect

from tests.tournaments.worlds import address, furnish, population


def test_a_stopped_site_is_told_within_three_seconds_until_it_answers(people):
    path = address("play/<slug:key>/", furnish(population()))
    page = people.visitor()
    page.route("**/live/**", lambda route: route.abort())
    page.route("**/healthz", lambda route: route.abort())

    page.goto(path)
    notice = page.get_by_text("The site does not answer at the moment.")
    expect(notice).to_be_visible(timeout=3000)

    page.unroute("**/healthz")
    expect(notice).to_be_hidden()
    people.errors.clear()  # the browser notes each request that fails in its console
