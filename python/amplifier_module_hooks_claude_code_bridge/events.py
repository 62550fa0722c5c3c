"""Which of Amplifier's events are heard, and when in the row of handlers."""

# Hooks judge before any other module acts: an approval dialog (-10) is for what hooks let through.
_JUDGE = -20
# After the modules that change what is passed on (redaction, 10), so that hooks see what the model will see, and
# before those that write it down (logging, 100; transcript, 900), so that these see what hooks made of it.
_HEAR = 20

_JUDGED = ("tool:pre", "prompt:submit")

EVENTS: tuple[str, ...] = (
    "session:start",
    "session:resume",
    "session:fork",
    "session:end",
    "prompt:submit",
    "provider:request",
    "provider:error",
    "content_block:end",
    "orchestrator:complete",
    "orchestrator:stop",
    "tool:pre",
    "tool:post",
    "tool:error",
    "tool:ask_user",
    "approval:required",
    "user:notification",
    "context:pre_compact",
    "context:compaction",
    "context:post_compact",
    "delegate:agent_spawned",
    "delegate:agent_completed",
    "task:agent_spawned",
    "task:agent_completed",
    "task:post",
    "skill:loaded",
    "skill:unloaded",
)

# What Amplifier asks before it acts; `fail_closed` denies these when hooks cannot be asked.
GATES = frozenset(_JUDGED)

# What a session begins with, also one that had ended.
BEGINNINGS = frozenset({"session:start", "session:resume"})


def priority(event: str) -> int:
    """Where the handler of an event stands; lower runs earlier."""
    return _JUDGE if event in GATES else _HEAR


def handler_name(event: str) -> str:
    """Unique for each event: the kernel keeps one unregister function for a name."""
    return f"claude-code-hooks:{event}"
