"""How deep and how large an event may be; the sidecar has the same bounds."""

from typing import Any

# As in src/events/bounds.ts and src/hosts/sidecar/peer.ts: a test compares them.
DEEPEST = 200
LONGEST_LINE = 64 * 1024 * 1024


class Beyond(ValueError):
    """Nobody can judge an event that is deeper or larger than hooks can be told."""


def check_depth(data: Any) -> None:
    """Raises Beyond for what is nested too deep. Does not recurse, so that nothing can exhaust the stack."""
    waiting: list[tuple[Any, int]] = [(data, 0)]
    seen = 0
    while waiting:
        value, depth = waiting.pop()
        seen += 1
        if not isinstance(value, dict | list | tuple):
            continue
        if depth >= DEEPEST:
            raise Beyond(f"it is nested deeper than {DEEPEST} levels")
        if seen > LONGEST_LINE:
            raise Beyond(f"it has more than {LONGEST_LINE} values")
        waiting.extend((each, depth + 1) for each in (value.values() if isinstance(value, dict) else value))


def check_length(line: bytes) -> None:
    """Raises Beyond for a line that the sidecar would not read."""
    if len(line) > LONGEST_LINE:
        raise Beyond(f"it has more than {LONGEST_LINE} bytes")
