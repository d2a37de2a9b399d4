"""pip installs the kit from a running site."""

import pytest

from tests.tournaments.kit.environments import MADE, Environment

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.xdist_group("kit")]


@pytest.fixture
def site(made, settings, live_server):
    settings.KIT = MADE
    return live_server.url


def test_pip_takes_the_compiled_wheel_from_the_page(site, tmp_path):
    environment = Environment(tmp_path / "env")

    environment.install("kauri-kit", "--find-links", f"{site}/kit/")

    assert "compiled" in environment.run("kauri", "--version", folder=tmp_path).stdout


def test_pip_takes_a_wheel_by_its_address(site, made, tmp_path):
    environment = Environment(tmp_path / "env")

    environment.install(f"{site}/kit/{made['everywhere'].name}")

    assert "interpreted" in environment.run("kauri", "--version", folder=tmp_path).stdout
