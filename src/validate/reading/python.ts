// Reads a Python script as far as text tells.
import { type Blanked, blankPython, callsIn, firstOf, literal } from './blank.js';
import { eventHolder } from './event-names.js';
import { secretsIn } from './secrets.js';
import { type Reading, type Seen, TERMINAL } from './seen.js';

/** What a Python text does. */
export function readPython(text: string): Reading {
  const blanked = blankPython(text);
  const seen: Seen[] = [
    ...exits(blanked),
    ...prints(blanked),
    ...variables(blanked),
    ...fields(blanked),
    ...files(blanked),
    ...parses(blanked),
    ...starts(blanked),
    ...waits(blanked),
    ...secretsIn(blanked),
  ];
  for (const { index: at } of blanked.bare.matchAll(/\bsys\.stdin\b|\bopen\(0\b/g))
    seen.push({ kind: 'stdin', at });
  for (const { index: at } of blanked.bare.matchAll(/^[ \t]*while[ \t]+(?:True|1)[ \t]*:/gm))
    if (!leaves(blanked.bare, at)) seen.push({ kind: 'endless', at });
  return {
    language: 'python',
    code: blanked.code,
    seen: seen.sort((a, b) => a.at - b.at),
    syntaxError: null,
    comment: blanked.comment,
  };
}

const indentAt = (bare: string, at: number): number => {
  const start = bare.lastIndexOf('\n', at - 1) + 1;
  return /^[ \t]*/.exec(bare.slice(start))?.[0].length ?? 0;
};

/** Lines of one block share this number: it is that of the last line before that is indented less. */
function blockOf(bare: string, at: number): number {
  const indent = indentAt(bare, at);
  let end = bare.lastIndexOf('\n', at - 1);
  while (end > 0) {
    const start = bare.lastIndexOf('\n', end - 1) + 1;
    const line = bare.slice(start, end);
    if (line.trim() !== '' && (/^[ \t]*/.exec(line)?.[0].length ?? 0) < indent) return start;
    end = start - 1;
  }
  return 0;
}

/** Whether a `try:` is around this place. */
function inTry(bare: string, at: number): boolean {
  let [place, indent] = [at, indentAt(bare, at)];
  while (indent > 0) {
    const head = blockOf(bare, place);
    if (/^[ \t]*try[ \t]*:/.test(bare.slice(head))) return true;
    const next = indentAt(bare, head + 1);
    if (next >= indent) return false;
    [place, indent] = [head + next + 1, next];
  }
  return false;
}

function exits(blanked: Blanked): Seen[] {
  const { bare, code } = blanked;
  const calls = callsIn(blanked, /sys\.exit|os\._exit|exit|quit|SystemExit/);
  const found = calls.flatMap(({ at, args }): Seen[] => {
    const block = blockOf(bare, at);
    const value = args.trim();
    const exit = (number: number | null): Seen => ({
      kind: 'exit',
      at,
      code: number,
      passedOn: false,
      block,
    });
    if (value === '') return [exit(0)];
    if (/^-?\d+$/.test(value)) return [exit(Number(value))];
    if (/\breturncode\b/.test(value)) return [{ kind: 'exit', at, code: null, passedOn: true, block }];
    if (/^[rbf]?["']|^str\(/.test(value))
      return [{ kind: 'print', at, to: 'stderr', text: value, block }, exit(1)];
    return [exit(namedNumber(code, value))];
  });
  if (!calls.some(({ args }) => /^\s*\w+\(.*\)\s*$/s.test(args))) return found;
  const returns = [...bare.matchAll(/^[ \t]+return[ \t]+(\d+)[ \t]*$/gm)];
  return [
    ...found,
    ...returns.map(
      (match): Seen => ({
        kind: 'exit',
        at: match.index + match[0].length - (match[1]?.length ?? 0),
        code: Number(match[1]),
        passedOn: false,
        block: blockOf(bare, match.index + 1),
      }),
    ),
  ];
}

/** The number a name stands for. */
function namedNumber(code: string, name: string): number | null {
  const number = /^\w+$/.test(name)
    ? new RegExp(`^${name}\\s*=\\s*(\\d+)\\s*$`, 'm').exec(code)?.[1]
    : undefined;
  return number === undefined ? null : Number(number);
}

function prints(blanked: Blanked): Seen[] {
  const { bare } = blanked;
  return callsIn(blanked, /print|sys\.stdout\.write|sys\.stderr\.write|json\.dump/).flatMap(
    ({ at, name, args }): Seen[] => {
      if (name === 'json.dump' && !/sys\.std(?:out|err)/.test(args)) return [];
      const toFile = /\bfile\s*=\s*(?!sys\.std)/.test(args);
      if (toFile) return [{ kind: 'written', at, target: args, content: args }];
      const to = name === 'sys.stderr.write' || /sys\.stderr/.test(args) ? 'stderr' : 'stdout';
      return [{ kind: 'print', at, to, text: args, block: blockOf(bare, at) }];
    },
  );
}

function variables({ code }: Blanked): Seen[] {
  const pattern = /\bos\.(?:environ\.get\(|getenv\(|environ\[)\s*["'](\w+)["']\s*(,)?/g;
  return [...code.matchAll(pattern)].map(
    ({ index: at, 1: name = '', 2: comma }): Seen => ({
      kind: 'variable',
      at,
      name,
      splits: false,
      hasDefault: comma !== undefined,
    }),
  );
}

function fields({ code, bare }: Blanked): Seen[] {
  const isEvent = eventHolder(code);
  const named = [...code.matchAll(/(\.get\(|\.pop\(|\[)\s*["'](\w+)["']\s*\]?/g)];
  return named
    .filter(({ index, 1: how }) => bare[index] !== ' ' && (how !== '[' || isIndexed(bare, index)))
    .filter(({ index }) => !/os\.environ$/.test(code.slice(0, index)))
    .filter(({ 0: whole, index }) => !/^\s*=[^=]/.test(code.slice(index + whole.length)))
    .map(({ index: at, 1: how, 2: name = '' }): Seen => {
      const failing = how === '[' && !inTry(bare, at);
      const holder = /(?<![\w.)\]])(\w+)$/.exec(code.slice(Math.max(0, at - 60), at))?.[1] ?? '';
      const asked = new RegExp(`["']${name}["'] (?:not )?in\\b`).test(code);
      return {
        kind: 'field',
        at,
        name,
        bare: failing,
        ofEvent: isEvent(holder),
        optional: !failing || asked,
      };
    });
}

/** `event["x"]` rather than a list that begins with "x". */
const isIndexed = (bare: string, at: number): boolean => /[\w)\]]$/.test(bare.slice(0, at));

function files(blanked: Blanked): Seen[] {
  const opened = callsIn(blanked, /open|io\.open/).filter(({ args }) =>
    /,\s*(?:mode\s*=\s*)?["'][rb+]*[wax]/.test(args),
  );
  const others = callsIn(
    blanked,
    /os\.(?:remove|unlink|rename|replace|chmod|makedirs|mkdir|rmdir)|shutil\.(?:copy\w*|move|rmtree)/,
  );
  const methods = [
    ...blanked.bare.matchAll(/[\w)\]]+\.(?:write_text|write_bytes|unlink|touch|mkdir|open)\(/g),
  ];
  return [
    ...[...opened, ...others].map(
      ({ at, args }): Seen => ({
        kind: 'written',
        at,
        target: firstOf(args),
        content: contentOf(blanked, at),
      }),
    ),
    ...methods
      .filter(
        ({ 0: text, index }) =>
          !text.endsWith('.open(') || /["'][wax]/.test(blanked.code.slice(index, index + 80)),
      )
      .filter(({ index }) => !/^(?:os|shutil|io)\./.test(blanked.bare.slice(index)))
      .map(
        ({ index: at }): Seen => ({
          kind: 'written',
          at,
          target: lineAt(blanked.code, at),
          content: lineAt(blanked.code, at),
        }),
      ),
  ];
}

const lineAt = (code: string, at: number): string =>
  code.slice(code.lastIndexOf('\n', at) + 1, code.indexOf('\n', at) < 0 ? undefined : code.indexOf('\n', at));

/** What is written within the lines below. */
function contentOf({ code, bare }: Blanked, at: number): string {
  const indent = indentAt(bare, at);
  const lines = code.slice(at).split('\n').slice(1, 6);
  const inside = lines.filter((line) => (/^[ \t]*/.exec(line)?.[0].length ?? 0) > indent);
  return inside.filter((line) => /write|dump|print/.test(line)).join('\n');
}

function parses(blanked: Blanked): Seen[] {
  return callsIn(blanked, /json\.loads?|orjson\.loads/).map(
    ({ at, name }): Seen => ({ kind: 'parsed', at, guarded: inTry(blanked.bare, at), by: name }),
  );
}

function starts(blanked: Blanked): Seen[] {
  const seen: Seen[] = [];
  for (const { at, args } of callsIn(blanked, /subprocess\.(?:run|call|check_call|check_output|Popen)/)) {
    const first = firstOf(args);
    const name = /^\s*\[\s*["']([\w.+-]+)["']/.exec(first)?.[1] ?? literal(first)?.split(/\s/)[0];
    if (name !== undefined && /^[\w.+-]+$/.test(name))
      seen.push({ kind: 'program', at, name, caught: inTry(blanked.bare, at) });
    if (/shell\s*=\s*True/.test(args) && literal(first) === null)
      seen.push({ kind: 'evaluated', at, what: 'a shell gets a command that is put together when it runs' });
  }
  for (const { at, name, args } of callsIn(blanked, /os\.system|os\.popen|eval|exec/)) {
    const text = literal(args);
    const program = text?.split(/\s/)[0];
    if (text === null)
      seen.push({ kind: 'evaluated', at, what: `${name} gets text that is only known when it runs` });
    else if (name.startsWith('os.') && program !== undefined && /^[\w.+-]+$/.test(program))
      seen.push({ kind: 'program', at, name: program, caught: inTry(blanked.bare, at) });
  }
  for (const { at, args } of callsIn(blanked, /shutil\.which/)) {
    const name = literal(firstOf(args));
    if (name !== null) seen.push({ kind: 'asked', at, name });
  }
  return seen;
}

function waits(blanked: Blanked): Seen[] {
  const found: Seen[] = [];
  for (const { at, args } of callsIn(blanked, /time\.sleep/))
    if (!(Number(args) < 5))
      found.push({ kind: 'waits', at, why: `it sleeps for ${args.trim()} seconds`, forEver: false });
  for (const { at } of callsIn(blanked, /input/))
    found.push({ kind: 'waits', at, why: 'it waits for somebody to type', forEver: false });
  for (const { at, args } of callsIn(blanked, /open/))
    if (/^\s*["']\/dev\/tty["']\s*(?:,\s*["'][rb+]*["']\s*)?$/.test(args))
      found.push({ kind: 'waits', at, why: TERMINAL, forEver: true });
  for (const { at, args } of callsIn(
    blanked,
    /(?:requests|httpx)\.(?:get|post|put|request)|urllib\.request\.urlopen/,
  ))
    if (!/timeout\s*=/.test(args))
      found.push({ kind: 'waits', at, why: 'a network request has no timeout', forEver: false });
  return found;
}

/** Whether a loop has a way out. */
function leaves(bare: string, at: number): boolean {
  const indent = indentAt(bare, at + 1);
  const lines = bare.slice(at).replace(/^\n/, '').split('\n');
  const rest = lines.slice(1);
  const end = rest.findIndex(
    (line) => line.trim() !== '' && (/^[ \t]*/.exec(line)?.[0].length ?? 0) <= indent,
  );
  const body = rest.slice(0, end < 0 ? undefined : end).join('\n');
  return /\b(?:break|return|raise|sys\.exit|exit|quit|os\._exit)\b/.test(body);
}
