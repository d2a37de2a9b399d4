"""The page of the API's description, by a library whose scripts must get by with our policy."""

from playwright.sync_api import expect


def test_the_api_can_be_tried_out_on_its_page(people):
    page = people.visitor()

    page.goto("/api/v1/docs/")
    games = page.locator("#operations-games-games_list")
    games.get_by_role("button").first.click()
    games.get_by_role("button", name="Try it out").click()
    games.get_by_role("button", name="Execute").click()

    expect(games.locator(".live-responses-table")).to_contain_text('"id": "kalah"')


def test_the_page_of_the_api_shows_every_operation(people):
    page = people.visitor()

    page.goto("/api/v1/docs/")

    paths = page.request.get("/api/v1/schema/?format=json").json()["paths"]
    expect(page.locator(".opblock")).to_have_count(sum(len(methods) for methods in paths.values()))
