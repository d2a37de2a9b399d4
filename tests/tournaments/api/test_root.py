"""The first address of the API says which site it is."""

import tournaments
from agents.inside import protocol


def test_the_root_says_the_versions_of_the_site_and_of_the_protocol(client, db):
    said = client.get("/api/v1/").json()

    assert (said["version"], said["protocol"]) == (tournaments.__version__, protocol.VERSION)
