"""Round records of a unit, decoded at once; and the chain of lines that they stand in."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from itertools import chain

import attrs
import msgspec
import numpy as np

from audit.errors import LineError
from audit.facts.codes import Coded, coded, coded_texts
from audit.facts.columns import Array, Columns, take
from audit.facts.grammar import VERB, Parsed
from audit.facts.moments import seconds
from audit.facts.money import ACCOUNTS
from audit.facts.number_lists import number_lists
from audit.facts.uses import Uses, uses
from audit.lines import LONGEST, canonical, decode_line
from audit.records import Count, Number, ShoeUse, Strict, Void
from audit.text import Text

_PLAIN = re.compile(r"[A-Za-z0-9 ./]+")
_VERB = Parsed._fields.index("verb")


class QuickRound(Strict, tag="round", frozen=True):
    """A round whose log and balances are kept as their bytes."""

    after: msgspec.Raw
    banker: Count
    before: msgspec.Raw
    log: msgspec.Raw
    prev: Count
    round: Number
    session: Number
    shoes: list[ShoeUse]

    def balances(self) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """Everyone's money, the house's first: (before, after)."""
        return _BALANCES.decode(self.before), _BALANCES.decode(self.after)


_BALANCES = msgspec.json.Decoder(tuple[int, ...])
_DECODER = msgspec.json.Decoder(QuickRound)
_ENCODER = msgspec.json.Encoder(order="sorted")


@attrs.frozen
class Rounds:
    """Rounds of a unit: leaf indices, records, and logs, `lengths` events each, as numbers (`codes`) of the distinct strings `texts`.

    `parsed` has the meaning of each text, a row of the fields of Parsed; `columns` has the records' numbers by round (see `columns_of`),
    `uses` the shoes that they list; `are_void` says whether all of them were broken off.
    """

    seq: list[int]
    records: list[QuickRound]
    lengths: Array
    codes: Array
    texts: list[str]
    parsed: Array
    columns: Columns
    uses: Uses
    are_void: bool = False

    def only(self, wanted: Array) -> Rounds:
        """Those rounds that the mask wants."""
        if wanted.all():
            return self
        at = np.flatnonzero(wanted).tolist()
        return attrs.evolve(
            self,
            seq=[self.seq[i] for i in at],
            records=[self.records[i] for i in at],
            lengths=self.lengths[wanted],
            codes=self.codes[np.repeat(wanted, self.lengths)],
            columns=take(self.columns, wanted),
            uses=self.uses.only(wanted),
        )


def decode_rounds(lines: Sequence[bytes], first: int) -> Rounds:
    """Decode every round among the lines from leaf `first` on, strictly; raises LineError for the first that is not right."""
    text = Text.of(lines)
    seq = (text.rounds + first).tolist()
    rounds = _at_once(seq, text.some(text.rounds)) if text.longest <= LONGEST else None
    if rounds is None:
        marked = [(at, text[at - first]) for at in seq]
        _refuse_first_bad(marked)
        return _slowly(marked)
    return rounds


def _at_once(seq: list[int], text: bytes) -> Rounds | None:
    """Decode rounds all together; None where a line is not right, or a log is not as logs usually are."""
    try:
        records = _DECODER.decode_lines(text)
        if len(records) != len(seq) or _ENCODER.encode_lines(records) != text:
            return None
        logs = coded([record.log for record in records])
        rounds = _rounds(seq, records, logs)
    except (msgspec.DecodeError, RecursionError, ValueError):
        return None
    odd = np.flatnonzero(logs.meanings[:, _VERB] == VERB["unknown"]).tolist()
    right = _are_hashes(rounds.uses.seeds) and all(_PLAIN.fullmatch(logs.texts[code]) for code in odd)
    return rounds if right else None


def _rounds(seq: list[int], records: list[QuickRound], logs: Coded) -> Rounds:
    """Put rounds together; raises ValueError for a time that is none."""
    return Rounds(seq, records, logs.lengths, logs.codes, logs.texts, logs.meanings, columns_of(records), uses(records))


def broken_off(voids: Sequence[tuple[int, Void]]) -> Rounds:
    """Rounds that were broken off, with their lines, as rounds as far as they went (FORMAT §4)."""
    records = [
        QuickRound(
            seq=record.seq,
            time=record.time,
            session=record.session,
            prev=record.prev,
            after=msgspec.Raw(canonical(record.after)),
            banker=record.banker,
            before=msgspec.Raw(canonical(record.before)),
            log=msgspec.Raw(canonical(record.log)),
            round=record.round,
            shoes=record.shoes,
        )
        for _, record in voids
    ]
    lengths = np.array([len(record.log) for _, record in voids], dtype=np.int64)
    rounds = numbered([seq for seq, _ in voids], records, lengths, [event for _, record in voids for event in record.log])
    return attrs.evolve(rounds, are_void=True)


def numbered(seq: list[int], records: list[QuickRound], lengths: Array, events: list[str]) -> Rounds:
    """Rounds with their lines, records, lengths of their logs and all events, one after another; raises ValueError for a wrong time."""
    return _rounds(seq, records, coded_texts(lengths, events))


def columns_of(records: Sequence[QuickRound]) -> Columns:
    """The records' numbers, by round; raises ValueError for a time that is none, and DecodeError for balances in another form.

    Columns: own_seq (as recorded), session, round, banker, prev, seconds (since 1970), before and after of shape (rounds, 17), missing ones
    0, and how many of them the record has: before_count, after_count.
    """
    befores, afters = [record.before for record in records], [record.after for record in records]
    before, before_count = padded(*number_lists(befores), ACCOUNTS)
    if b"".join(befores[1:]) == b"".join(afters[:-1]):  # as where a unit has one session
        last, last_count = padded(*number_lists(afters[-1:]), ACCOUNTS)
        after, after_count = np.append(before[1:], last, axis=0), np.append(before_count[1:], last_count)
    else:
        after, after_count = padded(*number_lists(afters), ACCOUNTS)
    return {
        "own_seq": np.array([record.seq for record in records], dtype=np.int64),
        "session": np.array([record.session for record in records], dtype=np.int64),
        "round": np.array([record.round for record in records], dtype=np.int64),
        "banker": np.array([record.banker for record in records], dtype=np.int64),
        "prev": np.array([record.prev for record in records], dtype=np.int64),
        "seconds": seconds([record.time for record in records]),
        "before": before,
        "after": after,
        "before_count": before_count,
        "after_count": after_count,
    }


def _are_hashes(texts: Iterable[str | None]) -> bool:
    """Whether all seeds that are told have their form: 64 lower-case hexadecimal digits."""
    told = [text for text in texts if text is not None]
    together = "".join(told)
    try:
        return bytes.fromhex(together).hex() == together and set(map(len, told)) <= {64}
    except ValueError:
        return False


def _refuse_first_bad(marked: list[tuple[int, bytes]]) -> None:
    for seq, line in marked:
        record = decode_line(line, seq)
        if not hasattr(record, "log"):
            raise LineError(seq, "names itself a round inside another record")


def _slowly(marked: list[tuple[int, bytes]]) -> Rounds:
    """Decode rounds one by one: all are right, but a log is not as logs usually are (empty, or with escapes in it)."""
    records = [_DECODER.decode(line) for _, line in marked]
    logs = [msgspec.json.decode(record.log, type=list[str]) for record in records]
    lengths = np.array([len(log) for log in logs], dtype=np.int64)
    return numbered([seq for seq, _ in marked], records, lengths, list(chain.from_iterable(logs)))


def padded(numbers: Array, lengths: Array, width: int) -> tuple[Array, Array]:
    """Lists of numbers, one after another, as one array of shape (lists, width), missing ones 0; and the length of each."""
    result = np.zeros((len(lengths), width), dtype=np.int64)
    if len(lengths) and lengths[0] <= width and (lengths == lengths[0]).all():  # as it nearly always is
        result[:, : lengths[0]] = numbers.reshape(len(lengths), lengths[0])
        return result, lengths
    place = np.arange(len(numbers)) - np.repeat(np.cumsum(lengths) - lengths, lengths)
    fits = place < width
    result[np.repeat(np.arange(len(lengths)), lengths)[fits], place[fits]] = numbers[fits]
    return result, lengths
