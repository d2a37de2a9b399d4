"""The kit as a wheel, in environments of its own."""

import pytest

from tests.tournaments.kit.environments import Environment, wheels


@pytest.fixture(scope="session")
def made():
    """The wheels by what they are."""
    return wheels()


@pytest.fixture(scope="session")
def installed(made, tmp_path_factory):
    """An environment with the wheel that the installer chooses here."""
    environment = Environment(tmp_path_factory.mktemp("kit") / "env")
    environment.install("kauri-kit[ratings]", "--find-links", str(made["compiled"].parent))
    return environment
