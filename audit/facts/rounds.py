"""Round records of a unit, decoded at once; and the chain of lines that they stand in."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import chain

import attrs
import msgspec
import numpy as np

from audit.errors import LineError
from audit.facts.columns import Array
from audit.facts.grammar import VERB, Parsed, parse
from audit.lines import LONGEST, ROUND_MARK, canonical, decode_line
from audit.records import Count, Int, Number, ShoeUse, Strict, Void
from audit.values import hash_fault, time_fault

_PLAIN = re.compile(r"[A-Za-z0-9 ./]+")


class QuickRound(Strict, tag="round", frozen=True):
    """A round whose log is kept as its bytes."""

    after: list[Int]
    banker: Count
    before: list[Int]
    log: msgspec.Raw
    prev: Count
    round: Number
    session: Number
    shoes: list[ShoeUse]


_DECODER = msgspec.json.Decoder(QuickRound)
_ENCODER = msgspec.json.Encoder(order="sorted")


@attrs.frozen
class Rounds:
    """Rounds of a unit: leaf indices, records, and logs, `lengths` events each, as numbers (`codes`) of the distinct strings `texts`.

    `parsed` has the meaning of each text; `are_void` says whether all of them were broken off.
    """

    seq: list[int]
    records: list[QuickRound]
    lengths: Array
    codes: Array
    texts: list[str]
    parsed: list[Parsed]
    are_void: bool = False

    def only(self, wanted: Array) -> Rounds:
        """Those rounds that the mask wants."""
        if wanted.all():
            return self
        at = np.flatnonzero(wanted).tolist()
        codes = self.codes[np.repeat(wanted, self.lengths)]
        return attrs.evolve(
            self, seq=[self.seq[i] for i in at], records=[self.records[i] for i in at], lengths=self.lengths[wanted], codes=codes
        )


class _Codes(dict[str, int]):
    """Number of each distinct string, given when it is first met."""

    def __missing__(self, text: str) -> int:
        self[text] = code = len(self)
        return code


def decode_rounds(lines: Sequence[bytes], first: int) -> Rounds:
    """Decode every round among the lines from leaf `first` on, strictly; raises LineError for the first that is not right."""
    marked = [(seq, line) for seq, line in enumerate(lines, first) if ROUND_MARK in line]
    seqs = [seq for seq, _ in marked]
    text = b"\n".join([line for _, line in marked])
    try:
        records = _DECODER.decode_lines(text)
        rounds = numbered(seqs, records, *_split_logs([bytes(record.log) for record in records]))
        right = len(records) == len(marked) and _ENCODER.encode_lines(records).rstrip(b"\n") == text and _values_right(rounds)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        right = False
    if not right or any(len(line) > LONGEST for line in lines):
        _refuse_first_bad(marked)
        return _slowly(marked)
    return rounds


def broken_off(voids: Sequence[tuple[int, Void]]) -> Rounds:
    """Rounds that were broken off, with their lines, as rounds as far as they went (FORMAT §4)."""
    records = [
        QuickRound(
            seq=record.seq,
            time=record.time,
            session=record.session,
            prev=record.prev,
            after=record.after,
            banker=record.banker,
            before=record.before,
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
    """Rounds with their lines, records, lengths of their logs and all events, one after another."""
    codes = _Codes()
    code = np.fromiter(map(codes.__getitem__, events), dtype=np.int32, count=len(events))
    return Rounds(seq, records, lengths, code, list(codes), [parse(text) for text in codes])


def _split_logs(raws: list[bytes]) -> tuple[Array, list[str]]:
    """Give (number of events of each log, all events); raises DecodeError for anything but plain strings without white space between."""
    if any(raw[:2] != b'["' or raw[-2:] != b'"]' for raw in raws):
        raise msgspec.DecodeError
    lengths = np.array([raw.count(b'","') + 1 for raw in raws], dtype=np.int64)
    events = b'","'.join([raw[2:-2] for raw in raws]).decode("ascii").split('","') if raws else []
    return lengths, events


def _values_right(rounds: Rounds) -> bool:
    """Whether all times, seeds and event strings have their form."""
    times = {record.time for record in rounds.records}
    seeds = {use.seed for record in rounds.records for use in record.shoes if use.seed is not None}
    odd = [text for text, event in zip(rounds.texts, rounds.parsed, strict=True) if event.verb == VERB["unknown"]]
    return not any(map(time_fault, times)) and not any(map(hash_fault, seeds)) and all(map(_PLAIN.fullmatch, odd))


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


def padded(lists: Sequence[Sequence[int]], width: int) -> tuple[Array, Array]:
    """Lists of numbers as one array of shape (rows, width), missing ones 0; and the length of each."""
    lengths = np.fromiter(map(len, lists), dtype=np.int64, count=len(lists))
    flat = np.fromiter(chain.from_iterable(lists), dtype=np.int64, count=int(lengths.sum()))
    result = np.zeros((len(lists), width), dtype=np.int64)
    place = np.arange(len(flat)) - np.repeat(np.cumsum(lengths) - lengths, lengths)
    fits = place < width
    result[np.repeat(np.arange(len(lists)), lengths)[fits], place[fits]] = flat[fits]
    return result, lengths
