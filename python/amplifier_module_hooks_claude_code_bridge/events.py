"""Which of Amplifier's events are heard.

Made by `npm run docs` from src/hosts/amplifier/native-events.ts; do not edit.
"""

EVENTS: tuple[str, ...] = (
    "session:start",
    "session:resume",
    "session:fork",
    "session:end",
    "prompt:submit",
    "provider:request",
    "provider:error",
    "error:provider",
    "content_block:end",
    "orchestrator:complete",
    "orchestrator:stop",
    "tool:pre",
    "tool:post",
    "tool:error",
    "error:tool",
    "tool:ask_user",
    "approval:required",
    "user:notification",
    "context:pre_compact",
    "context:pre-compact",
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
GATES = frozenset({"prompt:submit", "tool:pre"})

# What hooks permit or deny; it is denied where they cannot be told of it.
PERMISSIONS = frozenset({"approval:required", "tool:ask_user", "tool:pre"})

# What a session begins with, also one that had ended.
BEGINNINGS = frozenset({"session:start", "session:resume"})
