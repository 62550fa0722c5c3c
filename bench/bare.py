"""One hook through a Node process without an engine: a ready bash is let through its gate, and nothing else."""

from __future__ import annotations

import asyncio
import json
from typing import Any

from amplifier_core import HookResult

# Holds one bash at a gate in front of the command; a line is the input of the hook, its exit code is the answer.
NODE = """
const { spawn } = require('node:child_process');
let ready;
const make = () => {
  const command = 'read -r gate <&3 || exit 125; exec 3<&-; ' + process.argv[1];
  ready = spawn('bash', ['-c', command], { detached: true, stdio: ['pipe', 'pipe', 'pipe', 'pipe'] });
  for (const output of [ready.stdout, ready.stderr]) output.resume();
  ready.stdin.on('error', () => undefined);
};
make();
process.stdin.on('data', (line) => {
  const hook = ready;
  hook.stdin.end(line);
  hook.stdio[3].end('\\n');
  hook.once('exit', (code) => {
    process.stdout.write(code + '\\n');
    setTimeout(make, 8);
  });
});
process.stdin.on('end', () => process.exit());
"""


class Bare:
    """Asks about every tool call, one after the other."""

    def __init__(self, node: asyncio.subprocess.Process) -> None:
        self._node = node

    @classmethod
    async def mounted(cls, coordinator: Any, command: str) -> Bare:
        pipe = asyncio.subprocess.PIPE
        bare = cls(await asyncio.create_subprocess_exec("node", "-e", NODE, command, stdin=pipe, stdout=pipe))
        coordinator.hooks.register("tool:pre", bare.judge, priority=0, name="bare")
        return bare

    async def judge(self, event: str, data: dict[str, Any]) -> HookResult:
        assert self._node.stdin is not None and self._node.stdout is not None
        self._node.stdin.write(json.dumps(data).encode() + b"\n")
        code = int(await self._node.stdout.readline())
        return HookResult(action="deny" if code == 2 else "continue")

    async def end(self) -> None:
        assert self._node.stdin is not None
        self._node.stdin.close()
        await self._node.wait()
