"""People at phones whom the service puts off: each reads one true sentence where they look, and goes on once it is over."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator

import attrs
import pytest

from tests.support.serving import GENEROUS, Served, new_table, served, true_pages
from tests.support.visitors import Visitor

PHONE = 360
REFUSED = """window.fetch = (asked => (path, how) => {
  const off = (how?.method ?? 'GET') !== 'GET' || path === '/metrics' ? window.off?.shift() : null;
  const headers = {'content-type': 'application/problem+json', 'retry-after': '0'};
  (window.sent ??= []).push([path, how?.headers?.['idempotency-key']]);
  return off ? Promise.resolve(new Response(JSON.stringify(off), {status: off.status, headers})) : asked(path, how);
})(window.fetch), 0"""
"""From here on the next things that are done are refused with the problems `window.off`."""
IN_SIGHT = """(words => [...document.querySelectorAll('main *')].some(one => {
  const {top, bottom, height} = one.getBoundingClientRect();
  return one.children.length === 0 && one.textContent.includes(words) && height > 0 && top >= 0 && bottom <= innerHeight;
}))"""
"""Whether words stand within the window, whole."""
UNWRITABLE = {"type": "/problems/cannot-record", "title": "", "status": 503, "detail": "The ledger cannot be written now."}
TOO_OFTEN = {"type": "/problems/too-many-requests", "title": "", "status": 429, "detail": "Wait a moment, and send fewer."}


@attrs.frozen
class Phone(Visitor):
    """Somebody who is refused for a while."""

    def look(self, path: str) -> Phone:  # type: ignore[override]
        """Open a page."""
        self.tab.look(path if path.startswith("http") else self.service.url + path, width=PHONE)
        self.tab.run(REFUSED)
        return self

    def refuse(self, *problems: dict[str, object]) -> None:
        """What is done next is refused."""
        self.tab.run(f"window.off = {json.dumps(problems)}, 0")

    def sees(self, words: str) -> None:
        """They read this without looking for it."""
        self.tab.wait(f"{IN_SIGHT}({json.dumps(words)})")

    def does(self, selector: str, words: str = "") -> None:
        """Press a button, read why nothing comes of it, and press it again."""
        self.refuse(UNWRITABLE)
        self.tab.click(selector, words)
        self.sees(str(UNWRITABLE["detail"]))
        self.tab.click(selector, words)

    def gives_a_reason(self, act: str, summary: str) -> None:
        """Do as the director what stands in the ledger with its reason."""
        self.tab.click("summary", summary)
        self.tab.fill(f"#why-{act}", "late")
        self.does(f"[data-act={act}]")


@pytest.fixture
def service(tmp_path) -> Iterator[Served]:
    with served(tmp_path, attrs.evolve(GENEROUS, client_seats=1, client_streams=1), pages=true_pages()) as one:
        yield one


@pytest.fixture
def phone(chromium, service) -> Callable[[], Phone]:
    """Somebody else at a phone."""
    return lambda: Phone(chromium.person(), service)


def test_whatever_is_done_while_nothing_can_be_recorded_is_answered_where_they_look(phone) -> None:
    director, ann, bo = phone().look("/"), phone(), phone()
    director.tab.click("summary", "Direct tables")
    director.tab.fill("#operator-token", director.service.operator)
    director.does("button", "Direct")
    director.tab.click("summary", "A new table")
    director.tab.wait("document.querySelector('#rules option')")
    for name, text in {"player-1": "Ann", "places": "1", "answer-seconds": "", "pause-seconds": ""}.items():
        director.tab.fill(f"#{name}", text)
    director.does("button", "Make the table")
    director.tab.wait("document.querySelector('.made .links input')")
    ann.look(director.tab.run("document.querySelector('.made .links input').value")).reads("You sit here as Ann")
    bo.look("/tables/1").tab.fill("#your-name", "Bo")
    bo.does("button", "Take a seat")
    bo.does("button", "Get up again")
    bo.tab.fill("#your-name", "Bo")
    bo.does("button", "Take a seat")
    bo.reads("You sit here as Bo")
    director.look("/tables/1").does("[data-act=open]")
    ann.tab.wait("document.querySelector('#signs')")
    ann.does("button", "Give my hash")
    ann.reads("Waiting for the hash")
    ann.refuse(UNWRITABLE)
    director.does("[data-act=seat]")
    ann.sees(str(UNWRITABLE["detail"]))
    ann.tab.click("button", "Verify again")
    director.does("[data-act=next]")
    ann.asked()
    ann.does("#asking button[data-act]")
    ann.reads("Ann stakes")
    director.tab.click("#direct summary", "Somebody lost their link")
    director.does("[data-key=person-Bo] [data-act=tokens]")
    director.reads("Links for the players")
    director.gives_a_reason("void", "Break this round off")
    director.reads("is void")  # for Bo had not staked: chance has no part in it
    director.tab.click("[data-act=next]")
    ann.asked()
    director.does("[data-key=person-Bo] [data-act=default]")
    director.reads("Bo stakes")
    director.tab.click("[data-key=person-Bo] [data-act=remove]")
    director.does("[data-act=remove]", "press again")
    director.reads("gets up before")
    ann.does("[data-act=leave]")
    director.gives_a_reason("close", "Close the table")
    director.reads("The director closed")
    director.look("/standings").tab.fill("#tournament-name", "Spring")
    director.tab.click("input[name=session]")
    director.does("button", "Sign the standings")
    director.reads("Over session")


def test_who_asks_too_often_reads_so_and_is_asked_for_nothing_more(phone, service) -> None:
    with service.client(service.operator) as operator:
        operator.post("/v1/tables", json=new_table())
    bo = phone().look("/tables/1")
    bo.tab.fill("#your-name", "Bo")
    bo.refuse(TOO_OFTEN, TOO_OFTEN)
    bo.tab.click("button", "Take a seat")
    bo.sees("Wait a moment, and send fewer. Trying again …")
    bo.reads("You sit here as Bo")
    keys = bo.tab.run("window.sent.filter(([path]) => path.endsWith('/seats')).map(([, key]) => key)")
    assert (len(keys), len(set(keys))) == (3, 1)


def test_who_gets_no_stream_reads_why_and_follows_the_table_once_there_is_room(phone, service) -> None:
    with service.client(service.operator) as operator:
        operator.post("/v1/tables", json=new_table(places=2))
    with service.client() as watcher, watcher.stream("GET", "/v1/tables/1/events"):
        bo = phone().look("/tables/1")
        bo.sees("Too many pages watch tables without a token from this address; close one, or come again later. Trying again …")
    while "2 free seats" not in bo.text:
        bo.tab.run("dispatchEvent(new Event('online'))")  # or they would wait as long as they were told to
    assert bo.tab.run("document.getElementById('status').textContent") == ""


def test_who_may_take_no_more_seats_reads_so_at_once(phone, service) -> None:
    with service.client(service.operator) as operator, service.client() as somebody:
        operator.post("/v1/tables", json=new_table(places=2))
        assert somebody.post("/v1/tables/1/seats", json={"name": "Cy"}).status_code == 201
    bo = phone().look("/tables/1")
    bo.tab.fill("#your-name", "Bo")
    bo.tab.click("button", "Take a seat")
    bo.sees("A seat of a table that gathers is taken from this address, and no more may be at once; ask the director for one")
    assert bo.tab.run("window.sent.filter(([path]) => path.endsWith('/seats')).length") == 1


def test_a_page_whose_script_is_refused_says_so_and_one_that_is_whole_does_not(phone) -> None:
    bo = phone()
    assert "has not come whole" not in bo.look("/").reads("No table is open now.").tab.run("document.body.textContent")
    bo.tab.refuse_addresses("*/files/*.js")
    bo.look("/").tab.run("document.getAnimations().forEach(one => one.finish())")  # or they would wait for ten seconds
    bo.sees("This page has not come whole: load it again in a moment.")
