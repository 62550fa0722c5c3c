"""The command line, for whoever has the module and no npm: doctor, list, explain, log and all the others."""

import os
import subprocess
import sys
from pathlib import Path

from .node import NodeProblem, find_node
from .own_words import own_words

COMMANDS = Path(__file__).with_name("commands.cjs")
# As the command line itself ends when it is at fault: never with 2, which a host would read as a block.
FAULT = 3


def main() -> int:
    """Runs a command; its exit code."""
    configured = own_words().get("node_path")
    try:
        node = find_node(configured if isinstance(configured, str) else None)
    except NodeProblem as problem:
        print(problem, file=sys.stderr)
        return FAULT
    command = [node, str(COMMANDS), *sys.argv[1:]]
    if sys.platform == "win32":
        return subprocess.run(command, check=False).returncode
    sys.stdout.flush()
    os.execv(node, command)


if __name__ == "__main__":
    sys.exit(main())
