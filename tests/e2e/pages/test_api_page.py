"""The page of the API: it shows every operation, and asks what changes nothing."""

import re

from playwright.sync_api import expect


def test_the_page_of_the_api_shows_every_operation_and_tries_some(people):
    page = people.visitor()
    page.goto("/api/v1/docs/#games_retrieve")
    paths = page.request.get("/api/v1/schema/?format=json").json()["paths"]
    expect(page.locator(".method")).to_have_count(sum(len(methods) for methods in paths.values()))

    game = page.locator("#games_retrieve")
    game.get_by_role("textbox").first.fill("kalah")
    game.get_by_role("button", name="Try it").click()

    answer = game.get_by_role("region", name="Answer")
    expect(answer).to_contain_text(re.compile(r"^GET /api/v1/games/kalah/\n200"))
    expect(answer).to_contain_text('"id": "kalah"')
