"""Time per event through the module for Amplifier, against another hook module mounted into the same kernel.

    python bench/amplifier.py <folder of the other module's package> [--rounds N]

Both modules get the same hooks; their events are interleaved, and the medians are compared. The other module is
Microsoft's amplifier-module-hook-shell, in whatever checkout is given. It reads the fields `name` and `input`, so the
events carry both spellings.
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
from pathlib import Path
from typing import Any

from amplifier_core.testing import MockCoordinator

OURS = "amplifier_module_hooks_claude_code_bridge"
OTHER = "amplifier_module_hook_shell"


def hooks(matcher: str, count: int, command: str = "true") -> dict[str, Any]:
    handlers = [{"type": "command", "command": f"{command} # {index}"} for index in range(count)]
    return {"hooks": {"PreToolUse": [{"matcher": matcher, "hooks": handlers}]}}


SCENES: tuple[tuple[str, dict[str, Any]], ...] = (
    ("no hook for the event", {"hooks": {"Notification": [{"hooks": [{"type": "command", "command": "true"}]}]}}),
    ("no match", hooks("Write", 1)),
    ("one bash hook", hooks("bash|Bash", 1)),
    ("ten hooks", hooks("bash|Bash", 10)),
    ("ten hooks that wait 20 ms each", hooks("bash|Bash", 10, "sleep 0.02")),
)

PAGE = Path(__file__).resolve().parent.parent / "docs" / "benchmarks-amplifier.md"
TEXT = """# Benchmarks in Amplifier

Made by `python bench/amplifier.py <checkout of amplifier-module-hook-shell>`. Time of one `tool:pre` through the kernel's own
registry, for this module and for the existing Python module with the same hooks, the two taking turns; figures are medians. Both pay the
kernel's own part, about a quarter of a millisecond. This module asks another process, which costs an event that reaches it some hundred
microseconds more; events that no hook is configured for are not sent. A hook here runs under `bash`, in a process group of its own, with its
output bounded and its whole group ended in time; there it runs under `/bin/sh`. Ten hooks run at the same time here, and one after the other there:
what that gains depends on the cores and on what the hooks wait for.

{table}

{date}, {about}.
"""

CALL = {"command": "ls"}
EVENT = {"tool_name": "bash", "name": "bash", "tool_input": CALL, "input": CALL, "tool_call_id": "call-1"}


async def once(coordinator: Any) -> float:
    start = time.perf_counter()
    result = await coordinator.hooks.emit("tool:pre", EVENT)
    elapsed = time.perf_counter() - start
    assert result.action == "continue", result
    return elapsed


async def measure(config: dict[str, Any], rounds: int) -> tuple[float, float]:
    with tempfile.TemporaryDirectory() as folder:
        project, home = Path(folder, "project"), Path(folder, "home")
        (project / ".amplifier" / "hooks").mkdir(parents=True)
        home.mkdir()
        (project / ".amplifier" / "hooks" / "hooks.json").write_text(json.dumps(config))
        os.environ["HOME"] = str(home)
        os.chdir(project)
        mounted = []
        for name in (OURS, OTHER):
            coordinator = MockCoordinator()
            cleanup = await importlib.import_module(name).mount(coordinator, {})
            mounted.append((coordinator, cleanup))
        times: tuple[list[float], list[float]] = ([], [])
        for round_number in range(rounds + 5):
            for (coordinator, _), taken in zip(mounted, times, strict=True):
                elapsed = await once(coordinator)
                if round_number >= 5:
                    taken.append(elapsed)
        for coordinator, cleanup in mounted:
            done = cleanup() if cleanup is not None else None
            if asyncio.iscoroutine(done):
                await done
            await coordinator.hooks.emit("session:end", {"session_id": "test-session"})
        os.chdir("/")
    return statistics.median(times[0]), statistics.median(times[1])


async def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("other", help="folder that contains the package of the other module")
    parser.add_argument("--rounds", type=int, default=100)
    options = parser.parse_args()
    sys.path.insert(0, os.path.abspath(options.other))
    logging.disable(logging.CRITICAL)
    rows = ["| what | this module | hook-shell | ratio |", "|---|--:|--:|--:|"]
    for name, config in SCENES:
        ours, other = await measure(config, options.rounds)
        rows.append(f"| {name} | {ours * 1000:.3f} ms | {other * 1000:.3f} ms | {ours / other:.2f} × |")
        print(rows[-1], flush=True)
    PAGE.write_text(TEXT.format(table="\n".join(rows), date=datetime.date.today().isoformat(), about=about()))


def about() -> str:
    node = subprocess.run(["node", "--version"], capture_output=True, text=True, check=True).stdout.strip()
    kernel = importlib.metadata.version("amplifier-core")
    return f"Python {platform.python_version()}, amplifier-core {kernel}, Node {node}, {os.cpu_count()} cores"


asyncio.run(main())
