"""The client of Stillframe, the web page rendering service."""

from . import types
from ._client import AsyncStillframe, Stillframe
from ._errors import StillframeError
from ._files import File
from ._webhook import WebhookError, verify_webhook

__all__ = [
    "AsyncStillframe",
    "File",
    "Stillframe",
    "StillframeError",
    "WebhookError",
    "types",
    "verify_webhook",
]
