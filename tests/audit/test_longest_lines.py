"""The longest lines that the format allows: steps, totals and counts are columns of 16 bits, and none outgrows them."""

import numpy as np
import pytest

from audit.context import survey
from audit.facts.columns import alike, take, within_rounds
from audit.facts.rounds import decode_rounds
from audit.facts.tables import play_tables
from audit.ledger_dir import open_ledger, read_note
from audit.lines import LONGEST
from audit.notes import checkpoint_of


@pytest.fixture
def tables_of(book):
    """Facts of an evening's only round, whose log is another one, as long as a line may be."""

    def tables(start, event):
        book.evening(players=1, rounds=1)
        record = next(record for record in book.records if record["record"] == "round")
        record["log"] = start + [event] * ((LONGEST - 600) // (len(event) + 3))
        path = book.write()
        found = survey(open_ledger(path, checkpoint_of(read_note(path))))
        assert LONGEST - 500 < max(map(len, found.units[0].lines())) <= LONGEST
        return play_tables(decode_rounds(found.units[0].lines(), 0), found.sessions)[0]

    return tables


def test_the_last_of_as_many_events_as_fit_has_its_step(tables_of):
    events = tables_of([], "")["events"]
    assert events["step"].tolist() == list(range(21_645))


def test_a_hand_of_as_many_tens_as_fit_has_their_total(tables_of):
    tables = tables_of(["D shuffle 1", "1 bet 2"], "1 hit TC")
    turns, hands = tables["turns"], tables["hands"]
    many = len(turns["rnd"])
    assert many == 5_903
    assert turns["total_before"].tolist() == list(range(0, 10 * many, 10))
    assert turns["total_after"][-1] == hands["total"][0] == 10 * many
    assert hands["cards"][0] == many


def test_a_hand_that_is_closed_as_often_as_fits_was_closed_so_often(tables_of):
    tables = tables_of(["D shuffle 1", "1 bet 2"], "1 stand")
    assert tables["turns"]["closed_before"].tolist() == list(range(6_493))
    assert tables["hands"]["closed"][0] == tables["hands"]["stood"][0] == 6_493


@pytest.mark.parametrize("most", [2, 17, 5_000, 1 << 16])
def test_rows_of_many_rounds_are_ordered_within_each(most):
    rng = np.random.default_rng(most)
    rnd = np.sort(rng.integers(0, 300, 5_000)).astype(np.uint16)
    minor = rng.integers(0, most, 5_000).astype(np.uint16)
    assert within_rounds(rnd, minor, most).tolist() == np.lexsort((minor, rnd)).tolist()
    assert within_rounds(rnd[:0], minor[:0], most).tolist() == []


def test_rows_of_a_column_that_is_alike_everywhere_take_no_room_either():
    taken = take({"one": alike(9, -1, np.int16)}, np.array([2, 5]))["one"]
    assert taken.tolist() == [-1, -1]
    assert taken.dtype == np.int16
    assert taken.strides == (0,)
