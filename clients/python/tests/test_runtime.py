"""What the client sends and repeats. Its service is a function."""

from __future__ import annotations

import asyncio
import base64
import hashlib
import hmac
import json
import time
import unittest
from collections.abc import Callable, Iterable, Mapping
from concurrent.futures import ThreadPoolExecutor
from datetime import datetime, timedelta, timezone
from email.utils import format_datetime
from typing import Any, Union, cast
from unittest import mock

import httpx
from stillframe import (
    AsyncStillframe,
    File,
    Stillframe,
    StillframeError,
    WebhookError,
    types,
    verify_webhook,
)

Answer = Union[httpx.Response, httpx.TransportError]
Headers = Union[Mapping[str, str], Iterable[tuple[str, str]]]


def connect(*answers: Answer, **settings: Any) -> tuple[Stillframe, list[httpx.Request]]:
    """Returns a client whose service gives these answers one after the other, and what it received."""
    requests: list[httpx.Request] = []
    left = list(answers)

    def handle(request: httpx.Request) -> httpx.Response:
        requests.append(request)
        answer = left.pop(0)
        if isinstance(answer, httpx.TransportError):
            raise answer
        return answer

    http_client = httpx.Client(transport=httpx.MockTransport(handle))
    return Stillframe("https://s.example/", "key", http_client=http_client, **settings), requests


def refused(status: int, retry_after: str = "0.01") -> httpx.Response:
    body = {"message": "No.", "code": "internal_error"}
    return httpx.Response(status, json=body, headers={"retry-after": retry_after})


def accepted() -> httpx.Response:
    return httpx.Response(202, json={"id": "one"})


class Retries(unittest.TestCase):
    def test_a_call_is_repeated_with_the_same_key(self) -> None:
        cases: list[list[Answer]] = [
            [refused(429), refused(429), accepted()],
            [refused(500), accepted()],
            [httpx.ConnectError("lost"), accepted()],
        ]
        for answers in cases:
            with self.subTest(answers=answers), mock.patch("time.sleep"):
                client, requests = connect(*answers)
                self.assertEqual(client.screenshot(url="https://a.example", async_=True), {"id": "one"})
                keys = {request.headers["idempotency-key"] for request in requests}
                self.assertEqual((len(keys), len(requests)), (1, len(answers)))
                self.assertEqual(
                    json.loads(requests[0].content), {"url": "https://a.example", "async": True}
                )

    def test_a_call_is_not_repeated_for_other_reasons(self) -> None:
        cases: list[tuple[Answer, int, Callable[[Stillframe], object]]] = [
            (refused(400), 2, Stillframe.list_tasks),
            (refused(429, "3600"), 2, Stillframe.list_tasks),
            (refused(429), 0, Stillframe.list_tasks),
            (refused(500), 2, lambda client: client.repeat_webhook("a/b")),
        ]
        for answer, retries, call in cases:
            with self.subTest(answer=answer, retries=retries):
                client, requests = connect(answer, retries=retries)
                with self.assertRaises(StillframeError) as raised:
                    call(client)
                self.assertEqual((str(raised.exception), raised.exception.code), ("No.", "internal_error"))
                self.assertEqual(len(requests), 1)

    def test_a_retry_after_is_in_seconds_or_a_date(self) -> None:
        cases = [("0", 0.0), ("0.5", 0.5), ("-5", None), ("soon", None), ("nan", None), ("", None)]
        cases.append(("Thu, 01 Jan 1970 00:00:00 GMT", 0.0))
        for value, seconds in cases:
            with self.subTest(value=value):
                client, _ = connect(refused(429, value), retries=0)
                with self.assertRaises(StillframeError) as raised:
                    client.usage()
                self.assertEqual(raised.exception.retry_after, seconds)
                client, requests = connect(refused(429, value), httpx.Response(200, json={}))
                with mock.patch("time.sleep") as sleep:
                    client.usage()
                self.assertGreaterEqual(sleep.call_args.args[0], 0)
        client, requests = connect(refused(429, format_datetime(datetime.now(timezone.utc) + timedelta(hours=1))))
        with self.assertRaises(StillframeError):
            client.usage()
        self.assertEqual(len(requests), 1)

    def test_a_change_of_keys_does_not_expire_while_the_service_is_busy(self) -> None:
        client, requests = connect(httpx.Response(200, json={"key_generation": 1}), accepted(), secret_key="x")
        client.create_key(name="One", scope="read")
        self.assertGreater(json.loads(requests[1].content)["expires"], time.time() + 170)

    def test_a_redirect_is_an_error(self) -> None:
        client, _ = connect(httpx.Response(302, text="Moved", headers={"location": "/"}))
        with self.assertRaises(StillframeError) as raised:
            client.screenshot(html="x")
        self.assertEqual((raised.exception.status, str(raised.exception)), (302, "Moved"))

    def test_links_that_are_made_at_the_same_time_create_one_key(self) -> None:
        created: list[str] = []

        async def handle(request: httpx.Request) -> httpx.Response:
            await asyncio.sleep(0)
            if request.method == "POST":
                created.append(str(request.url))
            return httpx.Response(200, json={"keys": [], "key_generation": 1, "access_key": "links"})

        async def run() -> None:
            http_client = httpx.AsyncClient(transport=httpx.MockTransport(cast(Any, handle)))
            client = AsyncStillframe("https://s.example", "key", secret_key="x", http_client=http_client)
            async with client:
                links = [client.link("pdf", html="x", pdf_landscape=True), client.link("scrape", url="https://a.example")]
                for link in await asyncio.gather(*links):
                    self.assertIn("access_key=links", link)

        asyncio.run(run())
        self.assertEqual(len(created), 1)

    def test_links_of_several_threads_create_one_key(self) -> None:
        created: list[httpx.Request] = []

        def handle(request: httpx.Request) -> httpx.Response:
            if request.method == "POST":
                created.append(request)
                return httpx.Response(201, json={"access_key": "links"})
            if request.url.path == "/v1/account":
                return httpx.Response(200, json={"key_generation": 1})
            # The other threads run while this one waits for the service.
            time.sleep(0.02)
            return httpx.Response(200, json={"keys": []})

        http_client = httpx.Client(transport=httpx.MockTransport(handle))
        client = Stillframe("https://s.example", "key", secret_key="x", http_client=http_client)
        with ThreadPoolExecutor(4) as pool:
            links = list(pool.map(lambda _: client.link("pdf", html="x"), range(4)))
        self.assertEqual((len(set(links)), len(created)), (1, 1))

    def test_a_comparison_is_repeated_and_a_deletion_is_not(self) -> None:
        with mock.patch("time.sleep"):
            client, _ = connect(refused(500), httpx.Response(200, json={"changed": False}))
            self.assertFalse(client.compare(before="one", after="two")["changed"])
            client, requests = connect(refused(500))
            with self.assertRaises(StillframeError):
                client.delete_task(1)
        self.assertEqual(len(requests), 1)

    def test_a_lost_connection_is_raised_at_the_end(self) -> None:
        client, requests = connect(httpx.ConnectError("1"), httpx.ConnectError("2"), retries=1)
        with mock.patch("time.sleep"), self.assertRaises(StillframeError) as raised:
            client.usage()
        self.assertEqual((raised.exception.status, raised.exception.code), (0, "unreachable"))
        self.assertEqual(str(raised.exception.__cause__), "2")
        self.assertEqual(len(requests), 2)

    def test_the_same_steps_without_blocking(self) -> None:
        answers = [refused(429), httpx.Response(200, content=b"x", headers={"content-type": "image/png"})]
        transport = httpx.MockTransport(lambda request: answers.pop(0))

        async def run() -> bytes:
            http_client = httpx.AsyncClient(transport=transport)
            async with AsyncStillframe("https://s.example", "key", http_client=http_client) as client:
                return (await client.screenshot(url="https://a.example")).content

        self.assertEqual(asyncio.run(run()), b"x")


class Requests(unittest.TestCase):
    def test_options_are_in_the_query_or_the_body(self) -> None:
        client, requests = connect(
            httpx.Response(200, json={"requests": []}), httpx.Response(200, content=b"PNG")
        )
        client.list_requests(from_=1, stored=True, search="a b&c", status=None)  # type: ignore[arg-type]
        client.screenshot(
            html="ä", hide_selectors=["a", "b,c"], local_storage={"a": "1"}, full_page=False
        )
        self.assertEqual(requests[0].url.query, b"from=1&stored=true&search=a+b%26c")
        self.assertEqual(
            json.loads(requests[1].content),
            {"html": "ä", "hide_selectors": ["a", "b,c"], "local_storage": {"a": "1"}, "full_page": False},
        )

    def test_a_key_without_effect_is_refused(self) -> None:
        client, requests = connect()
        with self.assertRaisesRegex(TypeError, "`idempotency_key` has no effect"):
            client.pdf(html="x", idempotency_key="mine")  # type: ignore[call-overload]
        self.assertEqual(requests, [])

    def test_an_error_that_a_proxy_sends_has_its_text(self) -> None:
        client, _ = connect(httpx.Response(400, text="Bad gateway"))
        with self.assertRaises(StillframeError) as raised:
            client.usage()
        self.assertEqual((raised.exception.status, str(raised.exception)), (400, "Bad gateway"))

    def test_waiting_ends_with_the_request_or_its_error_or_the_time(self) -> None:
        queued = httpx.Response(200, json={"status": "queued"})
        failed = {"id": "one", "status": "failed", "error": {"code": "page_timeout", "message": "Late."}}
        with mock.patch("time.sleep"):
            client, _ = connect(queued, httpx.Response(200, json={"status": "done"}))
            self.assertEqual(client.wait("one")["status"], "done")
            client, _ = connect(httpx.Response(200, json=failed))
            with self.assertRaisesRegex(StillframeError, "Late."):
                client.wait({"id": "one"})
            client, _ = connect(queued)
            with self.assertRaises(TimeoutError):
                client.wait("one", timeout=0.5)
            client, requests = connect(httpx.Response(200, json={"status": "ended"}))
            client.wait_for_batch({"id": "two"})
            self.assertEqual(requests[0].url.path, "/v1/batches/two")


SECRET = "Zk3v9QhT1mR8sYc5wB2nF7xL4pG6dJ0aKeUiOtVy"
BODY = '{"id":"one","file":"https://s.example/cache/ä.jpg"}'


def sign(timestamp: int, secret: str = SECRET, body: str = BODY) -> dict[str, str]:
    digest = hmac.new(secret.encode(), f"one.{timestamp}.{body}".encode(), hashlib.sha256).digest()
    return {
        "Webhook-Id": "one",
        "Webhook-Timestamp": str(timestamp),
        "Webhook-Signature": f"v1,{base64.b64encode(digest).decode()}",
    }


class Webhooks(unittest.TestCase):
    def test_a_signed_message_is_returned(self) -> None:
        headers = sign(int(time.time()))
        rotated = {**headers, "Webhook-Signature": f"v1,old {headers['Webhook-Signature']}"}
        cases: list[Headers] = [headers, list(headers.items()), rotated, httpx.Headers(headers)]
        for given in cases:
            with self.subTest(headers=given):
                bodies: list[bytes | str] = [BODY, BODY.encode()]
                for body in bodies:
                    message = verify_webhook(body, given, SECRET)
                    assert "file" in message
                    self.assertEqual(message["id"], "one")

    def test_an_event_is_told_by_its_type(self) -> None:
        body = '{"type":"batch.ended","timestamp":"2030-01-01T00:00:00.000Z","data":{"batch_id":"two"}}'
        message = verify_webhook(body, sign(int(time.time()), body=body), SECRET)
        assert "type" in message and message["type"] == "batch.ended"
        self.assertEqual(message["data"]["batch_id"], "two")

    def test_any_other_message_is_refused(self) -> None:
        now = int(time.time())
        cases: list[tuple[str, Headers]] = [
            ("{}", sign(now)),
            (BODY, sign(now, "other")),
            (BODY, sign(now - 400)),
            (BODY, {}),
            (BODY, {**sign(now), "Webhook-Timestamp": "²"}),
            (BODY, {**sign(now), "Webhook-Signature": ""}),
        ]
        for body, headers in cases:
            with self.subTest(headers=headers), self.assertRaises(WebhookError):
                verify_webhook(body, headers, SECRET)

    def test_an_empty_key_verifies_nothing(self) -> None:
        with self.assertRaisesRegex(ValueError, "`secret_key` is empty"):
            verify_webhook(BODY, sign(int(time.time()), ""), "")


def describe(client: Stillframe, is_async: bool) -> None:
    """The options of a render decide the type of its result, for mypy."""
    file: File = client.pdf(html="x")
    result: types.RenderResult = client.pdf(html="x", response_type="json")
    accepted: types.Acknowledgement = client.pdf(html="x", response_type="json", async_=True)
    either: File | types.RenderResult | types.Acknowledgement = client.pdf(html="x", async_=is_async)
    document: types.SnapshotDocument = client.snapshot(html="x")
    other: types.SnapshotDocument | types.Acknowledgement = client.snapshot(html="x", async_=is_async)
    client.snapshot(html="x", response_type="json")  # type: ignore[call-overload]
    client.link("scrape", full_page=True)  # type: ignore[call-overload]
    print(file, result, accepted, either, document, other)


if __name__ == "__main__":
    unittest.main()
