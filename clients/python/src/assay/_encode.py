from __future__ import annotations

import json
import os
import uuid
from typing import IO, Any, Callable, Dict, Iterator, List, Optional, Tuple, Union
from urllib.parse import quote, urlencode

from ._transport import CHUNK_BYTES, Outgoing

#: A path, bytes, an open file, or one of these with the name that it should have.
FileContentInput = Union[str, "os.PathLike[str]", bytes, IO[bytes]]
FileInput = Union[FileContentInput, Tuple[str, Union[bytes, IO[bytes]]]]

#: A stream up to this length is kept, so that it can be sent again.
KEPT_BYTES_MAX = 8 * 1024 * 1024


def encode_path(path: str, args: Tuple[Any, ...]) -> str:
    for value in args:
        # An empty id would be another endpoint's address.
        if str(value) in ("", ".", ".."):
            raise ValueError("An id of the path is empty.")
        start, end = path.index("{"), path.index("}")
        path = path[:start] + quote(str(value), safe="") + path[end + 1 :]
    return path


def encode_query(given: Dict[str, Any]) -> str:
    """Lists are joined by commas; maps are `metadata[key]=value`; None is left out."""
    pairs: List[Tuple[str, str]] = []
    for name, value in given.items():
        if isinstance(value, dict):
            pairs.extend((f"{name}[{key}]", _to_text(one)) for key, one in value.items())
        elif isinstance(value, (list, tuple)):
            pairs.append((name, ",".join(map(_to_text, value))))
        elif value is not None:
            pairs.append((name, _to_text(value)))
    return f"?{urlencode(pairs)}" if pairs else ""


def _to_text(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    return value.isoformat() if hasattr(value, "isoformat") else str(value)


def encode_body(given: Dict[str, Any], has_files: bool) -> Optional[Outgoing]:
    if has_files and given.get("file") is not None:
        files = given["file"] if isinstance(given["file"], list) else [given["file"]]
        return _encode_form(files, {name: value for name, value in given.items() if name != "file"})
    if not given:
        return None
    content = json.dumps(given, default=_to_text).encode()
    return Outgoing(lambda: content, "application/json", len(content))


class _Part:
    """A file that can be read once for each attempt, unless it is a stream too long to keep."""

    def __init__(self, given: FileInput) -> None:
        self.filename = "file"
        content: Any = given
        if isinstance(given, tuple):
            self.filename, content = given
        elif isinstance(given, (str, os.PathLike)):
            self.filename = os.path.basename(os.fspath(given))
        elif isinstance(getattr(given, "name", None), str):
            self.filename = os.path.basename(given.name)  # type: ignore[union-attr]
        self.length: Optional[int]
        self.read: Callable[[], Iterator[bytes]]
        if isinstance(content, (bytes, bytearray)):
            self._keep(bytes(content))
        elif isinstance(content, (str, os.PathLike)):
            self.length = os.path.getsize(content)
            self.read = lambda: _read_path(content)
        else:
            self._open_stream(content)

    def _keep(self, content: bytes) -> None:
        self.length = len(content)
        self.read = lambda: iter([content])

    def _open_stream(self, stream: IO[bytes]) -> None:
        start = stream.read(KEPT_BYTES_MAX + 1)
        if len(start) <= KEPT_BYTES_MAX:
            return self._keep(start)
        self.length = None
        self.read = lambda: _read_rest(start, stream)


def _read_path(path: Any) -> Iterator[bytes]:
    with open(path, "rb") as file:
        yield from iter(lambda: file.read(CHUNK_BYTES), b"")


def _read_rest(start: bytes, stream: IO[bytes]) -> Iterator[bytes]:
    yield start
    yield from iter(lambda: stream.read(CHUNK_BYTES), b"")


def _encode_form(files: List[FileInput], fields: Dict[str, Any]) -> Outgoing:
    boundary = f"assay{uuid.uuid4().hex}"
    parts = [_Part(one) for one in files]
    pieces: List[Tuple[bytes, Optional[_Part]]] = []
    for name, value in fields.items():
        is_json = isinstance(value, (dict, list))
        text = json.dumps(value, separators=(",", ":")) if is_json else _to_text(value)
        pieces.append((_head(boundary, f'name="{name}"') + text.encode() + b"\r\n", None))
    for part in parts:
        name = part.filename.replace('"', "%22").replace("\r", "%0D").replace("\n", "%0A")
        kind = "\r\nContent-Type: application/octet-stream"
        pieces.append((_head(boundary, f'name="file"; filename="{name}"{kind}'), part))
        pieces.append((b"\r\n", None))
    pieces.append((f"--{boundary}--\r\n".encode(), None))
    lengths = [part.length for _, part in pieces if part is not None]
    is_known = all(one is not None for one in lengths)
    length = sum(len(text) for text, _ in pieces) + sum(one or 0 for one in lengths)

    def read() -> Iterator[bytes]:
        for text, part in pieces:
            yield text
            if part is not None:
                yield from part.read()

    content_type = f"multipart/form-data; boundary={boundary}"
    return Outgoing(read, content_type, length if is_known else None, is_once=not is_known)


def _head(boundary: str, head: str) -> bytes:
    return f"--{boundary}\r\nContent-Disposition: form-data; {head}\r\n\r\n".encode()
