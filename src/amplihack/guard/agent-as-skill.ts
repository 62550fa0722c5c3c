// T3: an agent called as if it were a skill.
import { lstatSync, readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { realWithin, textIn } from '../../files/index.js';
import { isRecord } from '../../text/index.js';
import { type Context, home, isBlank } from '../context.js';
import { AGENT_NAMES } from './agents.js';

const MAX_DEPTH = 8;
const MAX_ENTRIES = 20_000;

/** What is wrong with the call; `null`: nothing. */
export function agentAsSkill(toolInput: unknown, context: Context): string | null {
  const name = isRecord(toolInput) ? skillName(toolInput) : null;
  if (name === null || !AGENT_NAMES.has(name) || skillExists(name, context)) return null;
  return `"${name}" is an agent, not a skill. Call it with the agent (Task) tool as "amplihack:${name}".`;
}

function skillName({ skill, name }: Readonly<Record<string, unknown>>): string | null {
  if (typeof skill === 'string') return skill;
  return typeof name === 'string' ? name : null;
}

function skillExists(name: string, context: Context): boolean {
  const budget = { entries: MAX_ENTRIES };
  return skillFolders(context).some(
    (folder) => isFolder(folder, context.root) && holdsSkill(folder, name, MAX_DEPTH, budget),
  );
}

function skillFolders(context: Context): readonly string[] {
  const own = home(context);
  const installed = context.env['AMPLIHACK_HOME'] ?? '';
  const bundles = [
    ...(isBlank(installed) ? [] : [resolve(context.root, installed)]),
    ...(own === null ? [] : [join(own, '.amplihack')]),
    context.root,
  ];
  return [
    ...bundles.flatMap((folder) => [join(folder, 'skills'), join(folder, 'amplifier-bundle', 'skills')]),
    ...[context.root, ...(own === null ? [] : [own])].map((folder) => join(folder, '.claude', 'skills')),
  ];
}

/** Links are not followed, so nothing is walked twice and nothing outside is read. */
function isFolder(path: string, root: string): boolean {
  try {
    if (path.startsWith(`${root}/`)) realWithin(root, path);
    return lstatSync(path).isDirectory();
  } catch {
    return false;
  }
}

function holdsSkill(folder: string, name: string, depth: number, budget: { entries: number }): boolean {
  for (const entry of entriesOf(folder)) {
    budget.entries -= 1;
    if (budget.entries < 0) return false;
    const path = join(folder, entry.name);
    if (entry.isFile() && entry.name === 'SKILL.md' && nameIn(textIn(path) ?? '') === name) return true;
    if (entry.isDirectory() && depth > 0 && holdsSkill(path, name, depth - 1, budget)) return true;
  }
  return false;
}

function entriesOf(folder: string) {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    return [];
  }
}

/** `name:` in the leading block between two lines `---`. */
function nameIn(text: string): string | null {
  const [first, ...lines] = text.replace(/^\uFEFF/, '').split(/\r?\n/, 200);
  const end = lines.findIndex((line) => line.trimEnd() === '---');
  if (first?.trimEnd() !== '---' || end === -1) return null;
  const line = lines.slice(0, end).find((each) => each.startsWith('name:'));
  if (line === undefined) return null;
  const value = line.slice('name:'.length).trim();
  const quoted = /^(["'])(.*)\1(?:\s+#.*)?$/.exec(value);
  return quoted?.[2] ?? value.replace(/\s+#.*$/, '');
}
