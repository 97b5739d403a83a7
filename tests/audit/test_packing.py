"""Tests of two halves (tests/support/packing.py): each can fail, and for its own part of the ledger only."""

from types import SimpleNamespace
from typing import Any

import pytest

from tests.support.packing import Packs


@pytest.fixture(scope="module")
def judge(shared_book):
    """Judge scenarios together; what is raised by each."""

    def raised(*scenarios):
        items: list[Any] = [SimpleNamespace(nodeid=one.__name__, cls=None, function=SimpleNamespace(scenario=one)) for one in scenarios]
        packs, problems = Packs(items, shared_book), {}
        for item in items:
            try:
                packs.judge(item)
            except (AssertionError, LookupError, pytest.fail.Exception) as problem:
                problems[item.nodeid] = problem
        return problems

    return raised


def clean(book):
    book.evening(players=2, rounds=1)
    assert (yield) == set()


def wrong_banker(book):
    book.evening(players=2, rounds=2)
    book.evening(session=2, players=2, rounds=2)
    book.records[-2]["banker"] = 1
    found = yield
    assert found == {"banker"}
    assert {(one.session, one.round, one.seq) for one in found.findings} == {(book.sessions[1], 2, book.seqs[-2])}


def granted(book):
    book.session(["1 bet 2", "1 deal 9C", "D deal 9S", "1 deal 9D", "D hole 8H", "1 stand", "D show", "1 win 5"])
    assert (yield {"card"}) == {"payout"}


def found_though_nothing_is_wrong(book):
    book.evening(players=2, rounds=1)
    assert (yield) == {"banker"}


def not_found_though_something_is(book):
    book.evening(players=2, rounds=1)
    book.records[-2]["banker"] = 1
    assert (yield) == set()


def never_written(book):
    book.evening(players=2, rounds=1)
    yield [].pop()


def two_audits(book):
    book.evening(players=2, rounds=1)
    yield
    yield


def of_the_whole_ledger(book):
    book.evening(players=2, rounds=1)
    book.records[0]["height"] = 5
    yield


def not_checked(book):
    book.evening(players=2, rounds=1)
    book.add("weather", 1, sky="blue")
    yield


def test_each_is_given_what_is_found_in_its_own_part(judge):
    problems = judge(clean, wrong_banker, never_written, granted, found_though_nothing_is_wrong, not_found_though_something_is, two_audits)
    assert {name: type(problem) for name, problem in problems.items()} == {
        "never_written": IndexError,
        "found_though_nothing_is_wrong": AssertionError,
        "not_found_though_something_is": AssertionError,
        "two_audits": pytest.fail.Exception,
    }


def test_what_is_of_the_whole_ledger_needs_one_of_its_own(judge):
    """Else a test would be given what another one wrote, or not be told what was left out."""
    for disturbing in (of_the_whole_ledger, not_checked):
        assert judge(clean, disturbing).keys() == {"clean", disturbing.__name__}
