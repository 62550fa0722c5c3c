"""Finds Node.js and makes sure that it is new enough."""

import re
import shutil
import subprocess

from .exports import without_exports

OLDEST = (20, 19)
_WANTED = f"Node.js {OLDEST[0]}.{OLDEST[1]} or newer"
_REMEDY = f"Install {_WANTED} (https://nodejs.org), or name it with node_path in the module's configuration."


class NodeProblem(Exception):
    """Why hooks cannot run here, and what to do, in one text for the user."""


def find_node(node_path: str | None) -> str:
    """The path of a usable Node.js. Starts it once to ask for its version, so never call this on an event loop."""
    wanted = node_path or "node"
    # What hooks exported is for the commands of the host: a project brings no Node.js of its own.
    environment = without_exports()
    found = shutil.which(wanted, path=environment.get("PATH"))
    if found is None:
        where = f"node_path is {node_path!r}, where no program is" if node_path else "it is not on the PATH"
        raise NodeProblem(f"Hooks need {_WANTED}, and {where}. {_REMEDY}")
    try:
        said = subprocess.run(
            [found, "--version"],
            stdin=subprocess.DEVNULL,
            env=environment,
            capture_output=True,
            timeout=10,
            text=True,
            errors="replace",
            check=False,
        ).stdout.strip()
    except (OSError, subprocess.SubprocessError) as error:
        raise NodeProblem(f"Hooks need {_WANTED}, and {found} cannot be started: {error}. {_REMEDY}") from error
    version = re.match(r"v(\d+)\.(\d+)", said)
    if version is None:
        raise NodeProblem(f"Hooks need {_WANTED}, and {found} does not say its version ({said[:80]!r}). {_REMEDY}")
    if (int(version[1]), int(version[2])) < OLDEST:
        raise NodeProblem(f"Hooks need {_WANTED}, and {found} is {said}. {_REMEDY}")
    return found
