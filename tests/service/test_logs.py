"""The log and the figures: what happened, and nothing that is nobody's business."""

from __future__ import annotations

import asyncio
import io
import json
import logging

from ledger.clock import SteppingClock
from ledger.service.running.logs import Log, ToLog


def test_each_request_is_a_line_with_its_route_and_without_its_secrets(service, gathering) -> None:
    table = gathering()
    with service.client(table.ann) as ann:
        ann.get(f"/v1/tables/{table.id}")
        ann.get(f"/v1/tables/{table.id}?token={table.ann}")
        ann.post(f"/v1/tables/{table.id}/answers", json={"answer": "1 bet 5", "question": "c" * 64, "signature": None})
    seen, refused, answered = service.lines(3, "/v1/tables/{table}")
    assert (seen["method"], seen["route"], seen["status"], seen["role"]) == ("GET", "/v1/tables/{table}", 200, "seat")
    assert seen.keys() == {"time", "method", "route", "status", "ms", "bytes", "role"}
    assert (refused["status"], refused["kind"]) == (422, "not-as-described")
    assert answered["status"] >= 400
    text = service.log.getvalue().decode()
    assert table.ann not in text
    assert "bet 5" not in text
    assert "cccc" not in text


def test_the_figures_count_what_was_asked_and_refused(service) -> None:
    with service.client(service.operator) as operator:
        operator.get("/nowhere")
        figures = operator.get("/metrics")
    assert figures.headers["content-type"].startswith("text/plain; version=")
    assert 'shoe_requests_total{operation="none",status="404"} 1.0' in figures.text
    assert 'shoe_refused_total{kind="no-such-address"} 1.0' in figures.text
    assert "shoe_request_seconds_bucket" in figures.text


def test_what_libraries_say_is_a_line_too_with_the_place_of_a_fault_and_not_its_words() -> None:
    stream = io.BytesIO()
    logger = logging.Logger("library")  # noqa: LOG001 - of nobody else's
    logger.addHandler(ToLog(Log(stream, SteppingClock("2026-01-01T00:00:00Z"))))
    words = "a token"
    try:
        json.loads("{}")[words]
    except KeyError:
        logger.exception("It failed")
    logger.info("not worth a line")
    (line,) = stream.getvalue().splitlines()
    told = json.loads(line)
    assert (told["level"], told["event"], told["time"]) == ("error", "It failed", "2026-01-01T00:00:00Z")
    assert told["traceback"].startswith("KeyError\n")
    assert words not in line.decode()


def test_requests_can_be_left_out() -> None:
    stream = io.BytesIO()
    log = Log(stream, SteppingClock("2026-01-01T00:00:00Z"), requests=False)
    log.request("GET", "/", 200, 0.001, 1, None, None)
    log.event("error", "A fault")
    assert len(stream.getvalue().splitlines()) == 1


def test_what_asyncio_says_of_a_task_that_failed_is_told_without_the_words_of_its_error(monkeypatch) -> None:
    stream = io.BytesIO()
    monkeypatch.setattr(logging.getLogger("asyncio"), "handlers", [ToLog(Log(stream, SteppingClock("2026-01-01T00:00:00Z")))])

    async def fails() -> None:
        raise ValueError("TC lies face down")

    async def forgotten() -> None:
        task = asyncio.ensure_future(fails())
        await asyncio.wait([task])
        told = {"message": "Nobody asked for what came of it", "exception": task.exception(), "future": task}
        asyncio.get_running_loop().call_exception_handler(told)

    asyncio.run(forgotten())
    (line,) = map(json.loads, stream.getvalue().splitlines())
    assert line["event"] == "Nobody asked for what came of it"
    assert line["traceback"].startswith("ValueError\n")
