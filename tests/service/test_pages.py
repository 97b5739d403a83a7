"""The pages as they are served: nothing runs in them but what stands in them."""

from __future__ import annotations

from base64 import b64encode
from hashlib import sha256

import pytest

from ledger.service.running.pages import MISSING, OTHER_HOST, Pages, PagesMissing, policy
from tests.support.serving import true_pages


def source(text: str) -> str:
    return f"'sha256-{b64encode(sha256(text.encode()).digest()).decode()}'"


def test_a_page_may_run_its_own_scripts_and_no_other() -> None:
    told = policy(
        "<style>p { color: red }</style><script src='/files/a.js'></script><script>1 < 2 && '</p>'</script><p>x</p><script>b</script>"
    )
    parts = dict(part.split(" ", 1) for part in told.split("; "))
    assert parts["default-src"] == "'none'"
    assert parts["script-src"].split() == ["'self'", source("1 < 2 && '</p>'"), source("b")]
    assert parts["style-src"].split() == ["'self'", source("p { color: red }")]
    assert parts["frame-ancestors"] == parts["base-uri"] == parts["form-action"] == "'none'"
    assert parts["worker-src"] == "'none'"
    assert "unsafe" not in told
    assert "worker-src blob:" in policy("<p>", works=True)


BROWSER = "text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,*/*;q=0.8"
PAGE, PROBLEM = "text/html; charset=utf-8", "application/problem+json"


@pytest.mark.parametrize(
    ("path", "accept", "media"),
    [
        ("/nothing", BROWSER, PAGE),
        ("/tables/nine", BROWSER, PAGE),
        ("/tables/not a table's id", BROWSER, PAGE),
        ("/v2", BROWSER, PAGE),
        ("/problems/nothing", BROWSER, PAGE),
        ("/files/nothing.js", BROWSER, PAGE),
        ("/nothing", "text/html", PAGE),
        ("/nothing", "TEXT/*;q=0.2, application/json;q=0.1", PAGE),
        ("/nothing", None, PROBLEM),
        ("/nothing", "*/*", PROBLEM),
        ("/nothing", "application/json", PROBLEM),
        ("/nothing", "text/html;q=0.5, application/json", PROBLEM),
        ("/nothing", "text/html;q=0", PROBLEM),
        ("/nothing", "text/html;q=many", PROBLEM),
        ("/tables/nine", "*/*", PROBLEM),
        ("/v1", BROWSER, PROBLEM),
        ("/v1/nothing", BROWSER, PROBLEM),
        ("/v1/tables/nine", BROWSER, PROBLEM),
        ("/log/nothing", BROWSER, PROBLEM),
    ],
)
def test_who_finds_nothing_reads_a_page_and_a_program_a_problem(service, path, accept, media) -> None:
    with service.client() as client:
        client.headers.pop("accept")
        told = client.get(path, headers={"accept": accept} if accept else {})
        head = client.head(path, headers={"accept": accept} if accept else {})
    assert (told.status_code, told.headers["content-type"]) == (404, media)
    assert told.headers["cache-control"] == "no-store"
    assert "etag" not in told.headers
    assert ("vary" in told.headers) == (not path.startswith(("/v1", "/log")))
    assert (head.status_code, head.headers["content-type"], head.content) == (404, media, b"")
    if media == PAGE:
        assert told.headers["content-security-policy"].startswith("default-src 'none'; script-src 'self'")
        assert "frame-ancestors 'none'" in told.headers["content-security-policy"]
        assert "missing.html" in told.text
    else:
        assert told.json()["status"] == 404


def test_what_is_sent_to_an_address_that_is_none_is_answered_for_programs(service) -> None:
    with service.client() as client:
        assert client.post("/nothing", headers={"accept": BROWSER}).headers["content-type"] == PROBLEM


def test_the_page_of_who_finds_nothing_leads_to_the_lobby() -> None:
    page = true_pages().file(MISSING)
    assert '<a href="/">Go to the lobby</a>' in page.body.decode()


@pytest.mark.parametrize(
    ("path", "accept", "media"),
    [("/", BROWSER, PAGE), ("/tables/1", BROWSER, PAGE), ("/", "*/*", PROBLEM), ("/v1/tables", BROWSER, PROBLEM)],
)
def test_who_asks_under_a_name_that_is_none_reads_a_page_and_a_program_a_problem(service, path, accept, media) -> None:
    with service.client() as client:
        told = client.get(path, headers={"accept": accept, "host": "192.168.1.20:8420"})
    assert (told.status_code, told.headers["content-type"], told.headers["cache-control"]) == (421, media, "no-store")
    assert ("other-host.html" in told.text) == (media == PAGE)


def test_the_page_of_who_asks_under_another_name_says_what_to_do_and_wants_nothing_that_would_not_be_answered() -> None:
    page = true_pages().file(OTHER_HOST).body.decode()
    assert "ask them for one with the right address" in page
    assert "<code>--name</code>" in page
    assert 'href="/' not in page


@pytest.mark.parametrize("path", ["/", "/tables/{table}", "/standings", "/verify"])
def test_a_page_is_sent_once_and_then_only_if_it_has_changed(service, gathering, path) -> None:
    path = path.format(table=gathering().id)
    with service.client() as client:
        page = client.get(path)
        again = client.get(path, headers={"if-none-match": f'"other", W/{page.headers["etag"]}'})
        head = client.head(path)
    assert page.headers["content-type"] == "text/html; charset=utf-8"
    assert "script-src 'self' 'sha256-" in page.headers["content-security-policy"]
    assert page.headers["x-content-type-options"] == "nosniff"
    assert page.headers["cache-control"] == "no-cache"
    assert (again.status_code, again.content) == (304, b"")
    assert (head.status_code, head.content, head.headers["content-length"]) == (200, b"", str(len(page.content)))


def test_what_is_told_of_tables_is_kept_by_nobody(service, gathering) -> None:
    table = gathering()
    with service.client(table.ann) as client:
        told = client.get(f"/v1/tables/{table.id}")
    assert told.headers["cache-control"] == "no-store"
    assert told.headers["vary"] == "authorization"
    assert "server" not in told.headers


def test_pages_that_were_not_built_are_told_before_the_service_starts(tmp_path) -> None:
    (tmp_path / "index.html").write_text("<p>")
    with pytest.raises(PagesMissing, match=r"table\.html is not there; build the pages"):
        Pages.read(tmp_path, tmp_path / "verify.html")


def test_no_file_but_those_of_the_folder_is_served(service) -> None:
    with service.client() as client:
        for name in ("../house.py", "..%2fhouse.py", "%2e%2e/house.py", "index.html%00", ""):
            assert client.get(f"/files/{name}").status_code == 404
