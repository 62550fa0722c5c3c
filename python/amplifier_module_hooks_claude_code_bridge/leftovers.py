"""Ends hooks whose sidecar ended without ending them: nobody else knows of them any more."""

import contextlib
import os
import signal
import uuid

from .exports import without_exports

# Every process that is started for a hook carries this variable; nested runs put their marks one after the other.
_VARIABLE = "AMPLIFIER_HOOK_RUN"


def marked_environment() -> tuple[dict[str, str], str]:
    """An environment whose mark all processes below inherit, and that mark."""
    mark = f"{uuid.uuid4().hex}."
    return {**without_exports(), _VARIABLE: os.environ.get(_VARIABLE, "") + mark}, mark


def end_marked(mark: str) -> None:
    """Kills every process that carries the mark; twice, because one that starts another may be missed once."""
    for _ in range(2):
        for pid in _marked(mark.encode()):
            with contextlib.suppress(OSError):
                os.kill(pid, signal.SIGKILL)


def _marked(mark: bytes) -> list[int]:
    """Empty where there is no /proc."""
    try:
        names = os.listdir("/proc")
    except OSError:
        return []
    return [int(name) for name in names if name.isdigit() and mark in _environment_of(name)]


def _environment_of(pid: str) -> bytes:
    try:
        with open(f"/proc/{pid}/environ", "rb") as environment:
            return environment.read()
    except OSError:
        return b""
