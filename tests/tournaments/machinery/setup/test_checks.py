"""`manage.py check`: what it says of the settings; `doctor` says the same (test_doctor.py)."""

import pytest
from django.core.management import call_command
from django.core.management.base import SystemCheckError

pytestmark = pytest.mark.once

UNSAFE = {
    "KAURI_DEBUG": True,
    "KAURI_HOSTS": ["*"],
    "KAURI_ISOLATION": "none",
    "KAURI_METRICS_TOKEN": "short",
}


def said(**options):
    with pytest.raises(SystemCheckError) as error:
        call_command("check", tags=["kauri"], fail_level="WARNING", **options)
    return str(error.value)


def test_what_is_not_safe_is_said_with_an_id_and_what_to_do(settings):
    settings.ENVIRONMENT = settings.ENVIRONMENT | UNSAFE
    settings.SECRET_KEY = "short"

    lines = said(deploy=True).splitlines()

    assert "settings: (kauri.E002) KAURI_HOSTS=* answers to any name." in lines
    for number in ("E001", "E002", "W003", "E005", "W006", "E007"):
        (place,) = [place for place, line in enumerate(lines) if f"(kauri.{number})" in line]
        assert lines[place + 1].startswith("\tHINT: ")


def test_what_is_only_slow_is_said_without_deploy_as_well(settings):
    settings.ENVIRONMENT = settings.ENVIRONMENT | UNSAFE
    settings.SLOTS = 500

    text = said()

    assert "kauri.W010" in text
    assert "kauri.W011" in text
    assert "kauri.E002" not in text


def test_the_site_as_it_comes_is_safe():
    call_command("check", deploy=True, tags=["kauri", "security"], fail_level="ERROR")
