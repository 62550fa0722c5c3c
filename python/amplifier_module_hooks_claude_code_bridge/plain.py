"""Anything as JSON: a value that JSON has no form for must not keep hooks from being asked about the rest."""

import json
import math
from typing import Any


def to_json(value: Any) -> str:
    """One line. What JSON has no form for is its text: inf, nan, a key that is no text, an object of any other kind."""
    try:
        return _ENCODER.encode(value)
    except (ValueError, TypeError):
        return _ENCODER.encode(_plain(value))


def _plain(value: Any) -> Any:
    if isinstance(value, dict):
        return {key if isinstance(key, str) else _text(key): _plain(each) for key, each in value.items()}
    if isinstance(value, list | tuple):
        return [_plain(each) for each in value]
    if isinstance(value, float):
        return value if math.isfinite(value) else _text(value)
    if isinstance(value, int):
        return _int(value)
    return value


def _int(value: int) -> int | str:
    try:
        str(value)
    except ValueError:
        # Python writes no number of so many digits, except in another base.
        return hex(value)
    return value


def _text(value: Any) -> str:
    try:
        return str(value)
    except Exception:
        return f"<{type(value).__name__}>"


# Made once: to make one takes as long as writing an event.
_ENCODER = json.JSONEncoder(default=_text, allow_nan=False, separators=(",", ":"))
