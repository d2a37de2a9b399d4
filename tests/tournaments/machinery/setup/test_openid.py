import pytest

from tournaments.machinery.setup import environment, openid
from tournaments.machinery.setup.variables import SettingError

LISTS = ("NAMES", "SERVERS", "CLIENTS", "SECRETS")


def providers(*lists):
    given = {f"KAURI_OPENID_{name}": text for name, text in zip(LISTS, lists, strict=True)}
    return openid.providers(environment.read(given))


def test_nothing_set_is_no_provider():
    assert providers("", "", "", "") == []


def test_several_providers_are_four_lists():
    home, google = providers(
        "Home, Google",
        "https://id.example.org:8443/realms/Home/, https://accounts.google.com",
        "kauri,1234",
        "a,b",
    )

    assert home == {
        "provider_id": "id-example-org-8443-realms-home",
        "name": "Home",
        "client_id": "kauri",
        "secret": "a",
        "settings": {"server_url": "https://id.example.org:8443/realms/Home"},
    }
    assert google["provider_id"] == "accounts-google-com"


@pytest.mark.parametrize(
    ("lists", "message"),
    [
        (("Home", "", "", ""), "need equally many values"),
        (("Home", "https://a.org,https://b.org", "kauri", "a"), "need equally many values"),
        (("Home", "http://a.org", "kauri", "a"), "allowed is https://host/path"),
        (("Home", "https://[a", "kauri", "a"), "allowed is https://host/path"),
        (("Home", "https:///a", "kauri", "a"), "allowed is https://host/path"),
        (("H" * 41, "https://a.org", "kauri", "a"), "at most 40 characters"),
        (("A,B", "https://a.org,https://b.org", "kauri,kauri", "a,b"), "two clients"),
        (("A,B", "https://a.org,https://a.org/", "kauri,other", "a,b"), "two servers"),
        (("A,A", "https://a.org,https://b.org", "kauri,other", "a,b"), "two names"),
    ],
)
def test_what_cannot_be_used_is_an_error(lists, message):
    with pytest.raises(SettingError, match=message):
        providers(*lists)
