"""A small book-keeper that writes and signs ledgers for the audit's tests: its own JSON, hashes, shuffle and money, none of them the audit's.

`book.session(...)` writes a session of hand-written logs, whose cards need not come from the shoe (the check `card` then says so);
`book.evening(...)` plays one honestly: everybody stands on everything.
"""

from __future__ import annotations

import base64
import hashlib
import json
import tomllib
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from audit import Report, audit_ledger
from tests.support.packing import Packs, is_packed
from tests.support.purses import Seats, played, sat_down

NAMES = ("Ann", "Bo", "Cy", "Di", "Ed", "Flo")
PROFILE = Path(__file__).parents[2] / "ledger" / "rules" / "profiles" / "training.toml"
Change = Callable[[dict[str, Any]], None]


def canonical(value: object) -> bytes:
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode()


def frame(*parts: bytes) -> bytes:
    return b"".join(len(part).to_bytes(4, "big") + part for part in parts)


def labelled(label: str, *parts: bytes) -> bytes:
    return hashlib.sha256(frame(label.encode(), *parts)).digest()


def naive_root(leaves: Sequence[bytes]) -> bytes:
    """MTH as RFC 9162 defines it, recursively."""
    if not leaves:
        return hashlib.sha256(b"").digest()
    if len(leaves) == 1:
        return hashlib.sha256(b"\x00" + leaves[0]).digest()
    k = 1
    while 2 * k < len(leaves):
        k *= 2
    return hashlib.sha256(b"\x01" + naive_root(leaves[:k]) + naive_root(leaves[k:])).digest()


class Signer:
    """An Ed25519 key with a name."""

    def __init__(self, name: str = "club.example/test", secret: bytes = b"\x07" * 32) -> None:
        self.name = name
        self._key = Ed25519PrivateKey.from_private_bytes(secret)
        self.public = self._key.public_key().public_bytes(Encoding.Raw, PublicFormat.Raw)
        self.key_id = hashlib.sha256(name.encode() + b"\n\x01" + self.public).digest()[:4]
        self.vkey = "+".join([name, self.key_id.hex(), base64.b64encode(b"\x01" + self.public).decode()])

    def line(self, text: str) -> str:
        return f"— {self.name} {base64.b64encode(self.key_id + self._key.sign(text.encode())).decode()}\n"

    def note(self, text: str) -> bytes:
        return f"{text}\n{self.line(text)}".encode()

    def checkpoint(self, lines: Sequence[bytes]) -> bytes:
        root = base64.b64encode(naive_root(lines)).decode()
        return self.note(f"{self.name}\n{len(lines)}\n{root}\n")


def training(**changes: Any) -> dict[str, Any]:
    """The training rules with some parameters changed, as in `stakes__minimum=5`."""
    rules = tomllib.loads(PROFILE.read_text("utf-8"))
    for path, value in changes.items():
        table, name = path.split("__")
        rules[table][name] = value
    return rules


def numbers(*parts: bytes) -> Callable[[int], int]:
    """A stream of FORMAT §6: give it n for the next number below n."""
    words, at = hashlib.shake_256(frame(*parts)).digest(1 << 13), 0

    def below(n: int) -> int:
        nonlocal at
        while True:
            x, at = int.from_bytes(words[at : at + 4], "big"), at + 4
            if x < 2**32 - 2**32 % n:
                return x % n

    return below


def full_pack(rules: dict[str, Any]) -> list[str]:
    ranks = "A23456789TJQK" if rules["pack"]["size"] == 52 else "A789TJQK"
    return [rank + suit for _ in range(rules["pack"]["decks"]) for suit in "CDHS" for rank in ranks]


def shuffled(pack: list[str], below: Callable[[int], int]) -> list[str]:
    """A whole shoe, shuffled as FORMAT §7 says."""
    for i in range(len(pack) - 1):
        j = i + below(len(pack) - i)
        pack[i], pack[j] = pack[j], pack[i]
    return pack


def worth(cards: Sequence[str]) -> int:
    hard = sum("A23456789TJQK".index(card[0]) + 1 if card[0] not in "JQK" else 10 for card in cards)
    return hard + 10 if hard <= 11 and any(card[0] == "A" for card in cards) else hard


CARDS = ("burn", "deal", "down", "hole")
PAID = ("insurance", "bust", "lose", "push", "win", "natural", "suited", "aces", "pictures", "even", "surrender", "premium")


def movements(log: Sequence[str], boxes: Sequence[int], banker: int = 0, before: int = 0) -> list[int]:
    """What a log moves, by account; boxes[i] is the box of seat i + 1; a new banker pays the one before."""
    change = [0] * (len(boxes) + 1)
    stake: dict[str, int] = {}
    for event in log:
        who, verb, *rest = event.replace(" timeout ", " ").split(" ")
        if verb == "pays":
            change[int(who[1:])] -= int(rest[0])
            change[before] += int(rest[0])
        before = int(who[1:]) if verb == "bank" else before
        box = who.split(".")[0]
        if not box.isdigit() or int(box) not in boxes:
            continue
        seat = boxes.index(int(box)) + 1
        n = int(rest[0]) if rest and rest[0].isdigit() else 0
        if verb == "bet":
            stake.setdefault(box, n)
        n = int(rest[1]) if verb == "premium" else n
        paid = dict.fromkeys(("bet", "insure", "commission", "forfeit"), -n) | dict.fromkeys(
            ("double", "triple", "split"), -stake.get(box, 0)
        )
        gain = paid.get(verb, n if verb in PAID else 0)
        change[seat] += gain
        change[banker] -= gain
    return change


class Book:
    """A ledger in the making: records as dicts, written and signed in the end."""

    rules_with = staticmethod(training)

    def __init__(self, folder: Path, height: int = 16, signer: Signer | None = None) -> None:
        self.folder = folder
        self.height = height
        self.signer = signer or Signer()
        self.records: list[dict[str, Any]] = []
        self.lines_before, self.sessions_before = 0, 0
        self._last: dict[int, int] = {}
        self.add("ledger", format=1, height=height, name=self.signer.name, vkey=self.signer.vkey)

    def add(self, kind: str, session: int | None = None, **fields: Any) -> dict[str, Any]:
        """One more record, with its seq, its time and, in a session, its prev."""
        seq = self.lines_before + len(self.records)
        record = {"record": kind, "seq": seq, "time": f"2026-01-01T{seq // 3600 % 24:02d}:{seq // 60 % 60:02d}:{seq % 60:02d}Z", **fields}
        if session is not None:
            record |= {"session": self.sessions_before + session, "prev": 0 if kind == "open" else self._last.get(session, 0)}
            self._last[session] = seq
        self.records.append(record)
        return record

    @property
    def seqs(self) -> range:
        """Numbers that its lines have in the whole ledger."""
        return range(self.lines_before + 1, self.lines_before + len(self.records))

    @property
    def sessions(self) -> range:
        """Numbers that its sessions have there."""
        return range(self.sessions_before + 1, self.sessions_before + max(self._last, default=0) + 1)

    def part(self) -> Book:
        """The part that comes next: a ledger like any other to who writes it, whose lines and sessions are numbered on."""
        part = Book(self.folder, self.height, self.signer)
        part.lines_before, part.sessions_before = self.lines_before + len(self.records) - 1, self.sessions.stop - 1
        return part

    def join(self, part: Book) -> None:
        """Take in a part that is written."""
        assert part.records[0] == self.records[0], "the ledger's own line is of the whole ledger"
        self.records += part.records[1:]
        self._last[len(part.sessions) + part.sessions_before] = self.records[-1]["seq"]

    def begin(
        self,
        session: int,
        rules: dict[str, Any],
        players: int,
        chain: int = 80,
        last: bytes | None = None,
        *,
        names: Sequence[str] = NAMES,
        mode: str = "batch",
    ) -> Sitting:
        """Open, seats, start; `last` is the chain's last seed, if not one of its own."""
        last = last or hashlib.sha256(b"last %d" % (self.sessions_before + session)).digest()
        return Sitting(self, session, rules, names[:players], chain, last, mode)

    def session(
        self,
        *logs: Sequence[str],
        session: int = 1,
        players: int = 1,
        reason: str = "rounds",
        names: Sequence[str] = NAMES,
        **changes: Any,
    ) -> Sitting:
        """A session of hand-written logs, one shoe each."""
        sitting = self.begin(session, training(**{"session__rounds": len(logs)} | changes), players, names=names)
        for log in logs:
            sitting.write(log)
        sitting.close(reason)
        return sitting

    def evening(
        self, session: int = 1, players: int = 3, rounds: int = 5, *, names: Sequence[str] = NAMES, mode: str = "batch", **changes: Any
    ) -> Sitting:
        """An honest session where everybody stands."""
        sitting = self.begin(session, training(**{"session__rounds": rounds} | changes), players, names=names, mode=mode)
        for _ in range(rounds):
            sitting.play()
        sitting.close("rounds")
        return sitting

    def lines(self) -> list[bytes]:
        return [canonical(record) for record in self.records]

    def write(self, lines: Sequence[bytes] | None = None) -> Path:
        """Write history and checkpoint."""
        every = list(lines if lines is not None else self.lines())
        history = self.folder / "history"
        history.mkdir(parents=True, exist_ok=True)
        size = 1 << self.height
        for number in range(-(-len(every) // size)):
            part = every[number * size : (number + 1) * size]
            (history / f"{number:08d}.jsonl").write_bytes(b"".join(line + b"\n" for line in part))
        (self.folder / "checkpoint").write_bytes(self.signer.checkpoint(every))
        return self.folder

    def audit(self, **options: Any) -> Report:
        """Write, then audit."""
        return audit_ledger(self.write(), self.signer.vkey, **{"jobs": 1} | options)


class Sitting:
    """A session in the making."""

    def __init__(
        self, book: Book, session: int, rules: dict[str, Any], names: Sequence[str], chain: int, last: bytes, mode: str = "batch"
    ) -> None:
        self.book, self.session, self.rules, self.chain, self.mode = book, session, rules, chain, mode
        players = len(names)
        self.boxes = list(range(1, players + 1))
        self.seeds = [last]
        for _ in range(chain):
            self.seeds.insert(0, labelled("sealedshoe/1/chain", self.seeds[0]))
        opened = book.add(
            "open",
            session,
            chain=chain,
            commitment=self.seeds[0].hex(),
            mode=mode,
            rules=rules,
            rules_hash=hashlib.sha256(canonical(rules)).hexdigest(),
            table="Table 1",
        )
        self.leaf = hashlib.sha256(b"\x00" + canonical(opened)).digest()
        entropies = [hashlib.sha256(b"entropy %d" % seat).digest() for seat in range(1, players + 1)]
        stack = rules["session"]["stack"]
        for seat, (name, entropy) in enumerate(zip(names, entropies, strict=True), 1):
            committed = labelled("sealedshoe/1/entropy", self.leaf, name.encode(), entropy).hex()
            book.add("seat", session, boxes=[seat], entropy_hash=committed, key=None, name=name, seat=seat, source="house", stack=stack)
        book.add("start", session, entropy=[entropy.hex() for entropy in entropies])
        pairs = [part for name, entropy in zip(names, entropies, strict=True) for part in (name.encode(), entropy)]
        self.root = labelled("sealedshoe/1/entropy-root", *pairs)
        self.balances = [0] + [stack] * players
        self.rounds, self.shoe, self.dealt, self.cards, self.banker = 0, 0, 0, list[str](), 0
        self.log, self.table, self.uses = list[str](), list[str](), list[dict[str, Any]]()

    def write(self, log: Sequence[str], shoes: list[dict[str, Any]] | None = None, banker: int = 0) -> dict[str, Any]:
        """One round with this log; without `shoes` a new shoe, shuffled in front of the log. Round a private table place and seat agree."""
        self.rounds += 1
        events = list(log)
        if shoes is None:
            self.shoe += 1
            outs = [event for event in events if event.endswith((" out", " leave"))]
            events = [*outs, f"D shuffle {self.shoe}", *events[len(outs) :]]
            shoes = [{"first": 0, "index": self.shoe, "seed": self.seeds[self.shoe].hex()}]
        before = list(self.balances)
        if self.mode == "live":
            self._begin(events, shoes)
        boxes = [(place - banker) % len(self.boxes) for place in self.boxes] if banker else self.boxes
        moved = movements(events, boxes, banker, self.banker)
        self.balances, self.banker = [money + change for money, change in zip(before, moved, strict=True)], banker
        return self.book.add(
            "round", self.session, after=list(self.balances), banker=banker, before=before, log=events, round=self.rounds, shoes=shoes
        )

    def _begin(self, events: list[str], shoes: list[dict[str, Any]]) -> None:
        """What is signed before the first card of a live round that is named."""
        first = next((at for at, event in enumerate(events) if event.split(" ")[1] in CARDS and not event.endswith(" xx")), len(events))
        listed = len(shoes) - sum("huffle " in event for event in events[first:])
        known = [*shoes[: listed - 1], {**shoes[listed - 1], "seed": None}]
        log = events[:first]
        self.book.add("begin", self.session, balances=list(self.balances), banker=self.banker, log=log, round=self.rounds, shoes=known)

    def close(self, reason: str, log: Sequence[str] = ()) -> dict[str, Any]:
        stack = self.rules["session"]["stack"]
        moved = movements(log, [99] * len(self.boxes), before=self.banker)
        self.balances = [money + change for money, change in zip(self.balances, moved, strict=True)]
        nets = {seat: self.balances[seat] - stack for seat in self.boxes}
        order = sorted(nets, key=lambda seat: (-nets[seat], seat))
        rows = [{"net": nets[seat], "place": 1 + sum(net > nets[seat] for net in nets.values()), "seat": seat} for seat in order]
        return self.book.add(
            "close", self.session, balances=list(self.balances), log=list(log), reason=reason, seed=self.seeds[-1].hex(), standings=rows
        )

    def _take(self) -> str:
        if self.dealt == len(self.cards):
            self._shuffle("reshuffle")
        self.dealt += 1
        self.table.append(self.cards[self.dealt - 1])
        return self.table[-1]

    def play(self, *, anew: bool = False) -> dict[str, Any]:
        """One honest round: decline, stand, settle; `anew`: from a new shoe, though there is one in use."""
        self.log, self.table, self.uses = list[str](), list[str](), list[dict[str, Any]]()
        if self.cards:
            self.uses.append({"first": self.dealt, "index": self.shoe, "seed": None})
        if anew or not self.cards:
            self._shuffle("shuffle")
        self._round()
        how, left = self.rules["shoe"]["reshuffle"], len(self.cards) - self.dealt
        again = any(event.startswith("D reshuffle") for event in self.log)
        ends = how == "every-round" or (how == "cut-card" and (again or left <= self.rules["shoe"]["penetration_left"]))
        if ends:
            self.uses[-1]["seed"] = self.seeds[self.shoe].hex()
            self.cards = []
        return self.write(self.log, self.uses)

    def whole(self, index: int) -> list[str]:
        """A full, uncut shoe of the chain."""
        return shuffled(full_pack(self.rules), self.stream("cards", index))

    def stream(self, label: str, index: int, *extra: int) -> Callable[[int], int]:
        """Numbers of a stream of shoe `index`."""
        more = [number.to_bytes(8, "big") for number in extra]
        return numbers(f"sealedshoe/1/{label}".encode(), self.seeds[index], self.leaf, index.to_bytes(8, "big"), self.root, *more)

    def _shuffle(self, verb: str) -> None:
        """The next shoe, cut and burnt as the rules have it; again where an ace is burnt."""
        shoe = self.rules["shoe"]
        while True:
            if self.uses:
                self.uses[-1]["seed"] = self.seeds[self.shoe].hex()
            self.shoe, self.dealt = self.shoe + 1, 0
            pack = full_pack(self.rules)
            for card in self.table if verb == "reshuffle" else ():
                pack.remove(card)
            self.cards = shuffled(pack, self.stream("cards", self.shoe))
            self.log.append(f"D {verb} {self.shoe}")
            self.uses.append({"first": 0, "index": self.shoe, "seed": None})
            if shoe["cut"] != "none":
                at = self.stream("cut", self.shoe, self.boxes[0])(len(pack))
                self.cards = self.cards[at:] + self.cards[:at]
                self.log.append(f"s{self.boxes[0]} cut {at}")
            self.log += ["D joker"] * shoe["joker"]
            if not self._burn(shoe["burn"], shown=shoe["burn_shown"]):
                return

    def _burn(self, count: int, *, shown: bool) -> bool:
        """Burn cards; whether an ace came up that may not be burnt."""
        for card in self.cards[: min(count, len(self.cards) - 1)]:
            self.dealt += 1
            self.log.append(f"D burn {card if shown else 'xx'}")
            if shown and card[0] == "A" and self.shoe < self.chain:
                return True
        return False

    def _round(self) -> None:
        able = [box for box in self.boxes if self.balances[box] >= 2]
        log = self.log
        log += [f"{box} bet 2" for box in able]
        hands: dict[int | str, list[str]] = {**{box: [] for box in able}, "D": []}
        for verb in ("deal", "hole"):
            for who, cards in hands.items():
                cards.append(self._take())
                log.append(f"{who} {verb if who == 'D' else 'deal'} {cards[-1]}")
        up, dealer = hands["D"][0], hands["D"]
        if up[0] == "A":
            log += [f"{box} decline insurance" for box in able if self.balances[box] >= 3]
        if up[0] in "ATJQK":
            log.append(f"D peek {'natural' if worth(dealer) == 21 else 'clear'}")
        naturals = [box for box in able if worth(hands[box]) == 21]
        others = [box for box in able if box not in naturals]
        if worth(dealer) == 21:
            log += ["D show", *(f"{box} push 2" if box in naturals else f"{box} lose 0" for box in able)]
            return
        log += [f"{box} natural 5" for box in naturals] + [f"{box} stand" for box in others] + ["D show"]
        while others and worth(dealer) < 17:
            dealer.append(self._take())
            log.append(f"D draw {dealer[-1]}")
        log += [self._outcome(box, worth(hands[box]), worth(dealer)) for box in others]

    @staticmethod
    def _outcome(box: int, total: int, dealer: int) -> str:
        if dealer > 21 or total > dealer:
            return f"{box} win 4"
        return f"{box} push 2" if total == dealer else f"{box} lose 0"


@pytest.fixture
def signer() -> type[Signer]:
    """The class of keys."""
    return Signer


@pytest.fixture
def book(tmp_path: Path) -> Book:
    """A new ledger."""
    return Book(tmp_path / "ledger")


@pytest.fixture
def new_book(tmp_path: Path) -> Callable[..., Book]:
    """Make several ledgers."""
    made: list[Book] = []

    def make(**options: Any) -> Book:
        made.append(Book(tmp_path / f"ledger-{len(made)}", **options))
        return made[-1]

    return make


@pytest.fixture(scope="session")
def shared_book(tmp_path_factory: pytest.TempPathFactory) -> Callable[..., Book]:
    """Make ledgers that several tests read."""
    return lambda **options: Book(tmp_path_factory.mktemp("shared") / "ledger", **options)


@pytest.fixture(scope="module")
def packs(request: pytest.FixtureRequest, shared_book: Callable[..., Book]) -> Packs:
    """The tests of a module that write and judge one ledger together."""
    items = [item for item in request.session.items if is_packed(item) and item.module is request.module]
    return Packs(items, shared_book)


@pytest.fixture
def rules_with() -> Callable[..., dict[str, Any]]:
    """The training rules with changes."""
    return training


@pytest.fixture
def mth() -> Callable[[Sequence[bytes]], bytes]:
    """RFC 9162's tree hash, recursively."""
    return naive_root


@pytest.fixture(scope="session")
def many_codes(tmp_path_factory: pytest.TempPathFactory) -> Callable[..., dict[str, set[str]]]:
    """Codes found in many sessions of one hand-written log each, by name: all in one ledger, since that is quicker."""

    def found(cases: dict[str, tuple[dict[str, Any], Sequence[str]]]) -> dict[str, set[str]]:
        book = Book(tmp_path_factory.mktemp("many") / "ledger")
        for session, (rules, log) in enumerate(cases.values(), 1):
            book.session(log, session=session, **rules)
        result: dict[str, set[str]] = {name: set() for name in cases}
        names, report = dict(enumerate(cases, 1)), book.audit()
        assert report.not_checked == ()
        for finding in report.findings:
            result[names[finding.session or 0]].add(finding.code)
        return {name: codes - {"card"} for name, codes in result.items()}

    return found


@pytest.fixture(scope="session")
def codes_of(tmp_path_factory: pytest.TempPathFactory) -> Callable[..., dict[str, set[str]]]:
    """As `many_codes`, of cases that also have the boxes of each seat: (rules, boxes, log), a log written as one line."""

    def found(cases: dict[str, tuple[dict[str, Any], Seats, str]]) -> dict[str, set[str]]:
        book = Book(tmp_path_factory.mktemp("seated") / "ledger")
        for session, (rules, seats, log) in enumerate(cases.values(), 1):
            sitting = sat_down(book, session, training(session__rounds=1, **rules), seats)
            played(sitting, log, seats)
            sitting.close("rounds")
        names, report = dict(enumerate(cases, 1)), book.audit()
        assert report.not_checked == ()
        result: dict[str, set[str]] = {name: set() for name in cases}
        for finding in report.findings:
            result[names[finding.session or 0]].add(finding.code)
        return {name: codes - {"card"} for name, codes in result.items()}

    return found


@pytest.fixture(scope="module")
def found(request: pytest.FixtureRequest, codes_of: Callable[..., dict[str, set[str]]]) -> dict[str, set[str]]:
    """Codes found for each case of a module's RIGHT and WRONG (with the codes wanted), all in one ledger."""
    right, wrong = request.module.RIGHT, request.module.WRONG
    return codes_of(right | {f"wrong: {name}": case for name, (case, _) in wrong.items()})
