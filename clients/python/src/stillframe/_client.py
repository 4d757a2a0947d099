from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Union, cast

import httpx

from . import types
from ._methods import OPERATIONS, AsyncOperations, Operations
from ._requests import (
    WAIT_SECONDS_MAX,
    Request,
    Result,
    Settings,
    Sleep,
    Steps,
    call,
    poll,
    to_done,
    to_parameter,
    to_query,
)
from ._signature import sign_query

if TYPE_CHECKING:
    from types import TracebackType

Identified = Union[str, Mapping[str, Any]]

TIMEOUT_SECONDS = 120.0
"""Longer than any render in the foreground."""


class _Steps:
    """What both clients do, as steps."""

    def __init__(self, settings: Settings, links_key: str | None) -> None:
        self._settings = settings
        self._links_key = links_key

    def _to_steps(
        self,
        operation: str,
        options: Mapping[str, Any],
        *,
        id: str | int | None = None,
        idempotency_key: str | None = None,
    ) -> Steps[Any]:
        row = OPERATIONS[operation]
        if row.always_signed:
            # A change of keys names the current generation, so a captured one cannot be repeated.
            account = yield from self._to_steps("get_account", {})
            # It must not expire while the service is busy. What is valid for longer than five minutes is refused.
            ahead = min(WAIT_SECONDS_MAX * (1 + self._settings.retries), 240)
            expires = int(time.time()) + ahead
            options = {**options, "key_generation": account["key_generation"], "expires": expires}
        result = yield from call(self._settings, row, options, id=id, idempotency_key=idempotency_key)
        return result

    def _link_steps(
        self, operation: str, options: Mapping[str, Any], expires_in: int | None
    ) -> Steps[str]:
        secret_key = self._settings.secret_key
        if secret_key is None:
            raise TypeError("A link requires the `secret_key` of the account.")
        if self._links_key is None:
            self._links_key = yield from self._find_links_key()
        given = {to_parameter(name): value for name, value in options.items()}
        if expires_in is not None:
            given["expires"] = int(time.time()) + expires_in
        path = OPERATIONS[operation].path
        query = to_query({"access_key": self._links_key, **given})
        signed = sign_query(secret_key, "GET", path, query)
        return f"{self._settings.url}{path}?{signed}"

    def _find_links_key(self) -> Steps[str]:
        listed = yield from self._to_steps("list_keys", {})
        for key in listed["keys"]:
            if key["scope"] == "links" and key["valid_until"] is None:
                return cast(str, key["access_key"])
        created = yield from self._to_steps("create_key", {"name": "Signed links", "scope": "links"})
        return cast(str, created["access_key"])

    def _wait_steps(self, request: Identified, timeout: float | None) -> Steps[types.RequestView]:
        view = yield from poll(
            lambda: self._to_steps("get_request", {}, id=_id_of(request)),
            lambda view: view["status"] != "queued",
            timeout,
        )
        return cast("types.RequestView", to_done(view))

    def _wait_for_batch_steps(self, batch: Identified, timeout: float | None) -> Steps[types.BatchView]:
        view = yield from poll(
            lambda: self._to_steps("get_batch", {}, id=_id_of(batch)),
            lambda view: view["status"] == "ended",
            timeout,
        )
        return cast("types.BatchView", view)


def _id_of(value: Identified) -> str:
    return value if isinstance(value, str) else str(value["id"])


def _to_httpx(request: Request) -> dict[str, Any]:
    return {
        "method": request.method,
        "url": request.url,
        "headers": dict(request.headers),
        "content": request.content,
    }


class Stillframe(Operations, _Steps):
    """A client of a service.

    `secret_key` signs requests and makes links: keep it on a server. `retries` says how often a call is
    repeated after a 429, a 5xx or a failed connection. `http_client` takes the place of the client's own.
    """

    def __init__(
        self,
        url: str,
        access_key: str,
        *,
        secret_key: str | None = None,
        links_key: str | None = None,
        retries: int = 2,
        timeout: float = TIMEOUT_SECONDS,
        http_client: httpx.Client | None = None,
    ) -> None:
        super().__init__(Settings(url.rstrip("/"), access_key, secret_key, retries), links_key)
        self._http = http_client or httpx.Client(timeout=timeout)
        self._linking = threading.Lock()

    def _call(
        self,
        operation: str,
        options: Mapping[str, Any],
        *,
        id: str | int | None = None,
        idempotency_key: str | None = None,
    ) -> Any:
        return self._run(self._to_steps(operation, options, id=id, idempotency_key=idempotency_key))

    def _run(self, steps: Steps[Result]) -> Result:
        try:
            step = next(steps)
            while True:
                if isinstance(step, Sleep):
                    time.sleep(step.seconds)
                    step = steps.send(None)
                else:
                    step = steps.send(self._send(step))
        except StopIteration as end:
            return cast(Result, end.value)

    def _send(self, request: Request) -> httpx.Response | httpx.TransportError:
        try:
            return self._http.request(**_to_httpx(request))
        except httpx.TransportError as error:
            return error

    def _link(self, operation: str, options: dict[str, Any], expires_in: int | None) -> str:
        # Links that several threads make at the same time must not create a key each.
        with self._linking:
            return self._run(self._link_steps(operation, options, expires_in))

    def wait(self, request: Identified, *, timeout: float | None = None) -> types.RequestView:
        """Waits until a request in the background is done, and returns it.

        Raises StillframeError with the code of the request if it fails, and TimeoutError.
        """
        return self._run(self._wait_steps(request, timeout))

    def wait_for_batch(self, batch: Identified, *, timeout: float | None = None) -> types.BatchView:
        """Waits until every request of a batch has ended, and returns it. Raises TimeoutError."""
        return self._run(self._wait_for_batch_steps(batch, timeout))

    def close(self) -> None:
        """Closes the connections."""
        self._http.close()

    def __enter__(self) -> Stillframe:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self.close()


class AsyncStillframe(AsyncOperations, _Steps):
    """The same client for asyncio."""

    def __init__(
        self,
        url: str,
        access_key: str,
        *,
        secret_key: str | None = None,
        links_key: str | None = None,
        retries: int = 2,
        timeout: float = TIMEOUT_SECONDS,
        http_client: httpx.AsyncClient | None = None,
    ) -> None:
        super().__init__(Settings(url.rstrip("/"), access_key, secret_key, retries), links_key)
        self._http = http_client or httpx.AsyncClient(timeout=timeout)
        self._linking = asyncio.Lock()

    async def _call(
        self,
        operation: str,
        options: Mapping[str, Any],
        *,
        id: str | int | None = None,
        idempotency_key: str | None = None,
    ) -> Any:
        return await self._run(self._to_steps(operation, options, id=id, idempotency_key=idempotency_key))

    async def _run(self, steps: Steps[Result]) -> Result:
        try:
            step = next(steps)
            while True:
                if isinstance(step, Sleep):
                    await asyncio.sleep(step.seconds)
                    step = steps.send(None)
                else:
                    step = steps.send(await self._send(step))
        except StopIteration as end:
            return cast(Result, end.value)

    async def _send(self, request: Request) -> httpx.Response | httpx.TransportError:
        try:
            return await self._http.request(**_to_httpx(request))
        except httpx.TransportError as error:
            return error

    async def _link(self, operation: str, options: dict[str, Any], expires_in: int | None) -> str:
        # Links that are made at the same time must not create a key each.
        async with self._linking:
            return await self._run(self._link_steps(operation, options, expires_in))

    async def wait(self, request: Identified, *, timeout: float | None = None) -> types.RequestView:
        """Waits until a request in the background is done, and returns it.

        Raises StillframeError with the code of the request if it fails, and TimeoutError.
        """
        return await self._run(self._wait_steps(request, timeout))

    async def wait_for_batch(self, batch: Identified, *, timeout: float | None = None) -> types.BatchView:
        """Waits until every request of a batch has ended, and returns it. Raises TimeoutError."""
        return await self._run(self._wait_for_batch_steps(batch, timeout))

    async def close(self) -> None:
        """Closes the connections."""
        await self._http.aclose()

    async def __aenter__(self) -> AsyncStillframe:
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        await self.close()
