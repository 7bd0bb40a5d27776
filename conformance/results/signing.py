"""Signed certificates: envelopes (DSSE) with an Ed25519 signature. The libraries are imported when a key is named."""

from __future__ import annotations

import base64
import json
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from conformance.base.errors import UsageError
from conformance.base.extras import install_command
from conformance.base.files import read_file

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.asymmetric.types import PrivateKeyTypes, PublicKeyTypes
    from securesystemslib.signer import CryptoSigner, SSlibKey

PAYLOAD = "application/vnd.in-toto+json"
PRIVATE = "openssl genpkey -algorithm ed25519 -out key.pem makes one."
PUBLIC = "openssl pkey -in key.pem -pubout makes one from the private key."


def _missing(flag: str) -> UsageError:
    what = "Signatures need securesystemslib and cryptography."
    return UsageError(f"{flag}: {what}", f"Install them: {install_command('sign')}")


def load_signer(path: str) -> CryptoSigner:
    """Return what signs with the private key in a PEM file.

    Raises UsageError: it cannot be read, is no such key, is encrypted, or the libraries are missing.
    """
    try:
        from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
        from cryptography.hazmat.primitives.serialization import load_pem_private_key
        from securesystemslib.signer import CryptoSigner
    except ImportError:
        raise _missing("--sign-key") from None
    data = read_file(path, f"--sign-key {path}", PRIVATE)
    try:
        key: PrivateKeyTypes = load_pem_private_key(data, password=None)
    except TypeError:
        raise UsageError(f"--sign-key {path} is encrypted.", "Decrypt it first: openssl pkey -in KEY.") from None
    except Exception:  # cryptography raises errors of several kinds for text that is not a key
        raise UsageError(f"--sign-key {path} holds no private key in PEM form.", PRIVATE) from None
    if not isinstance(key, Ed25519PrivateKey):
        raise UsageError(f"--sign-key {path} is not an Ed25519 key.", PRIVATE)
    return CryptoSigner(key)


def load_public_key(path: str) -> SSlibKey:
    """Return the public key in a PEM file. Raises UsageError as `load_signer` does."""
    try:
        from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey
        from cryptography.hazmat.primitives.serialization import load_pem_public_key
        from securesystemslib.signer import SSlibKey
    except ImportError:
        raise _missing("--key") from None
    data = read_file(path, f"--key {path}", PUBLIC)
    try:
        key: PublicKeyTypes = load_pem_public_key(data)
    except Exception:  # as above
        raise UsageError(f"--key {path} holds no public key in PEM form.", PUBLIC) from None
    if not isinstance(key, Ed25519PublicKey):
        raise UsageError(f"--key {path} is not an Ed25519 key.", PUBLIC)
    return SSlibKey.from_crypto(key)


def signed(statement: Mapping[str, Any], signer: CryptoSigner) -> dict[str, Any]:
    """Return the envelope of a statement."""
    from securesystemslib.dsse import Envelope

    envelope = Envelope(json.dumps(statement, separators=(",", ":")).encode(), PAYLOAD, {})
    envelope.sign(signer)
    signed_envelope: dict[str, Any] = envelope.to_dict()
    return signed_envelope


def payload_of(envelope: Mapping[str, Any], path: str) -> Any:
    """Return the payload of an envelope; its signature is not checked. Raises UsageError if it is damaged."""
    hint = "Name a file that conformance certify --certificate wrote."
    if envelope.get("payloadType") != PAYLOAD:
        raise UsageError(f"{path} is an envelope, and its payloadType is not {PAYLOAD}.", hint)
    try:
        return json.loads(base64.b64decode(envelope["payload"], validate=True))
    except (ValueError, TypeError, RecursionError):
        raise UsageError(f"{path} is an envelope whose payload is not JSON in base64.", hint) from None


def objection(envelope: Mapping[str, Any], key: SSlibKey) -> str | None:
    """Return why an envelope is not one that a key signed; None where it is."""
    from securesystemslib.dsse import Envelope
    from securesystemslib.exceptions import VerificationError

    try:
        read = Envelope.from_dict(json.loads(json.dumps(envelope)))  # it changes what it is given
    except (ValueError, TypeError, KeyError, AttributeError):
        return "the signature cannot be read"
    if not read.signatures:
        return "it is not signed"
    try:
        read.verify([key], 1)
    except VerificationError:
        if key.keyid in read.signatures:
            return "tampered: the content is not what was signed"
        return f"it was signed with another key ({', '.join(sorted(read.signatures))[:16]}...)"
    return None
