"""The recording side of Sealed Shoe: rules, sealed shoes, the engine, and the signed ledger.

    from ledger import KeyFolder, Plan, SystemClock, create_ledger, load_rules, record

See docs/FORMAT.md for what is written and docs/RULEBOOK.md for the rules of play. All are loaded when first used, so that every command
starts with what it needs.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from ledger.clock import Clock as Clock
    from ledger.clock import SteppingClock as SteppingClock
    from ledger.clock import SystemClock as SystemClock
    from ledger.errors import LedgerError as LedgerError
    from ledger.event_file import read_event as read_event
    from ledger.exchange.folder import Exchange as Exchange
    from ledger.exchange.folder import Patience as Patience
    from ledger.history.fsck import Checked as Checked
    from ledger.history.fsck import fsck as fsck
    from ledger.history.keys import KeyFolder as KeyFolder
    from ledger.history.keys import read_secret as read_secret
    from ledger.history.vault import read_passphrase as read_passphrase
    from ledger.live.driving import drive as drive
    from ledger.live.session import LiveSession as LiveSession
    from ledger.live.sources import Answering as Answering
    from ledger.live.tables import close_lost_session as close_lost_session
    from ledger.live.tables import live_session as live_session
    from ledger.live.tables import recorded as recorded
    from ledger.live.tables import resumed_session as resumed_session
    from ledger.passphrases import remove_passphrase as remove_passphrase
    from ledger.passphrases import set_passphrase as set_passphrase
    from ledger.plan import Plan as Plan
    from ledger.players.bots import BOTS as BOTS
    from ledger.players.bots import make_bot as make_bot
    from ledger.players.script import Script as Script
    from ledger.players.source import Interrupted as Interrupted
    from ledger.players.terminal import Terminal as Terminal
    from ledger.proof.bundle import checkpoint_note as checkpoint_note
    from ledger.proof.bundle import consistency_file as consistency_file
    from ledger.proof.bundle import hand_bundle as hand_bundle
    from ledger.proof.bundle import line_proof as line_proof
    from ledger.proof.cosignatures import WitnessKey as WitnessKey
    from ledger.publication import Publication as Publication
    from ledger.publication import publish as publish
    from ledger.recording import Recorded as Recorded
    from ledger.recording import record as record
    from ledger.rotation import Rotated as Rotated
    from ledger.rotation import rotate as rotate
    from ledger.rules.ruleset import load as _load
    from ledger.rules.tables import RuleSet as RuleSet
    from ledger.setting_up import create_ledger as create_ledger
    from ledger.tournament import Held as Held
    from ledger.tournament import Tournament as Tournament
    from ledger.tournament import hold as hold
    from ledger.witnesses.asking import Asked as Asked
    from ledger.witnesses.asking import Witness as Witness
    from ledger.witnesses.asking import witness as witness

    load_rules = _load

_HOMES = {
    "Answering": "ledger.live.sources",
    "Asked": "ledger.witnesses.asking",
    "BOTS": "ledger.players.bots",
    "Checked": "ledger.history.fsck",
    "Clock": "ledger.clock",
    "Exchange": "ledger.exchange.folder",
    "Held": "ledger.tournament",
    "Interrupted": "ledger.players.source",
    "KeyFolder": "ledger.history.keys",
    "LedgerError": "ledger.errors",
    "LiveSession": "ledger.live.session",
    "Patience": "ledger.exchange.folder",
    "Plan": "ledger.plan",
    "Publication": "ledger.publication",
    "Recorded": "ledger.recording",
    "Rotated": "ledger.rotation",
    "RuleSet": "ledger.rules.tables",
    "Script": "ledger.players.script",
    "SteppingClock": "ledger.clock",
    "SystemClock": "ledger.clock",
    "Terminal": "ledger.players.terminal",
    "Tournament": "ledger.tournament",
    "Witness": "ledger.witnesses.asking",
    "WitnessKey": "ledger.proof.cosignatures",
    "checkpoint_note": "ledger.proof.bundle",
    "close_lost_session": "ledger.live.tables",
    "consistency_file": "ledger.proof.bundle",
    "create_ledger": "ledger.setting_up",
    "drive": "ledger.live.driving",
    "fsck": "ledger.history.fsck",
    "hand_bundle": "ledger.proof.bundle",
    "hold": "ledger.tournament",
    "line_proof": "ledger.proof.bundle",
    "live_session": "ledger.live.tables",
    "load_rules": "ledger.rules.ruleset:load",
    "make_bot": "ledger.players.bots",
    "publish": "ledger.publication",
    "read_event": "ledger.event_file",
    "read_passphrase": "ledger.history.vault",
    "read_secret": "ledger.history.keys",
    "record": "ledger.recording",
    "recorded": "ledger.live.tables",
    "remove_passphrase": "ledger.passphrases",
    "resumed_session": "ledger.live.tables",
    "rotate": "ledger.rotation",
    "set_passphrase": "ledger.passphrases",
    "witness": "ledger.witnesses.asking",
}
"""Where each name comes from, and what it is called there if that is another name."""
__all__ = sorted(_HOMES)  # noqa: PLE0605 -- the names are those of the table above


def __getattr__(name: str) -> Any:
    """Load what is asked for from its module."""
    if name not in _HOMES:
        raise AttributeError(f"module 'ledger' has no attribute {name!r}")
    home, _, there = _HOMES[name].partition(":")
    return getattr(import_module(home), there or name)
