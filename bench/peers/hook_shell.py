"""Fires one tool:pre through amplifier-module-hook-shell for every line on stdin, and prints the milliseconds it took."""

import asyncio
import logging
import sys
import time

sys.path.insert(0, sys.argv[1])
logging.disable(logging.CRITICAL)

from amplifier_module_hook_shell.bridge import ShellHookBridge  # noqa: E402

CALL = {"command": "x" * 900}
# It reads `name` and `input`; the kernel sends the other two.
EVENT = {"tool_name": "Bash", "name": "Bash", "tool_input": CALL, "input": CALL, "session_id": "bench"}


async def main() -> None:
    bridge = ShellHookBridge({"enabled": True})
    for _ in sys.stdin:
        start = time.perf_counter()
        result = await bridge.on_tool_pre("tool:pre", EVENT)
        elapsed = time.perf_counter() - start
        assert result.action == "continue", result
        print(elapsed * 1000, flush=True)


asyncio.run(main())
