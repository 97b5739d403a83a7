"""The recording side of Sealed Shoe: rules, sealed shoes, the engine, and the signed ledger.

    from ledger import KeyFolder, Plan, SystemClock, create_ledger, load_rules, record

See docs/FORMAT.md for what is written and docs/RULEBOOK.md for the rules of play.
"""

from __future__ import annotations

from ledger.clock import Clock, SteppingClock, SystemClock
from ledger.errors import LedgerError
from ledger.event_file import read_event
from ledger.exchange.folder import Exchange, Patience
from ledger.history.fsck import Checked, fsck
from ledger.history.keys import KeyFolder, read_secret
from ledger.history.vault import read_passphrase
from ledger.live.driving import drive
from ledger.live.session import LiveSession
from ledger.live.sources import Answering
from ledger.live.tables import close_lost_session, live_session, recorded, resumed_session
from ledger.passphrases import remove_passphrase, set_passphrase
from ledger.plan import Plan
from ledger.players.bots import BOTS, make_bot
from ledger.players.script import Script
from ledger.players.source import Interrupted
from ledger.players.terminal import Terminal
from ledger.proof.bundle import checkpoint_note, consistency_file, hand_bundle, line_proof
from ledger.proof.cosignatures import WitnessKey
from ledger.publication import Publication, publish
from ledger.recording import Recorded, record
from ledger.rotation import Rotated, rotate
from ledger.rules.ruleset import load as load_rules
from ledger.rules.tables import RuleSet
from ledger.setting_up import create_ledger
from ledger.tournament import Held, Tournament, hold
from ledger.witnesses.asking import Asked, Witness, witness

__all__ = [
    "BOTS",
    "Answering",
    "Asked",
    "Checked",
    "Clock",
    "Exchange",
    "Held",
    "Interrupted",
    "KeyFolder",
    "LedgerError",
    "LiveSession",
    "Patience",
    "Plan",
    "Publication",
    "Recorded",
    "Rotated",
    "RuleSet",
    "Script",
    "SteppingClock",
    "SystemClock",
    "Terminal",
    "Tournament",
    "Witness",
    "WitnessKey",
    "checkpoint_note",
    "close_lost_session",
    "consistency_file",
    "create_ledger",
    "drive",
    "fsck",
    "hand_bundle",
    "hold",
    "line_proof",
    "live_session",
    "load_rules",
    "make_bot",
    "publish",
    "read_event",
    "read_passphrase",
    "read_secret",
    "record",
    "recorded",
    "remove_passphrase",
    "resumed_session",
    "rotate",
    "set_passphrase",
    "witness",
]
