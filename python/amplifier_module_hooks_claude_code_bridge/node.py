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
    found = locate_node(node_path)
    check_node(found)
    return found


def locate_node(node_path: str | None) -> str:
    """The path of a Node.js, whatever its version."""
    # What hooks exported is for the commands of the host: a project brings no Node.js of its own.
    found = shutil.which(node_path or "node", path=without_exports().get("PATH"))
    if found is None:
        where = f"node_path is {node_path!r}, where no program is" if node_path else "it is not on the PATH"
        raise NodeProblem(f"Hooks need {_WANTED}, and {where}. {_REMEDY}")
    return found


def check_node(found: str, said: object = None) -> None:
    """Raises NodeProblem unless it is new enough; by the version that it said, else it is started to ask for that."""
    said = said if isinstance(said, str) else _version_of(found)
    version = re.match(r"v(\d+)\.(\d+)", said)
    if version is None:
        raise NodeProblem(f"Hooks need {_WANTED}, and {found} does not say its version ({said[:80]!r}). {_REMEDY}")
    if (int(version[1]), int(version[2])) < OLDEST:
        raise NodeProblem(f"Hooks need {_WANTED}, and {found} is {said[:80]}. {_REMEDY}")


def _version_of(found: str) -> str:
    try:
        return subprocess.run(
            [found, "--version"],
            stdin=subprocess.DEVNULL,
            env=without_exports(),
            capture_output=True,
            timeout=10,
            text=True,
            errors="replace",
            check=False,
        ).stdout.strip()
    except (OSError, subprocess.SubprocessError) as error:
        raise NodeProblem(f"Hooks need {_WANTED}, and {found} cannot be started: {error}. {_REMEDY}") from error
