from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path


@dataclass(frozen=True)
class File:
    """A file that was rendered."""

    id: str
    """Id of the request, for `get_request`."""
    content_type: str
    headers: Mapping[str, str]
    """The headers of the response, such as `X-Service-Metadata-Title`."""
    content: bytes = field(repr=False)

    @property
    def text(self) -> str:
        """The content of HTML or Markdown."""
        return self.content.decode()

    def save(self, path: str | os.PathLike[str]) -> None:
        """Writes the file."""
        Path(path).write_bytes(self.content)
