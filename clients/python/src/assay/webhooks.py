"""Whether a delivery was signed by the service."""

from __future__ import annotations

import base64
import hashlib
import hmac
import json
import time
from typing import TYPE_CHECKING, Iterable, List, Mapping, Optional, Sequence, Union, cast

from .errors import WebhookSignatureError

if TYPE_CHECKING:
    from .types import WebhookEvent


def construct_event(
    payload: Union[bytes, str],
    headers: Mapping[str, str],
    secrets: Union[str, Sequence[str]],
    *,
    tolerance_seconds: float = 300,
    now: Optional[float] = None,
) -> WebhookEvent:
    """The event of a delivery, once one of the secrets has signed these very bytes.

    Prefers the headers of Standard Webhooks, which also show the age. Raises
    `WebhookSignatureError`, whose code is `missing_signature`, `timestamp_out_of_tolerance` or
    `signature_mismatch`.
    """
    content = payload.encode() if isinstance(payload, str) else payload
    known = {name.lower(): value for name, value in headers.items()}
    keys = [secrets] if isinstance(secrets, str) else list(secrets)
    event_id, timestamp = known.get("webhook-id"), known.get("webhook-timestamp")
    signatures = known.get("webhook-signature")
    if event_id and timestamp and signatures:
        current = time.time() if now is None else now
        is_number = timestamp.isdigit()
        if tolerance_seconds > 0 and not (is_number and abs(current - int(timestamp)) <= tolerance_seconds):
            message = "The delivery is too old, or the clock here is wrong."
            raise WebhookSignatureError(message, code="timestamp_out_of_tolerance")
        signed = f"{event_id}.{timestamp}.".encode() + content
        digests = [hmac.new(_decode(key), signed, hashlib.sha256).digest() for key in keys]
        expected = ["v1," + base64.b64encode(one).decode() for one in digests]
        return _settle(signatures.split(" "), expected, content)
    given = [known.get("x-service-signature"), known.get("x-service-signature-next")]
    if given == [None, None]:
        raise WebhookSignatureError("The request has no signature.", code="missing_signature")
    expected = ["sha256=" + hmac.new(key.encode(), content, hashlib.sha256).hexdigest() for key in keys]
    return _settle([one for one in given if one], expected, content)


def _settle(given: List[str], expected: Iterable[str], content: bytes) -> WebhookEvent:
    matches = [hmac.compare_digest(one.encode(), other.encode()) for one in expected for other in given]
    if not any(matches):
        raise WebhookSignatureError("No secret signed this body.", code="signature_mismatch")
    return cast("WebhookEvent", json.loads(content))


def _decode(secret: str) -> bytes:
    """What stands after `whsec_` is base64, with or without its padding."""
    text = (secret[6:] if secret.startswith("whsec_") else secret).rstrip("=")
    text = text[: len(text) - 1] if len(text) % 4 == 1 else text
    return base64.b64decode(text + "=" * (-len(text) % 4))
