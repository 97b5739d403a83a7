"""The shoe's own phase: shuffle, cut, joker and burn, and discards that come up (T7.2, C1.3, B2.1, B6.2, G6, H1, P1.2)."""

from __future__ import annotations

from audit.story.act import Act, verb
from audit.story.cards import ACE, drawn, full_pack, without
from audit.story.phases import DEALT, SHUFFLES
from audit.story.step import Shoe
from audit.story.told import Told, objections


def shoes_before(told: Told) -> None:
    """Not written in the log: a shoe that goes on from the round before, or one that ended just before this round."""
    fresh = [int(event.rpartition(" ")[2]) for event in told.log if event.startswith(SHUFFLES)]
    for shoe in told.shoes.values():
        if shoe.index in fresh:
            continue
        told.dealt[shoe.index] = shoe.first
        if _is_dealt_on(told, fresh):
            told.shoe, told.orders[shoe.index] = shoe.index, list(shoe.cards)
            told.sizes[shoe.index] = shoe.size or len(full_pack(told.rules))
            text = f"Shoe {shoe.index} is dealt on from its card {shoe.first}. {_seal(told, shoe)}"
            told.add("D", "", text, *told.cites("deal on"), warning=shoe.broken)
        else:
            why, situation = _why_it_ended(told)
            text = f"Shoe {shoe.index} ended before this round, after {shoe.first} cards{why}. {shoe.seal}"
            told.add("D", "", text, *told.cites(situation), warning=shoe.broken)


def _is_dealt_on(told: Told, fresh: list[int]) -> bool:
    """Whether a card of this round came from it: one that stands before the first shuffle."""
    first = next((at for at, event in enumerate(told.log) if event.startswith(SHUFFLES)), len(told.log))
    return not fresh or any(verb(event) in (*DEALT, "exposed") for event in told.log[:first])


def _why_it_ended(told: Told) -> tuple[str, str]:
    """In words, with the situation for its clause."""
    if told.phase == "between":
        return ", for the bank is drawn anew", "bank by card"
    if told.rules["shoe"]["voluntary"] and told.log[told.at].startswith("D shuffle "):
        return f": {told.dealer} chose to shuffle", "own shuffle"
    return "", "deal on"


def _seal(told: Told, shoe: Shoe | None) -> str:
    """How the seal of a shoe that is dealt from stands."""
    if shoe is None:
        return ""
    compared = f"{shoe.seal[:-1]}; every card told here was compared with the shoe that it gives."
    return compared if told.orders.get(shoe.index) else shoe.seal


def shuffle(told: Told, act: Act) -> None:
    """`D shuffle 1`: a full shoe, for the round or for a draw of the bank."""
    again, told.burnt_ace = told.burnt_ace, False
    pack = full_pack(told.rules)
    draws = verb(told.next_event()) == "lot"
    shoe = _begin(told, act.n, pack)
    what = "for the draw of the bank" if draws else "anew, for an ace may not be burnt" if again else ""
    text = f"Shoe {act.n} is shuffled{f' {what}' if what else ''}: {len(pack)} cards. {_seal(told, shoe)}".rstrip()
    situation = "bank by card" if draws else "shuffle"
    told.add("D", act.event, text, *told.cites(situation), warning=_objection(shoe))


def reshuffle(told: Told, act: Act) -> None:
    """`D reshuffle 2`: all the cards but those on the table."""
    again, told.burnt_ace = told.burnt_ace, False
    pack = without(full_pack(told.rules), told.table)
    shoe = _begin(told, act.n, pack)
    come_up = told.rules["shoe"]["reshuffle"] == "discards"
    why = "an ace may not be burnt" if again else "the discards have come up" if come_up else "the cards have run out"
    text = f"Shoe {act.n} is shuffled, for {why}: the {len(pack)} cards that do not lie on the table. {_seal(told, shoe)}".rstrip()
    told.add("D", act.event, text, *told.cites("shuffle discards" if come_up else "cards run out"), warning=_objection(shoe))


def _begin(told: Told, index: int, pack: list[str]) -> Shoe | None:
    """Cards come from this shoe now; its order, where its seed is known."""
    shoe = told.shoes.get(index)
    told.shoe, told.dealt[index], told.packs[index], told.sizes[index] = index, 0, pack, len(pack)
    if shoe is not None:
        told.orders[index] = shoe.shuffled(pack) if shoe.shuffled else list(shoe.cards)
    return shoe


def _objection(shoe: Shoe | None) -> str:
    return shoe.broken if shoe else "the record does not list this shoe"


def cut(told: Told, act: Act) -> None:
    """`s1 cut 17`: so many cards go from the top to the bottom."""
    size = len(told.packs.get(told.shoe or 0, ()))
    shoe = told.shoes.get(told.shoe or 0)
    order = told.orders.get(told.shoe or 0)
    by_stream = told.rules["shoe"]["cut"] == "stream"
    number = shoe.cut(act.seat, size) if by_stream and shoe and shoe.cut and size else None
    if order:
        told.orders[told.shoe or 0] = order[act.n :] + order[: act.n]
    if told.shoe is not None:
        told.cuts[told.shoe] = act.n
    how = "" if by_stream else ", by hand"
    text = f"{told.company.name(act.seat)} cuts{how}: the first {act.n} of {size} cards go to the bottom."
    warning = objections(
        "" if act.n < size else f"the shoe has {size} cards",
        "" if number in (None, act.n) else f"the sealed seeds give a cut at {number}",
    )
    told.add(act.who, act.event, text, *told.cites("cut"), warning=warning)


def joker(told: Told, act: Act) -> None:
    """`D joker`."""
    told.add("D", act.event, "A joker is laid at the bottom to mark the end of the deck; no card need be burnt.", *told.cites("joker"))


def burn(told: Told, act: Act) -> None:
    """`D burn 5C`, `D burn xx`."""
    if act.card == "xx":
        seen = told.next_card()
        text = f"The top card is burnt, and nobody sees it{f' (the sealed shoe has {drawn([seen])} there)' if seen else ''}."
    else:
        told.burnt_ace = act.card[0] == ACE
        again = told.burnt_ace and told.next_event().startswith(SHUFFLES)
        ace = "an ace, so all is shuffled and cut again" if again else "an ace, but there is nothing else to be done"
        what = f": {ace}" if told.burnt_ace else ""
        text = f"The top card is shown and burnt, {drawn([act.card])}{what}."
    told.add("D", act.event, text, *told.cites("burn"))
    told.seal(act.card, lies=False)
