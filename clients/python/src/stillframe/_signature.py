from __future__ import annotations

import hashlib
import hmac
from dataclasses import dataclass, field


@dataclass(frozen=True)
class SigningKey:
    """What the secret key of an account signs. Version 2 also covers the method and the path."""

    secret_key: str = field(repr=False)
    version: int = 1


def to_hmac(secret_key: str, content: bytes) -> bytes:
    """Returns the HMAC-SHA256 of a content."""
    return hmac.new(secret_key.encode(), content, hashlib.sha256).digest()


def sign_body(key: SigningKey, method: str, path: str, body: bytes) -> str:
    """Returns the signature of a JSON body, for the header `X-Service-Signature`."""
    prefix = f"{method} {path}\n".encode() if key.version == 2 else b""
    return to_hmac(key.secret_key, prefix + body).hex()


def sign_query(key: SigningKey, method: str, path: str, query: str) -> str:
    """Returns the query string with its signature at the end."""
    content = f"{method} {path}?{query}" if key.version == 2 else query
    signature = f"signature={to_hmac(key.secret_key, content.encode()).hex()}"
    return f"{query}&{signature}" if query else signature
