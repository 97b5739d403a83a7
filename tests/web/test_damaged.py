"""Two hundred damaged bundles, each with one damage: the page refuses every one, and so does `shoe verify`."""

from __future__ import annotations

import pytest

from audit.errors import AuditError
from audit.evidence.verify import verify
from tests.support.bundles import as_bytes
from tests.support.damage import BY_THE_OPERATOR, TO_THE_FILE, damaged
from tests.support.page import said_of

NUMBER = 200


@pytest.fixture(scope="module")
def files(cases):
    """The damaged files, each with the name of its damage."""
    return damaged(cases, NUMBER)


@pytest.fixture(scope="module")
def answers(files, book):
    """What the page says of each, with the true key."""
    return said_of((file, book.signer.vkey) for _, file in files)


def test_the_bundles_that_are_damaged_are_good(cases, book) -> None:
    said = said_of((as_bytes(case.bundle), book.signer.vkey) for case in cases)
    assert [one.refused for one in said] == [""] * len(cases)


def test_every_kind_of_damage_is_among_them(files) -> None:
    assert {name for name, _ in files} == {kind.__name__ for kind in (*TO_THE_FILE, *BY_THE_OPERATOR)}


def test_the_page_refuses_every_one_with_one_sentence(files, answers) -> None:
    assert [name for (name, _), said in zip(files, answers, strict=True) if not said.refused] == []
    for said in answers:
        assert said.refused.endswith("."), said.refused
        assert "\n" not in said.refused
        assert len(said.refused) < 320, said.refused


def test_shoe_verify_refuses_what_an_operator_does_too(files, book, tmp_path) -> None:
    """One of every third kind: it judges whole rounds, which takes its time."""
    accepted, names = [], {kind.__name__ for kind in BY_THE_OPERATOR[::3]}
    for name, file in dict(reversed(files)).items():
        path = tmp_path / f"{name}.json"
        path.write_bytes(file)
        if name in names and not refuses(path, book.signer.vkey):
            accepted.append(name)
    assert accepted == []


def refuses(path, vkey: str) -> bool:
    """Whether `shoe verify` refuses a file, or finds something wrong with it."""
    try:
        return verify(path, vkey).status != 0
    except AuditError:
        return True
