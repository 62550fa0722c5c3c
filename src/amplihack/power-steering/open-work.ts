// What a session has left open.
import { readdirSync } from 'node:fs';
import { isRecord } from '../../text/index.js';
import type { ToolUse, Work } from './session.js';

const DONE = new Set(['completed', 'complete', 'done']);
const REMAINING =
  /next steps?\b|still needs?\b|left to do|remaining (?:work|tasks?|steps?)|follow-?ups?\b|\btodo:/i;
const UNFINISHED = /not (?:yet )?finished|\bincomplete\b|\bpartial(?:ly)?\b|need to continue/i;

const SOURCE = /\.(?:[cm]?[jt]sx?|py|rs|go|java|kt|swift|c|cc|cpp|h|hpp|cs|rb|php|scala|sh)$/i;
const EDITS = new Set(['write', 'edit', 'multiedit', 'notebookedit', 'create']);
const TEST_FOLDER = /^(?:tests?|specs?|__tests__)$/i;
const TEST_FILE = /(?:\.|_)(?:test|spec)\.\w+$|^test_\w+\.py$/i;
const TEST_COMMAND =
  /\b(?:npm|pnpm|yarn|bun|cargo|go|make|gradle|mvn|dotnet|deno|mix|swift)(?:\s+run)?\s+test|\b(?:pytest|vitest|jest|mocha|ctest|tox|rspec|phpunit)\b/;

/** In the words the agent is told. */
export function openWork(work: Work, root: string): readonly string[] {
  return [...openTodos(work.tools), ...announced(work.lastAssistantText), ...untested(work.tools, root)];
}

function openTodos(tools: readonly ToolUse[]): readonly string[] {
  const todos = tools.findLast(({ name }) => name === 'todowrite')?.input['todos'];
  if (!Array.isArray(todos)) return [];
  return todos
    .filter(isRecord)
    .filter(({ status }) => typeof status !== 'string' || !DONE.has(status.toLowerCase()))
    .map(
      ({ content }) =>
        `A to-do item is not completed: ${typeof content === 'string' ? content : 'without a text'}`,
    );
}

function announced(text: string): readonly string[] {
  return [
    ...(REMAINING.test(text) ? ['Your last message announces remaining work.'] : []),
    ...(UNFINISHED.test(text) ? ['Your last message says that something is unfinished.'] : []),
  ];
}

function untested(tools: readonly ToolUse[], root: string): readonly string[] {
  const edited = tools.findLastIndex(
    ({ name, input }) => EDITS.has(name) && [input['file_path'], input['path']].some(isSource),
  );
  const isTested = tools
    .slice(edited + 1)
    .some(({ name, input, succeeded }) => name === 'bash' && succeeded === true && isTest(input['command']));
  return edited === -1 || isTested || !hasTests(root)
    ? []
    : ['Source files were edited, and no test command has succeeded since.'];
}

const isSource = (path: unknown): boolean => typeof path === 'string' && SOURCE.test(path);
const isTest = (command: unknown): boolean => typeof command === 'string' && TEST_COMMAND.test(command);

/** Looked for where projects keep them: at the top and one folder below. */
function hasTests(root: string): boolean {
  const isTestName = (name: string): boolean => TEST_FOLDER.test(name) || TEST_FILE.test(name);
  try {
    return readdirSync(root, { withFileTypes: true }).some(
      (entry) =>
        isTestName(entry.name) ||
        (entry.isDirectory() &&
          !/^(?:\.|node_modules$)/.test(entry.name) &&
          readdirSync(`${root}/${entry.name}`).some(isTestName)),
    );
  } catch {
    return false;
  }
}
