"""The client with a running service, which the environment names."""

from __future__ import annotations

import os
import unittest

import httpx
from stillframe import AsyncStillframe, Stillframe, StillframeError

URL = os.environ["STILLFRAME_URL"]
KEY = os.environ["STILLFRAME_KEY"]
SECRET = os.environ["STILLFRAME_SECRET_KEY"]
STRICT_KEY = os.environ["STRICT_KEY"]
STRICT_SECRET = os.environ["STRICT_SECRET_KEY"]
HTML = "<h1>One page</h1>"


class Service(unittest.TestCase):
    def setUp(self) -> None:
        self.client = Stillframe(URL, KEY)
        self.addCleanup(self.client.close)

    def test_a_render_is_a_file_json_or_an_acknowledgement(self) -> None:
        image = self.client.screenshot(html=HTML, format="png", viewport_width=100, viewport_height=50)
        self.assertEqual((image.content_type, image.content[1:4]), ("image/png", b"PNG"))
        self.assertRegex(image.id, r"^[0-9a-f-]{36}$")
        described = self.client.screenshot(
            html=HTML, response_type="json", viewport_width=100, viewport_height=50
        )
        self.assertEqual((described["width"], described["height"]), (100, 50))
        accepted = self.client.pdf(html=HTML, async_=True)
        done = self.client.wait(accepted, timeout=60)
        self.assertEqual((done["id"], done["content_type"], done["pages"]), (accepted["id"], "application/pdf", 1))
        with self.assertRaises(StillframeError) as raised:
            self.client.scrape(url=f"{URL}/missing")
        self.assertEqual((raised.exception.status, raised.exception.code), (400, "address_blocked"))

    def test_a_repeated_call_with_the_same_key_is_one_request(self) -> None:
        first = self.client.scrape(url="http://demo.stillframe.example/", async_=True, idempotency_key="order 1")
        again = self.client.scrape(url="http://demo.stillframe.example/", async_=True, idempotency_key="order 1")
        self.assertEqual(again["id"], first["id"])

    def test_batches_tasks_and_lists(self) -> None:
        batch = self.client.create_batch(operation="pdf", requests=[{"html": HTML}])
        ended = self.client.wait_for_batch(batch, timeout=60)
        self.assertEqual((ended["total"], ended["status"]), (1, "ended"))
        task = self.client.create_task(
            name="One", api="pdf", query="url=https%3A%2F%2Fexample.com", frequency="every_day"
        )
        self.assertFalse(self.client.update_task(task["id"], enabled=False)["enabled"])
        self.client.delete_task(task["id"])
        with self.assertRaises(StillframeError):
            self.client.get_task(task["id"])
        self.assertLessEqual(len(self.client.list_requests(operation="scrape", limit=1)["requests"]), 1)

    def test_with_the_secret_key_requests_and_links_are_signed(self) -> None:
        # Only the second account requires signature version 2.
        signing = Stillframe(URL, KEY, secret_key=SECRET)
        strict = Stillframe(URL, STRICT_KEY, secret_key=STRICT_SECRET)
        for client in (signing, strict):
            with client:
                client.list_requests(search="a b~*'(é)")
                key = client.create_key(name="Reader", scope="read")
                client.delete_key(id=key["id"] or "")
                self.assertNotIn(key["id"], [known["id"] for known in client.list_keys()["keys"]])
                link = client.link(
                    "screenshot", html=HTML, format="png", hide_selectors=["a", "b,c"], viewport_width=90
                )
                self.assertEqual(httpx.get(link).headers["content-type"], "image/png")
                self.assertEqual(httpx.get(link.replace("width=90", "width=91")).status_code, 403)
                late = client.link("scrape", url="https://example.com", expires_in=-1)
                self.assertEqual(httpx.get(late).json()["code"], "link_expired")


class AsyncService(unittest.IsolatedAsyncioTestCase):
    async def test_the_same_without_blocking(self) -> None:
        async with AsyncStillframe(URL, KEY, secret_key=SECRET) as client:
            text = await client.scrape(url="http://demo.stillframe.example/", format="md")
            self.assertIn("# Every light has its own rhythm", text.text)
            accepted = await client.pdf(html=HTML, async_=True)
            self.assertEqual((await client.wait(accepted))["status"], "done")
            self.assertIn("signature=", await client.link("pdf", html=HTML))


if __name__ == "__main__":
    unittest.main()
