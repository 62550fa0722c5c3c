"""A session's way to the sidecar: begun when it is ready, opened with its first event, closed with it."""

import asyncio
import contextlib
import logging
import threading
import weakref
from collections.abc import Callable
from concurrent.futures import Future
from typing import TYPE_CHECKING, Any

from . import sidecar as sidecars
from .config import Settings
from .interest import Interest, interest_in
from .passing import Passed, passing_tool
from .service import Service
from .shared import SHARED, Unavailable
from .sidecar import CallFailed, Sidecar, SidecarGone
from .surroundings import Surroundings
from .waiting import answer_of

if TYPE_CHECKING:
    from .lent import Called, Lent

logger = logging.getLogger(__package__)

CLOSE_SECONDS = 10.0
HOOK_SHELL = (
    "The built-in hook-shell is on too, so the hooks in .amplifier/hooks run twice. Switch it off in "
    "~/.amplifier/settings.yaml with overrides: {hook-shell: {config: {enabled: false}}}."
)

Skill = dict[str, Any]


class Connection:
    """Counted among those that use the sidecar from its opening to its close."""

    def __init__(self, around: Surroundings, settings: Settings, service: Service) -> None:
        self._around = around
        self._settings = settings
        self._service = service
        # Its name towards the sidecar; None: it is not counted among those that use it.
        self.name: str | None = None
        # What is worth sending; None: that is not known yet.
        self.interest: Interest | None = None
        # The name under which the user heard that another module runs the same hooks.
        self._remarked: str | None = None
        self._passed = Passed(self._tell_passed)
        # What the sidecar lends; None: nothing so far.
        self._lent: Lent | None = None
        # By name, for a sidecar that is started once more.
        self.skills: dict[str, Skill] = {}
        self._leaving: weakref.finalize[..., Connection] | None = None
        self._lock = threading.Lock()
        self._opening: Future[Sidecar] | None = None
        self._starting: threading.Thread | None = None
        self._sidecar: Sidecar | None = None

    @property
    def sidecar(self) -> Sidecar | None:
        """The one that this session is open in; None: there is none now."""
        return None if self._sidecar is None or self._sidecar.is_gone else self._sidecar

    def begin(self, told: Callable[[Unavailable], object]) -> None:
        """
        Starts the sidecar before an event needs it. The session is opened by the event, with what is around it then.
        Where hooks cannot be asked and the user has heard so, `told` is called.
        """
        if self._starting is not None or SHARED.current is not None:
            return
        self._join()
        self._starting = threading.Thread(target=self._start, args=(told,), name="hooks-start", daemon=True)
        self._starting.start()

    def _start(self, told: Callable[[Unavailable], object]) -> None:
        try:
            SHARED.running(self._settings.node_path)
        except Unavailable as why:
            if why.told:
                told(why)
        except Exception as error:
            # The first event tries once more, and says what becomes of it.
            logger.debug("hooks: the sidecar could not be started early: %r", error)

    async def opened(self) -> Sidecar:
        """The sidecar, with this session open in it."""
        with self._lock:
            if (known := self.sidecar) is not None:
                return known
            opening = self._opening
            if opening is None:
                opening = self._opening = Future()
                self._join()
                self._remark()
                work = threading.Thread(target=self._open, args=(opening, self._about()), name="hooks-open")
                work.daemon = True
                work.start()
        # Shielded, because others may wait for the same.
        return await asyncio.shield(asyncio.wrap_future(opening))

    def lets_pass(self, data: Any, interest: Interest) -> bool:
        """From any thread: whether no hook can match this tool call. If so, it is counted."""
        tool = passing_tool(data, interest.passing)
        if tool is not None:
            self._passed.count(tool)
        return tool is not None

    def runs(self, sidecar: Sidecar, event: str, data: dict[str, Any]) -> "Called | None":
        """In a thread of the kernel: runs the one hook of a tool call here. None: the sidecar has to be asked."""
        called = None if self._lent is None else self._lent.call(sidecar, data)
        if called is not None and called.is_silent:
            sidecar.tell("ran", {"session": self.name, "event": event, "data": data, "call": called.words})
        return called

    def _tell_passed(self, tools: dict[str, int]) -> None:
        sidecar, name = self.sidecar, self.name
        if sidecar is not None and name is not None:
            sidecar.tell("passed", {"session": name, "tools": tools})

    async def close(self) -> None:
        """Ends the session there, and the sidecar with the last one."""
        name, sidecar = self.name, self.sidecar
        if name is None:
            return
        self._passed.tell()
        self._forget()
        if sidecar is not None:
            with contextlib.suppress(SidecarGone, CallFailed, TimeoutError):
                await answer_of(sidecar, "session/close", {"session": name}, CLOSE_SECONDS)
        ended = SHARED.leave(name)
        if ended is not None:
            await asyncio.shield(asyncio.wrap_future(ended))

    def abandon(self) -> None:
        """The same without waiting."""
        name = self.name
        if name is not None:
            self._forget()
            SHARED.abandon(name)

    def _join(self) -> None:
        name = SHARED.join(self, self._around.session_id)
        if name == self.name:
            return
        self.name = name
        # A session that nobody ends must not keep the sidecar alive.
        self._leaving = weakref.finalize(self, SHARED.abandon, self.name)
        self._leaving.atexit = False

    def _remark(self) -> None:
        """Once for each time that the session is counted in."""
        if self._remarked != self.name and self._around.hook_shell_is_on():
            self._service.tell(HOOK_SHELL)
        self._remarked = self.name

    def _about(self) -> dict[str, Any]:
        cwd = self._around.cwd
        return {
            "session": self.name,
            "parent": self._around.parent_id,
            "cwd": cwd,
            "transcript": self._around.transcript,
            "config": self._settings.for_sidecar(cwd),
            "capabilities": self._around.capabilities(),
        }

    def _open(self, opening: "Future[Sidecar]", about: dict[str, Any]) -> None:
        """In a thread of its own, because starting Node takes a while."""
        try:
            if self._starting is not None:
                self._starting.join()
            sidecar = SHARED.running(self._settings.node_path)
            self.interest = None
            # Of a sidecar before this one.
            self._return()
            answer = sidecar.ask("session/open", about, sidecars.START_SECONDS)
            interest = interest_in(answer)
            if interest is None:
                raise CallFailed(f"the answer to session/open is {answer!r:.200}")
            # What the sidecar said since then is newer.
            self.interest = self.interest or interest
            for skill in list(self.skills.values()):
                self._load_skill(sidecar, skill)
        except Exception as error:
            with self._lock:
                self._opening = None
            opening.set_exception(error)
        else:
            with self._lock:
                self._opening, self._sidecar = None, sidecar
            opening.set_result(sidecar)

    def _load_skill(self, sidecar: Sidecar, skill: Skill) -> None:
        params = {"session": self.name, "event": "skill:loaded", "data": skill}
        try:
            sidecar.ask("event", params, sidecars.START_SECONDS)
        except (CallFailed, ValueError, RecursionError) as error:
            self._service.tell(f"The hooks of skill {skill['skill_name']} are not loaded: {error}.")

    def _forget(self) -> None:
        self._return()
        self.name = self._sidecar = self.interest = self._remarked = None
        if self._leaving is not None:
            self._leaving.detach()

    def _return(self) -> None:
        if self._lent is not None:
            self._lent.clear()

    # For SHARED, from the sidecar's threads

    def worth_sending(self, interest: Interest) -> None:
        self.interest = interest

    def lent(self, sidecar: Sidecar, method: str, params: dict[str, Any]) -> None:
        if method == "lend":
            self._lender().offered(sidecar, params)
        elif self._lent is not None and isinstance(loans := params.get("loans"), list):
            self._lent.recalled(sidecar, loans)

    def _lender(self) -> "Lent":
        if self._lent is None:
            # Not every system has what it needs.
            from .lent import Lent

            self._lent = Lent(lambda: self.name)
        return self._lent

    def asked(self, sidecar: Sidecar, call: int | str, method: str, params: dict[str, Any]) -> None:
        self._service.asked(sidecar, call, method, params)

    def cancelled(self, call: int | str) -> None:
        self._service.cancelled(call)

    def say(self, message: str, level: str) -> bool:
        return self._service.say(message, level)
