"""What no replay can see: one lawful round written in place of another (docs/TRUST.md says what tells of each).

Not among the kinds that a demonstration offers. The tests hold them to be just that: unseen.
"""

from __future__ import annotations

import attrs

from ledger.cheating.edits import Edit, Spot, amount, dropped, reworded
from ledger.cheating.picking import Cheat, verb
from ledger.cheating.true_cards import CARD_VERBS

_OUTCOMES = frozenset(("lose", "win", "push", "natural", "suited", "aces", "pictures", "premium", "bust"))
_CHANGES_THE_STAKE = frozenset(("double", "split", "insure", "even", "surrender", "forfeit", "withdraw", "sit", "both", "redouble"))
_MUCH = 10


@attrs.frozen
class Unseen:
    """A kind that leaves no trace: the change, and the row of docs/TRUST.md that speaks of it."""

    edit: Edit
    attack: str


def _without_aces(cards: list[str]) -> bool:
    return not any(card.startswith("A") for card in cards)


def _cards_of(spot: Spot) -> list[str]:
    """The cards of the spot's hand, if it was not split."""
    return [event.split(" ")[2] for event in spot.log if event.split(" ")[0] == spot.who and verb(event) in CARD_VERBS]


def _is_the_last_card(spot: Spot) -> bool:
    """Whether it is followed by `stand`, no later card is dealt, and its shoe ends with the round."""
    later = any(verb(event) in CARD_VERBS for event in spot.log[spot.at + 1 :])
    return spot.is_next("stand") and not later and spot.rules["shoe"]["reshuffle"] == "every-round" and _without_aces(_cards_of(spot))


def _loses_anyway(spot: Spot) -> bool:
    """Whether a player's last card changed nothing: the hand lost, and without the card it has less."""
    return spot.who != "D" and _is_the_last_card(spot) and f"{spot.who} lose 0" in spot.log and not spot.found("overstood", who=spot.who)


def _pays_anyway(spot: Spot) -> bool:
    """Whether the last card of a free banker changed nothing: everybody won, and without the card he has less."""
    outcomes = {verb(event) for event in spot.log[spot.at + 2 :]} & _OUTCOMES
    return _is_the_last_card(spot) and outcomes == {"win"}


def _is_lost(spot: Spot) -> bool:
    """Whether a stake is lost as it stands, in the last round, by someone with money enough for everything that they were offered."""
    box = [event for event in spot.log if event.split(" ")[0].partition("/")[0].partition(".")[0] == spot.box]
    stakes, table = spot.rules["stakes"], spot.rules["table"]
    is_plain = stakes["limits_by"] == "rules" and not stakes["table_maximum"] and table["bettors_per_box"] == 1 and not table["onlookers"]
    return (
        is_plain
        and spot.record["round"] == spot.rules["session"]["rounds"]
        and not {verb(event) for event in box} & _CHANGES_THE_STAKE
        and any(verb(event) in ("lose", "bust") for event in box)
        and 2 * spot.amount <= stakes["maximum"]
        and min(spot.record["before"][1:]) >= _MUCH * 2 * max(int(event.split(" ")[2]) for event in spot.found("bet"))
    )


def _bids(spot: Spot) -> list[int]:
    return [int(event.split(" ")[2]) for event in spot.log if verb(event) == "bid"]


def _is_outbid(spot: Spot) -> bool:
    return 1 < spot.amount < max(_bids(spot)) and spot.log.count("D auction") <= 1


def _other_card(spot: Spot) -> list[str]:
    """The hand's two cards between which it chose."""
    return [event.split(" ")[2] for event in spot.log[: spot.at] if event.split(" ")[0] == spot.who and verb(event) in CARD_VERBS][-2:]


def _is_of_a_pair(spot: Spot) -> bool:
    """Whether the two cards differ by suit alone, and nothing later shows which was kept."""
    two = _other_card(spot)
    suits_matter = spot.rules["natural"]["suited_pays"] != "off" or spot.found("split", who=spot.who)
    return (
        verb(spot.previous) == "extra"
        and len(two) == 2
        and two[0][0] == two[1][0]
        and two[0] != two[1]
        and not suits_matter
        and not spot.found("reshuffle")
    )


def _tossed_the_other(spot: Spot, _cheat: Cheat) -> list[str]:
    return spot.instead(f"{spot.who} toss {next(card for card in _other_card(spot) if card != spot.words[2])}")


def _bets_again(spot: Spot) -> bool:
    """Whether a box withdraws its stake and makes another, and no other box was withdrawn because it lay there."""
    bet = _last_bet(spot)
    lay_there = not any(verb(event) == "withdraw" for event in spot.log[bet : spot.at])
    return lay_there and any(event.startswith(f"{spot.who} bet ") for event in spot.log[spot.at :])


def _last_bet(spot: Spot) -> int:
    """Where the stake was made that is withdrawn."""
    return max(at for at, event in enumerate(spot.log[: spot.at]) if event.startswith(f"{spot.who} bet "))


def _never_withdrawn(spot: Spot, _cheat: Cheat) -> list[str]:
    bet = _last_bet(spot)
    return [event for at, event in enumerate(spot.log) if at not in (bet, spot.at)]


def _has_room(spot: Spot) -> bool:
    return bool(int(spot.words[3]) < spot.rules["stakes"]["maximum"])


_DECISION = "Legal decision rewritten consistently"
_DISCRETION = "Discretion"

UNSEEN: dict[str, Unseen] = {
    "card-refused": Unseen(dropped("a lost hand's last card was never taken", "hit", where=_loses_anyway), _DECISION),
    "bid-lowered": Unseen(amount("a bid that was too low is written lower still", -1, "bid", where=_is_outbid), _DECISION),
    "bid-passed": Unseen(reworded("a bid that was too low is written as a pass", "pass", "bid", where=_is_outbid), _DECISION),
    "toss-of-the-same": Unseen(Edit("of two cards alike the other one is tossed", ("toss",), _tossed_the_other, _is_of_a_pair), _DECISION),
    "withdrawal-hidden": Unseen(
        Edit("a stake that was made anew is written as the first", ("withdraw",), _never_withdrawn, _bets_again), _DECISION
    ),
    "lost-stake": Unseen(
        Edit(
            "a stake that was lost is written twice as high",
            ("bet",),
            lambda spot, _: spot.instead(f"{spot.who} bet {2 * spot.amount}"),
            _is_lost,
        ),
        "Wrong stake",
    ),
    "banker-choice": Unseen(
        dropped("the last card of a banker who draws at will was never taken", "hit", where=_pays_anyway, by="D"), _DISCRETION
    ),
    "bank-announced": Unseen(amount("another bank is announced", 1, "announce"), _DISCRETION),
    "limits-widened": Unseen(amount("the banker's largest stake is written higher", 1, "limits", where=_has_room, by="D"), _DISCRETION),
    "box-limits-widened": Unseen(
        amount("the largest stake of a box is written higher", 1, "limits", where=lambda spot: spot.who != "D"), _DISCRETION
    ),
}
