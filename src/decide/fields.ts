// The fields of a valid answer: which of them count for the event, and what they say.
import { hasOwnDecision, isMcpTool, type KnownEventRow } from '../events/index.js';
import type { Diagnostic, Hook } from '../nouns.js';
import { isRecord } from '../text/index.js';
import type { Answer } from './answer.js';
import { DENIES } from './codes.js';
import { note } from './messages.js';
import { type Circumstances, type Effects, type Part, STOCK_BLOCK } from './parts.js';

const STOCK_PERMISSION = 'Permission denied by hook';

/** The reason of the answer's own block or deny; `null` when it makes none. */
export function blockIn(answer: Answer, at: Circumstances): string | null {
  if (answer.specific['permissionDecision'] === 'deny') {
    return text(answer.specific['permissionDecisionReason']) || answer.reason || STOCK_BLOCK;
  }
  if (answer.permissionRequest?.behavior === 'deny')
    return answer.permissionRequest.message || STOCK_PERMISSION;
  if (answer.decision === 'block' && at.row.jsonBlock !== 'nothing') return answer.reason || STOCK_BLOCK;
  return null;
}

/** All fields of an answer that count for the event, whatever the exit code. */
export function fieldsOf(answer: Answer, at: Circumstances): Part {
  const { row, profile } = at;
  const { specific } = answer;
  const permission = permissionOf(answer, row);
  const deferred = permission.permission === 'defer';
  const context = [
    ...(row.context === 'log' || deferred ? [] : strings(specific['additionalContext'])),
    ...strings(answer.contextInjection),
    ...(row.systemMessage === 'model' ? strings(answer.systemMessage) : []),
  ];
  const shown =
    row.systemMessage === 'user' || (profile.systemMessage === 'always' && row.systemMessage !== 'model');
  return {
    ...permission,
    ...(context.length > 0 ? { context } : {}),
    ...(shown && answer.systemMessage ? { systemMessages: [answer.systemMessage] } : {}),
    ...(deferred ? {} : rewrites(answer, at)),
    hidePrompt: specific['suppressOriginalPrompt'] === true,
    output: { ...answer.universal, ...outputOf(specific) },
    stop: row.continueFalse && !answer.continues ? { reason: answer.stopReason } : null,
  };
}

function permissionOf(answer: Answer, row: KnownEventRow): Part {
  const request = answer.permissionRequest;
  if (request?.behavior === 'deny') return { interrupt: request.interrupt };
  if (request?.behavior === 'allow') {
    return {
      permission: 'allow',
      updatedInput: request.updatedInput,
      updatedPermissions: request.updatedPermissions,
    };
  }
  const value = answer.specific['permissionDecision'];
  const reason = text(answer.specific['permissionDecisionReason']) || null;
  if (value === 'allow' || value === 'ask' || value === 'defer') {
    // A legacy block in the same answer is found by blockIn and wins.
    return { permission: value, ...(value === 'ask' ? { reason: reason ?? answer.reason } : {}) };
  }
  return answer.decision === 'approve' && row.jsonBlock === 'deny' ? { permission: 'allow' } : {};
}

function rewrites(answer: Answer, at: Circumstances): Part {
  const { specific, newContent } = answer;
  const tool = at.input.tool;
  const known = at.row.specific ?? {};
  const part: { -readonly [K in 'updatedInput' | 'updatedOutput']?: Effects[K] } = {};
  if (isRecord(specific['updatedInput'])) part.updatedInput = specific['updatedInput'];
  if (specific['updatedToolOutput'] !== undefined)
    part.updatedOutput = { value: specific['updatedToolOutput'] };
  else if (specific['updatedMCPToolOutput'] !== undefined && tool !== null && isMcpTool(tool.name)) {
    part.updatedOutput = { value: specific['updatedMCPToolOutput'] };
  }
  if (newContent === null) return part;
  if ('updatedInput' in known && part.updatedInput === undefined && isRecord(tool?.input)) {
    const written = tool.input;
    const key = ['content', 'new_string', 'new_source'].find((name) => Object.hasOwn(written, name));
    if (key !== undefined) part.updatedInput = { ...written, [key]: newContent };
  }
  if ('updatedToolOutput' in known && part.updatedOutput === undefined)
    part.updatedOutput = { value: newContent };
  return part;
}

/** Fields of `hookSpecificOutput` that have no place of their own in the decision. */
const PLACED = new Set([
  'permissionDecision',
  'permissionDecisionReason',
  'updatedInput',
  'additionalContext',
  'decision',
  'updatedToolOutput',
  'updatedMCPToolOutput',
  'suppressOriginalPrompt',
]);

const outputOf = (specific: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> =>
  Object.fromEntries(Object.entries(specific).filter(([name]) => !PLACED.has(name)));

/** Fields of a valid answer that the event does not hear. */
export function ignoredFields(hook: Hook, answer: Answer, at: Circumstances): Diagnostic[] {
  const { row, profile, input } = at;
  const ignored = [
    answer.decision === 'block' && row.jsonBlock === 'nothing' ? '"decision": "block"' : null,
    !answer.continues && !row.continueFalse ? '"continue": false' : null,
    answer.systemMessage && row.systemMessage === 'log' && profile.systemMessage !== 'always'
      ? '"systemMessage"'
      : null,
    answer.needlessSpecific ? '"hookSpecificOutput"' : null,
    answer.specific['additionalContext'] && row.context === 'log' ? '"additionalContext"' : null,
    isNewContentUsed(answer, at)
      ? null
      : `"newContent"${input.tool === null ? '' : ` for ${input.tool.name}`}`,
    ...answer.unheard,
  ].filter((name) => name !== null);
  const heard = hasOwnDecision(row) ? `; it hears "hookSpecificOutput": {${DENIES}}` : '';
  return ignored.map((name) => {
    const instead = name.startsWith('"decision"') || name.includes('ermissionDecision') ? heard : '';
    return note(hook, 'field-ignored', `${name} has no effect on ${row.name}${instead}`);
  });
}

/** It stands for the text of a tool that writes, or for what a tool gave. */
function isNewContentUsed(answer: Answer, at: Circumstances): boolean {
  if (answer.newContent === null) return true;
  const without = rewrites({ ...answer, newContent: null }, at);
  return Object.keys(rewrites(answer, at)).length > Object.keys(without).length;
}

const text = (value: unknown): string => (typeof value === 'string' ? value : '');
const strings = (value: unknown): string[] => (typeof value === 'string' && value !== '' ? [value] : []);
