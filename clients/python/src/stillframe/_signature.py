from __future__ import annotations

import hashlib
import hmac


def to_hmac(secret_key: str, content: bytes) -> bytes:
    """Returns the HMAC-SHA256 of a content."""
    return hmac.new(secret_key.encode(), content, hashlib.sha256).digest()


# Signatures of version 2 cover the method and the path. Every account accepts them.


def sign_body(secret_key: str, method: str, path: str, body: bytes) -> str:
    """Returns the signature of a JSON body, for the header `X-Service-Signature`."""
    return to_hmac(secret_key, f"{method} {path}\n".encode() + body).hex()


def sign_query(secret_key: str, method: str, path: str, query: str) -> str:
    """Returns the query string with its signature at the end."""
    signature = f"signature={to_hmac(secret_key, f'{method} {path}?{query}'.encode()).hex()}"
    return f"{query}&{signature}" if query else signature
