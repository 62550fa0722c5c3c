// `enable` and `disable`.
import {
  chmodSync,
  existsSync,
  lstatSync,
  readdirSync,
  readFileSync,
  renameSync,
  symlinkSync,
} from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Stage } from '../testing/play.js';

let stage: Stage;
const command = (text: string) => ({ type: 'command', command: text });
beforeEach(() => {
  stage = new Stage();
  stage.hooks({ Stop: ['a', 'b'] });
  stage.write('project/.amplifier/hooks/linter/hooks.json', {
    hooks: { Stop: [{ hooks: [command('a'), command('b')] }] },
  });
  stage.write('home/.amplifier/hooks/hooks.json', { hooks: { Stop: [{ hooks: [command('mine')] }] } });
});
afterEach(() => stage.remove());

const A = 'd11ef1a807';
const USER = 'home/.amplifier/hooks-state.json';
const PROJECT = 'project/.amplifier/hooks-state.json';
const read = (path: string): unknown => JSON.parse(readFileSync(join(stage.root, path), 'utf8'));
const off = () =>
  stage
    .engine()
    .generation.hooks.filter(({ inactive }) => inactive !== null)
    .map(({ handler, source }) =>
      [source.owner, handler.type === 'command' ? handler.command : ''].join(':'),
    );

describe('disable', () => {
  it('switches one hook off for the user in this project', async () => {
    expect(await stage.play(['disable', A])).toMatchInlineSnapshot(`
      {
        "code": 0,
        "stderr": "",
        "stdout": "hook a (d11ef1a807): disabled for you in this project
        a (d11ef1a807)  Stop *
          a
      Written to <root>/home/.amplifier/hooks-state.json
      Undo: \`amplifier-hooks enable d11ef1a807\`
      ",
      }
    `);
    expect(off()).toEqual([':a']);
    expect(read(USER)).toEqual({
      version: 1,
      projects: { [stage.dir]: { hooks: { [A]: { state: 'disabled', what: 'Stop * a' } } } },
    });
    expect(await stage.play(['disable', A])).toMatchInlineSnapshot(`
      {
        "code": 0,
        "stderr": "",
        "stdout": "hook a (d11ef1a807): already disabled for you in this project
        a (d11ef1a807)  Stop *
          a
      ",
      }
    `);
  });

  it('takes the start of an id, and the name of a plugin', async () => {
    expect((await stage.play(['disable', A.slice(0, 4)])).code).toBe(0);
    expect(await stage.play(['disable', 'linter', '--scope', 'user'])).toMatchInlineSnapshot(`
      {
        "code": 0,
        "stderr": "",
        "stdout": "the plugin linter: disabled for you everywhere
        linter (105ea07a62)  Stop *
          a
        linter (7505bdd436)  Stop *
          b
      Written to <root>/home/.amplifier/hooks-state.json
      Undo: \`amplifier-hooks enable linter --scope user\`
      ",
      }
    `);
    expect(off()).toEqual([':a', 'linter:a', 'linter:b']);
  });

  it('takes the script of a hook, whether it came with a plugin or not', async () => {
    stage.hooks({ Stop: ['sh own.sh'] });
    stage.write('project/.amplifier/hooks/linter/hooks.json', {
      hooks: { Stop: [{ hooks: [command('"$CLAUDE_PLUGIN_ROOT/check.sh"'), command('sh own.sh')] }] },
    });
    expect((await stage.play(['disable', 'check.sh'])).code).toBe(0);
    expect(off()).toEqual(['linter:"$CLAUDE_PLUGIN_ROOT/check.sh"']);
    const { code, stderr } = await stage.play(['disable', 'own.sh']);
    expect([code, stderr]).toEqual([1, expect.stringContaining('"own.sh" may mean 2 hooks')]);
  });

  it('switches hooks of the project off for everybody', async () => {
    expect((await stage.play(['disable', A, '--scope', 'project'])).code).toBe(0);
    expect(read(PROJECT)).toEqual({ version: 1, hooks: { [A]: { state: 'disabled', what: 'Stop * a' } } });
    expect(existsSync(join(stage.root, USER))).toBe(false);
  });

  it('writes nothing in a dry run', async () => {
    expect(await stage.play(['disable', A, '--dry-run'])).toMatchInlineSnapshot(`
      {
        "code": 0,
        "stderr": "",
        "stdout": "hook a (d11ef1a807): would be disabled for you in this project
        a (d11ef1a807)  Stop *
          a
      Nothing was written. The entry goes to <root>/home/.amplifier/hooks-state.json
      ",
      }
    `);
    expect(existsSync(join(stage.root, USER))).toBe(false);
  });

  it('has an object for programs', async () => {
    const { stdout, code } = await stage.play(['disable', 'linter', '--json']);
    expect([code, JSON.parse(stdout)]).toMatchInlineSnapshot(`
      [
        0,
        {
          "changed": true,
          "dryRun": false,
          "file": "<root>/home/.amplifier/hooks-state.json",
          "others": [],
          "scope": "local",
          "state": "disabled",
          "target": {
            "hooks": [
              "105ea07a62",
              "7505bdd436",
            ],
            "kind": "plugin",
            "name": "linter",
          },
          "version": 1,
        },
      ]
    `);
  });

  it('says so where a stronger word keeps the hook on', async () => {
    await stage.play(['disable', A, '--scope', 'user']);
    await stage.play(['enable', A]);
    expect(off()).toEqual([]);
    expect(await stage.play(['disable', A, '--scope', 'user'])).toMatchInlineSnapshot(`
      {
        "code": 1,
        "stderr": "",
        "stdout": "hook a (d11ef1a807): nothing to change for you everywhere
        a (d11ef1a807)  Stop *
          a
          stays on: enabled for you in this project; to change that: amplifier-hooks
                    disable d11ef1a807 --scope local
      ",
      }
    `);
  });
});

describe('enable', () => {
  it('undoes disable, and leaves nothing behind', async () => {
    await stage.play(['disable', A]);
    expect(await stage.play(['enable', A])).toMatchInlineSnapshot(`
      {
        "code": 0,
        "stderr": "",
        "stdout": "hook a (d11ef1a807): enabled for you in this project
        a (d11ef1a807)  Stop *
          a
      Written to <root>/home/.amplifier/hooks-state.json
      Undo: \`amplifier-hooks disable d11ef1a807\`
      ",
      }
    `);
    expect(off()).toEqual([]);
    expect(read(USER)).toEqual({ version: 1 });
  });

  it('switches one hook of a disabled plugin on', async () => {
    await stage.play(['disable', 'linter']);
    const [one] = stage.engine().generation.hooks.filter(({ source }) => source.owner === 'linter');
    await stage.play(['enable', one?.id ?? '']);
    expect(off()).toEqual(['linter:b']);
    expect(await stage.play(['disable', one?.id ?? ''])).toMatchObject({ code: 0 });
    expect(off()).toEqual(['linter:a', 'linter:b']);
  });

  it('makes an exception here from what is off everywhere', async () => {
    await stage.play(['disable', A, '--scope', 'user']);
    expect((await stage.play(['enable', A])).stdout).toContain('enabled for you in this project');
    expect(off()).toEqual([]);
  });

  it('says who else switched it off', async () => {
    await stage.play(['disable', A]);
    expect(await stage.play(['enable', A, '--scope', 'project'])).toMatchInlineSnapshot(`
      {
        "code": 1,
        "stderr": "",
        "stdout": "hook a (d11ef1a807): nothing to change for everybody in this project
        a (d11ef1a807)  Stop *
          a
          stays off: disabled for you in this project; to change that: amplifier-hooks
                     enable d11ef1a807 --scope local
      ",
      }
    `);
    expect(off()).toEqual([':a']);
  });

  it('does not overrule the author', async () => {
    stage.hooks({ Stop: [{ command: 'a', enabled: false }] });
    expect(await stage.play(['enable', A])).toMatchInlineSnapshot(`
      {
        "code": 1,
        "stderr": "",
        "stdout": "hook a (d11ef1a807): nothing to change for you in this project
        a (d11ef1a807)  Stop *
          a
          stays off: "enabled": false in .amplifier/hooks/hooks.json, line 1
      ",
      }
    `);
  });

  it('forgets what is gone', async () => {
    await stage.play(['disable', A]);
    stage.hooks({ Stop: ['b'] });
    expect(await stage.play(['enable', A])).toMatchInlineSnapshot(`
      {
        "code": 0,
        "stderr": "",
        "stdout": "hook d11ef1a807 is gone; its switch is forgotten
      Written to <root>/home/.amplifier/hooks-state.json
      ",
      }
    `);
    expect(read(USER)).toEqual({ version: 1 });
  });

  it('has nothing to do for a hook that is on', async () => {
    expect(await stage.play(['enable', A])).toMatchInlineSnapshot(`
      {
        "code": 0,
        "stderr": "",
        "stdout": "hook a (d11ef1a807): already enabled for you in this project
        a (d11ef1a807)  Stop *
          a
      ",
      }
    `);
    expect(existsSync(join(stage.root, USER))).toBe(false);
  });
});

describe('is refused', () => {
  it.each([
    ['nothing named', ['disable']],
    ['an unknown hook', ['disable', 'nonsense-and-more']],
    ['a slip', ['disable', 'lintre']],
    ['a short start', ['disable', A.slice(0, 3)]],
    ['an unknown scope', ['disable', A, '--scope', 'world']],
  ])('%s', async (_title, argv) => {
    expect(await stage.play(argv)).toMatchSnapshot();
    expect(off()).toEqual([]);
  });

  it('a start that several ids have', async () => {
    const names = Array.from({ length: 1500 }, (_, index) => `c${index}`);
    stage.hooks({ Stop: names });
    const starts = new Map<string, string[]>();
    for (const { id } of stage.engine().generation.hooks)
      starts.set(id.slice(0, 4), [...(starts.get(id.slice(0, 4)) ?? []), id]);
    const [start, ids] = [...starts].find(([, several]) => several.length > 1) ?? ['', []];
    expect(await stage.play(['disable', start])).toEqual({
      code: 1,
      stdout: '',
      stderr: `amplifier-hooks: "${start}" may mean ${ids.length} hooks: ${ids.join(', ')}\n`,
    });
  });

  it('a hook of the user, by the project', async () => {
    const mine = stage.engine().generation.hooks.find(({ source }) => source.scope === 'user')?.id ?? '';
    expect(await stage.play(['disable', mine, '--scope', 'project'])).toMatchInlineSnapshot(`
      {
        "code": 1,
        "stderr": "amplifier-hooks: d6d751b63b comes from <root>/home/.amplifier/hooks/hooks.json, which is not part of this project
      A project has a say only about its own hooks. Use --scope local or --scope user.
      ",
        "stdout": "",
      }
    `);
  });

  it('the project, where it is the home directory', async () => {
    const { stderr } = await stage.play(['disable', A, '--scope', 'project', '--home', stage.dir]);
    expect(stderr).toBe(
      'amplifier-hooks: there is no project here apart from your home directory\nUse --scope user.\n',
    );
  });

  it.each([
    ['not JSON', '{"version": 1, // mine\n}'],
    ['no object', '[]'],
    ['another version', '{"version": 2}'],
  ])('a state file that is %s', async (_title, text) => {
    stage.write(USER, text);
    expect(await stage.play(['disable', A])).toMatchSnapshot();
    expect(readFileSync(join(stage.root, USER), 'utf8')).toBe(text);
  });

  it('a place that cannot be written', async () => {
    stage.write('home/.amplifier/hooks-state.json/file', '');
    const { code, stderr } = await stage.play(['disable', A]);
    expect([code, stderr]).toEqual([
      1,
      expect.stringMatching(
        /hooks-state\.json cannot be written: .*hooks-state\.json is a folder, not a file$/m,
      ),
    ]);
  });
});

describe('the file', () => {
  it('keeps what it does not know, and a copy of what was', async () => {
    const before = {
      version: 1,
      mine: { a: [1] },
      hooks: { other: { state: 'disabled', since: 'May' } },
      projects: { '/elsewhere': { hooks: { x: { state: 'disabled' } } } },
    };
    stage.write(USER, before);
    await stage.play(['disable', A]);
    await stage.play(['disable', 'other', '--scope', 'user']);
    await stage.play(['enable', A]);
    expect(read(USER)).toEqual(before);
    expect(read(`${USER}.bak`)).toMatchObject({ mine: { a: [1] }, projects: { [stage.dir]: {} } });
    expect(readdirSync(join(stage.root, 'home/.amplifier')).sort()).toEqual([
      'hooks',
      'hooks-state.json',
      'hooks-state.json.bak',
    ]);
  });

  it('a link stays a link', async () => {
    stage.write(USER, { version: 1 });
    const [file, real] = [join(stage.root, USER), join(stage.root, 'dotfile.json')];
    renameSync(file, real);
    symlinkSync(real, file);
    await stage.play(['disable', A]);
    expect(lstatSync(file).isSymbolicLink()).toBe(true);
    expect(read('dotfile.json')).toMatchObject({ projects: {} });
  });

  it('its mode stays', async () => {
    const file = stage.write(USER, { version: 1 });
    chmodSync(file, 0o600);
    await stage.play(['disable', A]);
    expect(lstatSync(file).mode & 0o777).toBe(0o600);
  });
});
