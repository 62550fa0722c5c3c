// Events as other hosts spell them, for people who connect such a host.
import { similarName } from '../text/index.js';
import { EVENT_NAMES, type EventName } from './table.js';

/** By host, what each of its events corresponds to; `null`: nothing. */
export const FOREIGN_EVENTS: Readonly<Record<string, Readonly<Record<string, EventName | null>>>> = {
  'Gemini CLI': {
    BeforeTool: 'PreToolUse',
    AfterTool: 'PostToolUse',
    BeforeAgent: 'UserPromptSubmit',
    AfterAgent: 'Stop',
    PreCompress: 'PreCompact',
    BeforeModel: null,
    AfterModel: null,
    BeforeToolSelection: null,
  },
  Cursor: {
    beforeShellExecution: 'PreToolUse',
    afterShellExecution: 'PostToolUse',
    beforeMCPExecution: 'PreToolUse',
    afterMCPExecution: 'PostToolUse',
    beforeReadFile: 'PreToolUse',
    afterFileEdit: 'PostToolUse',
    beforeSubmitPrompt: 'UserPromptSubmit',
    afterAgentResponse: null,
    afterAgentThought: null,
    beforeTabFileRead: null,
    afterTabFileEdit: null,
    workspaceOpen: null,
  },
  'GitHub Copilot': {
    userPromptSubmitted: 'UserPromptSubmit',
    agentStop: 'Stop',
    userPromptTransformed: null,
    errorOccurred: null,
  },
};

/** What to tell whoever sends an event that nobody knows. */
export function aboutUnknown(name: string): string {
  for (const [host, events] of Object.entries(FOREIGN_EVENTS)) {
    const event = Object.hasOwn(events, name) ? events[name] : undefined;
    if (event === null) return `It is an event of ${host} that none here corresponds to.`;
    if (event !== undefined) return `It is how ${host} spells ${event}.`;
  }
  const meant = similarName(name, EVENT_NAMES);
  return meant === null ? 'It may be one of a newer host.' : `Did you mean ${meant}?`;
}
