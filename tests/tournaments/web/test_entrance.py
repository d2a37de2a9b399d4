"""No address may have a NUL, wherever it stands: no database can look for one."""

import pytest

pytestmark = [pytest.mark.django_db, pytest.mark.once]

ADDRESSES = ["players/a%00b/", "bots/?q=tide%00", "matches/?bot=a%00b"]


@pytest.mark.parametrize("address", ADDRESSES)
def test_a_page_with_a_nul_in_its_address_is_not_found(client, address):
    answer = client.get(f"/{address}")

    assert answer.status_code == 404
    assert "There is no such page" in answer.content.decode()


@pytest.mark.parametrize("address", ADDRESSES)
def test_the_api_says_that_no_address_has_a_nul(client, address):
    answer = client.get(f"/api/v1/{address}")

    assert answer.status_code == 404
    assert answer.json()["detail"] == "No address has a NUL character in it."
    assert answer.json()["code"] == "not_found"
