"""Times as seconds, many at once (FORMAT §2: YYYY-MM-DDTHH:MM:SSZ)."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

import numpy as np

from audit.facts.columns import Array
from audit.values import time_fault

_FORM = b"0000-00-00T00:00:00Z"
_IS_DIGIT = np.array([byte == ord("0") for byte in _FORM])
_DAYS = np.array([0, 31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31])
_DAYS_BEFORE = np.array([0, 0, 31, 59, 90, 120, 151, 181, 212, 243, 273, 304, 334])
_EPOCH = 719_162
"""Days from 1 January of year 1 to 1 January 1970."""


def seconds(times: Sequence[str]) -> Array:
    """Seconds since 1970, by time; raises ValueError for one that is none."""
    result = _usual(times)
    if result is None:
        fault = next((f"{time} {fault}" for time in times if (fault := time_fault(time))), None)
        if fault:
            raise ValueError(fault)
        result = np.array([int(datetime.fromisoformat(time).timestamp()) for time in times], dtype=np.int64)
    return result


def _usual(times: Sequence[str]) -> Array | None:
    """The same by arithmetic, all at once (a twentieth of the cost); None where a time is wrong, or there is none."""
    text = "".join(times)
    if not text.isascii() or set(map(len, times)) != {len(_FORM)}:
        return None
    letters = np.frombuffer(text.encode("ascii"), dtype=np.uint8).reshape(len(times), len(_FORM))
    digits = letters[:, _IS_DIGIT] - np.uint8(ord("0"))
    if (digits > 9).any() or (letters[:, ~_IS_DIGIT] != np.frombuffer(_FORM, dtype=np.uint8)[~_IS_DIGIT]).any():
        return None
    pairs = digits[:, ::2] * np.int64(10) + digits[:, 1::2]
    century, two, month, day, hour, minute, second = pairs.T
    year = century * 100 + two
    if not ((year > 0) & (month > 0) & (month <= 12) & (day > 0) & (hour < 24) & (minute < 60) & (second < 60)).all():
        return None
    leaps = (year % 4 == 0) & ((year % 100 > 0) | (year % 400 == 0))
    if (day > _DAYS[month] + (leaps & (month == 2))).any():
        return None
    past = year - 1
    days = past * 365 + past // 4 - past // 100 + past // 400 + _DAYS_BEFORE[month] + (leaps & (month > 2)) + day - 1 - _EPOCH
    result: Array = ((days * 24 + hour) * 60 + minute) * 60 + second
    return result
