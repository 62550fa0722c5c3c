#!/usr/bin/env python3
"""A host in 30 lines: asks the hooks of this folder about a shell command.

    python3 host.py 'rm -rf /'                      starts `amplifier-hooks serve`
    python3 host.py 'rm -rf /' node sidecar.cjs     starts another sidecar
"""
import itertools, json, os, subprocess, sys

start = sys.argv[2:] or ["amplifier-hooks", "serve"]
sidecar = subprocess.Popen(start, stdin=subprocess.PIPE, stdout=subprocess.PIPE, encoding="utf-8")
ids = itertools.count(1)

def send(message):
    sidecar.stdin.write(json.dumps({"jsonrpc": "2.0", **message}) + "\n")
    sidecar.stdin.flush()

def ask(method, **params):
    call = next(ids)
    send({"id": call, "method": method, "params": params})
    for message in map(json.loads, sidecar.stdout):
        if message.get("method") == "log":
            print(message["params"]["message"], file=sys.stderr)
        elif "method" in message and "id" in message:  # it asks something of this host, which offers nothing
            send({"id": message["id"], "error": {"code": -32601, "message": "not offered"}})
        elif message.get("id") == call:
            return message["result"] if "result" in message else sys.exit(message["error"]["message"])
    sys.exit("the sidecar ended")

ask("initialize", protocol=[1], host={"name": "host.py", "version": "1"}, format="claude")
ask("session/open", session="example", cwd=os.getcwd())
event = {"hook_event_name": "PreToolUse", "tool_name": "Bash", "tool_input": {"command": sys.argv[1]}}
answer = ask("event", session="example", input=event)["result"]
said = json.loads(answer["stdout"] or "{}").get("hookSpecificOutput", {}) if answer else {}
print(said.get("permissionDecision", "no objection"), said.get("permissionDecisionReason", ""))
ask("shutdown")
