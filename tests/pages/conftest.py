"""Rounds of many kinds in one signed ledger, and the pages that tell them."""

from __future__ import annotations

import json
from pathlib import Path

import attrs
import pytest

from audit.evidence.verify import verify
from audit.explain import explain
from audit.pages.hand import hand_page, verified_page
from audit.pages.standings import sessions_page, tournament_page
from audit.standings import standings, tournament
from audit.story.step import Story
from ledger import Tournament, hand_bundle, hold
from ledger.players.bots import RandomBot
from ledger.players.source import Interrupted
from ledger.rules.ruleset import altered, load_profile
from ledger.table.ask import TURN, Ask
from tests.support.ledgers import SignedLedger

HOSTILE = ("<img src=x onerror=alert(1)>", "</title><script>x()</script>", "\"'&amp;{{7*7}}<!--", "</style><svg/onload=x()>")
SIX = "5C 6C / 8D 8C | 9D 8H | 2S 3S 2C 2H TH 9C"
BANKS, BETTORS, VOID, STACKED = 2, 3, 4, 5


@attrs.frozen
class Quits:
    """A player at random who breaks the session off in the second round."""

    bot: RandomBot

    def answer(self, ask: Ask) -> str:
        if ask.phase == TURN and ask.round == 2:
            raise Interrupted("<b>Ann</b> had to go")
        return self.bot.answer(ask)

    def leaves(self, _round: int, _seat: int) -> bool:
        return False


@attrs.frozen
class Gallery:
    """A ledger, and its rounds by what happens in them."""

    ledger: SignedLedger

    def log(self, session: int, *events: str) -> int:
        """The first round of a session whose log has all of these."""
        for line in self.ledger.history().splitlines():
            record = json.loads(line)
            if (
                record.get("session") == session
                and "before" in record
                and all(any(event in said for said in record["log"]) for event in events)
            ):
                return int(record["round"])
        raise AssertionError(f"no round of session {session} has {events}")

    def story(self, session: int, *events: str, hand: str | None = None) -> Story:
        """That round, told."""
        return explain(self.ledger.path, session, self.log(session, *events), hand)


@pytest.fixture(scope="session")
def gallery(new_ledger) -> Gallery:
    """A hostile table, a bank that changes hands, several bettors on a box, a round broken off, cards that the shoe has not; a tournament."""
    ledger: SignedLedger = new_ledger()
    random = dict.fromkeys(("Ann", "Bo", "Cy", "Di"), lambda _seat, seed: RandomBot(seed))
    ledger.record(altered(load_profile("training"), {"session.rounds": 12}), dict.fromkeys(HOSTILE, random["Ann"]))
    for profile in ("changing-bank", "permanent-bank"):
        ledger.record(altered(load_profile(profile), {"session.rounds": 20, "session.stack": 2000}), random)
    ledger.record(altered(load_profile("training"), {}), random | {"Ann": lambda _seat, seed: Quits(RandomBot(seed))})
    premiums = {"premiums.five_cards": "2:1", "premiums.six_cards": "4:1"}
    ledger.record_stacked([(SIX, "1 hit, 1 hit, 1 hit, 1 hit, 2 split")], premiums)
    hold(ledger.path, ledger.keys, Tournament("<h1>Open</h1>", sessions=(1, 3)), ledger.clock)
    return Gallery(ledger)


@pytest.fixture(scope="session")
def pages(gallery, tmp_path_factory) -> dict[str, str]:
    """Every page that is looked at, by name."""
    path = gallery.ledger.path
    proof = tmp_path_factory.mktemp("proof") / "hand.json"
    proof.write_bytes(hand_bundle(path, BANKS, gallery.log(BANKS, " auction", " pays ")))
    return {
        "hostile": hand_page(gallery.story(1)),
        "split": hand_page(gallery.story(1, " split ")),
        "auction": hand_page(gallery.story(BANKS, " auction", " pays ")),
        "face down": hand_page(gallery.story(BANKS, " turn")),
        "several bettors": hand_page(gallery.story(BETTORS, "/1 bet ")),
        "one hand": hand_page(gallery.story(BETTORS, "2 hit ", hand="2")),
        "broken off": hand_page(explain(path, VOID, 2)),
        "wrong": hand_page(gallery.story(STACKED)),
        "proven": verified_page(verify(proof, gallery.ledger.vkey)),
        "checkpoint": verified_page(verify(path / "checkpoint", gallery.ledger.vkey)),
        "tournament": tournament_page(path, tournament(path)),
        "session": sessions_page(path, standings(path, 1)),
        "sessions": sessions_page(path, standings(path)),
    }


@pytest.fixture(scope="session")
def files(pages, tmp_path_factory) -> dict[str, Path]:
    """The same as files."""
    folder = tmp_path_factory.mktemp("pages")
    written = {name: folder / f"{name.replace(' ', '-')}.html" for name in pages}
    for name, path in written.items():
        path.write_text(pages[name], encoding="utf-8")
    return written
