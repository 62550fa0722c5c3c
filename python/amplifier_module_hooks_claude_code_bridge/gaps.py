"""What a hook reads before a tool call: the sidecar's text, with gaps that are filled in here as it would do it."""

import json
import time
from typing import Any, NamedTuple

from .passing import is_small

_INPUTS = ("tool_input", "input")
# JavaScript holds no larger ones exactly, and writes them in its own way.
_MOST = 2**53 - 1


class Gapped(NamedTuple):
    """Gaps stand between the pieces."""

    pieces: tuple[str, ...]
    # The field of the data whose value stands there; "": the time.
    gaps: tuple[str, ...]
    # All fields of the data, in their order.
    names: tuple[str, ...]
    # Fields with the values that they have in the pieces.
    same: dict[str, Any]
    # Names in the tool's input that hooks know otherwise.
    reserved: frozenset[str]

    def filled(self, data: dict[str, Any]) -> bytes | None:
        """None: for these data it is the sidecar that knows what hooks read."""
        if tuple(data) != self.names or not is_small(data):
            return None
        texts: dict[str, str] = {}
        for name, value in data.items():
            if name in self.same:
                same = self.same[name]
                if type(value) is not type(same) or value != same:
                    return None
            elif name in _INPUTS:
                if type(value) is not dict or not self.reserved.isdisjoint(value) or not _is_plain(value):
                    return None
                texts[name] = _json(value)
            elif type(value) is not str or not value:
                return None
            else:
                texts[name] = _json(value)
        whole = [self.pieces[0]]
        for gap, piece in zip(self.gaps, self.pieces[1:], strict=True):
            whole += (texts[gap] if gap else _now(), piece)
        try:
            return "".join(whole).encode()
        except UnicodeEncodeError:
            # Half of a character.
            return None


def gapped_in(said: Any) -> Gapped | None:
    """None: it is nothing of the kind."""
    if not isinstance(said, dict):
        return None
    pieces, gaps, names = (_texts(said.get(name)) for name in ("pieces", "gaps", "names"))
    same, reserved = said.get("same"), _texts(said.get("reserved"))
    if pieces is None or gaps is None or names is None or reserved is None or not isinstance(same, dict):
        return None
    known = {"", *names} - same.keys()
    if len(pieces) != len(gaps) + 1 or not known.issuperset(gaps):
        return None
    return Gapped(pieces, gaps, names, same, frozenset(reserved))


def _texts(said: Any) -> tuple[str, ...] | None:
    return tuple(said) if isinstance(said, list) and all(isinstance(one, str) for one in said) else None


def _is_plain(value: Any) -> bool:
    """Whether JavaScript writes it as Python does."""
    waiting = [value]
    while waiting:
        one = waiting.pop()
        kind = type(one)
        if kind is dict:
            for name in one:
                # Names that are whole numbers come first there.
                if type(name) is not str or (name.isascii() and name.isdigit()) or name == "__proto__":
                    return False
            waiting.extend(one.values())
        elif kind is list:
            waiting.extend(one)
        elif kind is int:
            if not -_MOST <= one <= _MOST:
                return False
        elif not (kind is str or kind is bool or one is None):
            return False
    return True


def _now() -> str:
    seconds, rest = divmod(time.time_ns() // 1_000_000, 1000)
    return time.strftime('"%Y-%m-%dT%H:%M:%S.', time.gmtime(seconds)) + f'{rest:03d}Z"'


# Made once: to make one takes as long as writing an event.
_json = json.JSONEncoder(ensure_ascii=False, separators=(",", ":")).encode
