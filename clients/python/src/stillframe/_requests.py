"""What is sent and what a response means, without a connection: both clients run these steps."""

from __future__ import annotations

import json
import random
import time
from collections.abc import Generator, Mapping
from dataclasses import dataclass, field
from typing import Any, TypeVar, Union
from urllib.parse import quote, urlencode
from uuid import uuid4

import httpx

from ._errors import StillframeError, to_error, to_retry_seconds
from ._files import File
from ._signature import sign_body, sign_query


@dataclass(frozen=True)
class Operation:
    """What the client needs to know of an operation to send its requests."""

    method: str
    path: str
    renders: bool = False
    signed: bool = False
    always_signed: bool = False
    reads: bool = False
    takes_key: bool = False


@dataclass(frozen=True)
class Settings:
    """The service, and the keys of an account."""

    url: str
    access_key: str
    secret_key: str | None = field(repr=False)
    retries: int


@dataclass(frozen=True)
class Request:
    """One call of the service. A body is signed as it is sent."""

    method: str
    url: str
    headers: Mapping[str, str]
    content: bytes | None = field(default=None, repr=False)


@dataclass(frozen=True)
class Sleep:
    """A wait before the next step."""

    seconds: float


Step = Union[Request, Sleep]
Outcome = Union[httpx.Response, httpx.TransportError, None]
Result = TypeVar("Result")
Steps = Generator[Step, Outcome, Result]

WAIT_SECONDS_MAX = 60
"""A longer wait is for the caller to decide. The window of the rate limit is a minute."""


def call(
    settings: Settings,
    operation: Operation,
    options: Mapping[str, Any],
    *,
    id: str | int | None = None,
    idempotency_key: str | None = None,
) -> Steps[Any]:
    """Sends a request, repeats it while that is safe, and returns the result."""
    given = {to_parameter(name): value for name, value in options.items() if value is not None}
    is_keyed = operation.takes_key and (not operation.renders or given.get("async") is True)
    if idempotency_key is not None and not is_keyed:
        raise TypeError(
            f"`idempotency_key` has no effect on {operation.method} {operation.path}. "
            "It is for calls that create something, and for renders with `async_=True`."
        )
    headers = {"X-Access-Key": settings.access_key}
    if is_keyed:
        headers["Idempotency-Key"] = idempotency_key or str(uuid4())
    is_repeatable = not operation.always_signed and (
        is_keyed or operation.renders or operation.reads or operation.method in ("GET", "PATCH")
    )
    path = operation.path.replace("{id}", quote(str(id), safe=""))
    request = to_request(settings, operation, path, headers, given)
    response = yield from send(request, settings.retries, is_repeatable)
    return to_result(response)


def to_parameter(name: str) -> str:
    """Returns the name of a parameter that is a keyword of Python: `async_` is `async`."""
    return name[:-1] if name.endswith("_") else name


def to_request(
    settings: Settings,
    operation: Operation,
    path: str,
    headers: dict[str, str],
    options: Mapping[str, Any],
) -> Request:
    """Returns the request with its options in the query or the body, and its signature."""
    method = operation.method
    key = settings.secret_key if operation.signed else None
    if method in ("GET", "DELETE"):
        query = to_query(options)
        if key is not None:
            query = sign_query(key, method, path, query)
        return Request(method, settings.url + path + (f"?{query}" if query else ""), headers)
    body = json.dumps(options, ensure_ascii=False, separators=(",", ":")).encode()
    headers["Content-Type"] = "application/json"
    if key is not None:
        headers["X-Service-Signature"] = sign_body(key, method, path, body)
    return Request(method, settings.url + path, headers, body)


def to_query(options: Mapping[str, Any]) -> str:
    """Returns options as a query string: lists as repeated names, objects as JSON."""
    return urlencode([pair for name, value in options.items() for pair in to_pairs(name, value)])


def to_pairs(name: str, value: Any) -> list[tuple[str, str]]:
    members = list(value) if isinstance(value, (list, tuple)) else [value]
    if any(isinstance(member, (Mapping, list, tuple)) for member in members):
        return [(name, json.dumps(value, ensure_ascii=False))]
    return [(name, to_text(member)) for member in members if member is not None]


def to_text(value: Any) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def send(request: Request, retries: int, is_repeatable: bool) -> Steps[httpx.Response]:
    """Returns the last response, whatever its status. Raises StillframeError without one."""
    attempt = 0
    while True:
        outcome = yield request
        assert outcome is not None
        seconds = None if attempt >= retries else seconds_until_next(outcome, attempt, is_repeatable)
        if seconds is None:
            if isinstance(outcome, httpx.TransportError):
                message = "The service cannot be reached."
                raise StillframeError(message, status=0, code="unreachable") from outcome
            return outcome
        yield Sleep(seconds)
        attempt += 1


def seconds_until_next(
    outcome: httpx.Response | httpx.TransportError, attempt: int, is_repeatable: bool
) -> float | None:
    backoff = 2**attempt * (0.5 + random.random() / 2)
    if isinstance(outcome, httpx.TransportError):
        return backoff if is_repeatable else None
    if outcome.status_code != 429 and not (is_repeatable and outcome.status_code >= 500):
        return None
    asked = to_retry_seconds(outcome.headers.get("retry-after", ""))
    seconds = backoff if asked is None else asked
    return seconds if seconds <= WAIT_SECONDS_MAX else None


def to_result(response: httpx.Response) -> Any:
    # A redirect leads away from the service, so its response is no result.
    if not response.is_success:
        raise to_error(response)
    if response.status_code == 204:
        return None
    content_type = response.headers.get("content-type", "")
    if content_type.startswith("application/json"):
        return response.json()
    return File(
        id=response.headers.get("x-service-request-id", ""),
        content_type=content_type,
        headers=response.headers,
        content=response.content,
    )


def poll(fetch: Any, is_over: Any, timeout: float | None) -> Steps[Any]:
    """Asks again, less and less often, until it is over. Raises TimeoutError after `timeout` seconds."""
    deadline = None if timeout is None else time.monotonic() + timeout
    seconds = 1.0
    while True:
        view = yield from fetch()
        if is_over(view):
            return view
        if deadline is not None and time.monotonic() + seconds > deadline:
            raise TimeoutError(f"It has not ended after {timeout} seconds.")
        yield Sleep(seconds)
        seconds = min(seconds * 1.5, 10.0)


def to_done(view: Mapping[str, Any]) -> Any:
    """Returns a request that is done. Raises the error of one that failed."""
    if view["status"] == "failed":
        error = view["error"] or {"code": "unknown", "message": "The request failed."}
        raise StillframeError(error["message"], status=0, code=error["code"], request_id=view["id"])
    return view
