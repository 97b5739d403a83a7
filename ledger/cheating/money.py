"""Changes of money: payouts, stakes, insurance, balances."""

from __future__ import annotations

from ledger.cheating.history import Change, Line
from ledger.cheating.picking import Cheat, verb


def payout(cheat: Cheat) -> Change:
    """A winner is paid one unit short."""
    return _pay_differently(cheat, ("win", "natural", "suited", "aces", "pictures"), -1, "a winning hand is paid one unit short")


def natural(cheat: Cheat) -> Change:
    """A natural is paid as an ordinary win."""
    record, at = cheat.event(lambda event: verb(event) == "natural")
    hand = record["log"][at].split(" ")[0]
    return cheat.rewrite(record, at, f"{hand} natural {2 * _stake(record['log'], hand)}", "a natural is paid 1:1")


def push(cheat: Cheat) -> Change:
    """A tie is taken by the house."""
    return _other_outcome(cheat, "push", "lose", 0, "the house takes a stake that was tied")


def loss(cheat: Cheat) -> Change:
    """A friend's losing hand is paid."""
    return _other_outcome(cheat, "lose", "win", 2, "a losing hand is paid as a winner")


def bust(cheat: Cheat) -> Change:
    """A bust hand gets its stake back."""
    return _other_outcome(cheat, "bust", "push", 1, "a hand over 21 gets its stake back")


def stake(cheat: Cheat) -> Change:
    """A stake is written larger than it was."""
    record, at = cheat.event(lambda event: verb(event) == "bet")
    hand, _, bet = record["log"][at].split(" ")
    return cheat.rewrite(record, at, f"{hand} bet {int(bet) + 1}", "a stake is raised after the deal")


def insurance(cheat: Cheat) -> Change:
    """An insurance is settled with another amount: kept where it won, paid where it was lost."""
    record, at = cheat.event(lambda event: verb(event) == "insurance")
    hand, _, paid = record["log"][at].split(" ")
    other = 0 if int(paid) else 3
    return cheat.rewrite(record, at, f"{hand} insurance {other}", "a won insurance is kept, or a lost one paid")


def insured(cheat: Cheat) -> Change:
    """An insurance is written for the whole stake, higher than was offered."""
    record, at = cheat.event(lambda event: verb(event) == "insure")
    hand = record["log"][at].split(" ")[0]
    return cheat.rewrite(record, at, f"{hand} insure {_stake(record['log'], hand)}", "an insurance is written for the whole stake")


def balance(cheat: Cheat) -> Change:
    """Money vanishes from a seat in one round, and nobody notices later: every later balance agrees."""
    record = cheat.one_of(cheat.history.of("round"))
    seat = _punter(cheat, record)
    before = record["after"][seat]
    cheat.history.move_money(record, seat, -1)
    return Change(
        cheat.kind,
        "one unit moves from a player to the banker",
        f"session {record['session']}, round {record['round']}",
        f"seat {seat}: {before}",
        f"seat {seat}: {before - 1}",
    )


def carried(cheat: Cheat) -> Change:
    """A round starts with less than the one before ended with."""
    record = cheat.one_of([record for record in cheat.history.of("round") if record["round"] > 1])
    seat = _punter(cheat, record)
    before = list(record["before"])
    record["before"][seat] -= 1
    record["before"][record["banker"]] += 1
    return Change(
        cheat.kind,
        "a balance shrinks between two rounds",
        f"session {record['session']}, round {record['round']}",
        f"before {before}",
        f"before {record['before']}",
    )


def created(cheat: Cheat) -> Change:
    """Money comes from nowhere."""
    record = cheat.one_of(cheat.history.of("round"))
    seat = cheat.number(1, len(record["after"]) - 1)
    after = list(record["after"])
    record["after"][seat] += 1
    return Change(
        cheat.kind,
        "a player has one unit that nobody lost",
        f"session {record['session']}, round {record['round']}",
        f"after {after}",
        f"after {record['after']}",
    )


def _punter(cheat: Cheat, record: Line) -> int:
    """Any seat but the banker's."""
    return cheat.one_of([seat for seat in range(1, len(record["after"])) if seat != record["banker"]])


def _pay_differently(cheat: Cheat, outcomes: tuple[str, ...], amount: int, what: str) -> Change:
    record, at = cheat.event(lambda event: verb(event) in outcomes)
    hand, outcome, paid = record["log"][at].split(" ")
    return cheat.rewrite(record, at, f"{hand} {outcome} {int(paid) + amount}", what)


def _other_outcome(cheat: Cheat, before: str, after: str, times: int, what: str) -> Change:
    record, at = cheat.event(lambda event: verb(event) == before)
    hand = record["log"][at].split(" ")[0]
    return cheat.rewrite(record, at, f"{hand} {after} {times * _stake(record['log'], hand)}", what)


def _stake(log: list[str], hand: str) -> int:
    """What lies on a hand: its box's bet, doubled where it doubled."""
    path, _, bettor = hand.partition("/")
    box = "/".join(filter(None, (path.partition(".")[0], bettor)))
    bet = next((int(event.split(" ")[2]) for event in log if event.startswith(f"{box} bet ")), 0)
    return 2 * bet if any(event.startswith(f"{hand} double ") for event in log) else bet
