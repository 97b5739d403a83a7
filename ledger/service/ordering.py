"""A table as the operator orders it, judged before anything is kept of it."""

from __future__ import annotations

from hashlib import sha256
from secrets import token_hex

import msgspec

from ledger.errors import RuleError, SessionRefused
from ledger.live.sources import PERSON
from ledger.names import check_name, check_players
from ledger.players.bots import make_bot
from ledger.rules.coherence import incoherent
from ledger.rules.ruleset import altered, from_object, load_profile, to_object
from ledger.rules.tables import RuleSet
from ledger.seating import seating
from ledger.service.orders import Again, NewTable
from ledger.service.table_file import Sitting, TableFile, kept_of


def ordered(order: NewTable, number: int, request: str | None) -> TableFile:
    """The file of the `number`th table; RuleError, NameRefused or SessionRefused where it cannot be as it was ordered."""
    rules = _rules(order)
    if faults := list(incoherent(rules)):
        raise RuleError(f"The rule set “{rules.profile.name}” cannot be used: {faults[0]}")
    check_players(player.name for player in order.players)
    for player in order.players:
        if player.plays != PERSON:
            make_bot(player.plays, rules, bytes(32))
    if len(order.players) + order.places > rules.table.players_max:
        raise SessionRefused(f"This table seats {rules.table.players_max} players at most; name fewer, or leave fewer places.")
    boxes = {player.name: tuple(player.boxes) for player in order.players if player.boxes is not None}
    if order.players:
        # Who will come is nobody yet, and gets what is left: a table can wait for them with one player, or with none who has a box.
        seating(
            rules, [*(player.name for player in order.players), *("Whoever takes a free seat" for _ in range(order.places))], boxes or None
        )
    return TableFile(
        table=str(number),
        name=check_name(order.name, "The table's name") if order.name is not None else f"Table {number}",
        rules=to_object(rules),
        sittings=tuple(Sitting(name=p.name, boxes=boxes.get(p.name), plays=p.plays, nonce=token_hex(16)) for p in order.players),
        places=order.places,
        director=order.director,
        answer_seconds=order.answer_seconds,
        pause_seconds=order.pause_seconds,
        request=request,
        order=order_hash(order),
    )


def ordered_again(before: TableFile, order: Again, number: int, request: str | None) -> TableFile:
    """The file of the `number`th table, for those who sat at another; SessionRefused where somebody is named who did not.

    Whoever has a seat at the one before is told the token of theirs at this one, as if they had asked for it by what only that seat has.
    """
    names = [sitting.name for sitting in before.sittings]
    if strangers := [name for name in order.without if name not in names]:
        raise SessionRefused(f"Nobody at table {before.table} is called “{strangers[0]}”; its view says who sat there.")
    stay = [sitting for sitting in before.sittings if sitting.name not in order.without]
    return TableFile(
        table=str(number),
        name=before.name,
        rules=before.rules,
        sittings=tuple(Sitting(name=s.name, boxes=s.boxes, plays=s.plays, nonce=token_hex(16), request=kept_of(s.nonce)) for s in stay),
        places=before.places + len(names) - len(stay),
        director=before.director,
        answer_seconds=before.answer_seconds,
        pause_seconds=before.pause_seconds,
        request=request,
        order=again_hash(before.table, order),
        before=before.table,
    )


def order_hash(order: NewTable) -> str:
    """What is kept of an order, to know it again by."""
    return sha256(msgspec.json.encode(order)).hexdigest()


def again_hash(table: str, order: Again) -> str:
    """The same, of a table that is made again."""
    return sha256(msgspec.json.encode((table, order))).hexdigest()


def _rules(order: NewTable) -> RuleSet:
    rules = load_profile(order.rules) if isinstance(order.rules, str) else from_object(order.rules, "The rule set")
    changes = {"session.rounds": order.rounds, "session.stack": order.stack}
    return altered(rules, {name: value for name, value in changes.items() if value is not None}, "The table")
