"""What an address counts as where there is a limit."""

from ipaddress import ip_network

import pytest

from tournaments.machinery.web.networks import counted, source


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("2001:db8::1", "2001:db8::ffff:ffff:ffff:ffff"),
        ("192.0.2.1", "::ffff:192.0.2.1"),
        ("fe80::1%eth0", "fe80::2"),
    ],
)
def test_addresses_of_one_connection_count_as_one(one, other):
    assert counted(one) == counted(other)


@pytest.mark.parametrize(
    ("one", "other"), [("2001:db8::1", "2001:db8:0:1::1"), ("192.0.2.1", "192.0.2.2")]
)
def test_addresses_of_two_connections_count_as_two(one, other):
    assert counted(one) != counted(other)


def test_a_trusted_network_is_not_counted(settings):
    settings.TRUSTED_NETWORKS = [ip_network("192.0.2.0/24"), ip_network("2001:db8::/48")]

    for inside in ("192.0.2.7", "::ffff:192.0.2.7", "2001:db8:0:9::1"):
        assert counted(inside) == ""
    for outside in ("192.0.3.7", "2001:db8:1::1", "unix"):
        assert counted(outside)


def test_the_proxy_says_where_a_visitor_comes_from_only_where_there_is_one(settings):
    claimed = "198.51.100.9, 192.0.2.5"
    settings.SECURE_PROXY_SSL_HEADER = None
    assert source("127.0.0.1", claimed) == "127.0.0.1"

    settings.SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
    assert source("127.0.0.1", claimed) == counted("127.0.0.1", claimed) == "192.0.2.5"
    assert source("127.0.0.1") == "127.0.0.1"
