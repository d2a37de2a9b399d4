"""What providers of OpenID Connect answer: how far it is safe, and whom it is about."""

from typing import Any
from urllib.parse import urlsplit

NONSENSE = (ArithmeticError, AttributeError, LookupError, OSError, TypeError, ValueError)
"""What reading an answer of any shape may raise, or waiting for none."""

_ENDPOINTS = ("authorization_endpoint", "token_endpoint", "userinfo_endpoint")
_HERE = {"localhost", "127.0.0.1"}
_LONGEST_SUBJECT = 191


def is_safe(address: str) -> bool:
    """Whether nobody on the way reads or changes what is sent to an address."""
    parts = urlsplit(address)
    is_here = parts.scheme == "http" and parts.hostname in _HERE
    return bool(parts.hostname) and (parts.scheme == "https" or is_here)


def check_configuration(published: Any) -> None:
    """Check what a provider publishes of itself. Raises one of NONSENSE."""
    if not all(is_safe(published[name]) for name in _ENDPOINTS):
        raise ValueError("an endpoint is not safe")
    if not isinstance(published["issuer"], str):
        raise TypeError("the issuer is no text")
    if not isinstance(published.get("token_endpoint_auth_methods_supported", []), list):
        raise TypeError("the methods are no list")


def identity(claims: Any, userinfo: Any) -> dict[str, Any]:
    """Return the subject of two answers, and the mail address if it is verified.

    Raises one of NONSENSE.
    """
    subject = claims["sub"]
    if userinfo["sub"] != subject:
        raise ValueError("the answers are about two people")
    if not (subject.isprintable() and 0 < len(subject) <= _LONGEST_SUBJECT):
        raise ValueError("the subject is unreadable")
    source = userinfo if "email" in userinfo else claims
    email = source.get("email")
    # Some providers write words, and the word "false" would be true.
    is_verified = source.get("email_verified") in (True, "true")
    if is_verified and isinstance(email, str) and email.isprintable():
        return {"sub": subject, "email": email, "email_verified": True}
    return {"sub": subject}
