"""One session: its events to the sidecar, and the answers into Amplifier."""

import asyncio
import contextlib
import logging
import weakref
from collections.abc import Callable, Coroutine
from typing import Any

from amplifier_core import HookResult
from pydantic import ValidationError

from .approval import ask_at_fault
from .at_once import begun, on_loop, running_loop
from .bounds import Beyond, check_depth
from .calls import POST, PRE, Calls
from .cancelling import Cancelled, Watch
from .config import Settings
from .connection import Connection
from .events import BEGINNINGS, EVENTS, GATES, PERMISSIONS
from .exports import export
from .service import Service
from .shared import Unavailable
from .sidecar import CallFailed, SidecarGone
from .sources import hook_source_exists
from .surroundings import Surroundings
from .waiting import answer_of

logger = logging.getLogger(__package__)

# Hooks judge before any other module acts: an approval dialog (-10) is for what hooks let through.
_JUDGE = -20
# After the modules that change what is passed on (redaction, 10), so that hooks see what the model will see, and
# before those that write it down (logging, 100; transcript, 900), so that these see what hooks made of it.
_HEAR = 20
# On top of the longest time a hook may take.
GRACE_SECONDS = 30.0
CONTINUE = HookResult(action="continue")

# The session that was mounted last under an id: `on_session_ready` gets only the coordinator.
_mounted: "weakref.WeakValueDictionary[str, Session]" = weakref.WeakValueDictionary()


class Session:
    """The handlers of one coordinator."""

    def __init__(self, coordinator: Any, settings: Settings, problems: list[str]) -> None:
        self._around = Surroundings(coordinator)
        self._settings = settings
        self._problems = problems
        self._service = Service(self._around, settings.max_timeout)
        self._calls = Calls(self._around, self._service.say)
        self._unregister: dict[str, Callable[[], object]] = {}
        self._watch = Watch(self._around.is_cancelled_at_once)
        self._heard = False
        self._told_unavailable = False
        # The session that started this one, while it lives.
        self._parent: Callable[[], Session | None] = lambda: None
        # There are or were hooks, so what they would judge does not pass without them.
        self._guards = False
        # The end was said; the kernel cleaned up.
        self._ended = False
        self._closed = False
        self._connection = Connection(self._around, settings, self._service)

    def mount(self, hooks: Any) -> Callable[[], None]:
        """Registers the handlers and nothing else; gives back what unregisters them."""
        for event in EVENTS:
            handler = self._on_end if event == "session:end" else self._on_event
            # A name for each event: the kernel keeps one unregister function for a name.
            name = f"claude-code-hooks:{event}"
            self._unregister[event] = hooks.register(event, handler, priority=priority(event), name=name)
        parent = None if self._around.parent_id is None else mounted(self._around.parent_id)
        # One that was over before is where this session comes from, and no more.
        if parent is not None and not parent.has_ended():
            self._parent = weakref.ref(parent)
        _mounted[self._around.session_id] = self
        return self._cleanup

    def ready(self) -> None:
        """On the event loop: all modules are mounted."""
        self._connection.skills.update((skill["skill_name"], skill) for skill in self._around.loaded_skills())
        if not self.has_ended() and self._has_hooks():
            self._guards = True
            self._service.loop = asyncio.get_running_loop()
            self._connection.begin(self._knows)

    # Events of Amplifier

    def _on_event(self, event: str, data: Any) -> "HookResult | Coroutine[Any, Any, HookResult] | None":
        """
        A plain function: the kernel waits only for coroutines, and None is to go on. It calls this in a thread of its
        own, so what belongs to the session's loop is left to the coroutine.
        """
        if self._passes(event, data):
            return None
        work = self._judge(event, data)
        result = begun(work) if self._heard else work
        # Shorter for the kernel, and the same.
        return None if result is CONTINUE else result

    def _passes(self, event: str, data: Any) -> bool:
        """Whether nobody has to be asked or told; where that is in doubt, it is not so."""
        interest = self._connection.interest
        if not self._heard or interest is None or self._connection.sidecar is None or self.has_ended():
            return False
        if event in BEGINNINGS or (event in GATES and self._around.is_cancelled()):
            return False
        if event == PRE and POST not in interest.events and self._connection.lets_pass(data, interest):
            return True
        return event not in interest.events and not self._calls.follow(event, interest.events)

    async def _judge(self, event: str, data: Any) -> HookResult:
        if event in BEGINNINGS and not self._closed:
            self._ended = False
        # What other modules say while they are cleaned up starts nothing again.
        if self.has_ended():
            return self._refused(event, "the session has ended")
        if event not in GATES:
            return await self._hear(event, data)
        if self._around.is_cancelled():
            return self._refused(event, "it was cancelled")
        result = await self._hear(event, data)
        # Kernels leave the loop of a turn running that nobody waits for any more: it must not be told to go on.
        if self.has_ended():
            return self._refused(event, "the session has ended")
        return self._refused(event, "it was cancelled") if self._around.is_cancelled() else result

    def has_ended(self) -> bool:
        """Whether this session is over, or the one that started it."""
        parent = self._parent()
        return self._ended or self._closed or (parent is not None and parent.has_ended())

    def _refused(self, event: str, why: str) -> HookResult:
        """Of what is over. Where there are no hooks nothing is judged, and this is not ours to forbid."""
        if event not in GATES or not (self._guards or self._has_hooks()):
            return CONTINUE
        return HookResult(action="deny", reason=f"No hook judges this {event} any more, because {why}. It is denied.")

    async def _on_end(self, event: str, data: Any) -> HookResult:
        """Some kernels say it after cleanup, so this handler stays. It counts once, and for a session that lived."""
        if self._ended or not self._heard or is_end_of_turn(data):
            return CONTINUE
        self._ended = True
        try:
            result = await self._hear(event, data)
        except asyncio.CancelledError:
            self._connection.abandon()
            raise
        await self._connection.close()
        return result

    async def _hear(self, event: str, data: Any) -> HookResult:
        if not self._heard:
            self._heard = True
            self._service.loop = asyncio.get_running_loop()
            for problem in self._problems:
                self._service.tell(problem)
        try:
            return await self._decide(event, data if isinstance(data, dict) else {})
        except Cancelled:
            return self._refused(event, "it was cancelled")
        except Beyond as why:
            return self._beyond(event, data, str(why))
        except (SidecarGone, Unavailable) as why:
            # Whoever noticed that it is gone has told the user.
            told = not isinstance(why, Unavailable) or self._knows(why)
            asks = not (isinstance(why, Unavailable) and why.never)
            return self._without_hooks(event, data, str(why), told=told, asks=asks)
        except (CallFailed, TimeoutError, ValueError) as why:
            return self._without_hooks(event, data, str(why))
        except Exception as error:
            logger.exception("hooks: fault at %s", event)
            return self._without_hooks(event, data, f"fault of the module, {error!r}")

    def _knows(self, why: Unavailable) -> bool:
        """It stays so: a user hears of it once, in a session of their own or in one of its agents."""
        known = self._told_unavailable or why.told or self._around.parent_id is not None
        session: Session | None = self
        while session is not None and not session._told_unavailable:
            session._told_unavailable = True
            session = session._parent()
        return known

    async def _decide(self, event: str, data: dict[str, Any]) -> HookResult:
        sidecar = self._connection.sidecar
        if sidecar is None:
            await on_loop()
            # Looked at for every event as long as there is nothing: hooks may come while a session runs.
            if not self._has_hooks() and not (event == "skill:loaded" and may_carry_hooks(data)):
                return CONTINUE
            self._guards = True
            self._service.loop = asyncio.get_running_loop()
            sidecar = await self._connection.opened()
        interest = self._connection.interest
        if interest is None:
            return CONTINUE
        told, call = self._calls.told(event, data, interest.events)
        if event not in interest.events:
            return CONTINUE
        if event == PRE and self._connection.lets_pass(data, interest):
            return self._calls.applied(event, data, CONTINUE, call)
        check_depth(data)
        self._service.loop = running_loop() or self._service.loop
        self._remember_skill(event, data)
        params = {"session": self._connection.name, "event": event, "data": told}
        is_here = event == PRE and running_loop() is None
        called = self._connection.runs(sidecar, event, told) if is_here else None
        if called is not None:
            if called.is_silent:
                return self._calls.applied(event, data, CONTINUE, call)
            params["call"] = called.words
        limit = self._settings.max_timeout + GRACE_SECONDS
        # One that runs for longer than a moment is likely to run for several.
        is_soon = called is None or not called.runs
        is_gate = event in GATES
        try:
            answer = await answer_of(sidecar, "event", params, limit, self._watch, is_gate=is_gate, is_soon=is_soon)
        except (SidecarGone, CallFailed, TimeoutError, ValueError):
            if called is not None:
                called.end()
            raise
        if isinstance(answer, dict) and "env" in answer:
            # The environment is read on the loop, by whoever starts a command there.
            await on_loop()
        result = self._apply(answer)
        return self._calls.applied(event, data, result, call)

    def _has_hooks(self) -> bool:
        return bool(self._connection.skills) or hook_source_exists(self._around.cwd, self._settings)

    def _remember_skill(self, event: str, data: dict[str, Any]) -> None:
        """For a sidecar that is started once more."""
        name = str(data.get("skill_name"))
        if event == "skill:loaded" and may_carry_hooks(data):
            self._connection.skills[name] = data
        elif event == "skill:unloaded":
            self._connection.skills.pop(name, None)

    def _apply(self, answer: Any) -> HookResult:
        if not isinstance(answer, dict):
            raise CallFailed(f"the answer to an event is {answer!r:.200}")
        if self._settings.export_env and isinstance(env := answer.get("env"), dict):
            export(env)
        result = answer.get("result")
        if result is None:
            return CONTINUE
        try:
            return HookResult.model_validate(result)
        except ValidationError as error:
            raise CallFailed(f"Amplifier does not understand the answer: {error}") from error

    def _beyond(self, event: str, data: Any, why: str) -> HookResult:
        """What no hook can judge is not permitted, whatever `fail_closed` says: a fault may pass, this does not."""
        if event not in PERMISSIONS:
            return self._without_hooks(event, data, why)
        return HookResult(action="deny", reason=f"No hook can judge this {event}: {why}. It is denied.")

    def _without_hooks(self, event: str, data: Any, why: str, *, told: bool = False, asks: bool = True) -> HookResult:
        """What holds when hooks could not be asked. At a gate that is no assent: the user decides."""
        denied = self._settings.fail_closed and event in GATES
        if event == PRE and asks and not denied and self._judges_calls():
            logger.warning("hooks: could not be asked about %s: %s", event, why)
            return ask_at_fault(data, why)
        outcome = "Denied, because fail_closed is on." if denied else "It goes on without them."
        message = f"Hooks could not be asked about {event}: {why.rstrip('.')}. {outcome}"
        if told:
            logger.debug("%s", message)
        elif not self._service.say(message, "error" if denied else "warning"):
            logger.warning("%s", message)
        return HookResult(action="deny", reason=message) if denied else CONTINUE

    def _judges_calls(self) -> bool:
        """As far as is known; where nothing is, it has to be thought so."""
        interest = self._connection.interest
        return interest is None or interest.judged

    def _cleanup(self) -> None:
        """Of a session that lived what denies stays, and the handler of session:end where that is still to come."""
        self._closed = True
        for event, unregister in self._unregister.items():
            stays = event in GATES or (event == "session:end" and not self._ended)
            if not (stays and self._heard):
                with contextlib.suppress(Exception):
                    unregister()
        if not self._heard:
            # Nobody will say its end.
            self._connection.abandon()
        # These and the coordinator hold the registry, and the registry holds the handlers that stay.
        self._unregister.clear()
        self._calls.release()
        self._around.release()


def priority(event: str) -> int:
    """Where the handler of an event stands; lower runs earlier."""
    return _JUDGE if event in GATES else _HEAR


def is_end_of_turn(data: Any) -> bool:
    """One of Amplifier's loops says the end of a session at the end of each turn; only then there is a response."""
    return isinstance(data, dict) and "response" in data


def may_carry_hooks(skill: dict[str, Any]) -> bool:
    """Older skills tools do not say whether there are hooks; then only the skill itself can."""
    return bool(skill.get("hooks", skill.get("skill_directory")))


def mounted(session_id: str) -> Session | None:
    """The session that was mounted last under this id."""
    return _mounted.get(session_id)
