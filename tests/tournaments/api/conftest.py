import pytest


@pytest.fixture
def get(client):
    """The JSON of an address below /api/v1/, after checking its status."""

    def fetch(path, *, status=200, player=None):
        if player:
            client.force_login(player)
        response = client.get(f"/api/v1/{path}")
        assert response.status_code == status, response.content
        return response.json()

    return fetch
