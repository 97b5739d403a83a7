"""The standings page: the places as the auditor works them out, and what they stand on."""

from __future__ import annotations

from audit.notes import checkpoint_of
from audit.pages.house import amount, signed
from audit.standings import tournament
from tests.pages.conftest import HOSTILE
from tests.support.markup import Markup


def cells(page: str) -> list[list[str]]:
    """The rows of places, each as its cells."""
    markup = Markup(page)
    rows: list[list[str]] = []
    for tag in markup.named("tr", "td", "th"):
        if tag.name == "tr":
            rows.append([])
        else:
            rows[-1].append(tag.text)
    return [row for row in rows if row[0] != "Place"]


def test_a_tournament_ranks_everybody_with_their_money(gallery, pages) -> None:
    held = tournament(gallery.ledger.path)
    shown = cells(pages["tournament"])
    assert len(shown) == len(held.rows) == 8
    for row, line in zip(held.rows, shown, strict=True):
        assert line[0].rstrip("=").startswith(str(row.place))
        assert line[1] == row.name
        assert line[4:7] == [amount(row.stack), amount(row.balance), signed(row.net)]


def test_equal_results_share_the_place_and_say_so(gallery, pages) -> None:
    rows = tournament(gallery.ledger.path).rows
    shared = [[row.place for row in rows].count(row.place) > 1 for row in rows]
    assert ["(shared)" in line[0] for line in cells(pages["tournament"])] == shared


def test_the_first_line_says_who_is_ahead(gallery, pages) -> None:
    rows = tournament(gallery.ledger.path).rows
    lede = Markup(pages["tournament"]).classed("lede")[0].text
    assert rows[0].name in lede
    assert signed(rows[0].net) in lede


def test_a_tournaments_name_that_is_markup_is_a_name(pages) -> None:
    markup = Markup(pages["tournament"])
    assert markup.named("h1")[0].text == "<h1>Open</h1>"
    assert markup.named("title")[0].text == "<h1>Open</h1> – Sealed Shoe"


def test_names_that_are_markup_do_no_harm(pages) -> None:
    assert {line[1] for line in cells(pages["session"])} == set(HOSTILE)


def test_it_says_on_which_tree_it_stands_and_how_to_check_it(gallery, pages) -> None:
    checkpoint = checkpoint_of((gallery.ledger.path / "checkpoint").read_bytes())
    for name in ("tournament", "session", "sessions"):
        facts = Markup(pages[name]).classed("facts")[0].text
        assert checkpoint.name in facts
        assert f"{checkpoint.size} lines" in facts
        assert checkpoint.root.hex() in facts
        assert "shoe audit LEDGER --vkey VKEY" in pages[name]
    assert f"signed in line {tournament(gallery.ledger.path).line}" in pages["tournament"]


def test_all_sessions_have_a_ranking_each(pages) -> None:
    headings = [tag.text for tag in Markup(pages["sessions"]).named("h2")]
    assert headings[:5] == [f"Session {number}, “Table {number}”" for number in range(1, 6)]
