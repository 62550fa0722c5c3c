// Reads a JavaScript script as far as text tells.
import { type Blanked, blankJavaScript, callsIn, closing, firstOf, literal } from './blank.js';
import { eventHolder } from './event-names.js';
import { secretsIn } from './secrets.js';
import { type Reading, type Seen, TERMINAL } from './seen.js';

/** What a JavaScript text does. */
export function readJavaScript(text: string): Reading {
  const blanked = blankJavaScript(text);
  const tries = spans(blanked.bare, /\btry\s*\{/g);
  const inTry = (at: number): boolean => tries.some(([from, to]) => at > from && at < to);
  const seen: Seen[] = [
    ...exits(blanked),
    ...prints(blanked),
    ...variables(blanked),
    ...fields(blanked),
    ...files(blanked),
    ...starts(blanked, inTry),
    ...waits(blanked),
    ...secretsIn(blanked),
  ];
  const caught = /\.catch\s*\(|process\.on\s*\(\s*['"]uncaughtException/.test(blanked.code);
  for (const { at } of callsIn(blanked, /JSON\.parse/))
    seen.push({ kind: 'parsed', at, guarded: caught || inTry(at), by: 'JSON.parse' });
  for (const { index: at } of blanked.code.matchAll(
    /process\.stdin\b|readFileSync\(\s*(?:0\b|["']\/dev\/stdin)/g,
  ))
    seen.push({ kind: 'stdin', at });
  for (const [at, end] of spans(
    blanked.bare,
    /\b(?:while\s*\(\s*(?:true|1)\s*\)|for\s*\(\s*;\s*;\s*\))\s*\{/g,
  ))
    if (!/\b(?:break|return|throw|process\.exit)\b/.test(blanked.bare.slice(at, end)))
      seen.push({ kind: 'endless', at });
  return {
    language: 'javascript',
    code: blanked.code,
    seen: seen.sort((a, b) => a.at - b.at),
    syntaxError: null,
    comment: blanked.comment,
  };
}

function spans(bare: string, head: RegExp): readonly (readonly [number, number])[] {
  return [...bare.matchAll(head)].map((match) => {
    const open = match.index + match[0].length - 1;
    return [match.index, closing(bare, open)] as const;
  });
}

/** Statements between the same braces share this number. */
function blockOf(bare: string, at: number): number {
  let depth = 0;
  for (let place = at; place >= 0; place--) {
    if (bare[place] === '}') depth++;
    else if (bare[place] === '{' && depth-- === 0) return place;
  }
  return 0;
}

function exits(blanked: Blanked): Seen[] {
  const calls = callsIn(blanked, /process\.exit/).map(({ at, args }) => ({ at, value: args.trim() }));
  const set = [...blanked.bare.matchAll(/process\.exitCode\s*=\s*([^;\n]+)/g)].map((match) => ({
    at: match.index,
    value: (match[1] ?? '').trim(),
  }));
  return [...calls, ...set].map(({ at, value }): Seen => {
    const code = value === '' ? 0 : /^\d+$/.test(value) ? Number(value) : null;
    return {
      kind: 'exit',
      at,
      code,
      passedOn: /\bstatus\b|\bexitCode\b$/.test(value),
      block: blockOf(blanked.bare, at),
    };
  });
}

function prints(blanked: Blanked): Seen[] {
  const calls = callsIn(blanked, /console\.(?:log|info|error|warn)|process\.std(?:out|err)\.write/);
  return calls.map(({ at, name, args }): Seen => {
    const to = /error|warn|stderr/.test(name) ? 'stderr' : 'stdout';
    return { kind: 'print', at, to, text: args, block: blockOf(blanked.bare, at) };
  });
}

function variables({ code }: Blanked): Seen[] {
  const pattern = /\bprocess\.env(?:\.(\w+)|\[\s*["'](\w+)["']\s*\])(\s*(?:\?\?|\|\|))?/g;
  return [...code.matchAll(pattern)].map(
    ({ index: at, 1: dotted, 2: quoted, 3: or }): Seen => ({
      kind: 'variable',
      at,
      name: dotted ?? quoted ?? '',
      splits: false,
      hasDefault: or !== undefined,
    }),
  );
}

/** What may come after a field that need not be there. */
const OR_ELSE = /^\s*(?:\?\?|\|\||&&|\?|[!=]==?|\))/;

/** Field names of events have an underscore or are plain words after a dot; built-in methods do no harm here. */
function fields({ code, bare }: Blanked): Seen[] {
  const isEvent = eventHolder(code);
  const dotted = [
    ...bare.matchAll(/(?:(?<![\w.$])(\w+))?(\?\.|\.)\s*([A-Za-z_]\w*)(?![\w]|\s*\(|\s*=[^=>])/g),
  ].map(({ 0: whole, index, 1: holder = '', 2: how = '', 3: name = '' }): Seen => {
    const end = index + whole.length;
    return {
      kind: 'field',
      at: index + holder.length,
      name,
      bare: how === '.' && name === 'tool_input' && /^\s*\.\s*\w/.test(bare.slice(end)),
      ofEvent: isEvent(holder),
      optional: how === '?.' || OR_ELSE.test(bare.slice(end)) || /["']\w+["'] in |hasOwn/.test(code),
    };
  });
  const quoted = [...code.matchAll(/(\w+)?\[\s*["'](\w+)["']\s*\]/g)].map(
    ({ 0: whole, index, 1: holder = '', 2: name = '' }): Seen => ({
      kind: 'field',
      at: index + holder.length,
      name,
      bare: false,
      ofEvent: isEvent(holder),
      optional: OR_ELSE.test(code.slice(index + whole.length)),
    }),
  );
  const destructured = [
    ...bare.matchAll(/\{([\w\s,:=]*)\}\s*=\s*(?:(JSON\.parse)|(\w+)\s*(?:;|\n|$))?/g),
  ].flatMap(({ index: at, 1: names = '', 2: parse, 3: holder = '' }) =>
    names.split(',').map(
      (name): Seen => ({
        kind: 'field',
        at,
        name: name.split(/[:=]/)[0]?.trim() ?? '',
        bare: false,
        ofEvent: parse === undefined ? isEvent(holder) : 'likely',
        optional: name.includes('='),
      }),
    ),
  );
  return [...dotted, ...quoted, ...destructured];
}

const WRITES =
  /(?:\w+\.)?(?:writeFileSync|writeFile|appendFileSync|appendFile|rmSync|rm|unlinkSync|unlink|renameSync|rename|cpSync|copyFileSync|copyFile|createWriteStream|mkdirSync|chmodSync)/;

function files(blanked: Blanked): Seen[] {
  return callsIn(blanked, WRITES).map(
    ({ at, args }): Seen => ({
      kind: 'written',
      at,
      target: firstOf(args),
      content: args.slice(firstOf(args).length),
    }),
  );
}

function starts(blanked: Blanked, inTry: (at: number) => boolean): Seen[] {
  // A process that is not there is told to whoever listens.
  const caught = (at: number): boolean => inTry(at) || /\.on\(\s*["']error["']/.test(blanked.code);
  const seen: Seen[] = [];
  for (const { at, args } of callsIn(blanked, /(?:\w+\.)?(?:execFileSync|execFile|spawnSync|spawn)/)) {
    const name = literal(firstOf(args));
    if (name !== null && /^[\w.+-]+$/.test(name))
      seen.push({ kind: 'program', at, name, caught: caught(at) });
    if (/shell\s*:\s*true/.test(args) && name === null)
      seen.push({ kind: 'evaluated', at, what: 'a shell gets a command that is put together when it runs' });
  }
  for (const { at, name, args } of callsIn(
    blanked,
    /(?:child_process\.|cp\.)?(?:execSync|exec)|eval|new Function/,
  )) {
    const text = literal(firstOf(args));
    const program = text?.split(/\s/)[0];
    if (text === null)
      seen.push({ kind: 'evaluated', at, what: `${name} gets text that is only known when it runs` });
    else if (/exec/.test(name) && program !== undefined && /^[\w.+-]+$/.test(program))
      seen.push({ kind: 'program', at, name: program, caught: caught(at) });
  }
  return seen;
}

function waits(blanked: Blanked): Seen[] {
  const requests = callsIn(blanked, /fetch/)
    .filter(({ args }) => !/signal|timeout/i.test(args))
    .map(({ at }): Seen => ({ kind: 'waits', at, why: 'a network request has no timeout', forEver: false }));
  const terminals = callsIn(blanked, /(?:\w+\.)?(?:readFileSync|openSync|createReadStream)/)
    .filter(({ args }) => /^\s*["']\/dev\/tty["']\s*(?:,\s*["'](?:r\+?|utf-?8)["']\s*)?$/.test(args))
    .map(({ at }): Seen => ({ kind: 'waits', at, why: TERMINAL, forEver: true }));
  return [...requests, ...terminals];
}
