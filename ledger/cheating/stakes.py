"""Changes of what is staked, sat out, withdrawn, raised, and within which limits (B2.2, C1.3, E1.2, H2.3, P1.3, P1.4, G9)."""

from __future__ import annotations

from ledger.cheating.edits import Edit, Spot, amount, dropped, followed, reworded
from ledger.cheating.picking import verb

_BEYOND = 10**6


def _is_owner(spot: Spot) -> bool:
    return "/" not in spot.who


def _takes_part(spot: Spot) -> bool:
    """A box's only stake, which is dealt to: what stands there of it later must fit."""
    return _is_owner(spot) and not spot.found("withdraw", "sit", who=spot.who)


def _has_redoubles(spot: Spot) -> bool:
    return bool(spot.found("redouble")) or any(event.endswith("decline redouble") for event in spot.log)


def _stakes_above(spot: Spot) -> list[int]:
    """Stakes of the round above the least of the banker's limits."""
    return [int(event.split(" ")[2]) for event in spot.found("bet") if int(event.split(" ")[2]) > int(spot.words[2])]


STAKES = {
    "stake-over": amount("a stake is written far above the maximum", _BEYOND, "bet", where=_is_owner),
    "stake-nothing": reworded("a stake is written as nothing", "bet 0", "bet", where=_takes_part),
    "withdrawal-dropped": dropped("a stake that was withdrawn stays on the table", "withdraw"),
    "withdrawal-added": followed(
        "a stake is withdrawn that was played for",
        "{who} withdraw",
        "bet",
        where=lambda spot: _takes_part(spot) and spot.rules["stakes"]["withdrawal"],
    ),
    # Whoever has staked on others' boxes may have nothing left for their own.
    "sitting-dropped": dropped(
        "a box that sat out says nothing",
        "sit",
        where=lambda spot: (
            not spot.found("missed", "exposed", who=spot.who) and not any("/" in bet.split(" ")[0] for bet in spot.found("bet"))
        ),
    ),
    "sitting-added": followed(
        "a box sits out that is dealt to", "{who} sit", "bet", where=lambda spot: _takes_part(spot) and spot.rules["stakes"]["sitting_out"]
    ),
    "bettor-dropped": dropped(
        "someone's stake on another's box vanishes", "bet", where=lambda spot: not spot.found("sit", who=spot.hand), by="/"
    ),
    "bettor-first": Edit(
        "someone stakes on a box before its owner",
        ("bet",),
        lambda spot, _: spot.moved(next(at for at, event in enumerate(spot.log) if event.startswith(f"{spot.hand} bet "))),
        by="/",
    ),
    "bettor-moved": Edit(
        "someone's stake is written on another box",
        ("bet",),
        lambda spot, _: spot.instead(f"{int(spot.box) % 3 + 1}/{spot.who.partition('/')[2]} bet {spot.amount}"),
        lambda spot: not spot.found("sit", who=spot.hand),
        "/",
    ),
    # The redoubles that follow a raise tell of it.
    "raise-denied": reworded("the dealer's doubling is denied", "decline raise", "raise", where=_has_redoubles),
    "raise-invented": reworded("the dealer is said to have doubled", "raise", "decline raise", where=lambda spot: bool(spot.found("win"))),
    "redouble-denied": reworded(
        "a redouble is denied", "decline redouble", "redouble", where=lambda spot: spot.paid(spot.who) > 0 and _no_split(spot)
    ),
    "redouble-invented": reworded(
        "a redouble is invented",
        "redouble",
        "decline redouble",
        where=lambda spot: spot.paid(spot.who) > 0 and _no_split(spot),
    ),
    "limits-broken": Edit(
        "the banker's limits are written below a stake that was made",
        ("limits",),
        lambda spot, _: spot.instead(f"D limits {spot.words[2]} {spot.words[2]}"),
        lambda spot: bool(_stakes_above(spot)) and spot.words[2] != spot.words[3],
        "D",
    ),
    "limits-outside": amount("the banker's limits leave those of the rules", _BEYOND, "limits", by="D"),
    "limits-upside-down": Edit(
        "the banker's least stake is above the largest",
        ("limits",),
        lambda spot, _: spot.instead(f"D limits {spot.words[3]} {spot.words[2]}"),
        lambda spot: spot.words[2] != spot.words[3],
        "D",
    ),
    "box-limits-lowered": reworded(
        "a box's own maximum is written below that of the table", "limits {2} {2}", "limits", where=lambda spot: spot.who != "D"
    ),
    "box-limits-dearer": Edit(
        "a box is given a minimum of its own",
        ("limits",),
        lambda spot, _: spot.instead(f"{spot.who} limits {int(spot.words[2]) + 1} {spot.words[3]}"),
        lambda spot: spot.who != "D",
    ),
}


def _no_split(spot: Spot) -> bool:
    """The hand that was redoubled is settled as it is, so that its payment tells of the stake."""
    return not any(event.startswith(f"{spot.who}.") or (event.startswith(f"{spot.who} ") and verb(event) == "split") for event in spot.log)
