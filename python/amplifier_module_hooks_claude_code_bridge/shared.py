"""The one sidecar that all sessions of this process share, sub-sessions included."""

import atexit
import contextlib
import logging
import os
import threading
import weakref
from concurrent.futures import Future
from importlib.metadata import PackageNotFoundError, version
from typing import Any, Protocol

from .interest import Interest, interest_in
from .node import NodeProblem, check_node, locate_node
from .sidecar import (
    PROTOCOL,
    SHUTDOWN_SECONDS,
    START_SECONDS,
    CallFailed,
    Sidecar,
    SidecarGone,
    all_sidecars,
)

logger = logging.getLogger(__package__)

NOTHING_RUNS = "No hook runs in these sessions any more"


class Unavailable(Exception):
    """Hooks cannot be asked, and why."""

    def __init__(self, why: str, *, told: bool, never: bool = False) -> None:
        super().__init__(why)
        self.told = told
        """The user has just been told."""
        self.never = never
        """What running them takes is not there, so none ever ran."""


class Member(Protocol):
    """A session that uses the sidecar; called from the sidecar's threads."""

    def asked(self, sidecar: Sidecar, call: int | str, method: str, params: dict[str, Any]) -> None: ...

    def cancelled(self, call: int | str) -> None: ...

    def worth_sending(self, interest: Interest) -> None: ...

    def lent(self, sidecar: Sidecar, method: str, params: dict[str, Any]) -> None: ...

    def say(self, message: str, level: str) -> bool:
        """Tells the user; false: nobody can be told this way now."""


class Shared:
    """Starts the sidecar when it is needed, once more if it dies, and ends it with the last session."""

    def __init__(self) -> None:
        # Reentrant: the end of a session may be noticed by the garbage collector, in the middle of anything.
        self._lock = threading.RLock()
        self._starting = threading.Lock()
        self._members: dict[str, weakref.ref[Member]] = {}
        self._sidecar: Sidecar | None = None
        self._deaths = 0
        self._broken: str | None = None
        self._never_ran = False
        # One is being started, and has not answered yet.
        self._is_starting = False
        self._told_of: weakref.WeakSet[Sidecar] = weakref.WeakSet()

    @property
    def current(self) -> Sidecar | None:
        return self._sidecar

    def join(self, member: Member, session: str) -> str:
        """Counts a session in; the name it has towards the sidecar."""
        with self._lock:
            name, number = session, 1
            while (known := self._members.get(name)) is not None and known() not in (None, member):
                number += 1
                name = f"{session}#{number}"
            self._members[name] = weakref.ref(member)
        return name

    def leave(self, name: str) -> "Future[None] | None":
        """Counts a session out. With the last one the sidecar ends, and everything is as in the beginning."""
        with self._lock:
            if self._members.pop(name, None) is None or self._members:
                return None
            sidecar, self._sidecar = self._sidecar, None
            self._deaths, self._broken, self._never_ran = 0, None, False
        return None if sidecar is None else sidecar.close()

    def abandon(self, name: str) -> None:
        """Counts a session out that nobody ended, without waiting for anything."""
        sidecar = self._sidecar
        if sidecar is not None:
            sidecar.call("session/close", {"session": name}, lambda result, error: None)
        self.leave(name)

    def running(self, node_path: str | None) -> Sidecar:
        """The sidecar, started if need be, which takes a while: never call this on an event loop."""
        with self._starting:
            with self._lock:
                if self._broken is not None:
                    raise Unavailable(self._broken, told=False, never=self._never_ran)
                if self._sidecar is not None and not self._sidecar.is_gone:
                    return self._sidecar
            sidecar = self._start(node_path)
            with self._lock:
                wanted = bool(self._members)
                if wanted:
                    self._sidecar = sidecar
            if not wanted:
                sidecar.close()
                raise Unavailable("the session has ended", told=True)
            return sidecar

    def _start(self, node_path: str | None) -> Sidecar:
        try:
            node = locate_node(node_path)
            self._is_starting = True
            sidecar = Sidecar(node, self)
        except NodeProblem as problem:
            raise self._break(str(problem)) from problem
        except OSError as error:
            self._is_starting = False
            raise self._break(f"The process that runs hooks cannot be started: {error}.") from error
        _end_at_exit(self)
        host = {"name": "amplifier", "version": _kernel_version()}
        about = {"protocol": [PROTOCOL], "host": host, "prepare": True}
        try:
            answer = sidecar.ask("initialize", about, START_SECONDS)
            check_node(node, answer.get("node") if isinstance(answer, dict) else None)
        except NodeProblem as problem:
            sidecar.close()
            raise self._break(str(problem)) from problem
        except SidecarGone as gone:
            raise self._never_began(sidecar, node, str(gone)) from gone
        except CallFailed as failure:
            sidecar.close()
            raise self._break(f"The process that runs hooks cannot be used: {failure}.") from failure
        finally:
            self._is_starting = False
        if sidecar.is_gone:
            self.gone(sidecar, sidecar.why_gone)
        return sidecar

    def _never_began(self, sidecar: Sidecar, node: str, why: str) -> Unavailable:
        """A Node.js that is too old may end for that reason, or what is started may be no Node.js."""
        try:
            check_node(node)
        except NodeProblem as problem:
            return self._break(str(problem))
        self._is_starting = False
        self.gone(sidecar, why)
        return Unavailable(why, told=True)

    def _break(self, why: str) -> Unavailable:
        with self._lock:
            self._broken, self._never_ran = why, self._deaths == 0
        self._tell(f"{why} {NOTHING_RUNS}.", "error")
        return Unavailable(why, told=True, never=self._never_ran)

    def asked(self, sidecar: Sidecar, call: int | str, method: str, params: dict[str, Any]) -> None:
        member = self._member(params.get("session"))
        if member is None:
            sidecar.refuse(call, -32602, f"session {params.get('session')!r} has ended")
        else:
            member.asked(sidecar, call, method, params)

    def told(self, method: str, params: dict[str, Any]) -> None:
        if method == "log":
            level = {"error": logging.ERROR, "warning": logging.WARNING}.get(str(params.get("level")), logging.INFO)
            logger.log(level, "hooks: %s", params.get("message"))
        elif method == "interest":
            interest, member = interest_in(params), self._member(params.get("session"))
            if member is not None and interest is not None:
                member.worth_sending(interest)
        elif method in ("lend", "recall"):
            sidecar, member = self._sidecar, self._member(params.get("session"))
            if sidecar is not None and member is not None:
                member.lent(sidecar, method, params)
        elif method == "cancel":
            for member in self._all_members():
                member.cancelled(params.get("id", ""))

    def gone(self, sidecar: Sidecar, why: str) -> None:
        with self._lock:
            is_new = self._is_starting and sidecar is not self._sidecar
            # Of a new one, whoever starts it finds out why.
            if is_new or sidecar in self._told_of:
                return
            self._told_of.add(sidecar)
            if self._sidecar is sidecar:
                self._sidecar = None
            self._deaths += 1
            again = self._deaths > 1
            if again:
                self._broken = why
        self._tell(
            f"{why[0].upper()}{why[1:]}. What it was asked meanwhile was answered without hooks. "
            + (f"It was the second time: {NOTHING_RUNS.lower()}." if again else "It is started once more."),
            "error" if again else "warning",
        )

    def end(self) -> None:
        """At the end of this process."""
        for ending in [sidecar.close() for sidecar in all_sidecars()]:
            with contextlib.suppress(Exception):
                ending.result(timeout=2 * SHUTDOWN_SECONDS)

    def after_fork(self) -> None:
        """In a forked process: nothing here is its own."""
        self.__init__()  # type: ignore[misc]
        for sidecar in all_sidecars():
            sidecar.leave_to_parent()

    def _member(self, session: object) -> Member | None:
        with self._lock:
            known = self._members.get(session) if isinstance(session, str) else None
        return None if known is None else known()

    def _all_members(self) -> list[Member]:
        with self._lock:
            return [member for known in self._members.values() if (member := known()) is not None]

    def _tell(self, message: str, level: str) -> None:
        """To the user once, whichever session reaches them."""
        if not any(member.say(message, level) for member in self._all_members()):
            logger.warning("%s", message)


def _kernel_version() -> str:
    try:
        return version("amplifier-core")
    except PackageNotFoundError:
        return "unknown"


_ends_at_exit = False


def _end_at_exit(shared: Shared) -> None:
    global _ends_at_exit
    if not _ends_at_exit:
        _ends_at_exit = True
        atexit.register(shared.end)


SHARED = Shared()

if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=SHARED.after_fork)
