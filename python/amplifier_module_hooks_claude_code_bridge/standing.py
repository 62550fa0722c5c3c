"""
A process that stands at its gate: started here from the sidecar's recipe before it is needed, and let through with the
input of its hook. What the gate says is written down in the sidecar's src/run/command/ready/gate.ts.
"""

import contextlib
import fcntl
import os
import select
import signal
import socket
import threading
import time
from typing import Any, NamedTuple

from .gaps import Gapped, gapped_in
from .inherited import handed_down, is_alike

# A hook that ends in this time is waited for in the thread that has the event.
MOMENT_SECONDS = 0.005
# One that does not leave its gate for so long was stopped by somebody, or gets no time.
PASS_SECONDS = 0.02
# Until a signal has its effect.
EFFECT_SECONDS = 0.5
# Descriptors that a hook has: whatever is handed to it comes from higher ones.
_OWN = 5
# What a program finds ignored that somebody started who ignored it; SIGKILL and SIGSTOP cannot be.
_DEFAULTS = frozenset(range(1, 32)) - {signal.SIGKILL, signal.SIGSTOP}
_LINE = b"\n"


class Recipe(NamedTuple):
    """How to start it."""

    file: str
    args: list[str]
    env: dict[str, str]
    script: str
    opening: bytes
    stdin: str
    stdout: str
    stderr: str
    files: dict[str, str]
    cwd: str
    place: str


class Offer(NamedTuple):
    """What the sidecar lends."""

    loan: int
    tool: str
    recipe: Recipe
    input: Gapped


class End(NamedTuple):
    """How a process ended; neither: nobody knows."""

    code: int | None
    signal: int | None

    @property
    def words(self) -> dict[str, int | None]:
        return self._asdict()


def offer_in(said: dict[str, Any]) -> Offer | None:
    """None: it is nothing of the kind."""
    loan, tool, recipe, text = said.get("loan"), said.get("tool"), said.get("recipe"), gapped_in(said.get("input"))
    if not (isinstance(loan, int) and isinstance(tool, str) and isinstance(recipe, dict)) or text is None:
        return None
    try:
        told = {name: recipe[name] for name in Recipe._fields}
        return Offer(loan, tool, Recipe(**{**told, "opening": told["opening"].encode()}), text)
    except (KeyError, AttributeError):
        return None


class Standing:
    """One process, from its start to its end. Whoever has it has it alone."""

    def __init__(self, offer: Offer, like: int) -> None:
        """`like`: the process that would start it otherwise. Raises OSError where it cannot be started like there."""
        self.offer = offer
        self.pid = 0
        self.pidfd = -1
        self.called_at = 0.0
        self._fds: list[int] = []
        # Its number is its own until then.
        self._reaped = False
        self._reaping = threading.Lock()
        self._gate, theirs = socket.socketpair()
        self._ended, self._printed = select.poll(), select.poll()
        try:
            with theirs:
                self._start(offer.recipe, theirs)
            self.pidfd = os.pidfd_open(self.pid)
            self._ended.register(self.pidfd, select.POLLIN)
            # What is looked at is the process itself: another thread may change folder at any time.
            if _place(os.stat(f"/proc/{self.pid}/cwd")) != offer.recipe.place:
                raise OSError("this process is in another folder")
            if not is_alike(self.pid, like):
                raise OSError("it inherits something else here")
        except BaseException:
            self._undo()
            raise

    def _undo(self) -> None:
        if self.pid != 0:
            self.signal(signal.SIGKILL)
            with contextlib.suppress(ChildProcessError):
                os.waitpid(self.pid, 0)
            self._reaped = True
        self.close()

    def _start(self, recipe: Recipe, gate: socket.socket) -> None:
        self._stdin = self._keep(os.open(recipe.stdin, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o400))
        theirs = [_high(os.open(recipe.stdin, os.O_RDONLY))]
        os.unlink(recipe.stdin)
        try:
            for name in (recipe.stdout, recipe.stderr):
                theirs.append(_high(_writer(name)))
                self._printed.register(self._keep(os.open(name, os.O_RDONLY | os.O_NONBLOCK)), select.POLLIN)
            theirs.append(_high(os.dup(gate.fileno())))
            if recipe.script:
                theirs.append(_high(_file_of(recipe.script)))
            self.pid = os.posix_spawn(
                recipe.file,
                [recipe.file, *recipe.args],
                recipe.env,
                file_actions=[
                    *((os.POSIX_SPAWN_DUP2, fd, own) for own, fd in enumerate(theirs)),
                    *((os.POSIX_SPAWN_CLOSE, fd) for fd in handed_down() if fd >= len(theirs)),
                ],
                setsid=True,
                setsigmask=(),
                setsigdef=_DEFAULTS,
            )
        except NotImplementedError as why:
            raise OSError(str(why)) from why
        finally:
            for fd in theirs:
                os.close(fd)

    def is_as_lent(self) -> bool:
        """Whether everything it depends on is as it was."""
        recipe = self.offer.recipe
        try:
            if _place(os.stat(recipe.cwd)) != recipe.place:
                return False
        except OSError:
            return False
        return all(_stamp(path) == stamp for path, stamp in recipe.files.items())

    def is_at_gate(self) -> bool:
        return self._heard()

    def call(self, text: bytes) -> bool:
        """Lets it through and waits a moment for its end. False: it did not pass, and nothing of it has run."""
        rest = memoryview(text)
        with contextlib.suppress(OSError):
            while rest:
                rest = rest[os.write(self._stdin, rest) :]
        self._drop(self._stdin)
        if rest:
            return False
        self.called_at = time.monotonic()
        try:
            self._gate.send(self.offer.recipe.opening)
        except OSError:
            return False
        return self._heard() if self.has_ended(MOMENT_SECONDS) else self._passes()

    def _passes(self) -> bool:
        """Whether it has left its gate; one that has not never will."""
        waiting = select.poll()
        waiting.register(self._gate, select.POLLIN)
        waiting.poll(PASS_SECONDS * 1000)
        if self._heard():
            return True
        # Stopped, it cannot pass while it is looked at.
        self.signal(signal.SIGSTOP)
        self._effect(os.WSTOPPED)
        if self._heard():
            self.signal(signal.SIGCONT)
            return True
        self.signal(signal.SIGKILL)
        self._effect(0)
        # It may have passed where it could not be stopped.
        return self._heard()

    def _effect(self, also: int) -> None:
        """Waits until it has ended, or what is meant besides."""
        until = time.monotonic() + EFFECT_SECONDS
        with contextlib.suppress(ChildProcessError):
            while time.monotonic() < until:
                if os.waitid(os.P_PIDFD, self.pidfd, os.WEXITED | os.WNOWAIT | os.WNOHANG | also) is not None:
                    return
                time.sleep(0.0005)

    def has_ended(self, seconds: float = 0) -> bool:
        """Or ends within that time."""
        return bool(self._ended.poll(seconds * 1000))

    def is_silent(self) -> bool:
        """Whether it printed nothing so far. Who reads it is the sidecar."""
        return not any(what & select.POLLIN for _, what in self._printed.poll(0))

    def known_end(self) -> End:
        """Of one that has ended. Its number stays its own."""
        return self._end(os.WNOWAIT)

    def reap(self) -> End:
        """The same; from now on its number may be anybody's."""
        end = self._end(0)
        self.close()
        return end

    def _end(self, how: int) -> End:
        try:
            with self._reaping:
                found = os.waitid(os.P_PIDFD, self.pidfd, os.WEXITED | how)
                self._reaped |= how == 0
        except ChildProcessError:
            found, self._reaped = None, True
        if found is None:
            # Somebody who waits for all children was faster.
            return End(None, None)
        return End(found.si_status, None) if found.si_code == os.CLD_EXITED else End(None, found.si_status)

    def signal(self, what: signal.Signals) -> None:
        """To all of its group, unless it was reaped."""
        with self._reaping, contextlib.suppress(OSError):
            if not self._reaped:
                os.killpg(self.pid, what)

    def end(self) -> None:
        """Ends one that was not let through, and waits for it; that takes no longer than the system needs."""
        self.signal(signal.SIGKILL)
        if self.has_ended(EFFECT_SECONDS):
            self._end(0)
        self.close()

    def let_go(self) -> None:
        """What it prints is the sidecar's alone from now on."""
        self._gate.close()
        self._close_files()

    def close(self) -> None:
        """Lets go of everything; it ends with its gate, if it still stands there."""
        self.let_go()
        pidfd, self.pidfd = self.pidfd, -1
        if pidfd >= 0:
            os.close(pidfd)

    def _heard(self) -> bool:
        """Whether it has said one more line."""
        try:
            return self._gate.recv(1, socket.MSG_DONTWAIT) == _LINE
        except OSError:
            return False

    def _keep(self, fd: int) -> int:
        self._fds.append(fd)
        return fd

    def _drop(self, fd: int) -> None:
        self._fds.remove(fd)
        os.close(fd)

    def _close_files(self) -> None:
        while self._fds:
            os.close(self._fds.pop())


def _writer(name: str) -> int:
    """Of a pipe that the sidecar reads; where it does not any more, nobody waits for it."""
    fd = os.open(name, os.O_WRONLY | os.O_NONBLOCK)
    os.set_blocking(fd, True)
    return fd


def _high(fd: int) -> int:
    """The same file with a number that no hook has."""
    if fd >= _OWN:
        return fd
    try:
        return fcntl.fcntl(fd, fcntl.F_DUPFD_CLOEXEC, _OWN)
    finally:
        os.close(fd)


def _file_of(text: str) -> int:
    """A nameless file that nobody can change."""
    fd = os.memfd_create("hook-gate", os.MFD_CLOEXEC | os.MFD_ALLOW_SEALING)
    try:
        os.write(fd, text.encode())
        fcntl.fcntl(fd, fcntl.F_ADD_SEALS, fcntl.F_SEAL_WRITE | fcntl.F_SEAL_GROW | fcntl.F_SEAL_SHRINK)
    except BaseException:
        os.close(fd)
        raise
    return fd


def _stamp(path: str) -> str:
    try:
        of = os.stat(path)
    except OSError:
        return "none"
    return f"{of.st_dev} {of.st_ino} {of.st_mode} {of.st_size} {of.st_mtime_ns} {of.st_ctime_ns}"


def _place(of: os.stat_result) -> str:
    return f"{of.st_dev} {of.st_ino} {of.st_mode}"
