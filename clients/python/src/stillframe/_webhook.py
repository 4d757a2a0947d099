from __future__ import annotations

import base64
import hmac
import json
import re
import time
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Union, cast

from ._signature import to_hmac

if TYPE_CHECKING:
    from .types import WebhookEvent

Headers = Union[Mapping[str, str], Iterable["tuple[str, str]"]]


class WebhookError(Exception):
    """The message does not come from the service, or is too old."""


def verify_webhook(
    body: bytes | str, headers: Headers, secret_key: str, *, tolerance_seconds: float = 300
) -> WebhookEvent:
    """Returns the message of a webhook whose signature is right (Standard Webhooks).

    Pass the body as it arrived. Compare the header `webhook-id` with those that you have processed: a
    message can arrive twice. Raises WebhookError for any other message.
    """
    if not secret_key:
        raise ValueError("`secret_key` is empty, so anyone could sign with it.")
    pairs = headers.items() if isinstance(headers, Mapping) else headers
    given: dict[str, str] = {}
    for name, value in pairs:
        given[name.lower()] = f"{given[name.lower()]} {value}" if name.lower() in given else value
    timestamp = given.get("webhook-timestamp", "")
    if not re.fullmatch("[0-9]+", timestamp) or abs(time.time() - int(timestamp)) > tolerance_seconds:
        raise WebhookError("The message has no `webhook-timestamp` of the last minutes.")
    content = body.encode() if isinstance(body, str) else body
    signed = f"{given.get('webhook-id', '')}.{timestamp}.".encode() + content
    expected = b"v1," + base64.b64encode(to_hmac(secret_key, signed))
    signatures = given.get("webhook-signature", "").replace(", ", " ").split(" ")
    if not any(hmac.compare_digest(signature.encode(), expected) for signature in signatures):
        raise WebhookError("The message is not signed with the secret key.")
    return cast("WebhookEvent", json.loads(content))
