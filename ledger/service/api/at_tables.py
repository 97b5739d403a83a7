"""What is done at a table, one action for each address."""

from __future__ import annotations

from functools import partial

import msgspec

from ledger.service.api.asked import Asked
from ledger.service.api.replies import Reply
from ledger.service.api.serving import Service
from ledger.service.api.streams import EventStream, token_of
from ledger.service.directing import Directing
from ledger.service.going_on import GoingOn
from ledger.service.play import Play
from ledger.service.seats import Seats
from ledger.service.table import Table
from ledger.service.told import Present, TableShort
from ledger.service.views import TableView


class Tables(msgspec.Struct, frozen=True):
    """Every table in short, in the order of their making."""

    tables: list[TableShort]


class Receipts(msgspec.Struct, frozen=True):
    """A seat's receipts, as signed notes (FORMAT.md §10)."""

    receipts: list[str]


def _table(service: Service, asked: Asked) -> Table:
    return service.hall.table(asked.parts["table"])


def _seats(service: Service, asked: Asked) -> Seats:
    return Seats(_table(service, asked))


def _play(service: Service, asked: Asked) -> Play:
    return Play(_table(service, asked))


def _directing(service: Service, asked: Asked) -> Directing:
    return Directing(_table(service, asked))


def _going_on(service: Service, asked: Asked) -> GoingOn:
    return GoingOn(service.hall, _table(service, asked))


async def list_tables(service: Service, asked: Asked) -> Reply:  # noqa: ARG001 - an action's signature
    """Every table."""
    return Tables([table.short() for table in service.hall.tables.values()])


async def make_table(service: Service, asked: Asked) -> Reply:
    """A new table."""
    return await service.hall.gather(asked.body, asked.key)


async def make_again(service: Service, asked: Asked) -> Reply:
    """The same table anew."""
    return await _going_on(service, asked).again(asked.body, asked.key)


async def find_next(service: Service, asked: Asked) -> Reply:
    """Where the seat goes on."""
    return _going_on(service, asked).seat(asked.viewer.seat)


async def see_table(service: Service, asked: Asked) -> Reply:
    """The table as the asker may see it."""
    return await _view(service, asked)


async def watch_table(service: Service, asked: Asked) -> Reply:
    """The same at each change."""
    table = _table(service, asked)
    async with table.looking():  # Where nothing can be shown, that is told: once a stream has begun, it could not be.
        return EventStream(service.streams, table, asked.who, asked.client, asked.last_event)


async def list_present(service: Service, asked: Asked) -> Reply:
    """Whose pages are open."""
    table = _table(service, asked)
    seats = enumerate(table.file.sittings, 1)
    return Present(names=tuple([one.name for seat, one in seats if service.streams.follows(token_of(table, seat))]))


async def show_rules(service: Service, asked: Asked) -> Reply:
    """What is played here."""
    return _table(service, asked).rules()


async def take_seat(service: Service, asked: Asked) -> Reply:
    """A free seat, for somebody who has told their name."""
    client = None if asked.viewer.role == "operator" else asked.client
    return await _seats(service, asked).take_seat(asked.body.name, asked.key, partial(service.takers.admit, client))


async def give_up_seat(service: Service, asked: Asked) -> Reply:
    """Get up before anything is signed."""
    await _seats(service, asked).get_up(asked.who)
    return None


async def renew_token(service: Service, asked: Asked) -> Reply:
    """Another token for a seat."""
    return await _directing(service, asked).renew(asked.body.name, asked.key)


async def take_out(service: Service, asked: Asked) -> Reply:
    """Somebody sits here no longer, or not after this round."""
    await _directing(service, asked).take_out(asked.body.name)
    return await _view(service, asked)


async def finish_table(service: Service, asked: Asked) -> Reply:
    """No further round."""
    await _directing(service, asked).finish()
    return await _view(service, asked)


async def take_default(service: Service, asked: Asked) -> Reply:
    """Somebody does not answer: play goes on."""
    await _directing(service, asked).take_default(asked.body.name, asked.body.version, asked.key)
    return await _view(service, asked)


async def open_table(service: Service, asked: Asked) -> Reply:
    """No more names."""
    await _seats(service, asked).open()
    return await _view(service, asked)


async def invite(service: Service, asked: Asked) -> Reply:
    """The seat's invitation."""
    return await _seats(service, asked).invitation(asked.viewer.seat)


async def give_hash(service: Service, asked: Asked) -> Reply:
    """The hash of the seat's entropy."""
    await _seats(service, asked).give_hash(asked.viewer.seat, asked.body, asked.who)
    return await _view(service, asked)


async def sign_seats(service: Service, asked: Asked) -> Reply:
    """Nobody's hash is waited for any longer."""
    await _seats(service, asked).seat_now()
    return await _view(service, asked)


async def show_seats(service: Service, asked: Asked) -> Reply:
    """The signed seats."""
    return await _seats(service, asked).seats_file()


async def reveal_entropy(service: Service, asked: Asked) -> Reply:
    """The seat's entropy."""
    await _seats(service, asked).reveal(asked.viewer.seat, asked.body, asked.who)
    return await _view(service, asked)


async def answer(service: Service, asked: Asked) -> Reply:
    """An answer to the question that is open."""
    taken = await _play(service, asked).answer(asked.viewer.seat, asked.body, asked.key, asked.who)
    service.measures.answered()
    return taken


async def leave_table(service: Service, asked: Asked) -> Reply:
    """Get up before the next round."""
    await _play(service, asked).leave(asked.viewer.seat, asked.who)
    return await _view(service, asked)


async def show_receipts(service: Service, asked: Asked) -> Reply:
    """The seat's receipts."""
    return Receipts(await _table(service, asked).receipts_of(asked.viewer.seat))


async def begin_round(service: Service, asked: Asked) -> Reply:
    """The round that is due."""
    await _play(service, asked).next()
    return await _view(service, asked)


async def void_round(service: Service, asked: Asked) -> Reply:
    """Break the round off."""
    await _play(service, asked).void(asked.body.reason)
    return await _view(service, asked)


async def close_table(service: Service, asked: Asked) -> Reply:
    """Close the session here."""
    await _table(service, asked).close(asked.body.reason)
    return await _view(service, asked)


async def _view(service: Service, asked: Asked) -> TableView:
    return await _table(service, asked).view(asked.viewer)
