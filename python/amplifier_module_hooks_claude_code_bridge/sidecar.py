"""The Node process that runs hooks, and the conversation with it: JSON-RPC 2.0, one message a line.

Answers are read on the event loop that waits for them. Threads of its own do what would make a loop wait, and serve
several loops.
"""

import asyncio
import contextlib
import io
import itertools
import json
import logging
import os
import queue
import select
import signal
import subprocess
import threading
import time
import weakref
from collections.abc import Callable
from concurrent.futures import Future
from pathlib import Path
from typing import Any, Protocol

from .bounds import check_length
from .leftovers import end_marked, marked_environment
from .plain import to_json
from .reading import Reader

logger = logging.getLogger(__package__)

BUNDLE = Path(__file__).with_name("sidecar.cjs")
PROTOCOL = 1

# A sidecar that says nothing for this many beats, although it was asked, hangs. Beats are counted and not seconds:
# a host that was stopped for a while must not take its own pause for one of the sidecar's.
BEAT_SECONDS = 1.0
MISSED_BEATS = 5
START_SECONDS = 10.0
SHUTDOWN_SECONDS = 5.0

Reply = Callable[[Any, Exception | None], None]


class SidecarGone(Exception):
    """It ended, and what it was asked has no answer."""


class CallFailed(Exception):
    """It answered with an error, or with nothing that can be understood."""


class Host(Protocol):
    """Who started a sidecar; called from any thread, and must not wait."""

    def asked(self, sidecar: "Sidecar", call: int | str, method: str, params: dict[str, Any]) -> None:
        """The sidecar wants something and gets it with `Sidecar.answer`."""

    def told(self, method: str, params: dict[str, Any]) -> None:
        """The sidecar says something."""

    def gone(self, sidecar: "Sidecar", why: str) -> None:
        """The sidecar ended by itself or was ended because it hung."""


class Sidecar:
    """One process. Every method may be called from every thread, and none of them waits, except `ask`."""

    def __init__(self, node: str, host: Host) -> None:
        self._host = host
        # Reentrant: the end of a session may be noticed by the garbage collector, in the middle of anything.
        self._lock = threading.RLock()
        self._ids = itertools.count(1)
        self._waiting: dict[int, Reply] = {}
        self._outbox: queue.SimpleQueue[bytes | None] = queue.SimpleQueue()
        # There is something in the outbox, or its thread is about to write it.
        self._queued = False
        self._last_words = ""
        self._why_gone: str | None = None
        self._closing = False
        self._exited: Future[None] = Future()
        self._beat_at = time.monotonic()
        self._missed = 0
        environment, self._mark = marked_environment()
        # Its own session: a Ctrl-C in the terminal is for the host, which then says what is cancelled.
        # Its own directory: one that is always there.
        self._process = subprocess.Popen(
            [node, str(BUNDLE)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            bufsize=0,
            cwd=BUNDLE.parent,
            env=environment,
            start_new_session=True,
        )
        assert self._process.stdin is not None
        self._stdin = self._process.stdin.fileno()
        os.set_blocking(self._stdin, False)
        self._reader = Reader(self._process.stdout, self._hear)
        _all.add(self)
        for work in (self._read, self._write, self._read_stderr):
            threading.Thread(target=work, name=f"hooks-sidecar{work.__name__}", daemon=True).start()

    @property
    def pid(self) -> int:
        return self._process.pid

    @property
    def why_gone(self) -> str:
        return self._why_gone or ""

    @property
    def is_gone(self) -> bool:
        return self._why_gone is not None

    def call(self, method: str, params: dict[str, Any], reply: Reply) -> int:
        """Asks; `reply` is called once, from any thread. Raises ValueError for more than it reads."""
        call = next(self._ids)
        line = _line({"id": call, "method": method, "params": params})
        check_length(line)
        with self._lock:
            why = self._why_gone
            if why is None:
                self._waiting[call] = reply
                self._send(line)
        if why is not None:
            reply(None, SidecarGone(why))
        return call

    def ask(self, method: str, params: dict[str, Any], seconds: float) -> Any:
        """Asks and waits, which no event loop may do. One that does not answer in time is ended."""
        answer: Future[Any] = Future()

        def reply(result: Any, error: Exception | None) -> None:
            answer.set_result(result) if error is None else answer.set_exception(error)

        try:
            with self._reader.in_thread():
                self.call(method, params, reply)
                return answer.result(timeout=seconds)
        except TimeoutError:
            self.kill(f"it did not answer {method} within {seconds:g} s")
            raise SidecarGone(self._why_gone or "") from None

    def reading_on(self, loop: asyncio.AbstractEventLoop) -> contextlib.AbstractContextManager[None]:
        """While somebody waits on this loop for an answer; called there."""
        return self._reader.on(loop)

    def waits(self, there: threading.Event, seconds: float) -> bool:
        """In a thread: whether an answer is there within that time."""
        return self._reader.waits(there, seconds)

    def tell(self, method: str, params: dict[str, Any]) -> None:
        """Says something that is not answered."""
        if not self.is_gone:
            self._send(_line({"method": method, "params": params}))

    def forget(self, call: int) -> None:
        """Nobody waits for this call any more: its hooks are ended."""
        with self._lock:
            if self._waiting.pop(call, None) is not None and not self.is_gone:
                self._send(_line({"method": "cancel", "params": {"id": call}}))

    def answer(self, call: int | str, result: dict[str, Any]) -> None:
        """Answers what the sidecar asked."""
        self._send(_line({"id": call, "result": result}))

    def refuse(self, call: int | str, code: int, message: str) -> None:
        """Answers what the sidecar asked with an error."""
        self._send(_line({"id": call, "error": {"code": code, "message": message}}))

    def beat(self) -> None:
        """Called now and then by whoever waits for an answer: asks for a sign of life, and ends who gives none."""
        now = time.monotonic()
        with self._lock:
            if now - self._beat_at < BEAT_SECONDS * 0.9 or self.is_gone:
                return
            self._beat_at = now
            self._missed += 1
            missed = self._missed
        if missed == 1:
            with contextlib.suppress(SidecarGone):
                self.call("ping", {}, lambda result, error: None)
        elif missed > MISSED_BEATS:
            self.kill(f"it gave no sign of life for {MISSED_BEATS * BEAT_SECONDS:g} s")

    def kill(self, why: str) -> None:
        """Ends the process and the hooks it runs, at once."""
        with contextlib.suppress(OSError):
            self._process.kill()
        self._end(f"was ended, because {why}")

    def close(self) -> "Future[None]":
        """Lets the process end in good order; the result is there when it has ended, by itself or not."""
        with self._lock:
            first, self._closing = not self._closing, True
            if first and not self.is_gone:
                self._send(_line({"id": next(self._ids), "method": "shutdown", "params": {}}))
            self._outbox.put(None)
        self._reader.only_in_thread()
        if first:
            threading.Thread(target=self._wait_for_end, name="hooks-sidecar-end", daemon=True).start()
        return self._exited

    def leave_to_parent(self) -> None:
        """For a forked process: the sidecar is the parent's, and its pipes must close when the parent closes them."""
        self._lock = threading.RLock()
        self._why_gone = "the process that runs hooks belongs to the process that this one was forked from"
        self._waiting.clear()
        self._stdin = -1
        self._reader.leave_to_parent()
        for pipe in (self._process.stdin, self._process.stdout, self._process.stderr):
            if pipe is not None:
                with contextlib.suppress(OSError):
                    pipe.close()
        # Not this process's child: nothing may wait for it or warn about it here.
        self._process.returncode = 0

    def _wait_for_end(self) -> None:
        try:
            self._process.wait(SHUTDOWN_SECONDS)
        except subprocess.TimeoutExpired:
            self.kill(f"it did not end within {SHUTDOWN_SECONDS:g} s")
            self._process.wait()
        if not self._exited.done():
            self._exited.set_result(None)

    def _read(self) -> None:
        self._reader.until_end()
        try:
            self._process.wait(BEAT_SECONDS)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        self._end(_exit_in_words(self._process.returncode))

    def _hear(self, line: bytes) -> None:
        self._missed = 0
        if self.is_gone:
            # Of one that was ended nothing counts that was still on its way.
            return
        try:
            self._take(line)
        except Exception:
            logger.exception("hooks: fault at a message of the sidecar")

    def _take(self, line: bytes) -> None:
        try:
            message = json.loads(line)
            if not isinstance(message, dict):
                raise ValueError("no object")
        except ValueError:
            # An answer may be lost in it, and whoever waits for it would wait for long.
            self.kill(f"it said something that is not a message: {line[:200]!r}")
            return
        call, method, params = message.get("id"), message.get("method"), message.get("params")
        if isinstance(method, str):
            params = params if isinstance(params, dict) else {}
            if call is None:
                self._host.told(method, params)
            else:
                self._host.asked(self, call, method, params)
            return
        if call is None:
            self.kill(f"it did not understand what it was told: {message.get('error')!r}")
            return
        with self._lock:
            reply = self._waiting.pop(call, None) if isinstance(call, int) else None
        if reply is None:
            return
        if "result" in message:
            reply(message["result"], None)
        else:
            error = message.get("error")
            text = error.get("message") if isinstance(error, dict) else None
            reply(None, CallFailed(str(text or f"an answer without a result: {line[:200]!r}")))

    def _send(self, line: bytes) -> None:
        """Writes at once what the pipe takes at once: another thread costs more than that. The rest is the thread's."""
        with self._lock:
            rest = memoryview(line)
            if not self._queued and not self.is_gone:
                with contextlib.suppress(OSError, ValueError):
                    rest = rest[os.write(self._stdin, rest) :]
            if rest:
                self._queued = True
                self._outbox.put(bytes(rest))

    def _write(self) -> None:
        stdin = self._process.stdin
        assert stdin is not None
        with contextlib.suppress(OSError, ValueError):
            while (line := self._outbox.get()) is not None:
                rest = memoryview(line)
                while rest:
                    select.select([], [self._stdin], [])
                    rest = rest[os.write(self._stdin, rest) :]
                with self._lock:
                    self._queued = not self._outbox.empty()
        with self._lock, contextlib.suppress(OSError):
            # Another file may get its number.
            self._stdin = -1
            stdin.close()

    def _read_stderr(self) -> None:
        assert isinstance(self._process.stderr, io.RawIOBase)
        with contextlib.suppress(OSError, ValueError):
            for line in io.BufferedReader(self._process.stderr):
                text = line.decode("utf-8", "replace").rstrip()
                if text:
                    self._last_words = text
                    logger.warning("hooks: %s", text)

    def _end(self, why: str) -> None:
        with self._lock:
            if self.is_gone:
                return
            last_words = f" ({self._last_words})" if self._last_words and not self._closing else ""
            self._why_gone = f"the process that runs hooks {why}{last_words}"
            waiting, self._waiting = self._waiting, {}
            self._outbox.put(None)
        # The user hears of it before what was waiting goes on.
        if not self._closing:
            self._host.gone(self, self._why_gone)
        for reply in waiting.values():
            reply(None, SidecarGone(self._why_gone))
        if self._process.returncode != 0:
            threading.Thread(target=self._bury, name="hooks-sidecar-bury", daemon=True).start()

    def _bury(self) -> None:
        self._process.wait()
        end_marked(self._mark)


# Those whose pipes this process holds.
_all: "weakref.WeakSet[Sidecar]" = weakref.WeakSet()


def all_sidecars() -> list[Sidecar]:
    """Every sidecar of this process, also one that starts or ends just now."""
    return list(_all)


def _line(message: dict[str, Any]) -> bytes:
    return to_json({"jsonrpc": "2.0", **message}).encode("ascii") + b"\n"


def _exit_in_words(code: int) -> str:
    if code >= 0:
        return f"ended with exit code {code}"
    try:
        return f"was killed by {signal.Signals(-code).name}"
    except ValueError:
        return f"was killed by signal {-code}"
