// What a usual tool call does without. All of it is loaded from here, and so is one file beside the executable: with a
// second door, the bundler would split off what the two have in common, and every tool call would read a file more.
export { agentAsSkill } from './guard/agent-as-skill.js';
export { protectedBranch } from './guard/protected-branch.js';
export { preCompact } from './handlers/pre-compact.js';
export { sessionStart } from './handlers/session-start.js';
export { sessionStop } from './handlers/session-stop.js';
export { APPROVE, stop } from './handlers/stop.js';
export { userPromptSubmit } from './handlers/user-prompt-submit.js';
export { workflowClassificationReminder } from './handlers/workflow-classification-reminder.js';
export { lockCommand } from './lock-mode/command.js';
export { ownVariables } from './own/variable.js';
