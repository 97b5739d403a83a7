"""What an audit came to as bytes, and back: typed, so that nothing but values ever comes of them (no pickle)."""

from __future__ import annotations

from typing import Any, TypeVar, get_origin

import msgspec
import numpy as np

Kind = TypeVar("Kind")


def packed(value: object) -> bytes:
    """MessagePack of a value of classes, records and numpy columns."""
    return msgspec.msgpack.encode(value, enc_hook=_plain)


def unpacked(data: bytes, kind: type[Kind]) -> Kind:
    """Such a value again; raises msgspec.DecodeError (or its ValidationError) for anything else."""
    return msgspec.msgpack.decode(data, type=kind, dec_hook=_made)


def _plain(value: object) -> object:
    if isinstance(value, np.ndarray):
        content = value.tolist() if value.dtype == object else np.ascontiguousarray(value).tobytes()
        return value.dtype.str, value.shape, content
    raise TypeError(type(value))


def _made(kind: type, value: Any) -> object:
    if (get_origin(kind) or kind) is np.ndarray:
        dtype, shape, content = value
        if isinstance(content, bytes):
            return np.frombuffer(content, dtype=dtype).reshape(shape)
        return np.array(content, dtype=object)
    raise TypeError(kind)
