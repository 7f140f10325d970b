"""What can go wrong with a call."""

from __future__ import annotations

import json
from typing import Any, Dict, List, Mapping, Optional, Type


class ServiceError(Exception):
    """Whatever goes wrong with a call. Its text never has the key or the body of the request."""

    def __init__(
        self,
        message: str,
        *,
        code: str = "unknown_error",
        status: Optional[int] = None,
        headers: Optional[Mapping[str, str]] = None,
        body: Optional[Dict[str, Any]] = None,
    ) -> None:
        super().__init__(message)
        #: The whole `error` of the body, with what newer servers add.
        self.body = body or {}
        self.headers = headers or {}
        self.message = message
        #: HTTP status; None when there was no response.
        self.status = status
        #: Of the error catalog; without a response, of the client.
        self.code: str = self.body.get("code") or code
        self.type: Optional[str] = self.body.get("type")
        #: The parameter at fault, such as `company_info.ein`.
        self.param: Optional[str] = self.body.get("param")
        #: The page of the error catalog that explains it.
        self.doc_url: Optional[str] = self.body.get("doc_url")
        #: What the operator of the service finds the request by.
        self.request_id: Optional[str] = self.body.get("request_id") or self.headers.get("x-request-id")
        self.errors: List[Dict[str, Any]] = self.body.get("errors") or []


class InvalidRequestError(ServiceError):
    pass


class AuthenticationError(ServiceError):
    pass


class NotFoundError(ServiceError):
    pass


class ConflictError(ServiceError):
    pass


class ValidationError(ServiceError):
    pass


class RateLimitError(ServiceError):
    pass


class ApiError(ServiceError):
    """The service failed, or something between it and us did."""


class ConnectionError(ServiceError):
    """No whole response came: nobody knows whether the request had its effect."""


class TimeoutError(ConnectionError):
    pass


class WebhookSignatureError(ServiceError):
    """A webhook that was not sent by the service, or not now; `code` names the check that failed."""


_BY_TYPE: Dict[str, Type[ServiceError]] = {
    "invalid_request_error": InvalidRequestError,
    "authentication_error": AuthenticationError,
    "not_found_error": NotFoundError,
    "conflict_error": ConflictError,
    "validation_error": ValidationError,
    "rate_limit_error": RateLimitError,
    "api_error": ApiError,
}

_BY_STATUS: Dict[int, Type[ServiceError]] = {
    401: AuthenticationError,
    403: AuthenticationError,
    404: NotFoundError,
    409: ConflictError,
    422: ValidationError,
    429: RateLimitError,
}


def to_error(status: int, headers: Mapping[str, str], content: bytes) -> ServiceError:
    """The error of a response that is no success; one whose body is not ours is known by its status."""
    try:
        body = json.loads(content)["error"]
    except (ValueError, KeyError, TypeError):
        body = {}
    body = body if isinstance(body, dict) else {}
    fallback = _BY_STATUS.get(status, ApiError if status >= 500 else InvalidRequestError)
    kind = _BY_TYPE.get(body["type"], ServiceError) if isinstance(body.get("type"), str) else fallback
    message = body.get("message") or f"The response has status {status} and no error body."
    return kind(message, code=f"http_{status}", status=status, headers=headers, body=body)
