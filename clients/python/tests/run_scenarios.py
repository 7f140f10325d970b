"""Carries out the calls of a file of scenarios and prints what came of each, as JSON."""

import io
import json
import os
import re
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from inspect import signature
from itertools import islice

sys.path.insert(0, os.path.join(os.path.dirname(__file__), "..", "src"))

from assay import FileContent, Pages, Service, ServiceError, webhooks  # noqa: E402


def run(task):
    name = task["name"]
    try:
        return {"name": name, **carry_out(task)}
    except ServiceError as error:
        kind = type(error).__name__
        names = ("code", "status", "param", "request_id", "doc_url", "message")
        shown = {one: getattr(error, one) for one in names}
        return {"name": name, "error": {"kind": kind, **shown, "text": repr(error)}}
    except Exception as error:  # noqa: BLE001 -- whatever it is stands in the outcome
        return {"name": name, "error": {"kind": "unknown", "message": repr(error)}}


def carry_out(task):
    call, client = task["call"], task.get("client", {})
    if "webhook" in call:
        given = call["webhook"]
        return {"data": webhooks.construct_event(given["payload"], given["headers"], given["secrets"], now=given["now"])}
    settings = {"max_retries": client.get("max_retries", 2), "timeout": client.get("timeout_ms", 60000) / 1000}
    service = Service(client.get("api_key", "svc_test_scenario"), task["url"], **settings)
    if call["method"] == "construct":
        return {"data": None}
    resource, method = (to_snake(part) for part in call["method"].split("."))
    responses = []
    options = dict(call.get("options", {}), on_response=responses.append)
    if "timeout_ms" in options:
        options["timeout"] = options.pop("timeout_ms") / 1000
    params = dict(call.get("params", {}))
    if "file" in params:
        params["file"] = make_file(**params["file"])
    found = getattr(getattr(service, resource), method)
    params = {**placeholders(found), **params}
    result = found(*call.get("args", []), options=options, **params)
    if isinstance(result, Pages) or hasattr(result, "__next__"):
        items = islice(iter(result), call.get("take", 100))
        return {"data": [getattr(one, "__dict__", one) for one in items]}
    if isinstance(result, FileContent):
        result = {"content": result.content.decode(), "content_type": result.content_type, "filename": result.filename}
    return {"data": result, "response": show(responses[-1]) if responses else None}


def placeholders(method):
    """Python wants the parameters that must be given; the service of the scenarios takes anything."""
    parameters = signature(method).parameters.values()
    return {
        one.name: "x" for one in parameters if one.kind is one.KEYWORD_ONLY and one.default is one.empty
    }


def show(info):
    limit = info.rate_limit and vars(info.rate_limit)
    names = ("status", "retries", "request_id", "idempotent_replayed")
    return {**{name: getattr(info, name) for name in names}, "rate_limit": limit}


def make_file(name, size, **plan):
    content = b"a" * size
    if plan["from"] == "bytes":
        return (name, content)
    if plan["from"] == "stream":
        return (name, io.BytesIO(content))
    path = os.path.join(tempfile.mkdtemp(prefix="assay-scenario-"), name)
    with open(path, "wb") as file:
        file.write(content)
    return path


def to_snake(name):
    return re.sub(r"(?<=[a-z0-9])([A-Z])", lambda match: "_" + match.group(1).lower(), name)


with open(sys.argv[1], encoding="utf-8") as tasks:
    with ThreadPoolExecutor(16) as pool:
        json.dump(list(pool.map(run, json.load(tasks))), sys.stdout)
