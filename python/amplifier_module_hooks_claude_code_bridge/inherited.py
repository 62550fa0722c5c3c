"""What a process inherits without being told: one that is started here must have the same as one of the sidecar."""

import contextlib
import os
import resource

# Node.js raises how many files may be open, and hooks inherit that.
_LIMITS = tuple(value for name, value in vars(resource).items() if name.startswith("RLIMIT_"))
_FILES = ("limits", "cgroup", "oom_score_adj")
_STATUS = (b"Umask:", b"Uid:", b"Gid:", b"Groups:", b"NoNewPrivs:", b"Seccomp:", b"Cap")


def is_alike(pid: int, other: int) -> bool:
    """Gives a process the limits of another one; whether it then has all that the other one has."""
    with contextlib.suppress(OSError, ValueError):
        for limit in set(_LIMITS):
            resource.prlimit(pid, limit, resource.prlimit(other, limit))
    return _of(pid) == _of(other)


def handed_down() -> list[int]:
    """Files of this process that whoever it starts would have too."""
    found = []
    for name in os.listdir("/proc/self/fd"):
        # It may be closed by now.
        with contextlib.suppress(OSError):
            if os.get_inheritable(int(name)):
                found.append(int(name))
    return found


def _of(pid: int) -> list[object]:
    """Raises OSError where the system does not say."""
    with open(f"/proc/{pid}/status", "rb") as status:
        own = [line for line in status if line.startswith(_STATUS)]
    return [own, os.getpriority(os.PRIO_PROCESS, pid), *(_content(f"/proc/{pid}/{name}") for name in _FILES)]


def _content(path: str) -> bytes:
    with open(path, "rb") as file:
        return file.read()
