// The installer on all kinds of settings files.
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { parseJson } from '../../text/index.js';
import { differencesOf, registeredIn } from './inspect.js';
import { InstallProblem } from './problem.js';
import { Scratch } from './testing/scratch.js';

let scratch: Scratch;
beforeEach(() => {
  scratch = new Scratch();
});
afterEach(() => scratch.remove());

const pretty = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`;
const command = (text: string, more: object = {}) => ({ type: 'command', command: text, ...more });
const wrap = (...hooks: object[]) => ({ hooks });
const mine = wrap(command('mine.sh'));
const other = { matcher: 'Bash', hooks: [command('./other.sh', { timeout: 3 })] };
const settings = (hooks: unknown) => pretty({ permissions: { allow: ['Bash(ls)'] }, hooks, model: 'x' });
const ours = (subcommand: string, more: object = {}) => command(`/old/amplihack-hooks ${subcommand}`, more);

/** name → text, and what uninstalling leaves; by default the text itself. */
const KINDS: readonly (readonly [string, string, string?])[] = [
  ['empty', '', '{}\n'],
  ['blank', ' \n\n', '{}\n'],
  ['{}', '{}', '{}\n'],
  ['{} with a line end', '{}\n'],
  ['no hooks', pretty({ model: 'x', env: { A: '1' } })],
  ['hooks without a line end', settings({ Stop: [mine] }).trimEnd(), settings({ Stop: [mine] })],
  ['hooks that are null', settings(null), pretty({ permissions: { allow: ['Bash(ls)'] }, model: 'x' })],
  ['hooks of others', settings({ Stop: [mine, other], PreToolUse: [other, mine], Notification: [mine] })],
  ['hooks of others before ours', settings({ Stop: [mine, wrap(ours('stop'))] }), settings({ Stop: [mine] })],
  ['hooks of others after ours', settings({ Stop: [wrap(ours('stop')), mine] }), settings({ Stop: [mine] })],
  [
    'hooks of others between ours',
    settings({
      UserPromptSubmit: [
        wrap(ours('user-prompt')),
        mine,
        wrap(ours('workflow-classification-reminder')),
        other,
      ],
    }),
    settings({ UserPromptSubmit: [mine, other] }),
  ],
  [
    'hooks of others in our wrapper',
    settings({ Stop: [{ matcher: 'x', hooks: [command('a'), ours('stop'), command('b')] }] }),
    settings({ Stop: [{ matcher: 'x', hooks: [command('a'), command('b')] }] }),
  ],
  [
    'duplicates',
    settings({ Stop: [wrap(ours('stop')), wrap(ours('stop'), ours('stop')), mine] }),
    settings({ Stop: [mine] }),
  ],
  [
    'wrong order',
    settings({
      UserPromptSubmit: [
        wrap(ours('user-prompt-submit', { timeout: 10 })),
        wrap(ours('workflow-classification-reminder', { timeout: 5 })),
        mine,
      ],
    }),
    settings({ UserPromptSubmit: [mine] }),
  ],
  [
    'wrong timeouts',
    settings({ Stop: [wrap(ours('stop', { timeout: 1 })), mine] }),
    settings({ Stop: [mine] }),
  ],
  [
    'old scripts',
    settings({ Stop: [wrap(command('~/.amplihack/.claude/tools/amplihack/hooks/stop.py')), mine] }),
    settings({ Stop: [mine] }),
  ],
  [
    'old scripts, by an interpreter and quoted',
    settings({
      PreToolUse: [
        {
          matcher: '*',
          hooks: [command('python3 "$HOME/.claude/tools/amplihack/hooks/pre_tool_use.py" --x')],
        },
        other,
      ],
    }),
    settings({ PreToolUse: [other] }),
  ],
  [
    'somebody else’s hook that names amplihack',
    settings({
      Stop: [wrap(command('echo amplihack-hooks stop >> ~/amplihack.log'))],
      PreToolUse: [wrap(command('/opt/amplihack/amplihack-hooks.sh pre-tool-use'))],
    }),
  ],
  [
    'odd wrappers',
    settings({ Stop: [null, 5, 'x', [], {}, { hooks: {} }, { hooks: [] }, { hooks: [null, 7] }, mine] }),
  ],
  [
    'other events of other types',
    settings({ Notification: { odd: true }, Nope: 'x', SubagentStop: null, Stop: [mine] }),
  ],
  ['tabs', JSON.stringify({ hooks: { Stop: [mine] }, model: 'x' }, null, '\t').concat('\n')],
  ['CRLF', settings({ Stop: [mine] }).replaceAll('\n', '\r\n')],
  ['a byte order mark', `\uFEFF${settings({ Stop: [mine] })}`],
  ['one line', '{"hooks":{"Stop":[{"hooks":[]}]}}', pretty({ hooks: { Stop: [{ hooks: [] }] } })],
  [
    'comments',
    '// a\n{\n  // b\n  "hooks": {\n    /* c */\n    "Stop": [\n      // d\n      { "hooks": [] } // e\n    ]\n  }\n}\n// f\n',
  ],
  ['commas too many', '{\n  "hooks": {\n    "Stop": [\n      { "hooks": [], },\n    ],\n  },\n}\n'],
  [
    'a key twice',
    '{\n  "model": 1,\n  "model": 2.50,\n  "hooks": {\n    "Stop": [\n      1\n    ]\n  }\n}\n',
  ],
  [
    'any script',
    settings({ Stop: [wrap(command('écho "日本語 🎉"'))], Notification: [{ matcher: '\u2028', hooks: [] }] }),
  ],
  [
    'huge',
    settings({
      Stop: Array.from({ length: 5000 }, (_, index) => wrap(command(`hook-${index} ${'x'.repeat(200)}`))),
    }),
  ],
];

describe('install', () => {
  it.each(KINDS.map(([name, text, left = text]) => [name, text, left] as const))(
    '%s',
    async (_, before, left) => {
      scratch.write(scratch.settings, before);
      expect(await scratch.install()).toMatchObject({ changed: true });
      const after = scratch.read();
      const text = after.replace(/^\uFEFF/, '');
      const json = parseJson(text);
      expect({ error: json.error, bom: after.length - text.length }).toEqual({
        error: null,
        bom: before.startsWith('\uFEFF') ? 1 : 0,
      });
      expect(
        registeredIn(text).filter(({ command: one }) => one.startsWith(`${scratch.placed} `)),
      ).toHaveLength(7);
      expect(differencesOf(registeredIn(text))).toEqual([]);
      const backups = scratch.backups();
      expect(backups).toEqual(['settings.json.backup.1700000000']);
      expect(readFileSync(join(dirname(scratch.settings), backups[0] ?? ''), 'utf8')).toBe(before);

      expect(await scratch.install()).toMatchObject({ changed: false, backup: null });
      expect([scratch.read(), scratch.backups()]).toEqual([after, backups]);

      await scratch.uninstall();
      expect(scratch.read()).toBe(left);
    },
  );

  it('there is no file yet, nor a folder for it', async () => {
    expect(await scratch.install()).toMatchObject({ changed: true, backup: null });
    expect(registeredIn(scratch.read())).toHaveLength(7);
    expect(scratch.backups()).toEqual([]);
    expect(await scratch.uninstall()).toMatchObject({ changed: true, removed: 7 });
    expect(scratch.read()).toBe('{}\n');
  });

  it('never touches permissions', async () => {
    scratch.write(scratch.settings, settings({}));
    await scratch.install();
    const { permissions, hooks: _, ...rest } = JSON.parse(scratch.read());
    expect([permissions, rest]).toEqual([{ allow: ['Bash(ls)'] }, { model: 'x' }]);
  });

  it.each([0o600, 0o644, 0o664])('keeps the mode %o; the backup is for the owner', async (mode) => {
    scratch.write(scratch.settings, '{}', mode);
    const { backup } = await scratch.install();
    expect([statSync(scratch.settings).mode & 0o777, statSync(backup ?? '').mode & 0o777]).toEqual([
      mode,
      0o600,
    ]);
  });

  it('never overwrites a backup', async () => {
    scratch.write(scratch.settings, '{}');
    scratch.write(`${scratch.settings}.backup.1700000000`, 'earlier');
    await scratch.install();
    expect(scratch.backups()).toEqual(['settings.json.backup.1700000000', 'settings.json.backup.1700000001']);
    expect(scratch.read(`${scratch.settings}.backup.1700000000`)).toBe('earlier');
  });

  it('says what it put right', async () => {
    scratch.write(
      scratch.settings,
      settings({
        Stop: [wrap(ours('stop')), wrap(ours('stop'))],
        PreCompact: [wrap(command('x/tools/amplihack/hooks/a.py'))],
      }),
    );
    const { repaired } = await scratch.install();
    expect(repaired.map(({ kind, message }) => `${kind}: ${message}`)).toMatchInlineSnapshot(`
      [
        "missing: SessionStart session-start is not registered",
        "duplicate: Stop stop is registered 2 times and runs each time",
        "missing: PreToolUse pre-tool-use is not registered",
        "missing: PostToolUse post-tool-use is not registered",
        "missing: UserPromptSubmit workflow-classification-reminder is not registered",
        "missing: UserPromptSubmit user-prompt-submit is not registered",
        "missing: PreCompact pre-compact is not registered",
        "old-script: PreCompact: a script of an older version is registered",
        "paths: the path was /old/amplihack-hooks",
      ]
    `);
  });

  it('a dry run changes nothing', async () => {
    scratch.write(scratch.settings, settings({ Stop: [mine] }));
    const before = scratch.everything();
    expect(await scratch.install({ dryRun: true })).toMatchObject({
      changed: true,
      executable: { state: 'linked' },
    });
    expect(scratch.everything()).toEqual(before);
    await scratch.install();
    const after = scratch.everything();
    expect(await scratch.uninstall({ dryRun: true, executable: true })).toMatchObject({
      changed: true,
      executable: { state: 'removed' },
    });
    expect(scratch.everything()).toEqual(after);
  });

  it('leaves no other file behind', async () => {
    await scratch.install();
    expect(Object.keys(scratch.everything()).filter((name) => name.startsWith('home/.claude/'))).toEqual([
      'home/.claude/settings.json',
    ]);
  });
});

describe('a link', () => {
  it('stays one, and what it leads to is edited', async () => {
    const real = scratch.write(join(scratch.root, 'dotfiles', 'claude.json'), settings({ Stop: [mine] }));
    mkdirSync(dirname(scratch.settings));
    symlinkSync('../../dotfiles/claude.json', scratch.settings);
    const { backup } = await scratch.install();
    expect([lstatSync(scratch.settings).isSymbolicLink(), readlinkSync(scratch.settings)]).toEqual([
      true,
      '../../dotfiles/claude.json',
    ]);
    expect(registeredIn(scratch.read(real))).toHaveLength(7);
    expect(backup).toBe(`${scratch.settings}.backup.1700000000`);
    expect(lstatSync(backup ?? '').isFile()).toBe(true);
    await scratch.uninstall();
    expect(scratch.read(real)).toBe(settings({ Stop: [mine] }));
  });

  it('of a folder is followed', async () => {
    mkdirSync(join(scratch.root, 'elsewhere'));
    symlinkSync(join(scratch.root, 'elsewhere'), join(scratch.home, '.claude'));
    await scratch.install();
    expect(registeredIn(scratch.read(join(scratch.root, 'elsewhere', 'settings.json')))).toHaveLength(7);
  });
});

describe('what cannot be edited is left as it is', () => {
  const at = (text: string, place: string, why: string) => [text, `${place} ${why}`] as const;
  it.each([
    ['not JSON', ...at('{\n  "a": ,\n}', ':2:8', 'is not valid JSON: a value is expected here')],
    ['half of it', ...at('{"hooks": {', ':1:12', 'is not valid JSON')],
    ['text behind it', ...at('{} x', ':1:4', 'is not valid JSON')],
    ['a list', ...at('\n []', ':2:2', 'must hold an object')],
    ['a text', ...at('"x"', ':1:1', 'must hold an object')],
    ['hooks as a list', ...at('{\n  "hooks": []\n}', ':2:12', '"hooks" must be an object, but is')],
    ['an event as an object', ...at('{"hooks": {\n "Stop": {}}}', ':2:10', '"Stop" must be a list, but is')],
    [
      'an event as a text',
      ...at('{"hooks": {"PreToolUse": "x"}}', ':1:26', '"PreToolUse" must be a list, but is'),
    ],
    [
      'SessionEnd as a number',
      ...at('{"hooks": {"SessionEnd": 1}}', ':1:26', '"SessionEnd" must be a list, but is'),
    ],
    ['too deep', ...at(`{"a": ${'['.repeat(300)}${']'.repeat(300)}}`, ':1:', '')],
  ])('%s', async (_, text, message) => {
    scratch.write(scratch.settings, text);
    const before = scratch.everything();
    const problem = await scratch.install().catch((error: unknown) => error);
    expect(problem).toBeInstanceOf(InstallProblem);
    expect(String(problem)).toContain(`${scratch.settings}${message.trimEnd()}`);
    expect(scratch.everything()).toEqual(before);
  });

  it('not UTF-8', async () => {
    mkdirSync(dirname(scratch.settings));
    writeFileSync(scratch.settings, Buffer.from([0x7b, 0xff, 0x7d]));
    await expect(scratch.install()).rejects.toThrow(`${scratch.settings} is not UTF-8 text`);
    await expect(scratch.uninstall()).rejects.toThrow(InstallProblem);
  });

  it('a folder', async () => {
    mkdirSync(scratch.settings, { recursive: true });
    const before = scratch.everything();
    await expect(scratch.install()).rejects.toThrow(`${scratch.settings} is a folder, not a file`);
    expect(scratch.everything()).toEqual(before);
  });

  it('a link to nothing', async () => {
    mkdirSync(dirname(scratch.settings));
    symlinkSync('gone', scratch.settings);
    const before = scratch.everything();
    await expect(scratch.install()).rejects.toThrow('is a symbolic link that points to nothing');
    expect(scratch.everything()).toEqual(before);
  });

  it('a file in the place of its folder', async () => {
    scratch.write(dirname(scratch.settings), '');
    await expect(scratch.install()).rejects.toThrow(InstallProblem);
    expect(existsSync(scratch.bin)).toBe(false);
  });

  it('a read-only file', async () => {
    scratch.write(scratch.settings, '{}', 0o444);
    const before = scratch.everything();
    await expect(scratch.install()).rejects.toThrow(`${scratch.settings} cannot be changed: it is read-only`);
    expect(scratch.everything()).toEqual(before);
  });

  it('a read-only folder', async () => {
    scratch.write(scratch.settings, '{}');
    chmodSync(dirname(scratch.settings), 0o555);
    const before = scratch.everything();
    await expect(scratch.install()).rejects.toThrow(`${dirname(scratch.settings)} is read-only`);
    rmSync(scratch.settings);
    await expect(scratch.install()).rejects.toThrow(`${dirname(scratch.settings)} is read-only`);
    scratch.write(scratch.settings, '{}');
    expect(scratch.everything()).toEqual(before);
  });

  it('a read-only file that says everything already is no problem', async () => {
    await scratch.install();
    chmodSync(scratch.settings, 0o444);
    expect(await scratch.install()).toMatchObject({ changed: false });
  });

  it.each([
    ['{"events": {}}', 1],
    ['{"pre_tool_use": []}', 1],
  ])('a hooks.json whose hooks would be lost beside "hooks": %s', async (text) => {
    const file = scratch.write(join(scratch.home, '.amplifier', 'hooks', 'hooks.json'), text);
    await expect(scratch.install({ settings: file })).rejects.toThrow('must stand under "hooks"');
    expect(scratch.read(file)).toBe(text);
  });
});

describe('uninstall', () => {
  it('removes ours under every event, and the eighth', async () => {
    scratch.write(
      scratch.settings,
      settings({ Notification: [wrap(ours('stop'), command('x'))], Stop: [wrap(ours('session-stop'))] }),
    );
    await scratch.install({ sessionEnd: true });
    expect(await scratch.uninstall()).toMatchObject({ removed: 10 });
    expect(scratch.read()).toBe(settings({ Notification: [wrap(command('x'))] }));
  });

  it.each([
    '',
    '{}',
    '{ "hooks": {} }',
    '[]',
    '{"hooks": [1]}',
    settings({ Stop: [mine, { hooks: [] }], Nope: [] }),
  ])('nothing of ours: %j', async (text) => {
    scratch.write(scratch.settings, text);
    expect(await scratch.uninstall()).toMatchObject({ changed: false, removed: 0, backup: null });
    expect([scratch.read(), scratch.backups()]).toEqual([text, []]);
  });

  it('no file', async () => {
    expect(await scratch.uninstall()).toMatchObject({ changed: false });
    expect(existsSync(dirname(scratch.settings))).toBe(false);
  });

  it('not JSON', async () => {
    scratch.write(scratch.settings, '{"a" 1}');
    await expect(scratch.uninstall()).rejects.toThrow(`${scratch.settings}:1:6 is not valid JSON`);
  });

  it('a read-only file', async () => {
    await scratch.install();
    chmodSync(scratch.settings, 0o400);
    await expect(scratch.uninstall()).rejects.toThrow('read-only');
    expect(registeredIn(scratch.read())).toHaveLength(7);
  });
});

describe('at the same time', () => {
  it('who comes second waits, and sees what the first has written', async () => {
    scratch.write(scratch.settings, '{}');
    const lock = scratch.write(`${scratch.settings}.lock`, String(process.pid));
    const running = scratch.install();
    expect(scratch.read()).toBe('{}');
    scratch.write(scratch.settings, settings({ Stop: [mine] }));
    rmSync(lock);
    expect(await running).toMatchObject({ changed: true });
    expect(registeredIn(scratch.read())).toHaveLength(7);
    await scratch.uninstall();
    expect(scratch.read()).toBe(settings({ Stop: [mine] }));
  });

  it('installs agree', async () => {
    scratch.write(scratch.settings, settings({ Stop: [mine] }));
    const all = await Promise.all(Array.from({ length: 8 }, () => scratch.install()));
    expect(all.filter(({ changed }) => changed)).toHaveLength(1);
    expect(registeredIn(scratch.read())).toHaveLength(7);
    expect(differencesOf(registeredIn(scratch.read()))).toEqual([]);
    expect(scratch.backups()).toHaveLength(1);
  });

  it('install and uninstall give one or the other', async () => {
    scratch.write(scratch.settings, settings({ Stop: [mine] }));
    await Promise.all([
      scratch.install(),
      scratch.uninstall(),
      scratch.install({ settings: scratch.settings, sessionEnd: true }),
      scratch.uninstall(),
    ]);
    expect([0, 7, 8]).toContain(registeredIn(scratch.read()).length);
    await scratch.uninstall();
    expect(scratch.read()).toBe(settings({ Stop: [mine] }));
  });
});
