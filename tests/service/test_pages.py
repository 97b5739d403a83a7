"""The pages as they are served: nothing runs in them but what stands in them."""

from __future__ import annotations

from base64 import b64encode
from hashlib import sha256

import pytest

from ledger.service.running.pages import Pages, PagesMissing, policy


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


@pytest.mark.parametrize("path", ["/", "/tables/abc", "/standings", "/verify"])
def test_a_page_is_sent_once_and_then_only_if_it_has_changed(service, path) -> None:
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
