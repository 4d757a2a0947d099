from __future__ import annotations

import json
import re
import time
from email.utils import parsedate_to_datetime

import httpx


class StillframeError(Exception):
    """The service refused a request, could not serve it, or could not be reached."""

    def __init__(
        self,
        message: str,
        *,
        status: int,
        code: str,
        request_id: str | None = None,
        retry_after: float | None = None,
    ) -> None:
        super().__init__(message)
        self.message = message
        self.status = status
        """HTTP status. 0 for a request that failed in the background, and without a response."""
        self.code = code
        """One of the codes of the service, such as `page_timeout`, or `unreachable`."""
        self.request_id = request_id
        self.retry_after = retry_after
        """Seconds after which the request can be sent again, of a 429."""


def to_error(response: httpx.Response) -> StillframeError:
    """Returns the error of a response. A proxy in front of the service may answer with text."""
    try:
        body = json.loads(response.content)
    except ValueError:
        body = None
    facts = body if isinstance(body, dict) else {}
    return StillframeError(
        str(facts.get("message") or response.text or response.reason_phrase),
        status=response.status_code,
        code=str(facts.get("code", "unknown")),
        request_id=response.headers.get("x-service-request-id"),
        retry_after=to_retry_seconds(response.headers.get("retry-after", "")),
    )


def to_retry_seconds(retry_after: str) -> float | None:
    """Returns the wait of a `Retry-After`, which is in seconds or a date. None without one."""
    if re.fullmatch(r"[0-9]+(\.[0-9]+)?", retry_after):
        return float(retry_after)
    try:
        return max(0.0, parsedate_to_datetime(retry_after).timestamp() - time.time())
    except (TypeError, ValueError):
        return None
