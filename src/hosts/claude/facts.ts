// The host `claude`, which hooks are written for: nothing is translated, and little is unlike hooks that stand there themselves.
import { EVENT_NAMES } from '../../events/index.js';
import type { AgentFacts } from '../agents/agent.js';
import { CLAUDE_SETTINGS } from './settings.js';

/** Events whose answers through `dispatch` were seen to be heard (`npm run hosts`). */
const SEEN = ['SessionStart', 'UserPromptSubmit', 'PreToolUse', 'PostToolUse', 'Stop'];

export const CLAUDE: AgentFacts = {
  name: 'claude',
  title: 'Claude Code',
  measured: '2.1.325',
  events: EVENT_NAMES.map((name) => ({
    theirs: name,
    ours: name,
    ways: {},
    ...(SEEN.includes(name) ? {} : { measured: false as const }),
  })),
  projectVariable: 'CLAUDE_PROJECT_DIR',
  tools: [],
  stopRounds: 8,
  settings: CLAUDE_SETTINGS,
  limits: [
    'A hook that states no limit of time has 30 seconds at UserPromptSubmit and 1.5 at SessionEnd there, whatever the hooks behind it state.',
    'One entry speaks for all hooks behind it: `asyncRewake` is waited for, and a hook that goes to the background by its first line holds the entry.',
    'Hooks that stand in its settings as well run twice.',
  ],
};
