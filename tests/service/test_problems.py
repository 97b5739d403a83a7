"""Every error is a problem (RFC 9457) with one sentence."""

from __future__ import annotations

import json

import pytest

from ledger.errors import DiskFailed, KeyProblem, NameRefused, NotYetRevealed, RuleError, SessionRefused
from ledger.service.api.problems import MEDIA, OtherMethod, TooOften, refusal, response
from ledger.service.refusals import Kind, Refused
from tests.support.serving import new_table

QUESTION = "a" * 64


@pytest.mark.parametrize("kind", Kind, ids=lambda kind: kind.word)
def test_each_kind_has_its_type_title_and_status(kind) -> None:
    sent = response(Refused(kind, "Why."))
    told = json.loads(bytes(sent.body))
    assert told == {"type": f"/problems/{kind.word}", "title": kind.title, "status": kind.status, "detail": "Why."}
    assert sent.status_code == kind.status
    assert sent.media_type == MEDIA
    assert sent.headers["cache-control"] == "no-store"


def test_no_two_kinds_are_told_alike() -> None:
    assert len({kind.title for kind in Kind}) == len({kind.word for kind in Kind}) == len(list(Kind)) == len(Kind.__members__)


def test_some_statuses_bring_the_header_that_they_want() -> None:
    assert response(Refused(Kind.TOKEN_MISSING, "")).headers["www-authenticate"] == 'Bearer realm="sealedshoe"'
    assert response(Refused(Kind.TOKEN_UNKNOWN, "")).headers["www-authenticate"] == 'Bearer realm="sealedshoe", error="invalid_token"'
    assert response(OtherMethod("GET, HEAD")).headers["allow"] == "GET, HEAD"
    assert response(TooOften(Kind.TOO_MANY_REQUESTS, "", 7)).headers["retry-after"] == "7"
    assert "retry-after" in response(Refused(Kind.STOPPING, "")).headers


@pytest.mark.parametrize(
    ("error", "kind"),
    [
        (NotYetRevealed("a"), Kind.NOT_REVEALED),
        (RuleError("a"), Kind.REFUSED),
        (NameRefused("a"), Kind.REFUSED),
        (SessionRefused("a"), Kind.REFUSED),
        (DiskFailed("/keys/secret"), Kind.CANNOT_RECORD),
        (KeyProblem("/keys/secret"), Kind.CANNOT_RECORD),
        (OSError("/keys/secret"), Kind.CANNOT_RECORD),
        (KeyError("/keys/secret"), Kind.FAULT),
    ],
)
def test_an_error_of_the_ledger_becomes_its_kind_and_tells_nothing_of_the_operators_files(error, kind) -> None:
    refused = refusal(error)
    assert refused.kind is kind
    assert "secret" not in refused.detail
    assert (refused.detail == "a") == (str(error) == "a")


@pytest.mark.parametrize(
    ("method", "path", "sends", "kind"),
    [
        ("GET", "/nothing", {}, "no-such-address"),
        ("GET", "/v1/tables/none", {}, "no-such-table"),
        ("GET", "/v1/tables/a%2Fb", {}, "no-such-address"),
        ("GET", "/v1/rounds/0/1/bundle", {}, "no-such-address"),
        ("GET", "/log/tile/64/000", {}, "no-such-address"),
        ("GET", "/log/tile/0/000.p/256", {}, "no-such-address"),
        ("OPTIONS", "/v1/tables", {}, "no-such-method"),
        ("PATCH", "/v1/tables", {}, "no-such-method"),
        ("GET", "/metrics", {"headers": {"authorization": "Basic x"}}, "token-unknown"),
        ("GET", "/v1/tables?x=1", {}, "not-as-described"),
        ("GET", "/v1/lines", {}, "not-as-described"),
        ("GET", "/v1/lines?from=0&to=1&to=1", {}, "malformed"),
        ("GET", "/v1/lines?from=0&to=%ff", {}, "malformed"),
        ("GET", "/v1/lines?from=0&to", {}, "malformed"),
        ("GET", "/v1/lines?from=0&to=1.0", {}, "not-as-described"),
        ("GET", "/v1/lines?from=0&to=+1", {}, "not-as-described"),
        ("GET", "/v1/lines?from=2&to=1", {}, "not-as-described"),
        ("GET", "/v1/lines?from=0&to=1001", {}, "not-as-described"),
        ("GET", "/v1/tables", {"content": b"x"}, "malformed"),
        ("GET", "/v1/tables", {"headers": {"host": "elsewhere.example"}}, "other-host"),
        ("GET", "/v1/tables", {"headers": {"host": "localhost.elsewhere.example"}}, "other-host"),
        ("GET", "/v1/tables", {"headers": {"host": "localhost:8:8"}}, "malformed"),
        ("POST", "/v1/tables", {"content": b"{}"}, "media-type"),
        ("POST", "/v1/tables", {"content": b"{}", "headers": {"content-type": "text/plain"}}, "media-type"),
        ("POST", "/v1/tables", {"content": b"{", "headers": {"content-type": "application/json"}}, "malformed"),
        ("POST", "/v1/tables", {"json": {}}, "not-as-described"),
        ("POST", "/v1/tables", {"json": new_table(places=True)}, "not-as-described"),
        ("POST", "/v1/tables", {"json": new_table(rules="/etc/passwd")}, "not-as-described"),
        ("POST", "/v1/tables", {"json": new_table(), "headers": {"idempotency-key": "a b"}}, "malformed"),
        ("POST", "/v1/tables", {"content": b" " * 70_000, "headers": {"content-type": "application/json"}}, "body-too-long"),
    ],
)
def test_a_request_that_is_wrong_is_told_why(service, method, path, sends, kind) -> None:
    sends = {**sends, "headers": {"authorization": f"Bearer {service.operator}", **sends.get("headers", {})}}
    with service.client() as client:
        answered = client.request(method, path, **sends)
    told = answered.json()
    assert told["type"] == f"/problems/{kind}", told
    assert told["status"] == answered.status_code
    assert answered.headers["content-type"] == MEDIA
    assert told["detail"].endswith(".")


def test_a_header_that_is_sent_twice_is_refused(service) -> None:
    twice = [("authorization", f"Bearer {service.operator}"), ("authorization", "Bearer x")]
    with service.client() as client:
        assert client.get("/metrics", headers=twice).json()["type"] == "/problems/malformed"


def test_a_fault_is_told_without_its_words_and_logged_with_its_place(service, monkeypatch) -> None:
    words = "the hole card is " + "AS"

    def fails() -> None:
        raise KeyError(words)

    monkeypatch.setattr(service.app.service.hall.reading, "standings", fails)
    with service.client() as client:
        answered = client.get("/v1/standings")
    assert answered.status_code == 500
    assert answered.json()["type"] == "/problems/fault"
    line = next(line for line in service.lines(1) if "event" in line)
    assert line["event"] == "KeyError in list_standings"
    assert "in fails" in line["traceback"]
    assert "is AS" not in answered.text + service.log.getvalue().decode()
