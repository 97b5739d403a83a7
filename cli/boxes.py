"""Reading --boxes: who plays which boxes."""

from __future__ import annotations

import re

import click


def boxes_of(ctx: click.Context, param: click.Parameter, value: str | None) -> dict[str, tuple[int, ...]] | None:  # noqa: ARG001 - click's signature
    """Boxes by player from `Ann=1+2,Bo=3,Cy=`; whether they can be had is the rule set's to say."""
    if value is None:
        return None
    boxes: dict[str, tuple[int, ...]] = {}
    for part in value.split(","):
        name, equals, numbers = (piece.strip() for piece in part.rpartition("="))
        if not equals or not name or not re.fullmatch(r"([1-9]\d?(\+[1-9]\d?)*)?", numbers):
            raise click.BadParameter(f"“{part.strip()}” is not PLAYER=BOX+BOX, such as Ann=1+2, or Cy= for a player without a box")
        if name in boxes:
            raise click.BadParameter(f"“{name}” stands there twice; give each player's boxes once, apart by +")
        boxes[name] = tuple(int(number) for number in numbers.split("+") if number)
    return boxes
