// Events as other hosts spell them, for people who connect such a host.
import type { EventName } from './table.js';

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
