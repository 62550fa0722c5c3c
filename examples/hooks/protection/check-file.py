#!/usr/bin/env python3
"""PreToolUse hook for Edit and Write: blocks changes to files that only a person should change.

Exit codes: 0 the file may be written, 2 it is blocked, 1 this hook could not do its job (nothing is blocked).
"""

import json
import os
import sys
from fnmatch import fnmatchcase

# Names of files and folders, compared in lower case with every part of a path: what lies in such a folder is
# protected too. "*" and "?" are wildcards.
PROTECTED = (".env.production", ".env.production.*", "package-lock.json", ".git")


def read_event():
    """The event on stdin, or None when it is not a JSON object."""
    try:
        event = json.loads(sys.stdin.buffer.read())
    except (ValueError, RecursionError):
        return None
    return event if isinstance(event, dict) else None


def text(value):
    """A value that is a string, else the empty string."""
    return value if isinstance(value, str) else ""


def possible_targets(file_path, cwd):
    """Every file that a tool may end up writing: ".." taken literally, and all links followed."""
    for path in (file_path, os.path.expanduser(file_path)):
        path = os.path.join(cwd, path)
        yield os.path.normpath(path)
        yield os.path.realpath(path)
        yield os.path.realpath(os.path.normpath(path))


def with_parents(path):
    """The path, its folder, the folder of that, up to the root."""
    while True:
        yield path
        parent = os.path.dirname(path)
        if parent == path:
            return
        path = parent


def is_git_directory(path):
    """Git data under any name, such as a bare repository "site.git"; a mere folder "my.git" is none."""
    return all(os.path.exists(os.path.join(path, name)) for name in ("HEAD", "objects", "refs"))


def contains(folder, path):
    """Whether a real path lies in the folder, or is the folder."""
    folder = os.path.realpath(folder)
    return os.path.commonpath([folder, path]) == folder


def is_same_file(path, other):
    """Whether two paths lead to one file: finds hard links, and other spellings where case does not count."""
    try:
        return os.path.samefile(path, other)
    except OSError:
        return False


def is_protected(target, project):
    """Whether the path, or a folder it lies in, is protected."""
    for path in with_parents(target):
        name = os.path.basename(path).casefold()
        if any(fnmatchcase(name, pattern) for pattern in PROTECTED):
            return True
        # A project checked out inside a bare repository is not itself git data.
        if is_git_directory(path) and not contains(path, project):
            return True
        if any(is_same_file(path, os.path.join(project, pattern)) for pattern in PROTECTED):
            return True
    return False


def main():
    """Judges one event; returns the exit code."""
    event = read_event()
    if event is None:
        print("protection: nothing was checked: the event on stdin is not a JSON object.", file=sys.stderr)
        return 1
    tool_input = event.get("tool_input")
    file_path = text(tool_input.get("file_path")) if isinstance(tool_input, dict) else ""
    if not file_path:
        return 0

    cwd = text(event.get("cwd"))
    if not os.path.isabs(cwd):
        cwd = os.getcwd()
    project = os.path.realpath(
        os.environ.get("AMPLIFIER_PROJECT_DIR") or os.environ.get("CLAUDE_PROJECT_DIR") or cwd
    )
    try:
        blocked = any(is_protected(target, project) for target in possible_targets(file_path, cwd))
    except ValueError as error:
        print(f"protection: nothing was checked: {file_path!a} cannot be a path: {error}.", file=sys.stderr)
        return 1
    if not blocked:
        return 0

    reason = f"Cannot modify protected file: {file_path}"
    answer = {
        "decision": "block",
        "reason": reason,
        "systemMessage": "⛔ Protected file - manual approval required",
    }
    print(json.dumps(answer), flush=True)
    # For hosts that read only stderr beside exit code 2.
    print(ascii(reason)[1:-1], file=sys.stderr)
    return 2


if __name__ == "__main__":
    sys.exit(main())
