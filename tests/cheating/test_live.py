"""The cheating operator at live tables: one thing changed in live sessions, signed with the true key; and rounds played again.

What no replay can see, a decision rewritten or a round dealt anew, the players' receipts contradict.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path

import attrs
import pytest

from audit import audit_ledger, run
from audit.context import Survey
from audit.errors import TruncatedError
from audit.keys import Keys
from audit.receipts import Judged, Lines, judged
from audit.report import Report
from ledger.cheating.history import History, Line
from ledger.players.source import Source, Voided
from ledger.table.ask import TURN, Ask
from tests.support.ledgers import SignedLedger
from tests.support.live import LiveTable, plan_of, profile_plan, slowly

PROFILES = ("training", "enhc", "classic", "changing-bank", "permanent-bank", "home")
PLAYERS = ("Player 1", "Player 2", "Player 3")
BROKEN_OFF = 2
ROUNDS = 4


@attrs.define
class Director:
    """A player like another; at its first turn in the second round the director breaks off."""

    source: Source
    has_ended: bool = False

    def answer(self, ask: Ask) -> str:
        if ask.round == BROKEN_OFF and ask.phase == TURN and not self.has_ended:
            self.has_ended = True
            raise Voided("The lights went out.")
        return self.source.answer(ask)

    def leaves(self, _round: int, _seat: int) -> bool:
        return False


def play(ledger: SignedLedger, profile: str, number: int, receipts: Path | None = None, *, answers: bool = False) -> None:
    """A live session with a void in it, of people who often let the time run out, or, with `answers`, never do."""
    plan = attrs.evolve(plan_of(profile_plan(profile, {"session.rounds": ROUNDS})), chain=64 + 8 * ROUNDS)
    slow = {name: maker if answers else slowly(maker, Counter()) for name, maker in plan.makers.items()}
    makers = {name: lambda seat, seed, maker=maker: Director(maker(seat, seed)) for name, maker in slow.items()}
    words = {**plan.answers, **dict.fromkeys(PLAYERS, "terminal")}
    LiveTable(ledger, attrs.evolve(plan, makers=makers, answers=words), number, receipts).begin()
    ledger.sessions += 1


@attrs.frozen
class Evening:
    """A ledger with a live session at each table, and the receipts of all its players."""

    ledger: SignedLedger
    receipts: Path

    def judge(self, history: History, where: Path, *, receipts: bool = True) -> Report:
        """Write a changed history as a ledger of its own, signed with the true key, and audit it."""
        (where / "history").mkdir(parents=True)
        history.write(where, self.ledger.keys.signer())
        return audit_ledger(where, self.ledger.vkey, jobs=1, receipts=self.receipts if receipts else None)


@pytest.fixture(scope="module")
def evening(tmp_path_factory: pytest.TempPathFactory) -> Evening:
    folder = tmp_path_factory.mktemp("live")
    ledger = SignedLedger(folder, 16)
    for number, profile in enumerate(PROFILES, 1):
        play(ledger, profile, number, folder / "receipts")
    return Evening(ledger, folder / "receipts")


def begun(history: History) -> tuple[Line, Line]:
    """The begin and the round that follow the void."""
    (begin,) = (line for line in history.of("begin") if line["round"] == BROKEN_OFF + 1)
    (played,) = (line for line in history.of("round") if line["round"] == BROKEN_OFF + 1)
    return begin, played


def void_of(history: History) -> Line:
    (void,) = history.of("void")
    return void


def tell_bet(history: History) -> None:
    begin, _ = begun(history)
    begin["log"] = [*begin["log"][:-1], "1 bet 4" if begin["log"][-1] != "1 bet 4" else "1 bet 6"] if begin["log"] else ["D shuffle 1"]


def tell_card(history: History) -> None:
    begin, played = begun(history)
    begin["log"] = played["log"][: len(begin["log"]) + 1]


def tell_seed(history: History) -> None:
    begin, _ = begun(history)
    begin["shoes"][-1]["seed"] = "00" * 32


def take_another(history: History) -> None:
    begun(history)[0]["round"] += 1


def shift_money(history: History) -> None:
    balances = begun(history)[0]["balances"]
    balances[1], balances[2] = balances[1] + 1, balances[2] - 1


def act_for(history: History) -> None:
    """A card taken, or a double, was never the player's: they did not answer."""
    for record in history.of("round"):
        for at, event in enumerate(record["log"]):
            who, act, *rest = event.split(" ")
            if who != "D" and act in ("hit", "double", "split", "insure", "surrender"):
                record["log"][at] = " ".join([who, "timeout", act, *rest])
                return


def deny(history: History) -> None:
    """They did answer, and the log says that they did not."""
    stands = [(record, at) for record in history.of("round") for at, event in enumerate(record["log"]) if event.endswith(" stand")]
    record, at = next(
        (record, at) for record, at in stands if record["log"][at].split(" ")[0] != "D" and "timeout" not in record["log"][at]
    )
    record["log"][at] = record["log"][at].replace(" stand", " timeout stand")


def keep_stakes(history: History) -> None:
    void = void_of(history)
    history.move(void, {1: -1, 0: 1})


def keep_seed(history: History) -> None:
    void_of(history)["shoes"][-1]["seed"] = None


def go_on(history: History) -> None:
    """The shoe of a void is dealt on, as if it had not ended."""
    index = void_of(history)["shoes"][-1]["index"]
    for line in begun(history):
        line["log"] = [f"D shuffle {index}" if event.startswith("D shuffle ") else event for event in line["log"]]
        for use in line["shoes"]:
            use["index"] = index


def withhold(history: History) -> None:
    told = [use for record in history.of("round") for use in record["shoes"] if use["seed"] is not None]
    told[-1]["seed"] = None


IN_PLACE: dict[str, tuple[Callable[[History], None], set[str]]] = {
    "begin says another stake": (tell_bet, {"begin-log", "receipt"}),
    "begin tells the first card": (tell_card, {"begin-log", "receipt"}),
    "begin tells a seed": (tell_seed, {"begin-shoes", "receipt"}),
    "begin of another round": (take_another, {"begin-round", "receipt"}),
    "begin with other balances": (shift_money, {"begin-balances", "receipt"}),
    "an act that is no default": (act_for, {"timeout", "receipt"}),
    "an answer denied": (deny, {"receipt"}),
    "a void that moves money": (keep_stakes, {"void", "close-balances", "conservation", "receipt"}),
    "a void that keeps its seed": (keep_seed, {"shoe-end", "card", "receipt"}),
    "a shoe that goes on after a void": (go_on, {"shoe-sequence", "shoe-cut", "shoe-list", "card", "seed-chain", "receipt"}),
    "a seed withheld": (withhold, {"shoe-end", "card", "seed-chain", "close-seed", "receipt"}),
}


def test_a_live_evening_is_clean_and_borne_out_by_every_receipt(evening: Evening, tmp_path: Path) -> None:
    report = evening.judge(History.read(evening.ledger.path), tmp_path / "clean")
    assert (report.findings, report.not_checked, report.status) == ((), (), 0)
    total = len(list(evening.receipts.rglob("*.receipt")))
    assert total > 10 * len(PROFILES)
    assert f"receipts: {total} held against the ledger, which bears out {total} of them" in report.notices
    assert len(report.voids) == len(PROFILES)


def test_the_operator_is_caught_whatever_is_changed_in_a_live_session(evening: Evening, tmp_path: Path) -> None:
    """Each copy of the ledger has another kind in each session."""
    caught: dict[str, list[str]] = {kind: [] for kind in IN_PLACE}
    kinds = list(IN_PLACE)
    for copy in range(3):
        history, tries = History.read(evening.ledger.path), dict[int, str]()
        for session in range(1, len(PROFILES) + 1):
            kind = kinds[(session * 2 + copy) % len(kinds)]
            history.session = session
            with suppress(IndexError, StopIteration):  # nothing there to change
                IN_PLACE[kind][0](history)
                tries[session] = kind
        first: dict[int, str] = {}
        for finding in evening.judge(history, tmp_path / f"copy-{copy}").findings:
            first.setdefault(finding.session or 0, finding.code)
        for session, kind in tries.items():
            caught[kind].append(f"{first.get(session)}")
    print("", *(f"{kind}: {len(codes)} tries, {dict(Counter(codes))}" for kind, codes in caught.items()), sep="\n")
    assert {kind: sorted(set(codes) - IN_PLACE[kind][1]) for kind, codes in caught.items()} == {kind: [] for kind in IN_PLACE}
    assert min(map(len, caught.values())) >= 1


def test_who_shows_the_true_lines_to_the_receipts_alone_is_told_so(
    evening: Evening, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The files change while the ledger is audited: the receipts must be held against the lines that are judged."""
    file = tmp_path / "raced" / "history" / "00000000.jsonl"

    def racing(notes: Sequence[tuple[str, bytes]], ledger: Lines, found: Survey, keys: Keys) -> Judged:
        changed = file.read_bytes()
        file.write_bytes(evening.ledger.history())
        result = judged(notes, ledger, found, keys)
        file.write_bytes(changed)
        return result

    monkeypatch.setattr(run, "judged", racing)
    history = History.read(evening.ledger.path)
    deny(history)
    with pytest.raises(TruncatedError, match="changed while it was read"):
        evening.judge(history, tmp_path / "raced")


def removed(history: History, *lines: Line) -> None:
    """Lines as they would stand had the operator never written these; they are of the last session."""
    gone = {line["seq"] for line in lines}
    history.lines = [line for line in history.lines if line["seq"] not in gone]
    last: dict[int, int] = {}
    for seq, line in enumerate(history.lines):
        line["seq"] = seq
        if "session" in line:
            line["prev"] = 0 if line["record"] == "open" else last.get(line["session"], 0)
            last[line["session"]] = seq


@pytest.mark.parametrize(("lines", "code"), [((0,), "begin-missing"), ((1,), "begin-answered")])
def test_a_begin_or_its_round_that_was_left_out_is_found(evening: Evening, tmp_path: Path, lines: tuple[int, ...], code: str) -> None:
    history = History.read(evening.ledger.path)
    history.session = len(PROFILES)
    removed(history, *(begun(history)[at] for at in lines))
    assert code in {finding.code for finding in evening.judge(history, tmp_path / code, receipts=False).findings}


def test_a_round_deleted_with_its_begin_and_its_journal_and_dealt_anew_is_caught_by_a_receipt(tmp_path: Path) -> None:
    """Clean in itself, since every decision in it is lawful; the same seeds, the same ledger, only other answers."""
    shown, told = (SignedLedger(tmp_path / name, 16) for name in ("shown", "told"))
    receipts = tmp_path / "receipts"
    play(shown, "training", 1, receipts)
    play(told, "training", 1, answers=True)
    history = History.read(told.path)
    history.lines[0]["vkey"] = shown.vkey
    clean, caught = (Evening(shown, receipts).judge(history, tmp_path / f"{wish}", receipts=wish) for wish in (False, True))
    assert (clean.findings, clean.status) == ((), 0)
    assert ({finding.code for finding in caught.findings}, caught.status) == ({"receipt"}, 1)


def test_rounds_left_out_as_if_everybody_had_got_up_are_told_as_not_excluded_and_caught_by_a_receipt(tmp_path: Path) -> None:
    """Nobody signs that they get up, so that the session ends by the rules: the audit says for whom that may not be true."""
    true, receipts = SignedLedger(tmp_path, 16), tmp_path / "receipts"
    play(true, "training", 1, receipts)
    history = History.read(true.path)
    *_, kept, _left_out = history.of("round")
    (close,) = history.of("close")
    removed(history, *(line for line in history.lines if kept["seq"] < line["seq"] < close["seq"]))
    close |= {"balances": kept["after"], "log": [f"s{seat} leave" for seat in (1, 2, 3)], "reason": "players"}
    history.rank_again(close)
    clean, caught = (Evening(true, receipts).judge(history, tmp_path / f"{wish}", receipts=wish) for wish in (False, True))
    assert (clean.findings, clean.status) == ((), 0)
    assert (
        "got up before the end: Player 1 (session 1), Player 2 (session 1), Player 3 (session 1); not excluded: that they were taken out; "
        "before its last round ended for want of players: session 1"
    ) in clean.notices
    assert ({finding.code for finding in caught.findings}, caught.status) == ({"receipt"}, 1)
