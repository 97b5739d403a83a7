"""Columns: a table is a dict of numpy arrays of equal length, and what several tables need to be made."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

Array = NDArray[Any]
Columns = dict[str, Array]


def take(columns: Columns, rows: Array) -> Columns:
    """Rows of a table, by number or by mask."""
    return {name: values[rows] for name, values in columns.items()}


def grouped(*keys: Array) -> tuple[Array, Array]:
    """Order rows by the keys, the last one first, keeping their order within a group: (order, whether a row begins a group).

    Keys of 16 bits are sorted by radix, which is what makes this cheap.
    """
    order = np.argsort(keys[0], kind="stable")
    for key in keys[1:]:
        order = order[np.argsort(key[order], kind="stable")]
    starts = np.ones(len(order), dtype=bool)
    if len(order):
        starts[1:] = np.any([key[order[1:]] != key[order[:-1]] for key in keys], axis=0)
    return order, starts


def running(values: Array, starts: Array) -> Array:
    """Sum up within groups; rows in group order, `starts` marks the first row of each."""
    total = np.cumsum(values, dtype=np.int64)
    if not len(total):
        return total
    first = np.flatnonzero(starts)
    base = total[first] - values[first]
    return total - np.repeat(base, np.diff(np.append(first, len(total))))


def previous(values: Array, starts: Array, otherwise: int) -> Array:
    """Value of the row before within its group, `otherwise` in a group's first row."""
    shifted = np.empty_like(values)
    shifted[1:] = values[:-1]
    shifted[starts] = otherwise
    return shifted


def following(values: Array, starts: Array, otherwise: int) -> Array:
    """Value of the next row within its group, `otherwise` in a group's last row."""
    shifted = np.full_like(values, otherwise)
    inner = ~starts[1:]
    shifted[:-1][inner] = values[1:][inner]
    return shifted


def first_of(keys: Array, values: Array, size: int, otherwise: int) -> Array:
    """Spread values over `size` cells, the first of each cell where several have it."""
    result = np.full(size, otherwise, dtype=np.int64)
    result[keys[::-1]] = values[::-1]
    return result


def counts(keys: Array, size: int) -> Array:
    """How many rows each of `size` cells has."""
    return np.bincount(keys, minlength=size)
