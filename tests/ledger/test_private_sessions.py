"""Private games and directed tables in a ledger: what stands in its records (FORMAT §4, §8)."""

from __future__ import annotations

import json
from itertools import pairwise
from typing import Any

import msgspec
import pytest

from ledger import make_bot
from ledger.errors import ScriptError
from ledger.players.script import Script
from ledger.table.round import Round
from tests.support.intervals import private
from tests.support.ledgers import stacked_racks
from tests.support.stacked import dealing_order, training, with_suits


def records(ledger) -> list[dict[str, Any]]:
    return [json.loads(line) for line in ledger.history().splitlines()]


def bots(rules, *names):
    return {name: lambda _seat, seed: make_bot("random", rules, seed) for name in names}


@pytest.fixture
def follow(new_ledger, tmp_path):
    """Records stacked rounds by a script of (round, answer) pairs for everyone and for the table; their logs."""

    def following(deals, rules, *lines, players=("Ann", "Bo")):
        path, logs = tmp_path / "decisions.jsonl", []
        path.write_text("\n".join(json.dumps({"round": number, "answer": answer}) for number, answer in lines))
        script, ledger = Script.read(path), new_ledger()
        with stacked_racks(with_suits([card for deal in deals for card in dealing_order(deal)])):
            follows = lambda _seat, _seed: script  # noqa: E731 -- one script for all
            ledger.record(rules, dict.fromkeys(players, follows), director=follows, watch=lambda played: logs.append(played.log))
        return logs

    return following


def test_a_round_names_its_banker_and_everyone_has_one_place(new_ledger) -> None:
    """FORMAT §4: the house's account stays at 0."""
    ledger, rules = new_ledger(), private(session__rounds=4)
    ledger.record(rules, bots(rules, "Ann", "Bo", "Cy"))
    lines = records(ledger)
    rounds = [line for line in lines if line["record"] == "round"]
    assert [line["boxes"] for line in lines if line["record"] == "seat"] == [[1], [2], [3]]
    assert [each["banker"] for each in rounds] == [(rounds[0]["banker"] - 1 + later) % 3 + 1 for later in range(4)]
    assert all(each["after"][0] == 0 and sum(each["after"]) == 300 for each in rounds)
    assert all(after["before"] == before["after"] for before, after in pairwise(rounds))


def test_several_boxes_stand_in_the_seat_record(new_ledger) -> None:
    """FORMAT §4."""
    ledger = new_ledger()
    rules = training({"table__bettors_per_box": 2, "table__boxes_per_player": 2})
    ledger.record(rules, bots(rules, "Ann", "Bo", "Cy"), boxes={"Ann": (4, 2), "Cy": ()})
    assert [line["boxes"] for line in records(ledger) if line["record"] == "seat"] == [[2, 4], [1], []]


def test_rulings_stand_before_their_round_which_names_them(new_ledger) -> None:
    """P1.1, FORMAT §4, §8: `D ruling k`, k the record's seq."""
    ledger, rules, right = new_ledger(), training({"session__rounds": 2}), Round._finished

    def ruled(*given, **how):
        done = right(*given, **how)
        return msgspec.structs.replace(done, log=(*done.log, "D ruling 2", "D ruling 1"), rulings=("The card stays.", "Cy was late."))

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Round, "_finished", ruled)
        ledger.record(rules, bots(rules, "Ann"))
    tail = records(ledger)[-7:]
    assert [line["record"] for line in tail] == ["ruling", "ruling", "round", "ruling", "ruling", "round", "close"]
    assert [(line["about"], line["text"]) for line in tail[:2]] == [(1, "The card stays."), (1, "Cy was late.")]
    assert [tail[2]["log"][-2:], tail[5]["log"][-2:]] == [
        [f"D ruling {seq + 1}", f"D ruling {seq}"] for seq in (tail[0]["seq"], tail[3]["seq"])
    ]
    assert [line["prev"] for line in tail[1:]] == [line["seq"] for line in tail[:-1]]


DEALS = ("AS ! K 9 | 9 8", "K 9 | 9 8")


def test_a_script_answers_the_banks_questions(follow) -> None:
    """B1.4: each needs its line."""
    rules = private(bank__first="first-ace", bank__change="home", bank__auction=True, stakes__maximum=2, session__rounds=2)
    logs = follow(DEALS, rules, (1, "1 stand"), (2, "D auction"), (2, "s2 bid 7"), (2, "1 stand"))
    assert logs[1][:5] == ("D auction", "s2 bid 7", "s2 pays 7", "s2 bank", "D shuffle 3")
    with pytest.raises(ScriptError, match=r"line 2 is for “1 stand” in round 2, but round 2 asks D to auction, keep; mend the line"):
        follow(DEALS, rules, (1, "1 stand"), (2, "1 stand"))
    with pytest.raises(ScriptError, match=r"“s2 bid 103” is not allowed here: s2 may bid 1 to 102, pass; mend the line"):
        follow(("AS ! K 9 | 9 8", "K 9 | 9 8"), rules, (1, "1 stand"), (2, "D auction"), (2, "s2 bid 103"))


def test_a_script_need_not_say_what_stays_as_it_is(follow) -> None:
    """B2.2 P1.2 P1.3: limits and shuffles of the dealer's own will."""
    rules = training({"session__rounds": 2, "shoe__reshuffle": "cut-card", "shoe__voluntary": True})
    plain = ((1, "1 stand"), (1, "2 stand"), (2, "1 stand"), (2, "2 stand"))
    deals = ("K 9 / K 9 | 9 8", "J 9 / J 9 | 9 8")
    assert follow(deals, rules, *plain)[1][0] == "1 bet 2"
    assert follow(deals, rules, *plain[:2], (2, "D shuffle"), *plain[2:])[1][0] == "D shuffle 2"
    with pytest.raises(ScriptError, match=r"for “D limits 2 2” in round 2, but round 2 asks hand 1 \(total 19\)"):
        follow(deals, rules, *plain[:2], (2, "D limits 2 2"), *plain[2:])
