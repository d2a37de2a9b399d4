"""The proxies of docs/50-running-it.md set what the site believes, and pass what it takes."""

import re
from pathlib import Path

import pytest
from django.test import Client

from tournaments.settings import DATA_UPLOAD_MAX_MEMORY_SIZE, ENVIRONMENT

PAGE = (Path(__file__).parents[1] / "docs" / "50-running-it.md").read_text()


def _block(language):
    (text,) = re.findall(rf"^```{language}\n(.*?)^```", PAGE, re.MULTILINE | re.DOTALL)
    return text


@pytest.mark.parametrize(
    ("header", "value"),
    [
        ("Host", "$host"),
        ("X-Forwarded-Proto", "$scheme"),
        # The visitor's own word is left out, not added to.
        ("X-Forwarded-For", "$remote_addr"),
        ("X-Request-ID", "$request_id"),
    ],
)
def test_nginx_sets_every_header_that_is_believed(header, value):
    assert f"proxy_set_header {header} {value};" in _block("nginx")


@pytest.mark.parametrize(
    ("language", "pattern"),
    [("nginx", r"client_max_body_size (\d+)m;"), ("caddyfile", r"max_size (\d+)MiB")],
)
def test_proxies_pass_the_largest_request_that_the_site_takes(language, pattern):
    (megabytes,) = map(int, re.findall(pattern, _block(language)))

    # Nearly: what is refused anyway may be refused by either.
    assert megabytes * 2**20 >= DATA_UPLOAD_MAX_MEMORY_SIZE


@pytest.mark.parametrize("language", ["nginx", "caddyfile"])
def test_proxies_lead_to_the_port_that_the_site_listens_on(language):
    assert f"127.0.0.1:{ENVIRONMENT['KAURI_PORT']}" in _block(language)


def test_braces_of_both_files_match():
    for language in ("nginx", "caddyfile"):
        text = _block(language)
        assert text.count("{") == text.count("}") > 0


@pytest.mark.django_db
def test_behind_the_proxy_only_what_came_by_tls_is_answered(settings):
    settings.SECURE_SSL_REDIRECT = True
    settings.SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")

    plain = Client().get("/accounts/login/", headers={"X-Forwarded-Proto": "http"})
    private = Client().get("/accounts/login/", headers={"X-Forwarded-Proto": "https"})

    assert (plain.status_code, private.status_code) == (301, 200)
    assert plain["Location"].startswith("https://")
