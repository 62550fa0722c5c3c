// Hooks in TOML, one `[[hooks]]` a hook.
import { fieldOf, linesOf, type ObjectTree, textOf } from '../text/index.js';
import { parseToml } from '../text/toml/index.js';
import { type Form, type IsOurs, refusal } from './form.js';
import type { WantedHook } from './wanted.js';

/** A table of the list, and the lines that it takes. */
interface Block {
  readonly event: string;
  readonly command: string;
  readonly from: number;
  /** Behind its last line. */
  readonly to: number;
}

export const tomlForm: Form = {
  all(text, file) {
    const positionOf = linesOf(text);
    return blocksOf(text, file).map(({ event, command, from }) => ({
      event,
      command,
      line: positionOf(from).line,
    }));
  },

  withHooks(text, wanted, isOurs) {
    const eol = text.includes('\r\n') ? '\r\n' : '\n';
    const own = ownBlocks(text, isOurs);
    const left = new Map(wanted.map((hook) => [hook.event, hook]));
    let now = '';
    let at = 0;
    for (const block of own) {
      const hook = left.get(block.event);
      if (hook === undefined) {
        // An event that the host no longer has, or one that stands there twice.
        now += text.slice(at, beforeBlank(text, block.from));
      } else {
        left.delete(block.event);
        now += text.slice(at, block.from) + written(hook, eol);
      }
      at = block.to;
    }
    now += text.slice(at);
    for (const hook of left.values()) now += `${gap(now, eol)}${written(hook, eol)}`;
    return now;
  },

  without(text, isOurs) {
    let now = '';
    let at = 0;
    for (const { from, to } of ownBlocks(text, isOurs)) {
      now += text.slice(at, Math.max(at, beforeBlank(text, from)));
      at = to;
    }
    return now + text.slice(at);
  },

  isBare: (text) => !/\S/.test(text),
};

const written = ({ event, command, matcher, timeout }: WantedHook, eol: string): string =>
  [
    '[[hooks]]',
    `event = ${JSON.stringify(event)}`,
    `command = ${JSON.stringify(command)}`,
    ...(matcher === null ? [] : [`matcher = ${JSON.stringify(matcher)}`]),
    ...(timeout === null ? [] : [`timeout = ${timeout}`]),
    '',
  ].join(eol);

/** What stands between the text so far and a new table: a blank line. */
const gap = (text: string, eol: string): string =>
  text === '' || /\n\r?\n$/.test(text) ? '' : text.endsWith('\n') ? eol : eol + eol;

/** Without the blank line that stands before an offset. */
const beforeBlank = (text: string, from: number): number =>
  from - (/(?<=\n)\r?\n$/.exec(text.slice(0, from))?.[0].length ?? 0);

const ownBlocks = (text: string, isOurs: IsOurs): readonly Block[] =>
  blocksOf(text, '').filter(({ command }) => isOurs(command));

function blocksOf(text: string, file: string): readonly Block[] {
  const toml = parseToml(text);
  if (!toml.ok) throw refusal(file, text, toml.at, `it is not valid TOML: ${toml.why}`);
  const hooks = toml.tree.kind === 'object' ? fieldOf(toml.tree, 'hooks') : undefined;
  if (hooks === undefined) return [];
  if (hooks.kind !== 'array' || !text.startsWith('[[', hooks.at))
    throw refusal(
      file,
      text,
      hooks.at,
      '"hooks" is not written as [[hooks]], so that nothing can be added to it',
    );
  return hooks.items.flatMap((item) => (item.kind === 'object' ? [blockOf(text, item)] : []));
}

function blockOf(text: string, table: ObjectTree): Block {
  const last = Math.max(table.at, ...table.entries.map(({ at }) => at));
  const end = text.indexOf('\n', last);
  return {
    event: textOf(fieldOf(table, 'event')) ?? '',
    command: textOf(fieldOf(table, 'command')) ?? '',
    from: table.at,
    to: end < 0 ? text.length : end + 1,
  };
}
