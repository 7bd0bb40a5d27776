"""A service behind TLS: its certificate is verified, and whoever trusts it says so."""

from __future__ import annotations

import datetime
import ipaddress
import ssl
from collections.abc import Iterator
from pathlib import Path

import pytest

from conformance.base.errors import SubjectError
from conformance.running.subjects.base import Limits
from conformance.running.subjects.http_client import address_of
from conformance.running.subjects.http_subject import HttpSubject
from tests.running.subjects.faulty_service import FaultyService

x509 = pytest.importorskip("cryptography.x509")


@pytest.fixture(scope="module")
def certificate(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A file with a key and a certificate that the key itself signed, for 127.0.0.1."""
    from cryptography.hazmat.primitives import hashes, serialization
    from cryptography.hazmat.primitives.asymmetric import ec

    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, "a service of the tests")])
    made = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(1)
        .not_valid_before(datetime.datetime(2020, 1, 1))
        .not_valid_after(datetime.datetime(2120, 1, 1))
        .add_extension(x509.SubjectAlternativeName([x509.IPAddress(ipaddress.ip_address("127.0.0.1"))]), critical=False)
        .add_extension(x509.BasicConstraints(ca=True, path_length=None), critical=True)
        .sign(key, hashes.SHA256())
    )
    path = tmp_path_factory.mktemp("tls") / "both.pem"
    private = key.private_bytes(
        serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    )
    path.write_bytes(private + made.public_bytes(serialization.Encoding.PEM))
    return path


@pytest.fixture
def service(certificate: Path) -> Iterator[FaultyService]:
    made = FaultyService()
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(certificate)
    made.socket = context.wrap_socket(made.socket, server_side=True)
    yield made
    made.close()


def https(service: FaultyService) -> HttpSubject:
    return HttpSubject(address_of(service.url.replace("http:", "https:")), Limits(timeout=20))


def test_a_certificate_that_nobody_vouches_for_is_refused(service):
    with pytest.raises(
        SubjectError, match=r"^The certificate of https://127.* is not trusted: self.signed certificate"
    ):
        https(service).describe()


def test_one_that_is_trusted_is_asked(service, ask, certificate, monkeypatch):
    monkeypatch.setenv("SSL_CERT_FILE", str(certificate))
    subject = https(service)
    try:
        assert subject.describe().name == "moody"
        outcomes = ask(subject, [{"n": number} for number in range(20)])
    finally:
        subject.close()
    assert [outcome.output for outcome in outcomes] == [{"n": number} for number in range(20)]


def test_a_certificate_of_another_host_is_refused(service, certificate, monkeypatch):
    monkeypatch.setenv("SSL_CERT_FILE", str(certificate))
    url = service.url.replace("http://127.0.0.1", "https://localhost")
    with pytest.raises(SubjectError, match=r"is not trusted: .*Hostname mismatch|Nothing listens"):
        HttpSubject(address_of(url), Limits(timeout=20)).describe()
