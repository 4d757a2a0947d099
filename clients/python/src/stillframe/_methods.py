"""The methods of both clients, and the table of all operations."""

# Generated from lib/schema by scripts/generate/python-client.ts. `npm run generate` rewrites it.

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Dict, Literal, cast, overload

from . import types
from ._files import File
from ._requests import Operation

if TYPE_CHECKING:
    from typing_extensions import Unpack


OPERATIONS: dict[str, Operation] = {
    "screenshot": Operation("POST", "/v1/screenshot", renders=True, signed=True, takes_key=True),
    "scrape": Operation("POST", "/v1/scrape", renders=True, signed=True, takes_key=True),
    "screencast": Operation("POST", "/v1/screencast", renders=True, signed=True, takes_key=True),
    "pdf": Operation("POST", "/v1/pdf", renders=True, signed=True, takes_key=True),
    "snapshot": Operation("POST", "/v1/snapshot", renders=True, signed=True, takes_key=True),
    "devices": Operation("GET", "/v1/devices"),
    "usage": Operation("GET", "/v1/usage"),
    "usage_history": Operation("GET", "/v1/usage/history"),
    "overview": Operation("GET", "/v1/overview", signed=True),
    "list_requests": Operation("GET", "/v1/requests", signed=True),
    "get_request": Operation("GET", "/v1/requests/{id}", signed=True),
    "delete_request": Operation("DELETE", "/v1/requests/{id}", signed=True),
    "repeat_webhook": Operation("POST", "/v1/requests/{id}/webhook", signed=True),
    "compare": Operation("POST", "/v1/compare", signed=True, reads=True),
    "create_batch": Operation("POST", "/v1/batches", signed=True, takes_key=True),
    "list_batches": Operation("GET", "/v1/batches", signed=True),
    "get_batch": Operation("GET", "/v1/batches/{id}", signed=True),
    "cancel_batch": Operation("DELETE", "/v1/batches/{id}", signed=True),
    "repeat_batch_webhook": Operation("POST", "/v1/batches/{id}/webhook", signed=True),
    "create_task": Operation("POST", "/v1/tasks", signed=True, takes_key=True),
    "list_tasks": Operation("GET", "/v1/tasks", signed=True),
    "get_task": Operation("GET", "/v1/tasks/{id}", signed=True),
    "update_task": Operation("PATCH", "/v1/tasks/{id}", signed=True),
    "delete_task": Operation("DELETE", "/v1/tasks/{id}", signed=True),
    "list_runs": Operation("GET", "/v1/tasks/{id}/runs", signed=True),
    "start_run": Operation("POST", "/v1/tasks/{id}/runs", signed=True, takes_key=True),
    "accept_baseline": Operation("POST", "/v1/tasks/{id}/baseline", signed=True),
    "get_account": Operation("GET", "/v1/account", signed=True),
    "update_account": Operation("PATCH", "/v1/account", signed=True, always_signed=True),
    "list_keys": Operation("GET", "/v1/account/keys", signed=True),
    "create_key": Operation("POST", "/v1/account/keys", signed=True, always_signed=True),
    "update_key": Operation("PATCH", "/v1/account/keys", signed=True, always_signed=True),
    "delete_key": Operation("DELETE", "/v1/account/keys", signed=True, always_signed=True),
    "get_storage": Operation("GET", "/v1/account/storage", signed=True),
    "put_storage": Operation("PUT", "/v1/account/storage", signed=True, always_signed=True),
    "delete_storage": Operation("DELETE", "/v1/account/storage", signed=True, always_signed=True),
    "list_subscriptions": Operation("GET", "/v1/subscriptions", signed=True),
    "create_subscription": Operation("POST", "/v1/subscriptions", signed=True),
    "get_subscription": Operation("GET", "/v1/subscriptions/{id}", signed=True),
    "update_subscription": Operation("PATCH", "/v1/subscriptions/{id}", signed=True),
    "delete_subscription": Operation("DELETE", "/v1/subscriptions/{id}", signed=True),
    "test_subscription": Operation("POST", "/v1/subscriptions/{id}/test", signed=True),
    "list_events": Operation("GET", "/v1/events", signed=True),
    "get_event": Operation("GET", "/v1/events/{id}", signed=True),
    "repeat_event_webhook": Operation("POST", "/v1/events/{id}/webhook", signed=True),
}


class Operations:
    """The operations of the service."""

    def _call(
        self,
        operation: str,
        options: dict[str, Any],
        *,
        id: str | int | None = None,
        idempotency_key: str | None = None,
    ) -> Any:
        raise NotImplementedError

    def _link(self, operation: str, options: dict[str, Any], expires_in: int | None) -> str:
        raise NotImplementedError

    @overload
    def link(
        self,
        operation: Literal["screenshot"],
        *,
        expires_in: int | None = ...,
        **options: Unpack[types.ScreenshotOptions],
    ) -> str: ...

    @overload
    def link(
        self,
        operation: Literal["scrape"],
        *,
        expires_in: int | None = ...,
        **options: Unpack[types.ScrapeOptions],
    ) -> str: ...

    @overload
    def link(
        self,
        operation: Literal["screencast"],
        *,
        expires_in: int | None = ...,
        **options: Unpack[types.ScreencastOptions],
    ) -> str: ...

    @overload
    def link(
        self,
        operation: Literal["pdf"],
        *,
        expires_in: int | None = ...,
        **options: Unpack[types.PdfOptions],
    ) -> str: ...

    def link(self, operation: str, *, expires_in: int | None = None, **options: Any) -> str:
        """Returns a signed URL of a GET request, which can be published. Requires `secret_key`."""
        return self._link(operation, options, expires_in)

    @overload
    def screenshot(
        self,
        *,
        async_: Literal[True],
        response_type: Literal["file", "json"] = ...,
        idempotency_key: str | None = ...,
        **options: Unpack[types.ScreenshotOptions],
    ) -> types.Acknowledgement: ...

    @overload
    def screenshot(
        self,
        *,
        response_type: Literal["json"],
        async_: Literal[False] = ...,
        **options: Unpack[types.ScreenshotOptions],
    ) -> types.RenderResult: ...

    @overload
    def screenshot(
        self,
        *,
        response_type: Literal["file"] = ...,
        async_: Literal[False] = ...,
        **options: Unpack[types.ScreenshotOptions],
    ) -> File: ...

    @overload
    def screenshot(
        self,
        *,
        async_: bool,
        response_type: Literal["file", "json"] = ...,
        idempotency_key: str | None = ...,
        **options: Unpack[types.ScreenshotOptions],
    ) -> File | types.RenderResult | types.Acknowledgement: ...

    def screenshot(self, *, idempotency_key: str | None = None, **options: Any) -> Any:
        """Take a screenshot. Renders a web page or an HTML document and returns an image."""
        return self._call("screenshot", options, idempotency_key=idempotency_key)

    @overload
    def scrape(
        self,
        *,
        async_: Literal[True],
        response_type: Literal["file", "json"] = ...,
        idempotency_key: str | None = ...,
        **options: Unpack[types.ScrapeOptions],
    ) -> types.Acknowledgement: ...

    @overload
    def scrape(
        self,
        *,
        response_type: Literal["json"],
        async_: Literal[False] = ...,
        **options: Unpack[types.ScrapeOptions],
    ) -> types.RenderResult: ...

    @overload
    def scrape(
        self,
        *,
        response_type: Literal["file"] = ...,
        async_: Literal[False] = ...,
        **options: Unpack[types.ScrapeOptions],
    ) -> File: ...

    @overload
    def scrape(
        self,
        *,
        async_: bool,
        response_type: Literal["file", "json"] = ...,
        idempotency_key: str | None = ...,
        **options: Unpack[types.ScrapeOptions],
    ) -> File | types.RenderResult | types.Acknowledgement: ...

    def scrape(self, *, idempotency_key: str | None = None, **options: Any) -> Any:
        """Scrape a page. Renders a web page and returns its content as HTML or Markdown."""
        return self._call("scrape", options, idempotency_key=idempotency_key)

    @overload
    def screencast(
        self,
        *,
        async_: Literal[True],
        response_type: Literal["file", "json"] = ...,
        idempotency_key: str | None = ...,
        **options: Unpack[types.ScreencastOptions],
    ) -> types.Acknowledgement: ...

    @overload
    def screencast(
        self,
        *,
        response_type: Literal["json"],
        async_: Literal[False] = ...,
        **options: Unpack[types.ScreencastOptions],
    ) -> types.RenderResult: ...

    @overload
    def screencast(
        self,
        *,
        response_type: Literal["file"] = ...,
        async_: Literal[False] = ...,
        **options: Unpack[types.ScreencastOptions],
    ) -> File: ...

    @overload
    def screencast(
        self,
        *,
        async_: bool,
        response_type: Literal["file", "json"] = ...,
        idempotency_key: str | None = ...,
        **options: Unpack[types.ScreencastOptions],
    ) -> File | types.RenderResult | types.Acknowledgement: ...

    def screencast(self, *, idempotency_key: str | None = None, **options: Any) -> Any:
        """Record a screencast. Renders a web page and returns a video of it, either without
        scrolling or while scrolling."""
        return self._call("screencast", options, idempotency_key=idempotency_key)

    @overload
    def pdf(
        self,
        *,
        async_: Literal[True],
        response_type: Literal["file", "json"] = ...,
        idempotency_key: str | None = ...,
        **options: Unpack[types.PdfOptions],
    ) -> types.Acknowledgement: ...

    @overload
    def pdf(
        self,
        *,
        response_type: Literal["json"],
        async_: Literal[False] = ...,
        **options: Unpack[types.PdfOptions],
    ) -> types.RenderResult: ...

    @overload
    def pdf(
        self,
        *,
        response_type: Literal["file"] = ...,
        async_: Literal[False] = ...,
        **options: Unpack[types.PdfOptions],
    ) -> File: ...

    @overload
    def pdf(
        self,
        *,
        async_: bool,
        response_type: Literal["file", "json"] = ...,
        idempotency_key: str | None = ...,
        **options: Unpack[types.PdfOptions],
    ) -> File | types.RenderResult | types.Acknowledgement: ...

    def pdf(self, *, idempotency_key: str | None = None, **options: Any) -> Any:
        """Create a PDF. Renders a web page or an HTML document and returns a PDF document."""
        return self._call("pdf", options, idempotency_key=idempotency_key)

    @overload
    def snapshot(
        self,
        *,
        async_: Literal[True],
        idempotency_key: str | None = ...,
        **options: Unpack[types.SnapshotOptions],
    ) -> types.Acknowledgement: ...

    @overload
    def snapshot(
        self,
        *,
        async_: Literal[False] = ...,
        **options: Unpack[types.SnapshotOptions],
    ) -> types.SnapshotDocument: ...

    @overload
    def snapshot(
        self,
        *,
        async_: bool,
        idempotency_key: str | None = ...,
        **options: Unpack[types.SnapshotOptions],
    ) -> types.SnapshotDocument | types.Acknowledgement: ...

    def snapshot(self, *, idempotency_key: str | None = None, **options: Any) -> Any:
        """Take a snapshot. Renders a web page or an HTML document once and returns several outputs
        of it: images, a PDF, its content, links and metadata. Stores each as a file and returns
        JSON that names them. One hit."""
        return self._call("snapshot", options, idempotency_key=idempotency_key)

    def devices(
        self,
    ) -> types.DeviceList:
        """List devices. Returns the devices that `viewport_device` accepts. Does not count against
        the quota."""
        return cast("types.DeviceList", self._call("devices", {}))

    def usage(
        self,
    ) -> types.UsageReport:
        """Get usage. Returns the number of renders in this month (UTC) and of requests in this
        minute, with what is left of both limits. Does not count against the quota."""
        return cast("types.UsageReport", self._call("usage", {}))

    def usage_history(
        self,
        **options: Unpack[types.UsageHistoryOptions],
    ) -> types.UsageHistory:
        """Get the usage of past days. Returns the number of renders of each day (UTC) and
        operation, and of each month and access key. If dozens of keys are replaced in a month,
        further ones count together as `other`. Failed renders and cache hits do not count. Does
        not count against the quota."""
        return cast("types.UsageHistory", self._call("usage_history", cast(Dict[str, Any], options)))

    def overview(
        self,
    ) -> types.Overview:
        """Get an overview. Returns the account, its usage, its latest requests, the failures of the
        last 7 days and its tasks in one response, which the first page of the dashboard shows.
        Does not count against the quota."""
        return cast("types.Overview", self._call("overview", {}))

    def list_requests(
        self,
        **options: Unpack[types.ListRequestsOptions],
    ) -> types.RequestList:
        """List requests. Returns the requests of the account that render, newest first:
        asynchronous requests, runs of tasks and requests that stored a result for 30 days, and
        all other requests for 7 days, including failed ones. Requests that were refused before
        they began, for their key, signature, rate or quota, are not kept. With filters, a page
        can have fewer requests than `limit`, or none, although more follow: the list ends where
        `cursor` is null. Does not count against the quota."""
        return cast("types.RequestList", self._call("list_requests", cast(Dict[str, Any], options)))

    def get_request(
        self,
        id: str | int,
    ) -> types.RequestView:
        """Get a request. Returns the status of a request, the URL of its file, or the reason why it
        failed. A synchronous request can be read for 7 days, from a moment after its response
        on. Does not count against the quota."""
        return cast("types.RequestView", self._call("get_request", {}, id=id))

    def delete_request(
        self,
        id: str | int,
    ) -> None:
        """Delete a request. Deletes the request, its files and their entry in the cache. Other
        requests that were answered with the same file from the cache lose it too. A request that
        waits is canceled, and its hit is refunded. A webhook that was not delivered is not sent.
        Requires a key of the scope `full`. Does not count against the quota."""
        return cast(None, self._call("delete_request", {}, id=id))

    def repeat_webhook(
        self,
        id: str | int,
    ) -> types.RequestView:
        """Redeliver a webhook. Sends the webhook of a request again, whether it was delivered or
        all attempts failed. The first attempt is made immediately. If it fails, the full retry
        schedule follows. Returns the request. Does not count against the quota."""
        return cast("types.RequestView", self._call("repeat_webhook", {}, id=id))

    def compare(
        self,
        **options: Unpack[types.CompareOptions],
    ) -> types.ChangeView:
        """Compare two results. Compares the files of two requests as a task with `watch` compares
        its runs: the pixels of images without differences of anti-aliasing, or the lines of
        texts. Stores an image or a patch of the differences, which expires with the file of
        `after` and is deleted with either request. A repetition replaces it. Images must have at
        most 50 MB, texts 4 MB, and a result can differ from at most 100 others. A comparison
        that succeeds is one hit of the operation of `after`, and a render in progress. The plan
        limits the pixels of both images together (402 `plan_required`)."""
        return cast("types.ChangeView", self._call("compare", cast(Dict[str, Any], options)))

    def create_batch(
        self,
        *,
        idempotency_key: str | None = None,
        **options: Unpack[types.CreateBatchOptions],
    ) -> types.BatchView:
        """Create a batch. Renders up to 1,000 requests, or up to 10,000 pages of a sitemap, in the
        background. Each is a request with `batch_id` whose turn comes in order: then it gets its
        record and its hit, and a request without a hit left fails with `quota_exceeded`. Other
        requests of the account go first. At most 10 batches of an account run at the same time.
        With the header `Idempotency-Key`, a repeated request returns the batch that the first
        one created."""
        return cast("types.BatchView", self._call("create_batch", cast(Dict[str, Any], options), idempotency_key=idempotency_key))

    def list_batches(
        self,
        **options: Unpack[types.ListBatchesOptions],
    ) -> types.BatchList:
        """List batches. Returns the batches of the account, newest first, until 30 days after their
        end. Does not count against the quota."""
        return cast("types.BatchList", self._call("list_batches", cast(Dict[str, Any], options)))

    def get_batch(
        self,
        id: str | int,
    ) -> types.BatchView:
        """Get a batch. Returns how many requests of the batch have ended and how, and when the rest
        will probably have. `GET /v1/requests?batch_id=<id>` lists the requests whose turn has
        come. Does not count against the quota."""
        return cast("types.BatchView", self._call("get_batch", {}, id=id))

    def cancel_batch(
        self,
        id: str | int,
    ) -> None:
        """Cancel a batch. Fails the requests of the batch that wait with `canceled` and refunds
        their hits. Those that are being rendered end as usual. The batch ends with them, and its
        webhook is sent. Changes nothing if it has ended. Does not count against the quota."""
        return cast(None, self._call("cancel_batch", {}, id=id))

    def repeat_batch_webhook(
        self,
        id: str | int,
    ) -> types.BatchView:
        """Redeliver a batch's webhook. Sends the webhook of a batch again, whether it was delivered
        or all attempts failed. The first attempt is made immediately. If it fails, the full
        retry schedule follows. Returns the batch. Does not count against the quota."""
        return cast("types.BatchView", self._call("repeat_batch_webhook", {}, id=id))

    def create_task(
        self,
        *,
        idempotency_key: str | None = None,
        **options: Unpack[types.CreateTaskOptions],
    ) -> types.Task:
        """Create a task. A task runs one of the rendering operations on a schedule. Each run is an
        asynchronous request that counts against the quota. Creating, changing and deleting tasks
        does not count. Requires the scale plan. With the header `Idempotency-Key`, a repeated
        request returns the task that the first one created."""
        return cast("types.Task", self._call("create_task", cast(Dict[str, Any], options), idempotency_key=idempotency_key))

    def list_tasks(
        self,
    ) -> types.TaskList:
        """List tasks. Returns all tasks of the account, newest first. Requires the scale plan."""
        return cast("types.TaskList", self._call("list_tasks", {}))

    def get_task(
        self,
        id: str | int,
    ) -> types.Task:
        """Get a task. Returns the current definition of the task and its number of runs. Requires
        the scale plan."""
        return cast("types.Task", self._call("get_task", {}, id=id))

    def update_task(
        self,
        id: str | int,
        **options: Unpack[types.UpdateTaskOptions],
    ) -> types.Task:
        """Update a task. Updates the given fields and leaves the others unchanged. A `frequency`
        other than custom removes the `crontab`. Requires the scale plan."""
        return cast("types.Task", self._call("update_task", cast(Dict[str, Any], options), id=id))

    def delete_task(
        self,
        id: str | int,
    ) -> None:
        """Delete a task. Deletes the task and the runs that have not started. The requests of
        earlier runs are kept. Requires the scale plan."""
        return cast(None, self._call("delete_task", {}, id=id))

    def list_runs(
        self,
        id: str | int,
        **options: Unpack[types.ListRunsOptions],
    ) -> types.RequestList:
        """List the runs of a task. Returns the runs of the task, newest first: their requests, with
        `change` if the task watches its page. A page can have fewer runs than `limit`, or none,
        although more follow: the list ends where `cursor` is null. Requires the scale plan."""
        return cast("types.RequestList", self._call("list_runs", cast(Dict[str, Any], options), id=id))

    def start_run(
        self,
        id: str | int,
        *,
        idempotency_key: str | None = None,
    ) -> types.Acknowledgement:
        """Run a task now. Starts a run of the task in addition to those of its schedule, even if
        the task is not enabled. The run counts against the quota like every other. Returns 202
        with the `id` and the `url` of its request. With the header `Idempotency-Key`, a repeated
        request returns the run that the first one started. Requires the scale plan."""
        return cast("types.Acknowledgement", self._call("start_run", {}, id=id, idempotency_key=idempotency_key))

    def accept_baseline(
        self,
        id: str | int,
        **options: Unpack[types.AcceptBaselineOptions],
    ) -> types.Task:
        """Accept the latest run as the baseline. Makes the latest run that is done the baseline of
        a task with `watch`. The next run is compared with it. Returns the task. Requires the
        scale plan."""
        return cast("types.Task", self._call("accept_baseline", cast(Dict[str, Any], options), id=id))

    def get_account(
        self,
    ) -> types.AccountReport:
        """Get the account. Returns the plan of the account with its limits, its settings, and the
        first characters of its access key. Does not count against the quota."""
        return cast("types.AccountReport", self._call("get_account", {}))

    def update_account(
        self,
        **options: Unpack[types.UpdateAccountOptions],
    ) -> types.AccountReport:
        """Update the account. Switches signed requests on or off. Always requires a signature of
        the body, because an access key can be part of public links. Returns the account. Does
        not count against the quota."""
        return cast("types.AccountReport", self._call("update_account", cast(Dict[str, Any], options)))

    def list_keys(
        self,
    ) -> types.KeyList:
        """List access keys. Returns the access keys of the account with name, scope, expiry and the
        day of their last use, the oldest first. Expired ones are listed for a week. Does not
        count against the quota."""
        return cast("types.KeyList", self._call("list_keys", {}))

    def create_key(
        self,
        **options: Unpack[types.CreateKeyOptions],
    ) -> types.NewKey:
        """Create or rotate a key. Creates an access key, or with `rotate` replaces an access key or
        the secret key. A replaced key is invalid from the next request, unless `grace_seconds`
        keeps an access key. The response is the only one that shows the new key. An account has
        at most 20 access keys. Always requires a signature of the body with the current secret
        key, because an access key can be part of public links. Does not count against the quota."""
        return cast("types.NewKey", self._call("create_key", cast(Dict[str, Any], options)))

    def update_key(
        self,
        **options: Unpack[types.UpdateKeyOptions],
    ) -> types.KeyList:
        """Update an access key. Changes the name or the expiry of an access key, and returns all
        keys. The last key of the scope `full` without an expiry cannot get one. Always requires
        a signature of the body. Does not count against the quota."""
        return cast("types.KeyList", self._call("update_key", cast(Dict[str, Any], options)))

    def delete_key(
        self,
        **options: Unpack[types.DeleteKeyOptions],
    ) -> None:
        """Delete an access key. Deletes an access key, which is invalid from the next request. The
        last key of the scope `full` without an expiry cannot be deleted. Always requires a
        signature of the query string. Does not count against the quota."""
        return cast(None, self._call("delete_key", cast(Dict[str, Any], options)))

    def get_storage(
        self,
    ) -> types.StorageReport:
        """Get the storage. Returns the bucket to which the results of the account are uploaded,
        without its credentials, and what a role must trust. Requires a key of the scope `full`.
        Does not count against the quota."""
        return cast("types.StorageReport", self._call("get_storage", {}))

    def put_storage(
        self,
        **options: Unpack[types.PutStorageOptions],
    ) -> types.StorageReport:
        """Set the storage. Sets the bucket to which every stored result of the account is uploaded.
        Stores a test object first, and deletes it if it may; if that fails, nothing changes, and
        the response says why. Always requires a signature of the body. Does not count against
        the quota."""
        return cast("types.StorageReport", self._call("put_storage", cast(Dict[str, Any], options)))

    def delete_storage(
        self,
    ) -> None:
        """Delete the storage. Ends the uploads to the bucket, and deletes its credentials here.
        Uploads that wait for another attempt fail at that attempt. The objects in the bucket
        stay. Always requires a signature of the query string. Does not count against the quota."""
        return cast(None, self._call("delete_storage", {}))

    def list_subscriptions(
        self,
    ) -> types.SubscriptionList:
        """List subscriptions. Returns the event subscriptions of the account, the oldest first. For
        keys of the scope `read`, `webhook_url` shows only the host, because the URL of a channel
        permits to write to it. Does not count against the quota."""
        return cast("types.SubscriptionList", self._call("list_subscriptions", {}))

    def create_subscription(
        self,
        **options: Unpack[types.CreateSubscriptionOptions],
    ) -> types.SubscriptionView:
        """Create a subscription. Sends events of the account to a URL from now on, until the
        subscription is deleted. An account has at most 10 subscriptions. Returns the
        subscription. Does not count against the quota."""
        return cast("types.SubscriptionView", self._call("create_subscription", cast(Dict[str, Any], options)))

    def get_subscription(
        self,
        id: str | int,
    ) -> types.SubscriptionView:
        """Get a subscription. Returns a subscription, as the list shows it. Does not count against
        the quota."""
        return cast("types.SubscriptionView", self._call("get_subscription", {}, id=id))

    def update_subscription(
        self,
        id: str | int,
        **options: Unpack[types.UpdateSubscriptionOptions],
    ) -> types.SubscriptionView:
        """Update a subscription. Changes the URL, the format or the topics. Events that are still
        to be sent use the new URL and format. Returns the subscription. Does not count against
        the quota."""
        return cast("types.SubscriptionView", self._call("update_subscription", cast(Dict[str, Any], options), id=id))

    def delete_subscription(
        self,
        id: str | int,
    ) -> None:
        """Delete a subscription. Ends a subscription. Its events that were not delivered are not
        sent. Does not count against the quota."""
        return cast(None, self._call("delete_subscription", {}, id=id))

    def test_subscription(
        self,
        id: str | int,
    ) -> types.EventView:
        """Test a subscription. Sends an event of the type `test` immediately, and returns it. `GET
        /v1/events/{id}` shows how its attempts end. Does not count against the quota."""
        return cast("types.EventView", self._call("test_subscription", {}, id=id))

    def list_events(
        self,
        **options: Unpack[types.ListEventsOptions],
    ) -> types.EventList:
        """List events. Returns the events of the last 30 days that subscriptions of the account
        received or are to receive, with their attempts, newest first. Does not count against the
        quota."""
        return cast("types.EventList", self._call("list_events", cast(Dict[str, Any], options)))

    def get_event(
        self,
        id: str | int,
    ) -> types.EventView:
        """Get an event. Returns an event with its attempts. Does not count against the quota."""
        return cast("types.EventView", self._call("get_event", {}, id=id))

    def repeat_event_webhook(
        self,
        id: str | int,
    ) -> types.EventView:
        """Redeliver an event. Sends an event again, whether it was delivered or all attempts
        failed. The first attempt is made immediately. If it fails, the full retry schedule
        follows. Returns the event. Does not count against the quota."""
        return cast("types.EventView", self._call("repeat_event_webhook", {}, id=id))


class AsyncOperations:
    """The operations of the service."""

    async def _call(
        self,
        operation: str,
        options: dict[str, Any],
        *,
        id: str | int | None = None,
        idempotency_key: str | None = None,
    ) -> Any:
        raise NotImplementedError

    async def _link(self, operation: str, options: dict[str, Any], expires_in: int | None) -> str:
        raise NotImplementedError

    @overload
    async def link(
        self,
        operation: Literal["screenshot"],
        *,
        expires_in: int | None = ...,
        **options: Unpack[types.ScreenshotOptions],
    ) -> str: ...

    @overload
    async def link(
        self,
        operation: Literal["scrape"],
        *,
        expires_in: int | None = ...,
        **options: Unpack[types.ScrapeOptions],
    ) -> str: ...

    @overload
    async def link(
        self,
        operation: Literal["screencast"],
        *,
        expires_in: int | None = ...,
        **options: Unpack[types.ScreencastOptions],
    ) -> str: ...

    @overload
    async def link(
        self,
        operation: Literal["pdf"],
        *,
        expires_in: int | None = ...,
        **options: Unpack[types.PdfOptions],
    ) -> str: ...

    async def link(self, operation: str, *, expires_in: int | None = None, **options: Any) -> str:
        """Returns a signed URL of a GET request, which can be published. Requires `secret_key`."""
        return await self._link(operation, options, expires_in)

    @overload
    async def screenshot(
        self,
        *,
        async_: Literal[True],
        response_type: Literal["file", "json"] = ...,
        idempotency_key: str | None = ...,
        **options: Unpack[types.ScreenshotOptions],
    ) -> types.Acknowledgement: ...

    @overload
    async def screenshot(
        self,
        *,
        response_type: Literal["json"],
        async_: Literal[False] = ...,
        **options: Unpack[types.ScreenshotOptions],
    ) -> types.RenderResult: ...

    @overload
    async def screenshot(
        self,
        *,
        response_type: Literal["file"] = ...,
        async_: Literal[False] = ...,
        **options: Unpack[types.ScreenshotOptions],
    ) -> File: ...

    @overload
    async def screenshot(
        self,
        *,
        async_: bool,
        response_type: Literal["file", "json"] = ...,
        idempotency_key: str | None = ...,
        **options: Unpack[types.ScreenshotOptions],
    ) -> File | types.RenderResult | types.Acknowledgement: ...

    async def screenshot(self, *, idempotency_key: str | None = None, **options: Any) -> Any:
        """Take a screenshot. Renders a web page or an HTML document and returns an image."""
        return await self._call("screenshot", options, idempotency_key=idempotency_key)

    @overload
    async def scrape(
        self,
        *,
        async_: Literal[True],
        response_type: Literal["file", "json"] = ...,
        idempotency_key: str | None = ...,
        **options: Unpack[types.ScrapeOptions],
    ) -> types.Acknowledgement: ...

    @overload
    async def scrape(
        self,
        *,
        response_type: Literal["json"],
        async_: Literal[False] = ...,
        **options: Unpack[types.ScrapeOptions],
    ) -> types.RenderResult: ...

    @overload
    async def scrape(
        self,
        *,
        response_type: Literal["file"] = ...,
        async_: Literal[False] = ...,
        **options: Unpack[types.ScrapeOptions],
    ) -> File: ...

    @overload
    async def scrape(
        self,
        *,
        async_: bool,
        response_type: Literal["file", "json"] = ...,
        idempotency_key: str | None = ...,
        **options: Unpack[types.ScrapeOptions],
    ) -> File | types.RenderResult | types.Acknowledgement: ...

    async def scrape(self, *, idempotency_key: str | None = None, **options: Any) -> Any:
        """Scrape a page. Renders a web page and returns its content as HTML or Markdown."""
        return await self._call("scrape", options, idempotency_key=idempotency_key)

    @overload
    async def screencast(
        self,
        *,
        async_: Literal[True],
        response_type: Literal["file", "json"] = ...,
        idempotency_key: str | None = ...,
        **options: Unpack[types.ScreencastOptions],
    ) -> types.Acknowledgement: ...

    @overload
    async def screencast(
        self,
        *,
        response_type: Literal["json"],
        async_: Literal[False] = ...,
        **options: Unpack[types.ScreencastOptions],
    ) -> types.RenderResult: ...

    @overload
    async def screencast(
        self,
        *,
        response_type: Literal["file"] = ...,
        async_: Literal[False] = ...,
        **options: Unpack[types.ScreencastOptions],
    ) -> File: ...

    @overload
    async def screencast(
        self,
        *,
        async_: bool,
        response_type: Literal["file", "json"] = ...,
        idempotency_key: str | None = ...,
        **options: Unpack[types.ScreencastOptions],
    ) -> File | types.RenderResult | types.Acknowledgement: ...

    async def screencast(self, *, idempotency_key: str | None = None, **options: Any) -> Any:
        """Record a screencast. Renders a web page and returns a video of it, either without
        scrolling or while scrolling."""
        return await self._call("screencast", options, idempotency_key=idempotency_key)

    @overload
    async def pdf(
        self,
        *,
        async_: Literal[True],
        response_type: Literal["file", "json"] = ...,
        idempotency_key: str | None = ...,
        **options: Unpack[types.PdfOptions],
    ) -> types.Acknowledgement: ...

    @overload
    async def pdf(
        self,
        *,
        response_type: Literal["json"],
        async_: Literal[False] = ...,
        **options: Unpack[types.PdfOptions],
    ) -> types.RenderResult: ...

    @overload
    async def pdf(
        self,
        *,
        response_type: Literal["file"] = ...,
        async_: Literal[False] = ...,
        **options: Unpack[types.PdfOptions],
    ) -> File: ...

    @overload
    async def pdf(
        self,
        *,
        async_: bool,
        response_type: Literal["file", "json"] = ...,
        idempotency_key: str | None = ...,
        **options: Unpack[types.PdfOptions],
    ) -> File | types.RenderResult | types.Acknowledgement: ...

    async def pdf(self, *, idempotency_key: str | None = None, **options: Any) -> Any:
        """Create a PDF. Renders a web page or an HTML document and returns a PDF document."""
        return await self._call("pdf", options, idempotency_key=idempotency_key)

    @overload
    async def snapshot(
        self,
        *,
        async_: Literal[True],
        idempotency_key: str | None = ...,
        **options: Unpack[types.SnapshotOptions],
    ) -> types.Acknowledgement: ...

    @overload
    async def snapshot(
        self,
        *,
        async_: Literal[False] = ...,
        **options: Unpack[types.SnapshotOptions],
    ) -> types.SnapshotDocument: ...

    @overload
    async def snapshot(
        self,
        *,
        async_: bool,
        idempotency_key: str | None = ...,
        **options: Unpack[types.SnapshotOptions],
    ) -> types.SnapshotDocument | types.Acknowledgement: ...

    async def snapshot(self, *, idempotency_key: str | None = None, **options: Any) -> Any:
        """Take a snapshot. Renders a web page or an HTML document once and returns several outputs
        of it: images, a PDF, its content, links and metadata. Stores each as a file and returns
        JSON that names them. One hit."""
        return await self._call("snapshot", options, idempotency_key=idempotency_key)

    async def devices(
        self,
    ) -> types.DeviceList:
        """List devices. Returns the devices that `viewport_device` accepts. Does not count against
        the quota."""
        return cast("types.DeviceList", await self._call("devices", {}))

    async def usage(
        self,
    ) -> types.UsageReport:
        """Get usage. Returns the number of renders in this month (UTC) and of requests in this
        minute, with what is left of both limits. Does not count against the quota."""
        return cast("types.UsageReport", await self._call("usage", {}))

    async def usage_history(
        self,
        **options: Unpack[types.UsageHistoryOptions],
    ) -> types.UsageHistory:
        """Get the usage of past days. Returns the number of renders of each day (UTC) and
        operation, and of each month and access key. If dozens of keys are replaced in a month,
        further ones count together as `other`. Failed renders and cache hits do not count. Does
        not count against the quota."""
        return cast("types.UsageHistory", await self._call("usage_history", cast(Dict[str, Any], options)))

    async def overview(
        self,
    ) -> types.Overview:
        """Get an overview. Returns the account, its usage, its latest requests, the failures of the
        last 7 days and its tasks in one response, which the first page of the dashboard shows.
        Does not count against the quota."""
        return cast("types.Overview", await self._call("overview", {}))

    async def list_requests(
        self,
        **options: Unpack[types.ListRequestsOptions],
    ) -> types.RequestList:
        """List requests. Returns the requests of the account that render, newest first:
        asynchronous requests, runs of tasks and requests that stored a result for 30 days, and
        all other requests for 7 days, including failed ones. Requests that were refused before
        they began, for their key, signature, rate or quota, are not kept. With filters, a page
        can have fewer requests than `limit`, or none, although more follow: the list ends where
        `cursor` is null. Does not count against the quota."""
        return cast("types.RequestList", await self._call("list_requests", cast(Dict[str, Any], options)))

    async def get_request(
        self,
        id: str | int,
    ) -> types.RequestView:
        """Get a request. Returns the status of a request, the URL of its file, or the reason why it
        failed. A synchronous request can be read for 7 days, from a moment after its response
        on. Does not count against the quota."""
        return cast("types.RequestView", await self._call("get_request", {}, id=id))

    async def delete_request(
        self,
        id: str | int,
    ) -> None:
        """Delete a request. Deletes the request, its files and their entry in the cache. Other
        requests that were answered with the same file from the cache lose it too. A request that
        waits is canceled, and its hit is refunded. A webhook that was not delivered is not sent.
        Requires a key of the scope `full`. Does not count against the quota."""
        return cast(None, await self._call("delete_request", {}, id=id))

    async def repeat_webhook(
        self,
        id: str | int,
    ) -> types.RequestView:
        """Redeliver a webhook. Sends the webhook of a request again, whether it was delivered or
        all attempts failed. The first attempt is made immediately. If it fails, the full retry
        schedule follows. Returns the request. Does not count against the quota."""
        return cast("types.RequestView", await self._call("repeat_webhook", {}, id=id))

    async def compare(
        self,
        **options: Unpack[types.CompareOptions],
    ) -> types.ChangeView:
        """Compare two results. Compares the files of two requests as a task with `watch` compares
        its runs: the pixels of images without differences of anti-aliasing, or the lines of
        texts. Stores an image or a patch of the differences, which expires with the file of
        `after` and is deleted with either request. A repetition replaces it. Images must have at
        most 50 MB, texts 4 MB, and a result can differ from at most 100 others. A comparison
        that succeeds is one hit of the operation of `after`, and a render in progress. The plan
        limits the pixels of both images together (402 `plan_required`)."""
        return cast("types.ChangeView", await self._call("compare", cast(Dict[str, Any], options)))

    async def create_batch(
        self,
        *,
        idempotency_key: str | None = None,
        **options: Unpack[types.CreateBatchOptions],
    ) -> types.BatchView:
        """Create a batch. Renders up to 1,000 requests, or up to 10,000 pages of a sitemap, in the
        background. Each is a request with `batch_id` whose turn comes in order: then it gets its
        record and its hit, and a request without a hit left fails with `quota_exceeded`. Other
        requests of the account go first. At most 10 batches of an account run at the same time.
        With the header `Idempotency-Key`, a repeated request returns the batch that the first
        one created."""
        return cast("types.BatchView", await self._call("create_batch", cast(Dict[str, Any], options), idempotency_key=idempotency_key))

    async def list_batches(
        self,
        **options: Unpack[types.ListBatchesOptions],
    ) -> types.BatchList:
        """List batches. Returns the batches of the account, newest first, until 30 days after their
        end. Does not count against the quota."""
        return cast("types.BatchList", await self._call("list_batches", cast(Dict[str, Any], options)))

    async def get_batch(
        self,
        id: str | int,
    ) -> types.BatchView:
        """Get a batch. Returns how many requests of the batch have ended and how, and when the rest
        will probably have. `GET /v1/requests?batch_id=<id>` lists the requests whose turn has
        come. Does not count against the quota."""
        return cast("types.BatchView", await self._call("get_batch", {}, id=id))

    async def cancel_batch(
        self,
        id: str | int,
    ) -> None:
        """Cancel a batch. Fails the requests of the batch that wait with `canceled` and refunds
        their hits. Those that are being rendered end as usual. The batch ends with them, and its
        webhook is sent. Changes nothing if it has ended. Does not count against the quota."""
        return cast(None, await self._call("cancel_batch", {}, id=id))

    async def repeat_batch_webhook(
        self,
        id: str | int,
    ) -> types.BatchView:
        """Redeliver a batch's webhook. Sends the webhook of a batch again, whether it was delivered
        or all attempts failed. The first attempt is made immediately. If it fails, the full
        retry schedule follows. Returns the batch. Does not count against the quota."""
        return cast("types.BatchView", await self._call("repeat_batch_webhook", {}, id=id))

    async def create_task(
        self,
        *,
        idempotency_key: str | None = None,
        **options: Unpack[types.CreateTaskOptions],
    ) -> types.Task:
        """Create a task. A task runs one of the rendering operations on a schedule. Each run is an
        asynchronous request that counts against the quota. Creating, changing and deleting tasks
        does not count. Requires the scale plan. With the header `Idempotency-Key`, a repeated
        request returns the task that the first one created."""
        return cast("types.Task", await self._call("create_task", cast(Dict[str, Any], options), idempotency_key=idempotency_key))

    async def list_tasks(
        self,
    ) -> types.TaskList:
        """List tasks. Returns all tasks of the account, newest first. Requires the scale plan."""
        return cast("types.TaskList", await self._call("list_tasks", {}))

    async def get_task(
        self,
        id: str | int,
    ) -> types.Task:
        """Get a task. Returns the current definition of the task and its number of runs. Requires
        the scale plan."""
        return cast("types.Task", await self._call("get_task", {}, id=id))

    async def update_task(
        self,
        id: str | int,
        **options: Unpack[types.UpdateTaskOptions],
    ) -> types.Task:
        """Update a task. Updates the given fields and leaves the others unchanged. A `frequency`
        other than custom removes the `crontab`. Requires the scale plan."""
        return cast("types.Task", await self._call("update_task", cast(Dict[str, Any], options), id=id))

    async def delete_task(
        self,
        id: str | int,
    ) -> None:
        """Delete a task. Deletes the task and the runs that have not started. The requests of
        earlier runs are kept. Requires the scale plan."""
        return cast(None, await self._call("delete_task", {}, id=id))

    async def list_runs(
        self,
        id: str | int,
        **options: Unpack[types.ListRunsOptions],
    ) -> types.RequestList:
        """List the runs of a task. Returns the runs of the task, newest first: their requests, with
        `change` if the task watches its page. A page can have fewer runs than `limit`, or none,
        although more follow: the list ends where `cursor` is null. Requires the scale plan."""
        return cast("types.RequestList", await self._call("list_runs", cast(Dict[str, Any], options), id=id))

    async def start_run(
        self,
        id: str | int,
        *,
        idempotency_key: str | None = None,
    ) -> types.Acknowledgement:
        """Run a task now. Starts a run of the task in addition to those of its schedule, even if
        the task is not enabled. The run counts against the quota like every other. Returns 202
        with the `id` and the `url` of its request. With the header `Idempotency-Key`, a repeated
        request returns the run that the first one started. Requires the scale plan."""
        return cast("types.Acknowledgement", await self._call("start_run", {}, id=id, idempotency_key=idempotency_key))

    async def accept_baseline(
        self,
        id: str | int,
        **options: Unpack[types.AcceptBaselineOptions],
    ) -> types.Task:
        """Accept the latest run as the baseline. Makes the latest run that is done the baseline of
        a task with `watch`. The next run is compared with it. Returns the task. Requires the
        scale plan."""
        return cast("types.Task", await self._call("accept_baseline", cast(Dict[str, Any], options), id=id))

    async def get_account(
        self,
    ) -> types.AccountReport:
        """Get the account. Returns the plan of the account with its limits, its settings, and the
        first characters of its access key. Does not count against the quota."""
        return cast("types.AccountReport", await self._call("get_account", {}))

    async def update_account(
        self,
        **options: Unpack[types.UpdateAccountOptions],
    ) -> types.AccountReport:
        """Update the account. Switches signed requests on or off. Always requires a signature of
        the body, because an access key can be part of public links. Returns the account. Does
        not count against the quota."""
        return cast("types.AccountReport", await self._call("update_account", cast(Dict[str, Any], options)))

    async def list_keys(
        self,
    ) -> types.KeyList:
        """List access keys. Returns the access keys of the account with name, scope, expiry and the
        day of their last use, the oldest first. Expired ones are listed for a week. Does not
        count against the quota."""
        return cast("types.KeyList", await self._call("list_keys", {}))

    async def create_key(
        self,
        **options: Unpack[types.CreateKeyOptions],
    ) -> types.NewKey:
        """Create or rotate a key. Creates an access key, or with `rotate` replaces an access key or
        the secret key. A replaced key is invalid from the next request, unless `grace_seconds`
        keeps an access key. The response is the only one that shows the new key. An account has
        at most 20 access keys. Always requires a signature of the body with the current secret
        key, because an access key can be part of public links. Does not count against the quota."""
        return cast("types.NewKey", await self._call("create_key", cast(Dict[str, Any], options)))

    async def update_key(
        self,
        **options: Unpack[types.UpdateKeyOptions],
    ) -> types.KeyList:
        """Update an access key. Changes the name or the expiry of an access key, and returns all
        keys. The last key of the scope `full` without an expiry cannot get one. Always requires
        a signature of the body. Does not count against the quota."""
        return cast("types.KeyList", await self._call("update_key", cast(Dict[str, Any], options)))

    async def delete_key(
        self,
        **options: Unpack[types.DeleteKeyOptions],
    ) -> None:
        """Delete an access key. Deletes an access key, which is invalid from the next request. The
        last key of the scope `full` without an expiry cannot be deleted. Always requires a
        signature of the query string. Does not count against the quota."""
        return cast(None, await self._call("delete_key", cast(Dict[str, Any], options)))

    async def get_storage(
        self,
    ) -> types.StorageReport:
        """Get the storage. Returns the bucket to which the results of the account are uploaded,
        without its credentials, and what a role must trust. Requires a key of the scope `full`.
        Does not count against the quota."""
        return cast("types.StorageReport", await self._call("get_storage", {}))

    async def put_storage(
        self,
        **options: Unpack[types.PutStorageOptions],
    ) -> types.StorageReport:
        """Set the storage. Sets the bucket to which every stored result of the account is uploaded.
        Stores a test object first, and deletes it if it may; if that fails, nothing changes, and
        the response says why. Always requires a signature of the body. Does not count against
        the quota."""
        return cast("types.StorageReport", await self._call("put_storage", cast(Dict[str, Any], options)))

    async def delete_storage(
        self,
    ) -> None:
        """Delete the storage. Ends the uploads to the bucket, and deletes its credentials here.
        Uploads that wait for another attempt fail at that attempt. The objects in the bucket
        stay. Always requires a signature of the query string. Does not count against the quota."""
        return cast(None, await self._call("delete_storage", {}))

    async def list_subscriptions(
        self,
    ) -> types.SubscriptionList:
        """List subscriptions. Returns the event subscriptions of the account, the oldest first. For
        keys of the scope `read`, `webhook_url` shows only the host, because the URL of a channel
        permits to write to it. Does not count against the quota."""
        return cast("types.SubscriptionList", await self._call("list_subscriptions", {}))

    async def create_subscription(
        self,
        **options: Unpack[types.CreateSubscriptionOptions],
    ) -> types.SubscriptionView:
        """Create a subscription. Sends events of the account to a URL from now on, until the
        subscription is deleted. An account has at most 10 subscriptions. Returns the
        subscription. Does not count against the quota."""
        return cast("types.SubscriptionView", await self._call("create_subscription", cast(Dict[str, Any], options)))

    async def get_subscription(
        self,
        id: str | int,
    ) -> types.SubscriptionView:
        """Get a subscription. Returns a subscription, as the list shows it. Does not count against
        the quota."""
        return cast("types.SubscriptionView", await self._call("get_subscription", {}, id=id))

    async def update_subscription(
        self,
        id: str | int,
        **options: Unpack[types.UpdateSubscriptionOptions],
    ) -> types.SubscriptionView:
        """Update a subscription. Changes the URL, the format or the topics. Events that are still
        to be sent use the new URL and format. Returns the subscription. Does not count against
        the quota."""
        return cast("types.SubscriptionView", await self._call("update_subscription", cast(Dict[str, Any], options), id=id))

    async def delete_subscription(
        self,
        id: str | int,
    ) -> None:
        """Delete a subscription. Ends a subscription. Its events that were not delivered are not
        sent. Does not count against the quota."""
        return cast(None, await self._call("delete_subscription", {}, id=id))

    async def test_subscription(
        self,
        id: str | int,
    ) -> types.EventView:
        """Test a subscription. Sends an event of the type `test` immediately, and returns it. `GET
        /v1/events/{id}` shows how its attempts end. Does not count against the quota."""
        return cast("types.EventView", await self._call("test_subscription", {}, id=id))

    async def list_events(
        self,
        **options: Unpack[types.ListEventsOptions],
    ) -> types.EventList:
        """List events. Returns the events of the last 30 days that subscriptions of the account
        received or are to receive, with their attempts, newest first. Does not count against the
        quota."""
        return cast("types.EventList", await self._call("list_events", cast(Dict[str, Any], options)))

    async def get_event(
        self,
        id: str | int,
    ) -> types.EventView:
        """Get an event. Returns an event with its attempts. Does not count against the quota."""
        return cast("types.EventView", await self._call("get_event", {}, id=id))

    async def repeat_event_webhook(
        self,
        id: str | int,
    ) -> types.EventView:
        """Redeliver an event. Sends an event again, whether it was delivered or all attempts
        failed. The first attempt is made immediately. If it fails, the full retry schedule
        follows. Returns the event. Does not count against the quota."""
        return cast("types.EventView", await self._call("repeat_event_webhook", {}, id=id))
