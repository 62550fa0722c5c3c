"""Runs scenarios.json against the published amplifier-core kernel and writes observed.json.

Run by hand, in an environment that has amplifier-core installed:

    python -m venv venv && venv/bin/pip install amplifier-core
    venv/bin/python src/kernel/testing/observe.py
    npx biome check --write src/kernel/testing
"""

import asyncio
import importlib.metadata
import json
import logging
import re
from pathlib import Path

from amplifier_core import HookRegistry, ModuleCoordinator
from amplifier_core.approval import ApprovalTimeoutError
from amplifier_core.models import HookResult

HERE = Path(__file__).parent
STAMP = re.compile(r"^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(\+00:00|Z)$")


def without_clock(value):
    """Times differ from run to run; that one is there does not."""
    if isinstance(value, dict):
        return {key: without_clock(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [without_clock(item) for item in value]
    if isinstance(value, str) and STAMP.match(value):
        return "<now>"
    return value


def wire(result):
    """Only what differs from the defaults, so that the file stays readable."""
    return without_clock(result.model_dump(exclude_defaults=True))


class RegistryRun:
    def __init__(self):
        self.registry = HookRegistry()
        self.calls = []
        self.returned = []
        self.disposers = {}

    def handler(self, does):
        name = does["register"]

        def act(event, data):
            self.calls.append([name, event, without_clock(data)])
            if "mutate" in does:
                data.update(does["mutate"])
                data.get("nested", {}).update(does["mutate"])
            for step in does.get("meanwhile", []):
                self.change(step)
            if "raise" in does:
                raise RuntimeError(does["raise"])
            if "circular" in does:
                answer = dict(does["circular"])
                answer["data"] = {"self": answer}
                return answer
            return does.get("answer")

        async def act_later(event, data):
            answer = act(event, data)
            if does.get("hang"):
                await asyncio.sleep(3600)
            return answer

        return act if does.get("sync") else act_later

    def change(self, step):
        if "register" in step:
            name = step["register"]
            event = step.get("event", "e")
            dispose = self.registry.register(event, self.handler(step), step.get("priority", 0), name)
            self.disposers[name] = dispose
        elif "unregister" in step:
            self.registry.unregister(step["unregister"])
        elif "dispose" in step:
            self.disposers[step["dispose"]]()
        elif "defaults" in step:
            self.registry.set_default_fields(**step["defaults"])
        else:
            raise ValueError(f"unknown step: {step}")

    async def take(self, step):
        event = step.get("event", "e")
        if "emit" in step:
            self.returned.append(wire(await self.registry.emit(event, step["emit"])))
        elif "collect" in step:
            found = await self.registry.emit_and_collect(event, step["collect"], step.get("timeout", 1.0))
            self.returned.append(without_clock(found))
        elif "list" in step:
            self.returned.append(self.registry.list_handlers(step["list"]))
        else:
            self.change(step)


async def observe_registry(scenario):
    run = RegistryRun()
    for step in scenario["steps"]:
        await run.take(step)
    return {"returned": run.returned, "calls": run.calls}


class Surroundings:
    """The session, context, display and approval systems of one processing scenario."""

    def __init__(self, scenario):
        self.scenario = scenario
        self.config = {"session": scenario.get("session", {})}
        self.session_id = "session"
        self.parent_id = None
        self.calls = []

    async def add_message(self, message):
        self.calls.append(["add_message", without_clock(message)])
        if self.scenario.get("context") == "fails":
            raise RuntimeError("context is full")

    def show_message(self, message, level, source):
        self.calls.append(["show_message", message, level, source])
        if self.scenario.get("display") == "fails":
            raise RuntimeError("no screen")

    async def request_approval(self, prompt, options, timeout, default):
        self.calls.append(["request_approval", prompt, list(options), timeout, default])
        approval = self.scenario["approval"]
        if approval.get("times_out"):
            raise ApprovalTimeoutError("no answer")
        if "raises" in approval:
            raise RuntimeError(approval["raises"])
        return approval["answer"]


class LogCounter(logging.Handler):
    def __init__(self):
        super().__init__()
        self.audits = 0
        self.over_budget = 0

    def emit(self, record):
        text = record.getMessage().lower()
        self.audits += "hook context injection" in text
        self.over_budget += "budget exceeded" in text


async def observe_processing(scenario, counter):
    around = Surroundings(scenario)
    coordinator = ModuleCoordinator(
        around,
        around if "approval" in scenario else None,
        around if scenario.get("display", "works") != "absent" else None,
    )
    if scenario.get("context", "works") != "absent":
        coordinator.mount_points["context"] = around
    counter.audits = counter.over_budget = 0
    returned = []
    for step in scenario["process"]:
        try:
            result = HookResult(**step["result"])
            returned.append(wire(await coordinator.process_hook_result(result, step["event"], step["hook"])))
        except (RuntimeError, ValueError) as error:
            returned.append({"error": type(error).__name__})
    return {
        "returned": returned,
        "calls": around.calls,
        "tokens": coordinator._current_turn_injections,
        "audits": counter.audits,
        "over_budget": counter.over_budget,
    }


async def main():
    scenarios = json.loads((HERE / "scenarios.json").read_text())
    counter = LogCounter()
    logging.getLogger().addHandler(counter)
    logging.getLogger().setLevel(logging.INFO)
    observed = {
        "kernel": f"amplifier-core {importlib.metadata.version('amplifier-core')}",
        "registry": {s["name"]: await observe_registry(s) for s in scenarios["registry"]},
        "processing": {s["name"]: await observe_processing(s, counter) for s in scenarios["processing"]},
    }
    (HERE / "observed.json").write_text(json.dumps(observed, sort_keys=True))


asyncio.run(main())
