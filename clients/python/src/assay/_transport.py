from __future__ import annotations

import email.utils
import gzip
import http.client
import logging
import random
import select
import socket
import ssl
import threading
import time
import uuid
from dataclasses import dataclass, field
from typing import Callable, Dict, Iterator, List, Mapping, Optional, Union
from urllib.parse import urlsplit

from .errors import ConnectionError, ServiceError, TimeoutError, to_error

log = logging.getLogger("assay")

RETRIED = {408, 429, 500, 502, 503, 504}
BACKOFF_SECONDS = 0.5
BACKOFF_SECONDS_MAX = 8.0
RETRY_AFTER_SECONDS_MAX = 60.0
CHUNK_BYTES = 64 * 1024
CONNECTIONS_MAX = 10


@dataclass(frozen=True)
class RateLimit:
    limit: int
    remaining: int
    reset: int


@dataclass(frozen=True)
class ResponseInfo:
    """What a response says beside its data."""

    status: int
    headers: Mapping[str, str]
    #: What the operator of the service finds the request by.
    request_id: Optional[str]
    #: The response of an earlier call with the same idempotency key.
    idempotent_replayed: bool
    rate_limit: Optional[RateLimit]
    #: Attempts before this one.
    retries: int


@dataclass
class Outgoing:
    """A body that can be opened once for each attempt; without a length it is sent in chunks."""

    open: Callable[[], Union[bytes, Iterator[bytes]]]
    content_type: str
    length: Optional[int]
    is_once: bool = False


@dataclass
class Attempt:
    verb: str
    path: str
    body: Optional[Outgoing] = None
    headers: Dict[str, str] = field(default_factory=dict)
    timeout: Optional[float] = None
    max_retries: Optional[int] = None
    idempotency_key: Optional[str] = None
    #: Returns when the headers have come; the body is the caller's to read.
    is_stream: bool = False


@dataclass
class Received:
    info: ResponseInfo
    content: bytes
    #: Lines of a stream.
    lines: Optional[Iterator[bytes]] = None


class Transport:
    """Sends requests over connections that are kept; safe to share between threads."""

    def __init__(self, api_key: str, base_url: str, timeout: float, max_retries: int, user_agent: str) -> None:
        self._api_key = api_key
        self._base = urlsplit(base_url.rstrip("/"))
        self._timeout = timeout
        self._max_retries = max_retries
        self._user_agent = user_agent
        self._idle: List[http.client.HTTPConnection] = []
        self._lock = threading.Lock()

    def __repr__(self) -> str:
        return f"<Transport {self._base.geturl()}>"

    def close(self) -> None:
        with self._lock:
            idle, self._idle = self._idle, []
        for connection in idle:
            connection.close()

    def send(self, attempt: Attempt) -> Received:
        """Sends a request until it has a response that a further attempt would not change."""
        headers = self._headers(attempt)
        retries_max = self._max_retries if attempt.max_retries is None else attempt.max_retries
        if attempt.body is not None and attempt.body.is_once:
            retries_max = 0
        retries = 0
        while True:
            started = time.monotonic()
            try:
                received = self._try_once(attempt, headers, retries)
                self._note(attempt, f"{received.info.status} {received.info.request_id}", started)
                return received
            except ServiceError as error:
                self._note(attempt, f"{error.status or ''} {error.code}", started)
                delay = _find_delay(error, retries)
                if retries >= retries_max or delay is None:
                    raise
            time.sleep(delay)
            retries += 1

    def _note(self, attempt: Attempt, outcome: str, started: float) -> None:
        spent = round((time.monotonic() - started) * 1000)
        log.debug("%s %s → %s in %d ms", attempt.verb, attempt.path, outcome.strip(), spent)

    def _headers(self, attempt: Attempt) -> Dict[str, str]:
        headers = {"accept": "application/json", "user-agent": self._user_agent}
        if attempt.verb in ("POST", "PUT", "PATCH"):
            headers["idempotency-key"] = attempt.idempotency_key or str(uuid.uuid4())
        if attempt.body is not None:
            headers["content-type"] = attempt.body.content_type
            if attempt.body.length is None:
                headers["transfer-encoding"] = "chunked"
            else:
                headers["content-length"] = str(attempt.body.length)
        if not attempt.is_stream:
            headers["accept-encoding"] = "gzip"
        headers.update(attempt.headers)
        headers["authorization"] = f"Bearer {self._api_key}"
        return headers

    def _try_once(self, attempt: Attempt, headers: Dict[str, str], retries: int) -> Received:
        timeout = self._timeout if attempt.timeout is None else attempt.timeout
        deadline = time.monotonic() + timeout
        connection = self._connect(timeout)
        is_kept = False
        try:
            body = attempt.body.open() if attempt.body is not None else None
            is_chunked = attempt.body is not None and attempt.body.length is None
            connection.request(
                attempt.verb, self._base.path + attempt.path, body, headers, encode_chunked=is_chunked
            )
            _limit(connection, deadline)
            response = connection.getresponse()
            info = _read_info(response, retries)
            if attempt.is_stream and 200 <= info.status < 300:
                is_kept = True
                return Received(info, b"", _read_lines(connection, response, timeout))
            content = _read_all(connection, response, deadline)
            is_kept = not response.will_close
            # Some versions of Python take one that was read to its end for unread.
            response.close()
        except socket.timeout as cause:
            place = f"{attempt.verb} {attempt.path}"
            raise TimeoutError(f"{place} took longer than {timeout} s.", code="timeout") from cause
        except (OSError, http.client.HTTPException, EOFError) as cause:
            place = f"{attempt.verb} {attempt.path}"
            raise ConnectionError(f"{place} got no whole response.", code="connection_failed") from cause
        finally:
            if not is_kept:
                connection.close()
        self._keep(connection)
        return _settle(info, content)

    def _connect(self, timeout: float) -> http.client.HTTPConnection:
        while True:
            with self._lock:
                connection = self._idle.pop() if self._idle else None
            if connection is None:
                break
            # A kept connection on which something can be read was closed by the service.
            if connection.sock is not None and not select.select([connection.sock], [], [], 0)[0]:
                connection.sock.settimeout(timeout)
                return connection
            connection.close()
        host, port = self._base.hostname or "localhost", self._base.port
        if self._base.scheme == "https":
            context = ssl.create_default_context()
            return http.client.HTTPSConnection(host, port, timeout=timeout, context=context)
        return http.client.HTTPConnection(host, port, timeout=timeout)

    def _keep(self, connection: http.client.HTTPConnection) -> None:
        with self._lock:
            if connection.sock is not None and len(self._idle) < CONNECTIONS_MAX:
                self._idle.append(connection)
                return
        connection.close()


def _limit(connection: http.client.HTTPConnection, deadline: float) -> None:
    left = deadline - time.monotonic()
    if left <= 0:
        raise socket.timeout()
    if connection.sock is not None:
        connection.sock.settimeout(left)


def _read_all(
    connection: http.client.HTTPConnection, response: http.client.HTTPResponse, deadline: float
) -> bytes:
    chunks = []
    while True:
        _limit(connection, deadline)
        chunk = response.read1(CHUNK_BYTES)
        if not chunk:
            break
        chunks.append(chunk)
    content = b"".join(chunks)
    if response.length:
        raise http.client.IncompleteRead(content, response.length)
    return gzip.decompress(content) if response.getheader("content-encoding") == "gzip" else content


def _read_lines(
    connection: http.client.HTTPConnection, response: http.client.HTTPResponse, timeout: float
) -> Iterator[bytes]:
    """The lines of a stream; between two there may be as long as one request may take."""
    try:
        if connection.sock is not None:
            connection.sock.settimeout(max(timeout, 60))
        rest = b""
        while True:
            # Unlike readline, this raises when the stream is cut off.
            chunk = response.read1(CHUNK_BYTES)
            if not chunk:
                return
            *lines, rest = (rest + chunk).split(b"\n")
            yield from lines
    except (OSError, http.client.HTTPException) as cause:
        raise ConnectionError("The stream broke off.", code="connection_failed") from cause
    finally:
        connection.close()


def _settle(info: ResponseInfo, content: bytes) -> Received:
    if 200 <= info.status < 300:
        return Received(info, content)
    if 300 <= info.status < 400:
        message = "The service redirected the request; check the base URL."
        raise ServiceError(message, code="unexpected_redirect", status=info.status, headers=info.headers)
    raise to_error(info.status, info.headers, content)


def _read_info(response: http.client.HTTPResponse, retries: int) -> ResponseInfo:
    headers = {name.lower(): value for name, value in response.getheaders()}
    limits = [headers.get(f"x-ratelimit-{name}", "") for name in ("limit", "remaining", "reset")]
    rate_limit = RateLimit(*map(int, limits)) if all(one.isdigit() for one in limits) else None
    return ResponseInfo(
        status=response.status,
        headers=headers,
        request_id=headers.get("x-request-id"),
        idempotent_replayed=headers.get("idempotent-replayed") == "true",
        rate_limit=rate_limit,
        retries=retries,
    )


def _find_delay(error: ServiceError, retries: int) -> Optional[float]:
    """Seconds until the next attempt; None when there should be none."""
    after = _read_retry_after(error.headers.get("retry-after"))
    is_lost = isinstance(error, ConnectionError)
    if not is_lost and error.status not in RETRIED and not (error.status == 409 and after is not None):
        return None
    if after is not None:
        return after if after <= RETRY_AFTER_SECONDS_MAX else None
    return random.random() * min(BACKOFF_SECONDS_MAX, BACKOFF_SECONDS * 2**retries)


def _read_retry_after(value: Optional[str]) -> Optional[float]:
    """Seconds or a date, as seconds from now."""
    if value is None:
        return None
    if value.isdigit():
        return float(value)
    try:
        return max(0.0, email.utils.parsedate_to_datetime(value).timestamp() - time.time())
    except (TypeError, ValueError):
        return None
