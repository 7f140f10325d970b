"""Measures the Python client from within, as calls.ts does the TypeScript one."""

import http.client
import json
import re
import statistics
import sys
import time
from urllib.parse import urlsplit

from assay import Service

KIND, URL, GIVEN = sys.argv[1:]
service = Service(api_key="svc_test_bench", base_url=URL)
connection = http.client.HTTPConnection(urlsplit(URL).netloc)
HEADERS = {"accept": "application/json", "authorization": "Bearer svc_test_bench"}


def bare():
    connection.request("GET", "/v1/submissions/one", headers=HEADERS)
    return json.loads(connection.getresponse().read())


def take_turns(calls, count):
    times = [[] for _ in calls]
    for _ in range(count):
        for own, call in zip(times, calls):
            started = time.perf_counter()
            call()
            own.append((time.perf_counter() - started) * 1000)
    return times


def measure_calls(count):
    calls = [lambda: service.submissions.get("one"), bare]
    take_turns(calls, count // 2)
    own, least = take_turns(calls, count)
    return statistics.median(own) - statistics.median(least)


def read_peak():
    with open("/proc/self/status") as status:
        return int(re.search(r"VmHWM:\s+(\d+)", status.read()).group(1))


def measure_upload(path):
    service.documents.upload("one", file=("small.pdf", bytes(1024)))
    before = read_peak()
    service.documents.upload("one", file=path)
    return (read_peak() - before) / 1024


print(measure_upload(GIVEN) if KIND == "upload" else measure_calls(int(GIVEN)))
