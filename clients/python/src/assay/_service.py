from __future__ import annotations

import asyncio
import os
import time
from typing import TYPE_CHECKING, Any, AsyncIterator, Callable, Iterator, Optional

from ._resource import RequestOptions, Resource
from ._transport import Transport
from ._version import VERSION
from .errors import AuthenticationError, ConflictError, ServiceError, TimeoutError
from .resources import Resources
from .resources.submissions import SubmissionsResource

if TYPE_CHECKING:
    from . import types

FINAL = {"processed", "review_required", "reviewed", "failed"}
POLL_SECONDS = 1.0
POLL_SECONDS_MAX = 5.0


class Submissions(SubmissionsResource):
    def process_and_wait(
        self,
        id: str,
        *,
        wait_seconds: float = 600,
        on_progress: Optional[Callable[[types.SubmissionStatusResult], None]] = None,
        options: Optional[RequestOptions] = None,
        **params: Any,
    ) -> types.Submission:
        """Starts processing and waits for its end: over the stream of events, or by polling where a
        proxy holds streams back. Takes the parameters of `process`. Raises a `ServiceError` when the
        run failed.
        """
        deadline = time.monotonic() + wait_seconds
        try:
            self.process(id, options=options, **params)
        except ConflictError as error:
            # Uploads start a run by themselves; that one is waited for.
            if error.code != "already_processing":
                raise
        status: Any = {}
        for status in self._follow(id):
            if on_progress is not None:
                on_progress(status)
            if status["status"] in FINAL:
                break
            if time.monotonic() > deadline:
                raise TimeoutError("The run did not end in time; it goes on.", code="wait_timeout")
        if status["status"] == "failed":
            failure = status.get("last_error") or {}
            code = failure.get("code") or "processing_failed"
            raise ServiceError(failure.get("message") or "The run failed.", code=code)
        return self.get(id)

    def _follow(self, id: str) -> Iterator[Any]:
        try:
            for event in self.events(id):
                yield event.data
        except ServiceError:
            # Something holds streams back; the polling below says what else is wrong.
            pass
        delay = POLL_SECONDS
        while True:
            yield self.status(id)
            time.sleep(delay)
            delay = min(POLL_SECONDS_MAX, delay * 1.5)


class Service(Resources):
    """A client of one copy of the service, with one key; safe to share between threads.

    `api_key` is by default SERVICE_API_KEY, `base_url` SERVICE_API_URL or else
    http://localhost:3100. `timeout` is of one attempt, in seconds.
    """

    submissions: Submissions

    def __init__(
        self,
        api_key: Optional[str] = None,
        base_url: Optional[str] = None,
        *,
        timeout: float = 60,
        max_retries: int = 2,
    ) -> None:
        key = api_key or os.environ.get("SERVICE_API_KEY")
        if not key:
            raise AuthenticationError("Give api_key, or set SERVICE_API_KEY.", code="missing_api_key")
        url = base_url or os.environ.get("SERVICE_API_URL") or "http://localhost:3100"
        self._transport = Transport(key, url, timeout, max_retries, f"assay-client-python/{VERSION}")
        super().__init__(self._transport)
        self.submissions = Submissions(self._transport)

    def request(self, verb: str, path: str, *, options: Optional[RequestOptions] = None, **params: Any) -> Any:
        """An endpoint that this version has no method for; `path` begins with /v1."""
        return Resource(self._transport)._call(verb, path, (), params, options)

    def close(self) -> None:
        self._transport.close()

    def __enter__(self) -> Service:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


class AsyncService:
    """The same methods to await, each in a thread; lists and streams are iterated with `async for`."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        self._service = Service(*args, **kwargs)

    def __getattr__(self, name: str) -> Any:
        part = getattr(self._service, name)
        return _AsyncResource(part) if isinstance(part, Resource) else _to_async(part)


class _AsyncResource:
    def __init__(self, resource: Resource) -> None:
        self._resource = resource

    def __getattr__(self, name: str) -> Any:
        method = getattr(self._resource, name)
        if name not in self._resource._lazy:
            return _to_async(method)
        return lambda *args, **kwargs: _iterate(method(*args, **kwargs))


def _to_async(function: Callable[..., Any]) -> Callable[..., Any]:
    async def call(*args: Any, **kwargs: Any) -> Any:
        return await asyncio.to_thread(function, *args, **kwargs)

    return call


async def _iterate(items: Any) -> AsyncIterator[Any]:
    end = object()
    source = iter(items)
    while True:
        item = await asyncio.to_thread(next, source, end)
        if item is end:
            return
        yield item
