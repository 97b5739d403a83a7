"""The table of addresses: the one place that says what stands where (docs/SERVICE.md is made of it)."""

from __future__ import annotations

from typing import Any

from ledger.exchange.files import Reveal, SeatHash
from ledger.service.api import at_operations as operations
from ledger.service.api import at_tables as tables
from ledger.service.api import at_the_log as log
from ledger.service.api.accepting import HTML
from ledger.service.api.routes import OPERATOR, PUBLIC, SEAT, Gives, delete, get, post, put
from ledger.service.api.streams import MEDIA as STREAM
from ledger.service.orders import Absent, Again, AnswerGiven, Because, NewTable, NewTournament, SeatNamed, SeatWanted
from ledger.service.refusals import Kind
from ledger.service.running.measures import CONTENT_TYPE
from ledger.service.standings import Standings
from ledger.service.told import AnswerTaken, Gathered, NextSeat, Present, Ranked, SeatToken, TableRules
from ledger.service.views import TableView

UNGUESSABLE = 22
"""Characters of the key with which a seat is asked for: 16 random bytes in base64url. Whoever has it is told the seat's token."""

_SIGNS = (Kind.WRONG_STATE, Kind.CANNOT_RECORD)
_FILES = (*_SIGNS, Kind.GIVEN_ALREADY, Kind.REFUSED)
_VIEW = Gives("The table, as the asker may see it now.", TableView)
_PAGE = Gives("The page.", media=HTML, headers=("etag",))
_FILE = Gives("The file.", media="*/*", headers=("etag",))
_TILE = Gives("The tile's bytes.", media="application/octet-stream")

_AT_TABLES = (
    get("/v1/tables", PUBLIC, "every table in short", tables.list_tables, Gives("Every table.", tables.Tables)),
    post(
        "/v1/tables",
        OPERATOR,
        "a new table, gathering (below)",
        tables.make_table,
        Gives("The table, and a token for each person who sits at it.", Gathered, status=201),
        takes=NewTable,
        keyed=1,
        kinds=(Kind.REFUSED, Kind.CANNOT_RECORD),
    ),
    get("/v1/tables/{table}", PUBLIC, "the table as the asker may see it", tables.see_table, _VIEW, kinds=(Kind.CANNOT_RECORD,)),
    get(
        "/v1/tables/{table}/events",
        PUBLIC,
        "the same, again at each change: server-sent events (`event: table`, `id:` the version, `data:` the view); a comment line "
        "where nothing happens for 15 s; it ends with the view of the closed table",
        tables.watch_table,
        Gives("Server-sent events, each with the view of the table as JSON.", media=STREAM),
        is_stream=True,
        kinds=(Kind.CANNOT_RECORD,),
    ),
    get(
        "/v1/tables/{table}/present",
        OPERATOR,
        "who of the people at the table follows its events now",
        tables.list_present,
        Gives("The names of those who are there.", Present),
    ),
    get(
        "/v1/tables/{table}/rules",
        PUBLIC,
        "its rules: the whole rule set, and the same in sentences, each with the rulebook's clauses",
        tables.show_rules,
        Gives("The rules, which stay the same as long as there is the table.", TableRules),
    ),
    post(
        "/v1/tables/{table}/seats",
        PUBLIC,
        'take a free seat while it gathers: `{"name"}` → 201 `{"seat", "token"}`',
        tables.take_seat,
        Gives("The seat, and its token, which is told this once.", SeatToken, status=201),
        takes=SeatWanted,
        keyed=UNGUESSABLE,
        kinds=(Kind.WRONG_STATE, Kind.NO_PLACE, Kind.TOO_MANY_SEATS, Kind.REFUSED, Kind.CANNOT_RECORD),
    ),
    delete(
        "/v1/tables/{table}/seat",
        SEAT,
        "get up again while it gathers",
        tables.give_up_seat,
        Gives("The seat is free, and its token is none any more.", media="", status=204),
        kinds=_SIGNS,
    ),
    post(
        "/v1/tables/{table}/tokens",
        OPERATOR,
        'a new token for who lost theirs, or whose is known to others: `{"name"}` → 201 `{"seat", "token"}`; the one before counts no more',
        tables.renew_token,
        Gives("The seat, and its token, which is told this once. The one before is none any more.", SeatToken, status=201),
        takes=SeatNamed,
        keyed=1,
        kinds=(Kind.REFUSED, Kind.CANNOT_RECORD),
    ),
    post(
        "/v1/tables/{table}/remove",
        OPERATOR,
        '`{"name"}`: take somebody out; while it gathers at once, so that their seat is free, in play before the next round',
        tables.take_out,
        _VIEW,
        takes=SeatNamed,
        kinds=(*_SIGNS, Kind.REFUSED),
    ),
    post(
        "/v1/tables/{table}/finish",
        OPERATOR,
        "take everybody out before the next round, bots too: the session ends by the rules, with reason `players`",
        tables.finish_table,
        _VIEW,
        kinds=_SIGNS,
    ),
    post(
        "/v1/tables/{table}/default",
        OPERATOR,
        '`{"name", "version"}`: somebody does not answer, and nothing sets them a time: let their question take its default; `version`: of '
        "the question that was looked at",
        tables.take_default,
        _VIEW,
        takes=Absent,
        keyed=1,
        kinds=(*_SIGNS, Kind.REFUSED, Kind.QUESTION_OVER, Kind.NOT_ASKED),
    ),
    post("/v1/tables/{table}/open", OPERATOR, "no more names; `open` is signed", tables.open_table, _VIEW, kinds=(*_SIGNS, Kind.REFUSED)),
    get(
        "/v1/tables/{table}/invitation",
        SEAT,
        "the invitation (FORMAT.md §12)",
        tables.invite,
        Gives("The invitation (FORMAT.md §12)."),
        kinds=_SIGNS,
    ),
    put(
        "/v1/tables/{table}/hash",
        SEAT,
        "the hash file (FORMAT.md §12), with the player's key if they sign their answers",
        tables.give_hash,
        _VIEW,
        takes=SeatHash,
        is_file=True,
        kinds=_FILES,
    ),
    post(
        "/v1/tables/{table}/seat",
        OPERATOR,
        "sign the seats now; who has given no hash sits with the house's entropy. By itself once all have",
        tables.sign_seats,
        _VIEW,
        kinds=_SIGNS,
    ),
    get(
        "/v1/tables/{table}/seats",
        PUBLIC,
        "the seats file (FORMAT.md §12)",
        tables.show_seats,
        Gives("The seats (FORMAT.md §12)."),
        kinds=_SIGNS,
    ),
    put(
        "/v1/tables/{table}/reveal",
        SEAT,
        "the reveal file; when all are there, play begins",
        tables.reveal_entropy,
        _VIEW,
        takes=Reveal,
        is_file=True,
        kinds=_FILES,
    ),
    post(
        "/v1/tables/{table}/answers",
        (*SEAT, *OPERATOR),
        '`{"answer": "1 hit", "question": <hash>, "signature": <base64 or null>}` → 200 `{"receipt", "table"}`; the operator for a '
        "director's questions (seat 0)",
        tables.answer,
        Gives("The answer counts, and is durable.", AnswerTaken),
        takes=AnswerGiven,
        keyed=1,
        kinds=(*_SIGNS, Kind.QUESTION_OVER, Kind.NOT_ASKED, Kind.ANSWER_REFUSED, Kind.SIGNATURE_WRONG),
    ),
    post(
        "/v1/tables/{table}/again",
        OPERATOR,
        'a new table for those who sat at one that is closed, without whom `{"without"}` names: the same rules and times, but new tokens',
        tables.make_again,
        Gives("The table, and a token for each person who sits at it.", Gathered, status=201),
        takes=Again,
        keyed=1,
        kinds=(*_SIGNS, Kind.REFUSED),
    ),
    get(
        "/v1/tables/{table}/next",
        SEAT,
        "where the seat goes on: table, seat and token at the one that was made again",
        tables.find_next,
        Gives("The table, the seat, and its token.", NextSeat),
        kinds=(Kind.WRONG_STATE, Kind.NO_PLACE),
    ),
    post("/v1/tables/{table}/leave", SEAT, "get up before the next round", tables.leave_table, _VIEW, kinds=_SIGNS),
    get(
        "/v1/tables/{table}/receipts",
        SEAT,
        "the receipts of this round and the one before, as notes",
        tables.show_receipts,
        Gives("The receipts.", tables.Receipts),
        kinds=(Kind.CANNOT_RECORD,),
    ),
    post("/v1/tables/{table}/next", OPERATOR, "begin the round that is due now", tables.begin_round, _VIEW, kinds=_SIGNS),
    post(
        "/v1/tables/{table}/void",
        OPERATOR,
        '`{"reason"}`: break the round off; play goes on',
        tables.void_round,
        _VIEW,
        takes=Because,
        kinds=(*_SIGNS, Kind.REFUSED),
    ),
    post(
        "/v1/tables/{table}/close",
        OPERATOR,
        '`{"reason"}`: close the session here',
        tables.close_table,
        _VIEW,
        takes=Because,
        kinds=(*_SIGNS, Kind.REFUSED),
    ),
)

_AT_THE_LOG = (
    get("/v1/ledger", PUBLIC, "name, vkey in force, first vkey, size", log.see_ledger, Gives("What the ledger is.", log.LedgerState)),
    get("/v1/rules", PUBLIC, "the rule sets by name, with a title and seats", log.list_rules, Gives("The rule sets.", log.RulesKnown)),
    post(
        "/v1/tournaments",
        OPERATOR,
        '`{"name", "sessions"}`: sign the standings over closed sessions',
        log.rank_sessions,
        Gives("The standings are signed.", Ranked, status=201),
        takes=NewTournament,
        keyed=1,
        kinds=(Kind.REFUSED, Kind.CANNOT_RECORD),
    ),
    get("/v1/standings", PUBLIC, "sessions and tournaments with their standings", log.list_standings, Gives("The standings.", Standings)),
    get(
        "/v1/lines",
        PUBLIC,
        "lines of the log, from `from` to before `to`, at most 1,000 (`application/jsonl`)",
        log.read_lines,
        Gives("The lines, each as it was signed.", media="application/jsonl"),
        query=log.Stretch,
        kinds=(Kind.NO_SUCH_LINES, Kind.CANNOT_RECORD),
    ),
    get(
        "/v1/rounds/{session}/{round}/bundle",
        PUBLIC,
        "a hand bundle (FORMAT.md §11); 409 while its shoe is not revealed; `?hand=2.1` for one hand",
        log.make_bundle,
        Gives("The bundle (FORMAT.md §11)."),
        query=log.Hand,
        kinds=(Kind.NO_SUCH_SESSION, Kind.NO_SUCH_ROUND, Kind.NOT_REVEALED, Kind.CANNOT_RECORD),
    ),
    get(
        "/log/checkpoint",
        PUBLIC,
        "the checkpoint (FORMAT.md §3)",
        log.read_checkpoint,
        Gives("The checkpoint's note.", media="text/plain; charset=utf-8"),
        kinds=(Kind.CANNOT_RECORD,),
    ),
    get(
        "/log/tile/{level}/{index}",
        PUBLIC,
        "hashes of the log's tree (C2SP tlog-tiles, FORMAT.md §13); `index` may hold slashes",
        log.read_tile,
        _TILE,
        kinds=(Kind.NO_SUCH_LINES, Kind.CANNOT_RECORD),
    ),
    get(
        "/log/tile/entries/{index}",
        PUBLIC,
        "lines of the log, bundled as C2SP tlog-tiles does",
        log.read_entries,
        _TILE,
        kinds=(Kind.NO_SUCH_LINES, Kind.CANNOT_RECORD),
    ),
)

_OPERATIONS = (
    get("/health", PUBLIC, "200 while the process answers", operations.health, Gives("It is alive.", operations.Alive)),
    get(
        "/ready",
        PUBLIC,
        "200 while the ledger can be written, 503 otherwise",
        operations.ready,
        Gives("It records.", operations.Ready),
        kinds=(Kind.CANNOT_RECORD,),
    ),
    get(
        "/metrics",
        OPERATOR,
        "figures, as Prometheus reads them",
        operations.metrics,
        Gives("The figures in Prometheus' text format.", media=CONTENT_TYPE),
    ),
    get(
        "/openapi.json",
        PUBLIC,
        "this table, exactly, for programs (OpenAPI 3.1)",
        operations.describe,
        Gives("The OpenAPI document.", dict[str, Any]),
    ),
    get(
        "/problems/{kind}", PUBLIC, "what a kind of problem is", operations.explain_problem, Gives("The kind of problem.", operations.About)
    ),
)

_PAGES = (
    get("/", PUBLIC, "the lobby", operations.lobby_page, _PAGE, is_page=True),
    get("/tables/{table}", PUBLIC, "a table, for who sits at it, watches or directs it", operations.table_page, _PAGE, is_page=True),
    get("/standings", PUBLIC, "the standings", operations.standings_page, _PAGE, is_page=True),
    get("/verify", PUBLIC, "the page that verifies a hand bundle in the reader's browser", operations.verify_page, _PAGE, is_page=True),
    get("/files/{file}", PUBLIC, "what the pages load", operations.page_file, _FILE, is_page=True),
)

ROUTES = (*_AT_THE_LOG, *_AT_TABLES, *_OPERATIONS, *_PAGES)
