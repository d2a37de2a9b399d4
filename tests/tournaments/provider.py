"""A provider of OpenID Connect on this machine, at which one person has an account."""

import base64
import contextlib
import hashlib
import json
import secrets
import threading
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from html import escape
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import parse_qsl, urlencode, urlsplit

import httpx
import jwt

CLIENT, SECRET = "kauri", "between-the-two"
TOKEN = "for-the-person"
KEY = "of-the-provider-" * 4


@dataclass
class Provider:
    """Who is known here, what is told otherwise than it should be, and what was asked.

    `changes` maps a path to what its answer is instead: bytes, or members of the JSON document.
    """

    url: str = ""
    person: dict[str, Any] = field(
        default_factory=lambda: {"sub": "7", "email": "dora@example.org", "email_verified": True}
    )
    changes: dict[str, Any] = field(default_factory=dict)
    claims: dict[str, Any] = field(default_factory=dict)
    asked: list[dict[str, str]] = field(default_factory=list)
    codes: dict[str, dict[str, str]] = field(default_factory=dict)

    @property
    def app(self) -> dict[str, Any]:
        return {
            "provider_id": "home",
            "name": "Home & University",
            "client_id": CLIENT,
            "secret": SECRET,
            "settings": {"server_url": self.url},
        }

    def visit(self, address: str) -> str:
        """Be sent here by the site and log in; return where the browser is sent back to."""
        return httpx.get(address).headers["Location"]

    def configuration(self, _asked: dict[str, str]) -> dict[str, Any]:
        places = ("authorization_endpoint", "token_endpoint", "userinfo_endpoint", "jwks_uri")
        return {"issuer": self.url} | {name: f"{self.url}/{name}" for name in places}

    def send_back(self, asked: dict[str, str]) -> str:
        self.asked.append(asked)
        assert asked["response_type"] == "code"
        code = secrets.token_hex(8)
        self.codes[code] = asked
        return f"{asked['redirect_uri']}?{urlencode({'code': code, 'state': asked['state']})}"

    def tokens(self, asked: dict[str, str]) -> dict[str, Any]:
        """Exchange a code, as RFC 6749 and RFC 7636 say."""
        before = self.codes.pop(asked["code"])
        digest = hashlib.sha256(asked["code_verifier"].encode()).digest()
        challenge = base64.urlsafe_b64encode(digest).rstrip(b"=").decode()
        assert (before["code_challenge_method"], before["code_challenge"]) == ("S256", challenge)
        assert before["redirect_uri"] == asked["redirect_uri"]
        assert (asked["client_id"], asked["client_secret"]) == (CLIENT, SECRET)
        return {"access_token": TOKEN, "token_type": "Bearer", "id_token": self.id_token()}

    def id_token(self) -> str:
        claims = {
            "iss": self.url,
            "aud": CLIENT,
            "exp": time.time() + 60,
            "jti": secrets.token_hex(),
        }
        return jwt.encode(claims | {"sub": "7"} | self.claims, KEY, "HS256")

    def userinfo(self, _asked: dict[str, str]) -> dict[str, Any]:
        return self.person


@contextlib.contextmanager
def providing() -> Iterator[Provider]:
    """Serve a provider on a free port."""
    provider = Provider()
    answers = {
        "/.well-known/openid-configuration": provider.configuration,
        "/token_endpoint": provider.tokens,
        "/userinfo_endpoint": provider.userinfo,
    }

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self):
            parts = urlsplit(self.path)
            asked = dict(parse_qsl(parts.query))
            is_browser = "text/html" in self.headers["Accept"]
            if parts.path == "/authorization_endpoint" and is_browser and "allowed" not in asked:
                self._ask_for_consent()
            elif parts.path == "/authorization_endpoint":
                self.send_response(302)
                self.send_header("Location", provider.send_back(asked))
                self.end_headers()
            elif parts.path == "/userinfo_endpoint" and TOKEN not in self.headers["Authorization"]:
                self.send_error(401)
            else:
                self._answer(parts.path, asked)

        def do_POST(self):
            body = self.rfile.read(int(self.headers["Content-Length"])).decode()
            self._answer(self.path, dict(parse_qsl(body)))

        def _ask_for_consent(self):
            self.send_response(200)
            self.send_header("Content-Type", "text/html")
            self.end_headers()
            allow = f'<a href="{escape(self.path)}&amp;allowed=1">Allow</a>'
            self.wfile.write(f'<link rel="icon" href="data:,">{allow}'.encode())

        def _answer(self, path, asked):
            change = provider.changes.get(path, {})
            is_raw = isinstance(change, bytes)
            body = change if is_raw else json.dumps(answers[path](asked) | change).encode()
            self.send_response(200)
            self.send_header("Content-Type", "application/json")
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_args):
            """Say nothing."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.handle_error = lambda *_args: None
    provider.url = f"http://127.0.0.1:{server.server_address[1]}"
    thread = threading.Thread(target=server.serve_forever, args=(0.05,), daemon=True)
    thread.start()
    try:
        yield provider
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


def configure(settings, app: dict[str, Any]) -> None:
    """Let the operator of the site name a provider."""
    openid = settings.SOCIALACCOUNT_PROVIDERS["openid_connect"] | {"APPS": [app]}
    settings.SOCIALACCOUNT_PROVIDERS = {"openid_connect": openid}
