"""The Assay API: `Service` has a method for every endpoint."""

from . import types, webhooks
from ._encode import FileInput
from ._resource import NOT_GIVEN, FileContent, Page, Pages, Record, RequestOptions, ServerSentEvent
from ._service import AsyncService, Service
from ._transport import RateLimit, ResponseInfo
from ._version import VERSION as __version__
from .errors import (
    ApiError,
    AuthenticationError,
    ConflictError,
    ConnectionError,
    InvalidRequestError,
    NotFoundError,
    RateLimitError,
    ServiceError,
    TimeoutError,
    ValidationError,
    WebhookSignatureError,
)

__all__ = [
    "NOT_GIVEN", "ApiError", "AsyncService", "AuthenticationError", "ConflictError", "ConnectionError",
    "FileContent", "FileInput", "InvalidRequestError", "NotFoundError", "Page", "Pages", "RateLimit",
    "RateLimitError", "Record", "RequestOptions", "ResponseInfo", "ServerSentEvent", "Service",
    "ServiceError", "TimeoutError", "ValidationError", "WebhookSignatureError", "__version__", "types",
    "webhooks",
]
