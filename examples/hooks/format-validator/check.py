"""Checks one file: python3 check.py KIND FILE. Prints the answer of the hook; exit code 3: cannot read this kind."""

import json
import re
import sys

NAMES = {"json": "JSON", "jsonc": "JSON with comments", "yaml": "YAML", "toml": "TOML"}
CANNOT_READ = 3


class Problem(Exception):
    """What is wrong with a file, and where; line and column count from 1."""

    def __init__(self, message, line, column):
        super().__init__(message)
        self.message = message
        self.line = line
        self.column = column


def no_constant(name):
    """Refuses NaN and Infinity, which are not JSON."""
    raise ValueError(name)


def check_json(text):
    """JSON."""
    try:
        json.loads(text, parse_constant=no_constant)
    except json.JSONDecodeError as error:
        raise Problem(error.msg, error.lineno, error.colno) from error
    except ValueError as error:
        outside_strings = re.sub(r'"(?:[^"\\]|\\.)*"', lambda match: "_" * len(match.group()), text)
        before = text[: outside_strings.index(str(error))]
        line = before.count("\n") + 1
        raise Problem(f"{error} is not a JSON value", line, len(before) - before.rfind("\n")) from error


def check_jsonc(text):
    """JSON in which comments and trailing commas are blanks, so that every position stays what it was."""

    def without_comment(match):
        piece = match.group()
        return piece if piece.startswith('"') else re.sub(r"[^\n\r]", " ", piece)

    string = r'"[^"\\\n\r]*(?:\\.[^"\\\n\r]*)*"?'
    text = re.sub(string + r"|//[^\n\r]*|/\*[\s\S]*?\*/", without_comment, text)
    check_json(re.sub(string + r"|,(?=\s*[}\]])", lambda match: " " if match.group() == "," else match.group(), text))


def check_yaml(text):
    """YAML, read with PyYAML where it is installed. Tags are not looked up, so every application's YAML passes."""
    try:
        import yaml  # pylint: disable=import-outside-toplevel
    except ImportError:
        sys.exit(CANNOT_READ)
    try:
        for _ in yaml.compose_all(text, Loader=yaml.SafeLoader):
            pass
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        message = ", ".join(part for part in (error.context, error.problem) if part)
        raise Problem(message, mark.line + 1, mark.column + 1) from error
    except yaml.reader.ReaderError as error:
        before = text[: error.position]
        line = before.count("\n") + 1
        raise Problem(error.reason, line, len(before) - before.rfind("\n")) from error


def check_toml(text):
    """TOML, read with tomllib, which Python has since 3.11."""
    try:
        import tomllib  # pylint: disable=import-outside-toplevel
    except ImportError:
        sys.exit(CANNOT_READ)
    try:
        tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        place = re.search(r" \(at line (\d+), column (\d+)\)$", str(error))
        if place:
            message = str(error)[: place.start()]
            raise Problem(message, int(place[1]), int(place[2])) from error
        lines = text.split("\n")
        message = str(error).replace(" (at end of document)", ", found the end of the file")
        raise Problem(message, len(lines), len(lines[-1]) + 1) from error


CHECKS = {"json": check_json, "jsonc": check_jsonc, "yaml": check_yaml, "toml": check_toml}


def check(kind, path):
    """Reads and checks one file."""
    with open(path, "rb") as file:
        content = file.read()
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        before = error.object[: error.start].decode("utf-8")
        line = before.count("\n") + 1
        raise Problem("the file is not valid UTF-8", line, len(before) - before.rfind("\n")) from error
    CHECKS[kind](text)


def main(kind, path):
    """Prints the answer, when there is something to say."""
    try:
        check(kind, path)
    except Problem as problem:
        name = NAMES[kind]
        answer = {
            "decision": "block",
            "reason": f"{path}:{problem.line}:{problem.column}: not valid {name}: {problem.message}",
            "systemMessage": f"⚠️ {name} does not parse: {path}",
        }
        print(json.dumps(answer))


if __name__ == "__main__":
    main(*sys.argv[1:])
