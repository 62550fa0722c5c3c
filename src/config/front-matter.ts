// Hooks in the front matter of skills and agents.
import { basename, dirname, extname } from 'node:path';
import { readText } from '../files/index.js';
import type { HookSource } from '../nouns.js';
import { entryOf, textOf } from '../text/index.js';
import { parseYaml, type Yaml } from '../text/yaml/index.js';
import { dropIfGuardBroken, readEventMap } from './document.js';
import { type Rules, Sheet } from './sheet.js';

interface Block {
  readonly text: string;
  readonly start: number;
}

/** Reads the hooks of a skill or agent file; `null`: there is no such file. */
export function readFrontMatter(
  file: string,
  rules: Rules,
  sourceFor: (owner: string) => HookSource,
): Sheet | null {
  const read = readText(file);
  if (read.state === 'absent') return null;
  // A skill is called by its folder, an agent or a command by its file.
  const usual = basename(file) === 'SKILL.md' ? basename(dirname(file)) : basename(file, extname(file));
  const front = read.state === 'text' ? frontMatter(read.text) : null;
  const parsed = front === null || front === 'unclosed' ? null : parseYaml(front.text, front.start);
  const name = parsed?.ok === true ? nameIn(parsed) : nameInText(front);
  const sheet = new Sheet(sourceFor(name ?? usual), rules, read.text);

  if (read.state === 'broken') sheet.drop(read.code, read.at, read.message);
  else if (read.text.trim() === '')
    sheet.drop('file-empty', null, `${file} is empty: no hook of it can be used`);
  else if (front === 'unclosed') {
    const message = `The front matter of ${file} has no closing line; it was not read`;
    sheet.report('front-matter-unclosed', 0, message);
    // It may be a file that is half written, or a rule above a text without front matter, which is no error.
    sheet.broken = message;
  } else if (front !== null && parsed !== null) readHooks(sheet, front, parsed);
  dropIfGuardBroken(sheet);
  return sheet;
}

function readHooks(sheet: Sheet, front: Block, parsed: Yaml): void {
  const usable = parsed.ok ? parsed : readAlone(sheet, front, parsed);
  if (usable?.ok !== true || usable.tree.kind !== 'object') return;
  const hooks = entryOf(usable.tree, 'hooks');
  if (hooks === undefined) return;
  if (hooks.value.kind === 'scalar' && hooks.value.value === null)
    sheet.report('no-hooks', hooks.at, '"hooks" is empty');
  else readEventMap(sheet, hooks.value);
}

/** Front matter whose other keys are no valid YAML must not cost the hooks: they are read on their own. */
function readAlone(sheet: Sheet, front: Block, broken: Yaml & { ok: false }): Yaml | null {
  const block = hooksBlock(front);
  if (block === null) return null;
  const parsed = parseYaml(block.text, block.start);
  if (!parsed.ok) {
    const message = `The "hooks" of ${sheet.source.file} are not valid YAML: ${parsed.why}; none of them is used`;
    sheet.drop('front-matter-unreadable', parsed.at, message);
    return null;
  }
  const message = `The front matter of ${sheet.source.file} is not valid YAML: ${broken.why}; its "hooks" were read on their own`;
  sheet.report('front-matter-invalid', broken.at, message);
  return parsed;
}

function frontMatter(text: string): Block | 'unclosed' | null {
  const opening = /^---[ \t]*\r?\n/.exec(text)?.[0];
  if (opening === undefined) return null;
  const closing = /^(?:---|\.\.\.)[ \t]*\r?$/gm;
  closing.lastIndex = opening.length;
  const end = closing.exec(text);
  return end === null ? 'unclosed' : { text: text.slice(opening.length, end.index), start: opening.length };
}

/** Whether the front matter of a text may say something of hooks; most does not, and need not be parsed. */
export function frontMatterMentionsHooks(text: string): boolean {
  const front = frontMatter(text);
  return front !== null && /\bhooks\b/.test(front === 'unclosed' ? text : front.text);
}

/** The lines from `hooks:` up to the next key at the left margin. */
function hooksBlock({ text, start }: Block): Block | null {
  const key = /^hooks[ \t]*:/m.exec(text);
  if (key === null) return null;
  const rest = text.slice(key.index);
  const next = /\n(?=[^\s#-])/.exec(rest);
  return { text: next === null ? rest : rest.slice(0, next.index + 1), start: start + key.index };
}

/** The name in front matter that is not valid YAML. */
function nameInText(front: Block | 'unclosed' | null): string | null {
  if (front === null || front === 'unclosed') return null;
  return /^name[ \t]*:[ \t]*["']?([^"'#\r\n]+?)["']?[ \t]*\r?$/m.exec(front.text)?.[1] ?? null;
}

function nameIn(parsed: Yaml & { ok: true }): string | null {
  if (parsed.tree.kind !== 'object') return null;
  const name = textOf(entryOf(parsed.tree, 'name')?.value);
  return name === null || name === '' ? null : name;
}
