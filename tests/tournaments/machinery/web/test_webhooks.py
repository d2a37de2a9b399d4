"""Webhooks reach what players have named on the public internet, and nothing inside the network."""

import base64
import hashlib
import hmac
import ssl
from datetime import UTC, datetime, timedelta

import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec

from tests.tournaments.listener import listening
from tournaments.errors import Invalid
from tournaments.machinery.web import webhooks
from tournaments.machinery.web.webhooks import Letter

pytestmark = pytest.mark.xdist_group("webhooks")

HOST = "hook.example.org"
SECRET = webhooks.new_secret()


def letter(url, body=b'{"type":"test"}'):
    return Letter("kauri_7", url, SECRET, body, 1_700_000_000)


def posted(url, **options):
    """What went wrong with one letter, by its code."""
    (problem,) = webhooks.post_all([letter(url)], **{"internal": (), **options})
    return problem.code


def leads_to(*addresses):
    """A resolver that leads every host to these addresses."""

    async def resolve(_host, _port):
        return addresses

    return resolve


@pytest.fixture(scope="module")
def listener():
    with listening() as one:
        yield one


@pytest.fixture(autouse=True)
def _fresh(listener):
    listener.got.clear()
    listener.status, listener.wait, listener.headers = 204, 0, {}


def test_a_letter_arrives_with_a_signature_over_its_name_time_and_body(listener):
    assert posted(listener.url, internal=[listener.place]) == ""

    ((path, headers, body),) = listener.got
    key = base64.b64decode(SECRET.removeprefix("whsec_"))
    signed = b"kauri_7.1700000000." + body
    wanted = base64.b64encode(hmac.new(key, signed, hashlib.sha256).digest()).decode()
    assert (path, body) == ("/hook?of=alice", b'{"type":"test"}')
    assert headers["Webhook-Signature"] == f"v1,{wanted}"
    assert (headers["Webhook-Id"], headers["Webhook-Timestamp"]) == ("kauri_7", "1700000000")
    assert headers["Host"] == listener.place


@pytest.mark.parametrize(
    "address",
    [
        "127.0.0.1", "10.1.2.3", "172.16.0.1", "192.168.1.1", "169.254.169.254", "100.64.0.1",
        "0.0.0.0", "224.0.0.1", "255.255.255.255", "::1", "::", "fe80::1%eth0", "fd00::1",
        "::ffff:127.0.0.1", "::127.0.0.1", "64:ff9b::10.0.0.1", "2002:7f00:1::", "ff02::1",
        "64:ff9b:1::9.9.9.9", "64:ff9b:1:7::1", "::ffff:10.0.0.1", "::ffff:192.88.99.1",
        "::ffff:0:10.0.0.1", "fec0::1", "feff::1", "192.88.99.1", "5f00::1", "3fff::1", "4000::1",
    ],
)  # fmt: skip
def test_an_address_inside_a_network_is_not_public(address):
    assert not webhooks.is_public(address)


@pytest.mark.parametrize(
    "address", ["9.9.9.9", "2620:fe::fe", "::ffff:9.9.9.9", "64:ff9b::9.9.9.9"]
)
def test_an_address_of_the_internet_is_public(address):
    assert webhooks.is_public(address)


@pytest.mark.parametrize(
    "url",
    [
        "http://example.org/", "ftp://example.org/", "https://", "https:///x", "example.org",
        "https://alice:secret@example.org/", "https://127.0.0.1/", "https://[::1]/",
        "https://localhost/", "https://169.254.169.254/latest", "https://example.org:99999/",
        "https://exa mple.org/", "https://example.org/\r\nX: y", "https://\u2488.example/", "",
        "https://example.org/\0", "javascript:alert(1)",
    ],
)  # fmt: skip
def test_no_webhook_may_have_such_an_address(url):
    with pytest.raises(Invalid) as refused:
        webhooks.check(url, internal=())

    assert refused.value.field == "url"


@pytest.mark.parametrize("host", ["2130706433", "0x7f.1", "127.1", "localhost."])
def test_a_host_that_only_the_system_reads_as_an_address_is_refused_when_it_is_looked_up(host):
    assert posted(f"https://{host}/") in {"webhook-internal", "webhook-unknown-host"}


def test_a_host_that_leads_inside_is_refused_and_nobody_connects(listener):
    found = posted(f"https://{HOST}:{listener.port}/", resolve=leads_to("9.9.9.9", "127.0.0.1"))

    assert found == "webhook-internal"
    assert listener.got == []


def test_a_place_inside_is_reached_only_if_the_operator_names_its_port_too(listener):
    assert posted(listener.url, internal=["127.0.0.1:1"]) == "webhook-internal"
    assert listener.got == []


def test_a_redirect_is_not_followed(listener):
    listener.status, listener.headers = 302, {"Location": f"http://{listener.place}/other"}

    assert posted(listener.url, internal=[listener.place]) == "webhook-answered"
    assert len(listener.got) == 1


def test_an_answer_that_does_not_come_ends_the_delivery_and_holds_up_no_other(listener):
    listener.wait = 1

    problems = webhooks.post_all(
        [letter(listener.url), letter(f"https://{HOST}/")],
        internal=[listener.place],
        resolve=leads_to("127.0.0.1"),
        seconds=0.3,
    )

    assert [one.code for one in problems] == ["webhook-too-slow", "webhook-internal"]


def test_nobody_listens_or_nobody_knows_the_host(listener):
    unused = "127.0.0.1:1"
    assert posted(f"http://{unused}/", internal=[unused]) == "webhook-unreachable"

    async def nobody(_host, _port):
        raise OSError

    assert posted(f"https://{HOST}/", resolve=nobody) == "webhook-unknown-host"


def certified(name, folder):
    """A server's context with a certificate for a host, and a client's that trusts it."""
    key = ec.generate_private_key(ec.SECP256R1())
    subject = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, name)])
    now = datetime.now(UTC)
    made = (
        x509.CertificateBuilder()
        .subject_name(subject)
        .issuer_name(subject)
        .public_key(key.public_key())
        .serial_number(1)
        .not_valid_before(now - timedelta(days=1))
        .not_valid_after(now + timedelta(days=1))
        .add_extension(x509.SubjectAlternativeName([x509.DNSName(name)]), critical=False)
        .add_extension(x509.BasicConstraints(ca=True, path_length=None), critical=True)
        .sign(key, hashes.SHA256())
    )
    path = folder / "certificate.pem"
    pem = serialization.Encoding.PEM
    plain = serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    path.write_bytes(made.public_bytes(pem) + key.private_bytes(pem, *plain))
    server = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    server.load_cert_chain(path)
    return server, ssl.create_default_context(cafile=path)


def test_the_certificate_must_be_one_of_the_host_that_was_named(tmp_path):
    server, trust = certified(HOST, tmp_path)
    with listening(server) as listener:
        places = [f"{HOST}:{listener.port}", f"other.example.org:{listener.port}"]
        options = {"internal": places, "resolve": leads_to("127.0.0.1"), "trust": trust}

        found = [posted(f"https://{place}/", **options) for place in places]

    assert found == ["", "webhook-unreachable"]
    assert [headers["Host"] for _path, headers, _body in listener.got] == places[:1]
