"""Every view of the usual questions, recounted in plain Python."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from typing import Any

from tests.support.estimating import ratio, ratio_interval, share_interval, t95, wilson
from tests.support.recounting import Facts, Row, Told, money, pairs, per_round, share_of, total


def with_upcard(facts: Facts, rows: Iterable[Row]) -> Iterator[Row]:
    upcards = {(row["session"], row["round"]): row["up_rank"] for row in facts["dealer"]}
    return (row | {"up_rank": upcards[row["session"], row["round"]]} for row in rows if (row["session"], row["round"]) in upcards)


def decided(facts: Facts) -> Iterator[Row]:
    """Boxes about whose first two cards something was decided, with that decision."""
    first: dict[tuple[int, int, int], str] = {}
    for row in sorted(facts["decisions"], key=lambda row: row["step"]):
        if row["hand"] == str(row["box"]) and row["cards"] == 2:
            first.setdefault((row["session"], row["round"], row["box"]), row["action"])
    for row in facts["boxes"]:
        action = first.get((row["session"], row["round"], row["box"]))
        if action:
            yield row | {"action": action}


def named(facts: Facts, rows: Iterable[Row], seat: str) -> Iterator[Row]:
    names = {(row["session"], row["seat"]): row["name"] for row in facts["players"]}
    return (row | {"name": names.get((row["session"], row[seat]))} for row in rows)


def by_session(facts: Facts) -> Told:
    tables = {row["session"]: row["table_name"] for row in facts["sessions"]}
    return {(*at, tables[at[0]]): figures for at, figures in money(facts["wagers"], "session", "profile").items()}


def by_player_session(facts: Facts) -> Told:
    tables = {row["session"]: row["table_name"] for row in facts["sessions"]}
    counted = money(named(facts, facts["wagers"], "seat"), "session", "name")
    return {(session, tables[session], name): figures for (session, name), figures in counted.items()}


def made(facts: Facts) -> dict[tuple[Any, ...], list[str]]:
    """By profile and upcard, what bankers on whom somebody depended ended with."""
    found: dict[tuple[Any, ...], list[str]] = defaultdict(list)
    for row in facts["dealer"]:
        if row["had_to_play"]:
            found[row["profile"], row["up_rank"]].append(row["special"] or ("bust" if row["total"] > 21 else str(row["total"])))
    return found


def of_independent(times: int, n: int) -> tuple[float, float | None, float | None]:
    share = times / n
    return (share, *(wilson(share, n, t95(n - 1)) if n > 1 else (None, None)))


def totals(facts: Facts) -> Told:
    return {
        (*at, what): (len(ends), ends.count(what), *of_independent(ends.count(what), len(ends)))
        for at, ends in made(facts).items()
        for what in set(ends)
    }


def busts(facts: Facts) -> Told:
    return {at: (len(ends), ends.count("bust"), *of_independent(ends.count("bust"), len(ends))) for at, ends in made(facts).items()}


def naturals(facts: Facts) -> Told:
    two = [row | {"whose": "box"} for row in facts["boxes"] if row["second_card"] != "no card"]
    two += [row | {"whose": "banker"} for row in facts["dealer"] if row["cards"] > 1]
    figures = per_round(two, "profile", "whose", n=lambda _row: 1, found=lambda row: row["natural"])
    return {
        at: (len(rounds), total(rounds, "n"), total(rounds, "found"), *share_of(rounds, "found", "n")) for at, rounds in figures.items()
    }


def insured(facts: Facts) -> Told:
    figures = per_round(
        facts["insurance"],
        "profile",
        n=lambda _row: 1,
        taken=lambda row: row["amount"] > 0,
        won=lambda row: row["payout"] > 0,
        staked=lambda row: row["amount"],
        payout=lambda row: row["payout"],
        net=lambda row: row["payout"] - row["amount"],
    )
    told: Told = {}
    for at, rounds in figures.items():
        offered, taken, won = (total(rounds, name) for name in ("n", "taken", "won"))
        told[at] = (
            *(len(rounds), offered, taken, offered - taken, won, taken - won, *share_of(rounds, "won", "taken")),
            *(total(rounds, name) for name in ("staked", "payout", "net")),
            ratio(pairs(rounds, "net", "staked")),
            *ratio_interval(pairs(rounds, "net", "staked")),
        )
    return told


def doubled_and_split(facts: Facts) -> Told:
    hands = [row | {"kind": "triple" if row["tripled"] else "double", "counts": 1} for row in facts["hands"] if row["doubled"]]
    boxes: set[tuple[int, int, int]] = set()
    for row in facts["hands"]:
        box = row["session"], row["round"], row["box"]
        if row["split_hand"]:
            hands.append(row | {"kind": "split", "counts": box not in boxes})
            boxes.add(box)
    rows = [row | {"staked": row["stake"]} for row in hands]
    figures = per_round(rows, "profile", "kind", times=lambda row: row["counts"])
    return {at: (one[0], total(figures[at], "times"), *one[2:]) for at, one in money(rows, "profile", "kind").items()}


def premiums(facts: Facts) -> Told:
    hands: dict[tuple[int, int], int] = {(row["session"], row["round"]): row["hands"] for row in facts["rounds"]}
    paid = [row for row in facts["settlements"] if row["outcome"].startswith(("natural", "suited", "aces", "pictures", "premium "))]
    told: Told = {}
    for at in {(row["profile"], row["outcome"]) for row in paid}:
        rows = [row for row in paid if (row["profile"], row["outcome"]) == at]
        played = {
            where for where in hands if where in {(row["session"], row["round"]) for row in facts["rounds"] if row["profile"] == at[0]}
        }
        times = [sum((row["session"], row["round"]) == where and not row["others_box"] for row in rows) for where in played]
        counted = [(y, hands[where]) for y, where in zip(times, played, strict=True)]
        staked, payout = sum(row["stake"] for row in rows), sum(row["payout"] for row in rows)
        told[at] = (
            *(len(counted), sum(x for _, x in counted), sum(times), ratio(counted), *share_interval(counted)),
            *(staked, payout, payout - staked),
        )
    return told


def banked(facts: Facts) -> Told:
    told: Told = {}
    rows = [row | {"n": 1, "payout": row["bank_net"]} for row in named(facts, facts["rounds"], "banker")]
    for at, (sessions, rounds, _, staked, net, _, *rate) in money(rows, "profile", "name", sessions=True).items():
        nets = [row["bank_net"] for row in rows if (row["profile"], row["name"]) == at]
        told[at] = (sessions, rounds, staked, net, *rate, max(nets), min(nets))
    return told


def edges(facts: Facts) -> Told:
    figures = per_round(
        facts["boxes"],
        "profile",
        n=lambda _row: 1,
        stake=lambda row: row["stake"],
        net=lambda row: row["net"],
        lost=lambda row: -row["net"],
    )
    return {
        at: (
            *(len(rounds), total(rounds, "n"), total(rounds, "stake"), total(rounds, "net"), ratio(pairs(rounds, "lost", "stake"))),
            *ratio_interval(pairs(rounds, "lost", "stake")),
        )
        for at, rounds in figures.items()
    }


def void(facts: Facts) -> Told:
    told: Told = {}
    for at in {row["session"] for row in facts["voids"]}:
        voids = [row for row in facts["voids"] if row["session"] == at]
        prices = [row for row in facts["void_prices"] if row["session"] == at]
        told[at,] = (
            *(len(voids), sum(row["priced"] for row in voids)),
            sum(row["price"] for row in prices if row["seat"] is not None),
            sum(row["price"] for row in prices if row["seat"] is None),
            sum(max(row["price"], 0) for row in prices),
        )
    return told


def by_hour(facts: Facts) -> Told:
    told: Told = {}
    for hour in {row["time"].replace(minute=0, second=0) for row in facts["rounds"]}:
        rounds = [row for row in facts["rounds"] if row["time"].replace(minute=0, second=0) == hour]
        sums = (total(rounds, name) for name in ("boxes", "hands", "staked", "bank_net"))
        told[hour,] = (len({row["session"] for row in rounds}), len(rounds), *sums)
    return told


RECOUNTED: dict[str, tuple[tuple[str, ...], Callable[[Facts], Told]]] = {
    "bank_performance": (("profile", "banker"), banked),
    "dealer_busts": (("profile", "up_rank"), busts),
    "dealer_totals": (("profile", "up_rank", "made"), totals),
    "doubles_and_splits": (("profile", "kind"), doubled_and_split),
    "edges": (("profile",), edges),
    "insurance_results": (("profile",), insured),
    "naturals": (("profile", "whose"), naturals),
    "net_by_box": (("profile", "box"), lambda facts: money(facts["wagers"], "profile", "box")),
    "net_by_decision": (("profile", "action"), lambda facts: money(decided(facts), "profile", "action")),
    "net_by_player": (("name",), lambda facts: money(named(facts, facts["wagers"], "seat"), "name", sessions=True)),
    "net_by_player_session": (("session", "table_name", "name"), by_player_session),
    "net_by_profile": (("profile",), lambda facts: money(facts["wagers"], "profile", sessions=True)),
    "net_by_session": (("session", "profile", "table_name"), by_session),
    "net_by_situation": (
        ("profile", "starting_total", "starting_soft", "up_rank", "action"),
        lambda facts: money(with_upcard(facts, decided(facts)), "profile", "starting_total", "starting_soft", "up_rank", "action"),
    ),
    "net_by_starting_total": (
        ("profile", "starting_total", "starting_soft"),
        lambda facts: money(facts["boxes"], "profile", "starting_total", "starting_soft"),
    ),
    "net_by_upcard": (("profile", "up_rank"), lambda facts: money(with_upcard(facts, facts["boxes"]), "profile", "up_rank")),
    "premiums": (("profile", "outcome"), premiums),
    "void_costs": (("session",), void),
    "volume_by_hour": (("hour",), by_hour),
}
