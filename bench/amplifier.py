"""Time per event through the module for Amplifier, against another hook module mounted into the same kernel.

    python bench/amplifier.py <folder of the other module's package> [--rounds N] [--page]

Both modules get the same hooks; their events are interleaved, and the medians are compared. The other module is
Microsoft's amplifier-module-hook-shell, in whatever checkout is given. It reads the fields `name` and `input`, so the
events carry both spellings. It runs hooks under /bin/sh, this module under bash; for the second half of the table it is
made to use bash too. Where one hook runs, bench/bare.py takes its turn with them. Exits with 1 where a bar is missed.
"""

from __future__ import annotations

import argparse
import asyncio
import datetime
import importlib
import importlib.metadata
import json
import logging
import os
import platform
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

import yaml
from amplifier_core.testing import MockCoordinator
from bare import Bare

OURS = "amplifier_module_hooks_claude_code_bridge"
OTHER = "amplifier_module_hook_shell"
# The same guard for Debian's sh, and for the shell that most hooks are written for.
SCRIPTS = {"guard.sh": "#!/bin/sh", "guard.bash": "#!/usr/bin/env bash"}
# While this file is there every hook denies, so that it can be seen that hooks run at all.
PROBE = "probe"
GUARD = f"[ ! -e {PROBE} ] || exit 2"
# Between two events that run hooks, as an agent has them: longer than the moment after which processes are made ready.
PAUSE_SECONDS = 0.03


class Scene(NamedTuple):
    name: str
    hooks: dict[str, Any]
    # None: it is only printed.
    bar: float | None
    judges: bool = True
    # As many calls as an agent makes in parallel.
    calls: int = 1
    # Its command, where no module can do better than to have a bash ready in front of it.
    alone: str | None = None


def hooks(matcher: str, count: int, command: str = GUARD) -> dict[str, Any]:
    # Of hooks with the same command one runs.
    commands = [command] if count == 1 else [f"{command} # {index}" for index in range(count)]
    handlers = [{"type": "command", "command": one} for one in commands]
    return {"PreToolUse": [{"matcher": matcher, "hooks": handlers}]}


def one_hook(name: str, command: str, bar: float) -> Scene:
    return Scene(name, hooks("bash|Bash", 1, command), bar, alone=command)


SCENES = (
    Scene("no hook for the event", {"Notification": [{"hooks": [{"type": "command", "command": "true"}]}]}, 0.7, False),
    Scene("no match", hooks("Write", 1), 0.7, False),
    one_hook("one hook", GUARD, 0.7),
    one_hook("one hook that runs a script file of sh", "./guard.sh", 0.95),
    # Its own bash is ready, which is more than a bash in front of the command.
    Scene("one hook that runs a script file of bash", hooks("bash|Bash", 1, "./guard.bash"), 0.95),
    Scene("one hook, four calls at once", hooks("bash|Bash", 1), None, calls=4),
    Scene("ten hooks", hooks("bash|Bash", 10), 0.6),
    Scene("ten hooks that wait 20 ms each", hooks("bash|Bash", 10, f"{GUARD}; sleep 0.02"), 0.15),
)
# Later than without a module, in milliseconds.
FIRST_TURN_BAR = 60.0

PAGE = Path(__file__).resolve().parent.parent / "docs" / "benchmarks-amplifier.md"
TEXT = """# Benchmarks in Amplifier

Made by `python bench/amplifier.py <checkout of amplifier-module-hook-shell> --page`. Time of one `tool:pre` through the kernel's own
registry, for this module and for the existing Python module with the same hooks, the two taking turns, where hooks run with a pause of {pause:g} ms between events; figures
are medians. Both pay the kernel's own part. What no hook is configured for, or what no matcher selects, this module answers in the host's
process; everything else goes to its Node process. A hook here runs in a process group of its own, with its output bounded and its whole group ended in time, from a process that
was started before it was needed ([Ready processes](warm.md)). The last column is the same way without an engine: the kernel, a pipe there and back, and a bash that is ready, let through by
a Node process that does nothing else. Ten hooks run at the same time here, and one after the other there: what that gains depends on the cores and on what the hooks wait for.

{table}

The first turn of a session is a prompt and a tool call with one hook for each, from the moment at which the session is ready: {first}

{date}, {about}.
"""

CALL = {"command": "ls"}
EVENT = {"tool_name": "bash", "name": "bash", "tool_input": CALL, "input": CALL, "tool_call_id": "call-1"}


def furnish(folder: str, given: dict[str, Any]) -> None:
    """A project with these hooks, and a user who trusts it."""
    project, home = Path(folder, "project"), Path(folder, "home")
    (project / ".amplifier" / "hooks").mkdir(parents=True)
    (home / ".amplifier").mkdir(parents=True)
    (project / ".amplifier" / "hooks" / "hooks.json").write_text(json.dumps({"hooks": given}))
    for name, first_line in SCRIPTS.items():
        script = project / name
        script.write_text(f"{first_line}\nread -r event\n{GUARD}\nexit 0\n")
        script.chmod(0o755)
    settings = {"overrides": {"hooks-claude-code-bridge": {"config": {"trust": "off"}}}}
    (home / ".amplifier" / "settings.yaml").write_text(yaml.safe_dump(settings))
    os.environ["HOME"] = str(home)
    os.chdir(project)


class Mounted:
    """A module in a kernel of its own."""

    def __init__(self, coordinator: Any, cleanup: Callable[[], Any] | None) -> None:
        self.coordinator, self._cleanup = coordinator, cleanup

    async def once(self, event: str = "tool:pre", data: dict[str, Any] = EVENT) -> float:
        start = time.perf_counter()
        result = await self.coordinator.hooks.emit(event, data)
        elapsed = time.perf_counter() - start
        assert result.action == "continue", result
        return elapsed

    async def at_once(self, calls: int) -> float:
        if calls == 1:
            return await self.once()
        start = time.perf_counter()
        await asyncio.gather(*(self.once() for _ in range(calls)))
        return time.perf_counter() - start

    async def judges(self) -> bool:
        """Whether its hooks run for a tool call."""
        Path(PROBE).touch()
        result = await self.coordinator.hooks.emit("tool:pre", EVENT)
        Path(PROBE).unlink()
        return bool(result.action == "deny")

    async def end(self) -> None:
        done = self._cleanup() if self._cleanup is not None else None
        if asyncio.iscoroutine(done):
            await done
        await self.coordinator.hooks.emit("session:end", {"session_id": "test-session"})


async def mounted(name: str | None) -> Mounted:
    coordinator = MockCoordinator()
    if name is None:
        return Mounted(coordinator, None)
    module = importlib.import_module(name)
    cleanup = await module.mount(coordinator, {"trust": "off"} if name == OURS else {})
    ready = getattr(module, "on_session_ready", None)
    if ready is not None:
        await ready(coordinator)
    return Mounted(coordinator, cleanup)


async def bare(command: str) -> Mounted:
    coordinator = MockCoordinator()
    module = await Bare.mounted(coordinator, command)
    return Mounted(coordinator, module.end)


async def measure(scene: Scene, rounds: int) -> list[float]:
    """Of this module, of the other one, and where one hook runs of the same way without an engine."""
    with tempfile.TemporaryDirectory() as folder:
        furnish(folder, scene.hooks)
        modules = [await mounted(OURS), await mounted(OTHER)]
        modules += [] if scene.alone is None else [await bare(scene.alone)]
        for module in modules:
            assert await module.judges() == scene.judges, f"{scene.name}: hooks do not run as they should"
            await asyncio.sleep(PAUSE_SECONDS)
        times: list[list[float]] = [[] for _ in modules]
        for round_number in range(rounds + 5):
            for module, taken in zip(modules, times, strict=True):
                elapsed = await module.at_once(scene.calls)
                if round_number >= 5:
                    taken.append(elapsed)
                if scene.judges:
                    await asyncio.sleep(PAUSE_SECONDS)
        for module in modules:
            await module.end()
        os.chdir("/")
    return [statistics.median(taken) for taken in times]


async def first_turn(name: str | None) -> float:
    """From the moment at which a session is ready to the end of its first prompt and tool call, in milliseconds."""
    with tempfile.TemporaryDirectory() as folder:
        prompt = {"UserPromptSubmit": [{"hooks": [{"type": "command", "command": "true"}]}]}
        furnish(folder, {**hooks("bash|Bash", 1), **prompt})
        module = await mounted(name)
        # What an app and a person do between the start of a session and its first prompt takes far longer.
        await asyncio.sleep(0.5)
        taken = await module.once("prompt:submit", {"prompt": "hello"}) + await module.once()
        await module.end()
        os.chdir("/")
    return taken * 1000


async def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("other", help="folder that contains the package of the other module")
    parser.add_argument("--rounds", type=int, default=100)
    parser.add_argument("--page", action="store_true", help="write docs/benchmarks-amplifier.md")
    options = parser.parse_args()
    sys.path.insert(0, os.path.abspath(options.other))
    logging.disable(logging.CRITICAL)
    missed = 0
    heads = ["what", "shells", "this module", "hook-shell", "ratio", "at most", "without an engine"]
    rows = [f"| {' | '.join(heads)} |", "|---|---|--:|--:|--:|--:|--:|"]
    print("\n".join(rows))
    for shells in ("bash, sh", "bash, bash"):
        if shells == "bash, bash":
            asyncio.create_subprocess_shell = partial(asyncio.create_subprocess_shell, executable="/bin/bash")
        for scene in SCENES:
            ours, other, *bare_way = await measure(scene, options.rounds)
            ratio = ours / other
            missed += scene.bar is not None and ratio > scene.bar
            times = f"{ours * 1000:.3f} ms | {other * 1000:.3f} ms | {ratio:.2f} ×"
            floor = "".join(f"{one * 1000:.3f} ms, {one / other:.2f} ×" for one in bare_way)
            bar = "printed" if scene.bar is None else f"{scene.bar:.2f} ×"
            rows.append(f"| {scene.name} | {shells} | {times} | {bar} | {floor} |")
            print(rows[-1], flush=True)
    turns = {name: statistics.median([await first_turn(name) for _ in range(5)]) for name in (None, OURS, OTHER)}
    later = {name: turns[name] - turns[None] for name in (OURS, OTHER)}
    missed += later[OURS] > FIRST_TURN_BAR
    first = (
        f"{later[OURS]:.0f} ms later than without a module (at most {FIRST_TURN_BAR:.0f}), "
        f"hook-shell {later[OTHER]:.0f} ms."
    )
    print(f"First turn: {first}")
    if options.page:
        when = datetime.date.today().isoformat()
        table, pause = "\n".join(rows), PAUSE_SECONDS * 1000
        PAGE.write_text(TEXT.format(table=table, first=first, pause=pause, date=when, about=about()))
    return 1 if missed else 0


def about() -> str:
    node = subprocess.run(["node", "--version"], capture_output=True, text=True, check=True).stdout.strip()
    kernel = importlib.metadata.version("amplifier-core")
    return f"Python {platform.python_version()}, amplifier-core {kernel}, Node {node}, {os.cpu_count()} cores"


sys.exit(asyncio.run(main()))
