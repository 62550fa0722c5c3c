// `init`.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { onPath } from '../../conformance/needs.js';
import { Stage } from '../testing/play.js';

let stage: Stage;
beforeEach(() => {
  stage = new Stage();
});
afterEach(() => stage.remove());

it('makes a plugin and says what to type next', async () => {
  expect(await stage.play(['init', 'no-force-push'])).toMatchSnapshot();
  const read = (name: string) =>
    readFileSync(join(stage.dir, '.amplifier/hooks/no-force-push', name), 'utf8');
  expect(read('hooks.json')).toMatchSnapshot();
  expect(read('no-force-push.sh')).toMatchSnapshot();
  expect(read('no-force-push.hooktest.yaml')).toMatchSnapshot();
  expect(read('README.md')).toMatchSnapshot();
});

it('takes event, matcher, language and folder', async () => {
  expect(
    await stage.play([
      'init',
      'lint',
      '--event',
      'PostToolUse',
      '--matcher',
      'Edit|Write',
      '--lang',
      'python',
      '--dir',
      'my hooks',
    ]),
  ).toMatchSnapshot();
  expect(readFileSync(join(stage.dir, 'my hooks/lint/lint.py'), 'utf8')).toMatchSnapshot();
});

it('has a name of its own choice', async () => {
  expect(await stage.play(['init', '--event', 'Stop', '--lang', 'node', '--json'])).toMatchSnapshot();
  expect(readFileSync(join(stage.dir, '.amplifier/hooks/my-hook/my-hook.mjs'), 'utf8')).toMatchSnapshot();
});

it.each(['sh', 'python', 'node'])('what it makes is valid and passes its test: %s', async (lang) => {
  const needs = { sh: 'jq', python: 'python3', node: 'node' }[lang] ?? '';
  await stage.play(['init', 'guard', '--lang', lang]);
  expect(await stage.play(['validate', '.amplifier/hooks/guard', '--strict'])).toMatchObject({ code: 0 });
  const tested = await stage.play(['test', '.amplifier/hooks/guard']);
  expect(tested).toMatchObject({ code: 0 });
  expect(tested.stdout).toContain(
    onPath(needs) ? '3 passed, 0 failed in <s>\n' : '0 passed, 0 failed, 3 skipped in <s>\n',
  );
});

it.each(['prompt', 'agent', 'http', 'mcp_tool'])(
  'makes a hook of type %s, which is valid and passes its test',
  async (type) => {
    expect(await stage.play(['init', 'judge', '--type', type])).toMatchSnapshot();
    const folder = join(stage.dir, '.amplifier/hooks/judge');
    expect(readFileSync(join(folder, 'hooks.json'), 'utf8')).toMatchSnapshot();
    expect(readFileSync(join(folder, 'judge.hooktest.yaml'), 'utf8')).toMatchSnapshot();
    expect(await stage.play(['validate', folder, '--strict'])).toMatchObject({ code: 0 });
    expect(await stage.play(['test', folder])).toMatchObject({ code: 0 });
  },
);

it('never replaces anything, unless it is told to', async () => {
  await stage.play(['init', 'mine']);
  expect(await stage.play(['init', 'mine'])).toMatchSnapshot();
  expect(await stage.play(['init', 'mine', '--force'])).toMatchObject({ code: 0 });
});

it.each([
  [['init', '../up']],
  [['init', 'a', '--event', 'PreTooluse']],
  [['init', 'a', '--matcher', 'Bash(git *)']],
  [['init', 'a', '--event', 'Stop', '--matcher', 'Bash']],
  [['init', 'a', '--lang', 'perl']],
  [['init', 'a', '--type', 'poem']],
  [['init', 'a', '--type', 'prompt', '--event', 'SessionStart']],
])('refuses %j', async (argv) => {
  expect(await stage.play(argv)).toMatchSnapshot();
});

/** A person who types this. */
const typing = (text: string) => ({ stdin: { text, terminal: true }, strange: true });

it('asks a person who says nothing what the hook is to be', async () => {
  const { code, stdout, stderr } = await stage.play(['init'], typing('guard\n2\nEdit|Write\npython\n'));
  expect(stderr).toMatchSnapshot();
  expect(code).toBe(0);
  expect(stdout).toContain('made .amplifier/hooks/guard/guard.py');
  const { hooks } = JSON.parse(readFileSync(join(stage.dir, '.amplifier/hooks/guard/hooks.json'), 'utf8'));
  expect(hooks).toMatchObject({ PostToolUse: [{ matcher: 'Edit|Write' }] });
});

it('takes what is usual where nothing is typed, and asks again where something is wrong', async () => {
  const { code, stdout, stderr } = await stage.play(['init'], typing('../up\n\nPreTooluse\nStop\nperl\n\n'));
  expect(stderr).toContain('"../up" cannot be the name of a plugin');
  expect(stderr).toContain('There is no event "PreTooluse". Did you mean PreToolUse?');
  expect(stderr).toContain('It can be sh, python, node.');
  expect(code).toBe(0);
  expect(stdout).toContain('made .amplifier/hooks/my-hook/my-hook.sh');
});

it('makes nothing where the questions are not answered, and asks no program', async () => {
  const { code, stdout, stderr } = await stage.play(['init'], typing('guard\n'));
  expect([code, stdout]).toEqual([1, '']);
  expect(stderr).toContain('nothing was made');
  expect(existsSync(join(stage.dir, '.amplifier'))).toBe(false);
  const env = { PATH: process.env['PATH'], HOME: stage.home, CLAUDECODE: '1' };
  const agent = await stage.play(['init'], { ...typing(''), env });
  expect([agent.code, agent.stderr]).toEqual([0, '']);
  expect(agent.stdout).toContain('made .amplifier/hooks/my-hook/hooks.json');
});

describe('editors find the schema', () => {
  const schemaOf = (folder: string): string => {
    const { $schema } = JSON.parse(readFileSync(join(folder, 'hooks.json'), 'utf8'));
    return readFileSync(join(folder, $schema), 'utf8');
  };
  const title = (text: string): unknown => JSON.parse(text).title;

  it('in one copy for all plugins of a hooks directory', async () => {
    expect((await stage.play(['init', 'one'])).stdout).toContain('made .amplifier/hooks.schema.json');
    expect((await stage.play(['init', 'two'])).stdout).not.toContain('hooks.schema.json');
    for (const name of ['one', 'two'])
      expect(title(schemaOf(join(stage.dir, '.amplifier/hooks', name)))).toBe('hooks.json');
  });

  it('beside a hook that lies elsewhere', async () => {
    await stage.play(['init', 'one', '--dir', 'hooks']);
    expect(title(schemaOf(join(stage.dir, 'hooks/one')))).toBe('hooks.json');
  });

  it('in the package, where the project has it', async () => {
    stage.write('project/node_modules/amplifier-hooks/schemas/hooks.schema.json', { title: 'installed' });
    expect((await stage.play(['init', 'one'])).stdout).not.toContain('hooks.schema.json');
    expect(title(schemaOf(join(stage.dir, '.amplifier/hooks/one')))).toBe('installed');
  });
});

it('has help with examples', async () => {
  expect(await stage.play(['init', '--help'])).toMatchSnapshot();
});
