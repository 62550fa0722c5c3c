// The JSON Schemas: what is committed is what the tables say, and they agree with the code that reads.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Ajv, type ValidateFunction } from 'ajv';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Stage } from '../src/cli/testing/play.js';
import { GROUP_CASES } from '../src/config/testing/cases-group.js';
import { HOOK_CASES } from '../src/config/testing/cases-hook.js';
import { SHAPE_CASES } from '../src/config/testing/cases-shape.js';
import { Place, REGISTRY } from '../src/config/testing/place.js';
import { HOOK_TESTS } from '../src/conformance/hook-tests/dialect.js';
import { parseTests } from '../src/conformance/hook-tests/index.js';
import { loadVectors } from '../src/conformance/index.js';
import { parseAnswer } from '../src/decide/answer.js';
import { COMMON_FIELDS, EVENT_NAMES, eventRow, parseInput } from '../src/events/index.js';
import { findSchema, OUTPUT_COMMANDS, SCHEMAS, schemaNames, schemaText } from '../src/schema/index.js';
import { isRecord } from '../src/text/index.js';

const root = fileURLToPath(new URL('..', import.meta.url));
const ajv = new Ajv({
  allErrors: true,
  allowUnionTypes: true,
  strictRequired: false,
  strictTypes: false,
  // Every event refers to the same hook; once is quicker than once an event.
  inlineRefs: false,
});
const compiled = new Map<string, ValidateFunction>();
function validator(name: string, part = ''): ValidateFunction {
  const key = `${name}${part}`;
  const known = compiled.get(key);
  if (known !== undefined) return known;
  const schema = findSchema(name);
  if (schema === null) throw new Error(`no schema ${name}`);
  if (!ajv.getSchema(name) && typeof schema === 'object') ajv.addSchema(schema, name);
  const made = part === '' ? ajv.compile(schema) : ajv.compile({ $ref: `${name}${part}` });
  compiled.set(key, made);
  return made;
}
const problemsOf = (name: string, value: unknown, part = '') => {
  const validate = validator(name, part);
  return validate(value) === true
    ? []
    : (validate.errors ?? []).map((error) => `${error.instancePath} ${error.message}`);
};

/** Amplifier's own fields count; what an event does not know is wrong. */
const STRICT = { extraOutput: true, needlessSpecific: 'invalid' } as const;

describe('the files', () => {
  it('are those that the code makes (npm run schemas)', () => {
    const names = Object.keys(SCHEMAS).map((name) => `${name}.schema.json`);
    expect(readdirSync(join(root, 'schemas')).sort()).toEqual([...names].sort());
    for (const [name, { make }] of Object.entries(SCHEMAS))
      expect(readFileSync(join(root, 'schemas', `${name}.schema.json`), 'utf8')).toBe(schemaText(make()));
  });

  it.each(schemaNames())('%s is a valid schema', (name) => {
    expect(() => validator(name)).not.toThrow();
  });
});

const jsonFiles = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('hooks.json'))
    .map((file) => join(folder, file));

describe('hooks.json', () => {
  it.each(jsonFiles(join(root, 'examples')))('%s', (file) => {
    expect(problemsOf('hooks', JSON.parse(readFileSync(file, 'utf8')))).toEqual([]);
  });

  it('takes a $schema', () => {
    expect(problemsOf('hooks', { $schema: './hooks.schema.json', hooks: {} })).toEqual([]);
  });

  it('takes every configuration of the conformance vectors that has no problem', async () => {
    const loaded = await loadVectors([join(root, 'conformance')]);
    const place = new Place();
    let count = 0;
    for (const entry of loaded) {
      if (!entry.ok) continue;
      const { subject, vector } = entry;
      for (const [path, content] of Object.entries(vector.files)) {
        const value = jsonIn(content);
        if (!isRecord(value) || !isRecord(value['hooks'])) continue;
        const settings = /settings[^/]*\.json$|flag|managed/.test(path);
        if (!settings && !path.endsWith('hooks.json')) continue;
        if (hasProblems(place, value)) continue;
        count += 1;
        expect([subject.name, path, ...problemsOf(settings ? 'settings' : 'hooks', value)]).toEqual([
          subject.name,
          path,
        ]);
      }
    }
    expect(count).toBeGreaterThan(100);
  });

  const defects = [...HOOK_CASES, ...GROUP_CASES, ...SHAPE_CASES].filter(
    ({ text, file = REGISTRY, aside = [] }) =>
      file === REGISTRY &&
      aside.length > 0 &&
      typeof text === 'string' &&
      jsonIn(text.replace('▸', '')) !== undefined,
  );
  it.each(defects.map((row) => [`${row.code}: ${row.title}`, row] as const))('refuses %s', (_title, row) => {
    expect(problemsOf('hooks', jsonIn(String(row.text).replace('▸', '')))).not.toEqual([]);
  });
});

function jsonIn(content: unknown): unknown {
  if (typeof content !== 'string') return content;
  try {
    return JSON.parse(content);
  } catch {
    return undefined;
  }
}

/** Whether the reader has anything to say about a configuration, beyond what a schema cannot know. */
function hasProblems(place: Place, value: Readonly<Record<string, unknown>>): boolean {
  place.write(REGISTRY, { hooks: value['hooks'] });
  const unknowable = [
    'plugin-variable-outside-plugin',
    'timeout-milliseconds',
    'timeout-cut',
    'command-empty',
  ];
  return place.load().diagnostics.some(({ code }) => !unknowable.includes(code));
}

describe('what hooks read and answer', () => {
  const value = fc.oneof(
    fc.string(),
    fc.integer(),
    fc.boolean(),
    fc.constant(null),
    fc.constantFrom('allow', 'deny', 'ask', 'defer', 'block', 'approve', 'accept'),
    fc.array(fc.string(), { maxLength: 2 }),
    fc.record({ behavior: fc.constantFrom('allow', 'deny', 'no') }),
    fc.dictionary(fc.string({ maxLength: 3 }), fc.string({ maxLength: 3 }), { maxKeys: 2 }),
  );

  it.each(EVENT_NAMES)('%s: the schema of its input takes what the reader takes', (name) => {
    const row = eventRow(name);
    const fields = Object.keys({ ...COMMON_FIELDS, ...row.fields }).filter(
      (field) => field !== 'hook_event_name',
    );
    fc.assert(
      fc.property(
        fc.record(Object.fromEntries(fields.map((field) => [field, value])), { requiredKeys: [] }),
        (rest) => {
          const event = { ...rest, hook_event_name: name };
          const read = parseInput(event);
          // The schema is of what a hook is handed: a null where a field may be left out never reaches one.
          expect(validator(`input/${name}`)(read.ok ? read.input.fields : event)).toBe(read.ok);
        },
      ),
      { numRuns: 60 },
    );
  });

  it.each(EVENT_NAMES)('%s: the schema of its output takes what the reader takes', (name) => {
    const row = eventRow(name);
    const specific = fc.record(
      {
        hookEventName: fc.constantFrom<string>(name, 'Stop', 'Nonsense'),
        ...Object.fromEntries(Object.keys(row.specific ?? {}).map((field) => [field, value])),
      },
      { requiredKeys: [] },
    );
    const keys = [
      'continue',
      'stopReason',
      'systemMessage',
      'decision',
      'reason',
      'contextInjection',
      'asyncTimeout',
    ];
    const answer = fc.record(
      {
        ...Object.fromEntries(keys.map((key) => [key, value])),
        hookSpecificOutput: fc.oneof(specific, value),
      },
      { requiredKeys: [] },
    );
    fc.assert(
      fc.property(answer, (given) => {
        const isObject = given.hookSpecificOutput === undefined || isRecord(given.hookSpecificOutput);
        expect(validator(`output/${name}`)(given) && isObject).toBe(parseAnswer(given, row, STRICT).ok);
      }),
      { numRuns: 80 },
    );
  });
});

describe('hook tests', () => {
  it('every expectation has a shape, and the schema takes what its rule takes', () => {
    const samples = [
      true,
      1,
      1.5,
      -1,
      'text',
      null,
      [],
      ['a'],
      [1],
      ['a', 'b', 'c'],
      [{}],
      [null],
      {},
      { a: 'x' },
      { a: 1 },
      { a: null },
      { a: true },
      { reason: null },
      'deny',
      'run',
    ];
    for (const [key, rule] of Object.entries(HOOK_TESTS.rules)) {
      for (const sample of samples) {
        const taken = validator('hook-test')({ title: 't', event: 'Stop', expect: { [key]: sample } });
        expect([key, sample, taken]).toEqual([key, sample, rule.shape.is(sample)]);
      }
    }
  });

  it.each([
    [
      'steps',
      { title: 't', steps: [{ event: { hook_event_name: 'Stop' }, expect: { blocked: false } }] },
      true,
    ],
    ['a list', [{ title: 't', event: 'Stop', expect: { blocked: true } }], true],
    ['cases', { files: { a: 'b' }, cases: [{ title: 't', event: 'Stop', expect: { blocked: true } }] }, true],
    ['no expectation', { title: 't', event: 'Stop' }, false],
    ['no title', { event: 'Stop', expect: { blocked: true } }, false],
    ['an unknown field', { title: 't', event: 'Stop', expect: { blocked: true }, nonsense: 1 }, false],
    ['an unknown expectation', { title: 't', event: 'Stop', expect: { nonsense: true } }, false],
    ['an unknown event', { title: 't', event: 'Stopp', expect: { blocked: true } }, false],
    ['no steps', { title: 't', steps: [] }, false],
  ])('%s', (_title, file, valid) => {
    expect(validator('hook-test')(file)).toBe(valid);
    expect(parseTests(JSON.stringify(file)).every(({ ok }) => ok)).toBe(valid);
  });
});

const EXECUTABLE = (stage: Stage): string => join(stage.root, 'opt', 'amplihack-hooks');

/** Hooks of Claude Code that were moved once, two marketplaces of which one is known, an executable; gives the backup. */
async function moveable(stage: Stage): Promise<string> {
  stage.write('opt/amplihack-hooks', '#!/bin/sh\necho amplihack-hooks 0\n', 0o755);
  for (const name of ['market', 'known']) {
    const plugins = [
      { name: 'guard', source: './guard', description: 'd' },
      { name: 'gone', source: './gone' },
    ];
    stage.write(`${name}/.claude-plugin/marketplace.json`, { name, owner: { name: 'o' }, plugins });
    stage.write(`${name}/guard/hooks/hooks.json`, { hooks: {} });
  }
  await stage.play(['marketplace', 'add', '../known']);
  const group = (command: string) => [{ hooks: [{ type: 'command', command }] }];
  stage.write('project/.claude/settings.json', { hooks: { Stop: group('a') } });
  await stage.play(['migrate', '--from', 'claude', '--yes']);
  stage.write('project/.claude/settings.json', { hooks: { Stop: group('b'), Nope: group('c') } });
  const { stdout } = await stage.play(['restore', '--json']);
  return /"id": "([^"]+)"/.exec(stdout)?.[1] ?? '';
}

/** Has a hook observe something that it would have blocked; gives the id of that. */
async function observedIn(stage: Stage): Promise<string> {
  stage.userHooks({ Stop: [{ command: 'exit 2', mode: 'observe' }] });
  await stage.play(['dispatch'], { stdin: { text: '{"hook_event_name":"Stop","session_id":"s"}' } });
  const { hooks } = JSON.parse((await stage.play(['report', '--json'])).stdout);
  return hooks[0].alarms[0].id;
}

describe('what commands print', () => {
  const LINTER = '../home/.amplifier/hooks/linter';
  const calls: Readonly<Record<string, readonly (readonly string[])[]>> = {
    list: [['list'], ['list', '--state', 'quarantined']],
    'list-hosts': [
      ['list', '--hosts'],
      ['list', '--hosts', 'own'],
    ],
    run: [
      ['run', 'Stop'],
      ['run', 'Stop', '--as', 'claude'],
    ],
    explain: [
      ['explain', 'Stop'],
      ['explain', 'PreToolUse', '--tool', 'Bash', '--env'],
    ],
    'explain-last': [['explain', '--last']],
    config: [['config'], ['config', '--claude-settings', '--profile', 'claude-code']],
    disable: [
      ['disable', 'linter'],
      ['disable', 'linter', '--dry-run'],
    ],
    enable: [['enable', 'linter']],
    shadow: [
      ['shadow', 'linter', '--dry-run'],
      ['shadow', 'linter'],
    ],
    promote: [['promote', 'linter']],
    report: [['report']],
    'report-mark': [
      ['report', '--mark', 'OBSERVED', 'false-alarm'],
      ['report', '--mark', 'OBSERVED', 'none'],
    ],
    validate: [['validate'], ['validate', '--contract']],
    doctor: [['doctor']],
    test: [['test'], ['test', '--as', 'codex,cursor']],
    stats: [['stats']],
    trace: [['trace', '--out', 'trace.html']],
    replay: [['replay', 's', '--allow-network']],
    init: [['init', 'thing']],
    install: [
      ['install', '--dry-run'],
      ['install', LINTER, '--dry-run'],
      ['install', LINTER, '--name', 'other', '--yes'],
    ],
    update: [['update', '--dry-run']],
    uninstall: [
      ['uninstall', 'mine', '--dry-run'],
      ['uninstall', 'mine'],
    ],
    'list-plugins': [['list', '--plugins']],
    pack: [['pack', LINTER, '--out', 'linter.tar.gz']],
    new: [['new', 'plugin', 'thing']],
    migrate: [
      ['migrate', '--from', 'claude', '--dry-run'],
      ['migrate', '--from', 'claude', '--to', 'codex', '--dry-run'],
      ['migrate', '--from', 'claude', '--yes'],
    ],
    connect: [
      ['connect', 'codex', '--dry-run'],
      ['connect', 'codex', '--trust'],
      ['connect', 'copilot', '--scope', 'project'],
    ],
    disconnect: [
      ['disconnect', 'codex'],
      ['disconnect', 'qwen', '--dry-run'],
    ],
    connections: [['connections'], ['connections', '--probe']],
    restore: [['restore']],
    'restore-backup': [['restore', 'BACKUP', '--dry-run']],
    'marketplace-add': [['marketplace', 'add', '../market']],
    'marketplace-list': [
      ['marketplace', 'list'],
      ['marketplace', 'list', '--claude'],
    ],
    'marketplace-update': [['marketplace', 'update']],
    'marketplace-remove': [['marketplace', 'remove', 'known']],
    search: [['search', 'guard']],
    'amplihack-install': [
      ['amplihack', 'install', '--dry-run'],
      ['amplihack', 'install'],
    ],
    'amplihack-uninstall': [['amplihack', 'uninstall']],
    'amplihack-status': [['amplihack', 'status']],
  };

  it.each(OUTPUT_COMMANDS)('%s', async (command) => {
    const stage = new Stage();
    try {
      stage.hooks({ Stop: ['true', { type: 'http', url: 'http://localhost:1/' }], Stopp: ['x'] });
      stage.write('home/.amplifier/hooks/linter/hooks.json', {
        hooks: {
          PreToolUse: [{ matcher: 'Bash', hooks: [{ type: 'command', command: 'true', if: 'Bash(ls)' }] }],
        },
      });
      const test = { title: 't', event: 'Stop', expect: { blocked: true } };
      stage.write('project/mine/mine.hooktest.json', [test, { ...test, expect: {} }]);
      await stage.play(['dispatch'], { stdin: { text: '{"hook_event_name":"Stop","session_id":"s"}' } });
      await stage.play(['install', LINTER, '--name', 'mine', '--yes']);
      const moves = /^(?:migrate|restore|marketplace|search|amplihack)/.test(command);
      const backup = moves ? await moveable(stage) : '';
      const observed = command.startsWith('report') ? await observedIn(stage) : '';
      for (const argv of calls[command] ?? []) {
        const words = argv.map((word) =>
          word === 'BACKUP' ? backup : word === 'OBSERVED' ? observed : word,
        );
        const env = {
          ...process.env,
          HOME: stage.home,
          AMPLIHACK_AMPLIHACK_HOOKS_BINARY_PATH: EXECUTABLE(stage),
        };
        const { stdout } = await stage.play([...words, '--json'], { env, replace: [[/<ms>/g, '0']] });
        const value: unknown = JSON.parse(stdout.replaceAll('"<ms>"', '0'));
        expect(problemsOf('command-output', value, `#/definitions/${command}`)).toEqual([]);
      }
      expect(calls[command]).toBeDefined();
    } finally {
      await stage.remove();
    }
  });
});

it('a schema in its file is the schema, and no line of it is longer than a screen is wide', () => {
  for (const { make } of Object.values(SCHEMAS)) {
    const text = schemaText(make());
    expect(JSON.parse(text)).toEqual(JSON.parse(JSON.stringify(make())));
    // But for texts that are longer themselves.
    expect(
      text.split('\n').filter((line) => line.length > 110 && (line.match(/[{[]/g) ?? []).length > 0),
    ).toEqual([]);
  }
});
