// What a usual tool call does without, all through one door: the bundler makes one file of it, beside the executable.
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
