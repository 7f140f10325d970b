from __future__ import annotations

import json
import re
import time
from dataclasses import dataclass
from typing import Any, Callable, Dict, Generic, Iterator, List, Mapping, Optional, Tuple, TypedDict, TypeVar
from urllib.parse import unquote

from ._encode import encode_body, encode_path, encode_query
from ._transport import Attempt, Received, ResponseInfo, Transport
from .errors import ConnectionError, ServiceError

T = TypeVar("T")

UPLOAD_SECONDS = 300.0
#: How often a stream is opened again without one event between.
REOPENINGS_MAX = 5


class NotGiven:
    """A parameter that is not sent, unlike None, which is sent as null."""

    def __repr__(self) -> str:
        return "NOT_GIVEN"

    def __bool__(self) -> bool:
        return False


NOT_GIVEN = NotGiven()


class RequestOptions(TypedDict, total=False):
    #: Kept over retries, so that a call whose response was lost is not carried out twice.
    idempotency_key: str
    #: Seconds of one attempt, until the last byte of its response.
    timeout: float
    max_retries: int
    headers: Dict[str, str]
    #: Parameters that only a newer server has.
    params: Dict[str, Any]
    #: Gets what the response says beside its data.
    on_response: Callable[[ResponseInfo], None]


class Record(dict):  # type: ignore[type-arg]
    """The data of a response, with the response that it came with."""

    response: ResponseInfo


@dataclass(frozen=True)
class FileContent:
    content: bytes
    content_type: str
    #: As the service names it.
    filename: Optional[str]
    response: ResponseInfo


@dataclass(frozen=True)
class ServerSentEvent(Generic[T]):
    id: Optional[str]
    event: str
    data: T


@dataclass(frozen=True)
class Page(Generic[T]):
    data: List[T]
    has_more: bool
    next_cursor: Optional[str]
    meta: Mapping[str, Any]
    response: ResponseInfo


class Pages(Generic[T]):
    """All items of a list, page by page: `for deal in service.submissions.list()`."""

    def __init__(self, read: Callable[[Optional[str]], Page[T]]) -> None:
        self._read = read

    def page(self) -> Page[T]:
        """The first page alone."""
        return self._read(None)

    def pages(self) -> Iterator[Page[T]]:
        """Ends when there is no more; a cursor that comes again would never end, and is refused."""
        seen = set()
        cursor: Optional[str] = None
        while True:
            page = self._read(cursor)
            yield page
            if not page.has_more:
                return
            cursor = page.next_cursor
            if not cursor:
                raise ServiceError("A page has more after it, but no cursor.", code="invalid_response")
            if cursor in seen:
                raise ServiceError("A cursor came twice.", code="invalid_response")
            seen.add(cursor)

    def __iter__(self) -> Iterator[T]:
        for page in self.pages():
            yield from page.data


class Resource:
    """What all resources send their calls with."""

    _lazy: "frozenset[str]" = frozenset()

    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def _call(self, *operation: Any, **how: Any) -> Any:
        body, info = self._read(*operation, **how)
        data = body.get("data") if isinstance(body, dict) else body
        if isinstance(data, dict):
            data = Record(data)
            data.response = info
        return data

    def _list(self, verb: str, path: str, args: Tuple[Any, ...], given: Dict[str, Any], options: Any) -> Pages[Any]:
        def read(cursor: Optional[str]) -> Page[Any]:
            more = given if cursor is None else {**given, "cursor": cursor}
            body, info = self._read(verb, path, args, more, options)
            meta = body.get("meta") or {}
            return Page(body["data"], body["has_more"], body["next_cursor"], meta, info)

        return Pages(read)

    def _download(self, *operation: Any, **how: Any) -> FileContent:
        return _to_file(self._send(*operation, headers={"accept": "*/*"}, **how))

    def _stream(self, *operation: Any) -> Iterator[ServerSentEvent[Any]]:
        """One that breaks off is opened again after the last event; one that the service ends is over."""
        last_id: Optional[str] = None
        state = {"retry": 1.0}
        failures = 0
        while True:
            headers = {"accept": "text/event-stream"}
            if last_id is not None:
                headers["last-event-id"] = last_id
            received = self._send(*operation, headers=headers, is_stream=True)
            try:
                for event in _parse_events(received.lines or iter(()), state):
                    failures = 0
                    last_id = event.id or last_id
                    yield event
                return
            except ConnectionError:
                failures += 1
                if failures > REOPENINGS_MAX:
                    raise
            time.sleep(state["retry"])

    def _read(self, *operation: Any, **how: Any) -> Tuple[Any, ResponseInfo]:
        received = self._send(*operation, **how)
        info = received.info
        if not received.content:
            return None, info
        is_json = "json" in info.headers.get("content-type", "")
        given = operation[3]
        if given.get("format", NOT_GIVEN) is not NOT_GIVEN and not is_json:
            return _to_file(received), info
        try:
            body = json.loads(received.content)
        except ValueError:
            body = None
        if not isinstance(body, dict):
            message = "The response is not JSON."
            raise ServiceError(message, code="invalid_response", status=info.status, headers=info.headers)
        return body, info

    def _send(
        self,
        verb: str,
        path: str,
        args: Tuple[Any, ...],
        given: Dict[str, Any],
        options: Optional[RequestOptions],
        *,
        query: Tuple[str, ...] = (),
        has_files: bool = False,
        headers: Optional[Dict[str, str]] = None,
        is_stream: bool = False,
    ) -> Received:
        chosen = options or {}
        params = {**given, **chosen.get("params", {})}
        params = {name: value for name, value in params.items() if value is not NOT_GIVEN}
        is_read = verb in ("GET", "DELETE")
        in_query = {name: value for name, value in params.items() if is_read or name in query}
        in_body = {name: value for name, value in params.items() if name not in in_query}
        attempt = Attempt(
            verb,
            encode_path(path, args) + encode_query(in_query),
            None if is_read else encode_body(in_body, has_files),
            {**(headers or {}), **chosen.get("headers", {})},
            chosen.get("timeout", UPLOAD_SECONDS if has_files else None),
            chosen.get("max_retries"),
            chosen.get("idempotency_key"),
            is_stream,
        )
        received = self._transport.send(attempt)
        if "on_response" in chosen:
            chosen["on_response"](received.info)
        return received


def _to_file(received: Received) -> FileContent:
    headers = received.info.headers
    disposition = headers.get("content-disposition", "")
    encoded = re.search(r"filename\*=UTF-8''([^;]+)", disposition, re.IGNORECASE)
    plain = re.search(r'filename="([^"]*)"', disposition)
    name = unquote(encoded.group(1)) if encoded else plain.group(1) if plain else None
    kind = headers.get("content-type", "application/octet-stream")
    return FileContent(received.content, kind, name, received.info)


def _parse_events(lines: Iterator[bytes], state: Dict[str, float]) -> Iterator[ServerSentEvent[Any]]:
    fields: Dict[str, List[str]] = {}
    for line in lines:
        text = line.decode().rstrip("\r\n")
        if text == "":
            if "data" in fields:
                event_id = fields["id"][-1] if "id" in fields else None
                name = fields["event"][-1] if "event" in fields else "message"
                yield ServerSentEvent(event_id, name, json.loads("\n".join(fields["data"])))
            fields = {}
        elif not text.startswith(":"):
            name, _, value = text.partition(":")
            value = value[1:] if value.startswith(" ") else value
            if name == "retry" and value.isdigit():
                state["retry"] = int(value) / 1000
            fields.setdefault(name, []).append(value)
