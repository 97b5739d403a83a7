"""What people meet at a table in the pages: keys and fields, refusals, a lost connection, another device, a director who breaks off."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import attrs
import pytest

from ledger.rules.ruleset import altered, load_profile, to_object
from tests.support.serving import Served, new_table, served, true_pages
from tests.support.visitors import ASKED, Visitor

LINK = "/tables/{0}#token={1}"
FOCUS = "document.activeElement.id || document.activeElement.dataset.act || document.activeElement.tagName"


@pytest.fixture(scope="module")
def service(tmp_path_factory) -> Iterator[Served]:
    with served(tmp_path_factory.mktemp("service"), pages=true_pages()) as one:
        yield one


@pytest.fixture(scope="module")
def people(chromium, service) -> tuple[Visitor, Visitor, Visitor]:
    """The director, Ann and Bo."""
    director, ann, bo = (Visitor(chromium.person(), service) for _ in range(3))
    return director.look("/").direct(), ann, bo


@pytest.fixture
def director(people: tuple[Visitor, ...]) -> Visitor:
    return people[0]


@pytest.fixture
def guest(chromium, service) -> Visitor:
    """Somebody who has not been here before."""
    return Visitor(chromium.person(), service)


@attrs.frozen
class Playing:
    """A table at which Ann and Bo sit, each at a device of their own; `link` is Ann's."""

    id: str
    link: str
    ann: Visitor
    bo: Visitor


@pytest.fixture
def table(service, people) -> Callable[..., Playing]:
    """Makes a table; unless Ann is to sign, they sit with the house's entropy."""

    def make(*, signs: bool = False, **changes: Any) -> Playing:
        players = [{"name": name, "boxes": None, "plays": "person"} for name in ("Ann", "Bo")]
        with service.client(service.operator) as operator:
            made = operator.post("/v1/tables", json=new_table(players=players, places=0, **changes)).json()
            number = made["table"]["table"]
            links = [LINK.format(number, one["token"]) for one in made["tokens"]]
            operator.post(f"/v1/tables/{number}/open")
            if signs:
                people[1].look(links[0]).give_hash(signs=True)
                people[1].reads("Waiting for the hash")
            operator.post(f"/v1/tables/{number}/seat")
        if not signs:
            people[1].look(links[0])
        return Playing(number, links[0], people[1], people[2].look(links[1]))

    return make


def settings_of(**changes: Any) -> dict[str, Any]:
    """The training table's rules with other stakes, so that there is a choice of amounts."""
    return to_object(altered(load_profile("training"), {"stakes.maximum": 40, **changes}))


@pytest.fixture
def amounts(table) -> Playing:
    """A table with a choice of stakes, where both are asked for theirs."""
    playing: Playing = table(rules=settings_of())
    assert playing.ann.asked() == playing.bo.asked() == ["bet"]
    return playing


def test_whoever_is_asked_has_the_focus_and_keeps_it_and_what_they_typed(amounts) -> None:
    assert amounts.ann.tab.run(FOCUS) == "amount-0"
    amounts.ann.tab.fill("#amount-0", "12")
    amounts.bo.tab.press("Enter")
    amounts.ann.reads("Bo stakes 2.")
    assert (amounts.ann.tab.run(FOCUS), amounts.ann.tab.run("document.activeElement.value")) == ("amount-0", "12")
    amounts.ann.tab.press("Enter")
    amounts.bo.reads("Ann stakes 12.")


def test_chips_set_an_amount_and_one_that_cannot_be_is_refused_in_place(amounts) -> None:
    amounts.ann.tab.click(".chip", "40")
    assert amounts.ann.tab.run("document.activeElement.value") == "40"
    amounts.ann.tab.fill("#amount-0", "41")
    amounts.ann.tab.press("Enter")
    amounts.ann.reads("The amount must be from 2 to 40 in steps of 2.")


def at_the_turn(playing: Playing) -> Visitor:
    """Whoever comes first to decide about a hand; in a round of naturals alone nobody does."""
    while True:
        for one in (playing.ann, playing.bo):
            acts = one.tab.run(ASKED)["acts"]
            if "stand" in acts:
                return one
            if acts:
                one.answer(acts[-1])


def test_letters_decide_unless_they_are_switched_off(table) -> None:
    first = at_the_turn(table(rounds=50))
    shown = "['#asking kbd', '#asking input[type=checkbox]'].map(one => document.querySelector(one).getClientRects().length)"
    assert first.tab.run(shown) == [0 if first.tab.run("matchMedia('(hover: none)').matches") else 1] * 2
    switch = "document.querySelector('#asking input[type=checkbox]').click()"  # where nothing hovers it is not to be seen
    first.tab.run(switch)
    first.tab.run("document.getElementById('asking').focus()")
    first.tab.run("new Promise(done => setTimeout(done, 320))")
    first.tab.press("s")
    assert "stand" in first.asked()
    first.tab.run(switch)
    first.tab.run("document.getElementById('asking').focus()")
    first.tab.press("s")
    first.reads("stands.")


def test_a_key_that_is_pressed_twice_answers_one_question(amounts) -> None:
    amounts.bo.tab.press("Enter")
    amounts.ann.tab.run("performance.now = (now => () => now)(performance.now()), 0")  # both within a moment, however busy the machine
    amounts.ann.tab.press("Enter", "s", "s")
    amounts.ann.reads("Ann is dealt")
    assert "Ann stands" not in amounts.ann.text


def test_a_lost_connection_is_said_and_the_answer_sent_again_with_its_key(amounts) -> None:
    bo = amounts.bo.tab
    keys = "window.keys = [], window.fetch = (f => (...x) => { x[1]?.body && keys.push(x[1].headers['idempotency-key']); return f(...x) })(fetch), 0"
    bo.run(keys)
    bo.lose_network()
    bo.press("Enter")
    amounts.bo.reads("The connection is lost")
    bo.wait("keys.length > 1")
    bo.find_network()
    amounts.ann.reads("Bo stakes 2.")
    amounts.bo.reads("Bo stakes 2.")
    bo.wait("document.getElementById('status').textContent === ''")
    assert len(set(bo.run("keys"))) == 1


def test_on_another_device_a_secret_is_taken_over_from_its_file(table, guest, tmp_path) -> None:
    playing = table(signs=True)
    playing.ann.asked()
    secret: Path = tmp_path / "ann.secret"
    kept = "Object.entries(localStorage).find(([key]) => key.includes('/secret/'))[1]"
    secret.write_text(playing.ann.tab.run(kept))
    guest.look(playing.link)
    guest.asked()
    guest.answer("bet 2")
    guest.reads("this browser does not have your key: take your secret over")
    guest.tab.choose("#kept input[type=file]", secret)
    guest.reads("The secret was taken over.")
    guest.answer("bet 2")
    guest.reads("Ann stakes 2.")


def test_a_seat_is_taken_by_one_name_once_and_given_up_again(director, guest) -> None:
    director.look("/").make_table(table_name="Open house", player_1="Ann", places="1")
    assert director.tab.run("document.activeElement.textContent") == "Open house"
    director.tab.click("button", "Make the table")
    director.reads("Name somebody, or leave free seats.")
    assert director.tab.run("[...document.querySelectorAll('#table-name, .player input')].map(one => one.value)") == ["", ""]
    director.reads("Training table: six decks")
    guest.look("/").tab.click("a", "Open house")
    for name, words in ("", "Write the name"), ("ANN", "cannot be told apart"):
        guest.tab.fill("#your-name", name)
        guest.tab.click("button", "Take a seat")
        guest.reads(words)
    guest.tab.fill("#your-name", "Bo")
    guest.tab.press("Enter")
    guest.reads("You sit here as Bo")
    guest.tab.click("button", "Get up again")
    guest.reads("1 free seat")


def test_a_token_that_is_none_is_told_and_leaves_a_spectator(table, guest) -> None:
    playing = table()
    guest.look(LINK.format(playing.id, "x" * 43))
    guest.reads("This token is neither the operator's nor that of a seat")
    guest.reads("Who sits here")
    assert guest.tab.run("document.getElementById('asking').hidden")


def test_whoever_walks_from_table_to_table_is_still_served(table, guest) -> None:
    """A page that was left must not hold one of the six connections that a browser has to a server."""
    playing = table()
    for _ in range(8):
        guest.look(f"/tables/{playing.id}").reads("Who sits here")
    served_soon = "Promise.race([fetch('/health').then(() => true), new Promise(done => setTimeout(() => done(false), 30000))])"
    assert guest.tab.run(served_soon)


def test_the_director_begins_rounds_breaks_one_off_and_closes(table, director) -> None:
    playing = table(pause_seconds=None)
    director.look(f"/tables/{playing.id}")
    director.tab.click("button", "Begin round 1")
    director.reads("Ann, Bo are asked")
    director.tab.click("summary", "Break this round off")
    director.tab.click("button", "Break this round off")
    director.reads("Give a reason")
    director.tab.fill("#why-void", "A card fell")
    director.tab.press("Enter")
    for one in (playing.ann, director):
        one.reads("Round 1 is void")
    director.tab.click("summary", "Close the table")
    director.reads("reported by every audit, for good")
    director.tab.click("button", "Close the table")
    playing.bo.reads("The director closed the table.")


def test_the_director_sees_who_is_there(table, director) -> None:
    playing = table(pause_seconds=None)
    director.look(f"/tables/{playing.id}").reads("Here: Ann, Bo")
    playing.bo.look("/")
    director.reads("Here: Ann · Not here: Bo")


def test_the_director_lets_the_evening_end_by_the_rules_and_the_same_people_go_on(table, director) -> None:
    playing = table(pause_seconds=None)
    director.look(f"/tables/{playing.id}").tab.click("summary", "End the session now")
    director.tab.click("button", "End the session now")
    playing.bo.reads("Nobody is left to stake.")
    director.tab.click("summary", "The same people again")
    director.tab.click("#again-1")
    director.tab.click("button", "Make the next table")
    director.reads("Names come in").reads("Links for the players")
    playing.bo.tab.click("button", "Go on at the next table")
    playing.bo.reads("You sit here as Bo")
    director.reads("Here: Bo")
    playing.ann.tab.click("button", "Go on at the next table")
    playing.ann.reads("Your seat is not among those")


def test_the_director_signs_a_tournament(table, director, service) -> None:
    with service.client(service.operator) as operator:
        operator.post(f"/v1/tables/{table(pause_seconds=None).id}/close", json={"reason": "Nobody came"})
    playing = table(rounds=1, name="First heat")
    playing.ann.play(playing.bo)
    director.look("/standings").reads("all rounds played").reads("A person plays in one session of a tournament")
    heat, unplayed = director.tab.run("[...document.querySelectorAll('fieldset label')].slice(0, 2).map(one => one.textContent)")
    assert heat.endswith("training; 1 round")
    assert unplayed.endswith("training; no round; closed early by the director")
    director.tab.click("button", "Sign the standings")
    director.reads("Give the tournament a name.")
    director.tab.fill("#tournament-name", "Spring <i>Open</i>")
    director.tab.click("input[name=session]")
    director.tab.click("button", "Sign the standings")
    director.reads("Signed as line").reads("Spring <i>Open</i>")
    assert director.tab.run("[...document.querySelectorAll('#tournament-name, :checked')].map(one => one.value)") == [""]
    assert director.tab.run("document.querySelector(document.activeElement.hash).innerText").startswith("Spring <i>Open</i>")
    assert "Ann First heat" in director.tab.run("[...document.querySelectorAll('#tournaments tbody th')].map(one => one.textContent)")
    director.tab.click("button", "Sign the standings")
    director.reads("Give the tournament a name.")
    director.tab.click("a", "Check its first round")
    director.reads("Check a hand").tab.wait("location.hash.includes('%2F1%2Fbundle')")


def test_after_a_void_round_the_page_goes_on_counting_and_every_earlier_round_can_be_checked(table, director) -> None:
    playing = table(rounds=1)
    playing.ann.asked()
    director.look(f"/tables/{playing.id}")
    director.tab.click("summary", "Break this round off")
    director.tab.fill("#why-void", "A card fell")
    director.tab.press("Enter")
    playing.ann.reads("Round 2 (void ones do not count)")
    playing.ann.play(playing.bo)
    director.reads("Rank it in a tournament")
    playing.ann.tab.click("summary", "Check an earlier round")
    bundles = "[...document.querySelectorAll('a[download]')].map(one => [one.download, one.getAttribute('href')])"
    session = playing.ann.tab.run(bundles)[0][0].split("-")[1]
    names = [[f"bundle-{session}-{nth}.json", f"/v1/rounds/{session}/{nth}/bundle"] for nth in (2, 1)]
    assert playing.ann.tab.run(bundles) == names
    playing.ann.tab.click("a", "Round 1")
    playing.ann.reads("/1/bundle").reads("The round was broken off: A card fell")


def test_the_focus_goes_on_where_the_control_that_had_it_goes(guest) -> None:
    guest.look("/").direct()
    assert guest.tab.run(FOCUS) == "stop-directing"
    guest.tab.press("Enter")
    assert guest.tab.run(FOCUS) == "direct-tables"


def test_whoever_listens_hears_what_a_field_is_for(guest) -> None:
    guest.look("/").direct()
    guest.tab.click("summary", "A new table")
    unheard = "[...document.querySelectorAll('.field .hint')].filter(e => !document.querySelector(`[aria-describedby='${e.id}']`)).length"
    assert guest.tab.run("document.querySelectorAll('.field .hint').length") > 4
    assert guest.tab.run(unheard) == 0


def test_only_whoever_gave_a_secret_is_asked_for_it(table) -> None:
    playing = table()
    playing.ann.reads("What you keep")
    assert "Take your secret over" not in playing.ann.text


def test_a_director_gives_a_new_link_and_goes_on_without_who_does_not_answer(amounts, director, guest) -> None:
    director.look(f"/tables/{amounts.id}").tab.click("#direct summary", "Somebody lost their link")
    director.tab.click("[data-key=person-Bo] [data-act=tokens]")
    director.reads("Links for the players")
    link = director.tab.run("document.querySelector('#direct .links input').value")
    amounts.bo.reads("This token is neither the operator's nor that of a seat")
    guest.look(link.partition(director.tab.run("location.origin"))[2])
    assert guest.asked() == ["bet"]
    director.tab.click("[data-key=person-Bo] [data-act=default]")
    guest.reads("Bo stakes 2")
    assert amounts.ann.asked() == ["bet"], "she still thinks about hers"
    director.tab.click("[data-key=person-Bo] [data-act=remove]")
    director.reads("Take out: press again")
    assert "gets up" not in director.text
    director.tab.click("[data-key=person-Bo] [data-act=remove]")
    director.reads("gets up before the next round")
