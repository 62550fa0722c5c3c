// `test`.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { bundle } from '../../../scripts/bundle.mjs';
import { own, Stage } from '../testing/play.js';

let stage: Stage;
beforeEach(() => {
  stage = new Stage();
  stage.write('project/.amplifier/hooks/guard/hooks.json', {
    hooks: {
      PreToolUse: [
        { matcher: 'Bash', hooks: [{ type: 'command', command: `"\${CLAUDE_PLUGIN_ROOT}/guard.sh"` }] },
      ],
    },
  });
  stage.write('project/.amplifier/hooks/guard/guard.sh', '#!/bin/sh\necho "not today" >&2\nexit 2\n', 0o755);
});
afterEach(() => stage.remove());

const BASH = 'event: { hook_event_name: PreToolUse, tool_name: Bash, tool_input: { command: ls } }';
const FILE = 'project/.amplifier/hooks/guard/guard.hooktest.yaml';
const DENIED = `title: bash is denied\n${BASH}\nexpect: { permission: deny, reason: not today }\n`;

it('reports what passes, fails, is skipped or malformed', async () => {
  stage.write(
    FILE,
    [
      DENIED,
      `title: bash is allowed\n${BASH}\nexpect: { permission: null, systemMessages: [hello] }\n`,
      `title: writing is denied\n${BASH.replace('Bash', 'Write')}\nexpect: { permission: deny }\n`,
      `title: needs more\nneeds: [no-such-program]\n${BASH}\nexpect: { permission: deny }\n`,
      `title: is misspelt\n${BASH}\nexpect:\n  permision: deny\n`,
    ].join('---\n'),
  );
  expect(await stage.play(['test'])).toMatchSnapshot();
});

it('passes', async () => {
  stage.write(FILE, DENIED);
  expect(await stage.play(['test', '.amplifier/hooks/guard'])).toMatchSnapshot();
});

it('a file that cannot be read as YAML is a failure with its place', async () => {
  stage.write(FILE, 'title: a\nexpect: { permission: [ }\n');
  expect(await stage.play(['test'])).toMatchSnapshot();
});

it('has an object for programs', async () => {
  stage.write(FILE, `${DENIED}---\ntitle: other\n${BASH}\nexpect: { permission: allow }\n`);
  expect(await stage.play(['test', '--json'])).toMatchSnapshot();
});

it('says how to write a test where there is none', async () => {
  expect(await stage.play(['test'])).toMatchSnapshot();
});

it('refuses a path that is not there, and --watch with --json', async () => {
  expect(await stage.play(['test', 'gone'])).toMatchSnapshot();
  expect(await stage.play(['test', '--watch', '--json'])).toMatchSnapshot();
});

it('has colours on a terminal, and stays within it', async () => {
  stage.write(FILE, `${DENIED}---\ntitle: ${'long '.repeat(30)}\n${BASH}\nexpect: { permission: allow }\n`);
  const { stdout } = await stage.play(['test'], { terminal: { columns: 80 } });
  expect(stdout).toContain('\u001b[32m✓\u001b[39m bash is denied');
  const lines = stdout.replace(/\u001b\[\d+m/g, '').split('\n');
  expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(80);
});

describe('which tests are run', () => {
  const OTHER = `title: Bash is allowed\n${BASH}\nexpect: { permission: allow }\n`;
  beforeEach(() => {
    stage.write(FILE, [DENIED, OTHER, DENIED.replace('bash', 'third')].join('---\n'));
  });

  it.each([['BASH IS'], ['/^bash is d/'], ['/bash IS/i'], ['guard.hooktest']])(
    '--filter %s',
    async (filter) => {
      const { stdout } = await stage.play(['test', '--filter', filter]);
      expect(stdout).toMatchSnapshot();
    },
  );

  it('a filter that fits nothing, or is no pattern, is told', async () => {
    expect(await stage.play(['test', '--filter', 'nothing'])).toMatchSnapshot();
    expect(await stage.play(['test', '--filter', '/(/'])).toMatchSnapshot();
  });

  it('--bail begins nothing after a failure', async () => {
    const many = [OTHER, ...Array.from({ length: 9 }, (_, index) => DENIED.replace('bash', `no ${index}`))];
    stage.write(FILE, many.join('---\n'));
    const { code, stdout } = await stage.play(['test', '--bail']);
    // As many as run at the same time may have begun by then.
    expect(stdout).toMatch(/\d passed, 1 failed, \d not run \(after the first failure\) in <s>\n$/);
    expect(code).toBe(1);
  });
});

describe('--junit', () => {
  beforeEach(() => {
    stage.write(FILE, DENIED);
  });

  it('writes the results to a file too, in a folder that it makes', async () => {
    expect(await stage.play(['test', '--junit', 'reports/hooks.xml'])).toMatchObject({ code: 0, stderr: '' });
    const text = stage.read('project/reports/hooks.xml');
    expect(text).toContain('<testsuite name=".amplifier/hooks/guard/guard.hooktest.yaml" tests="1"');
  });

  it('says before anything runs that the file cannot be written', async () => {
    expect(await stage.play(['test', '--junit', '.amplifier'])).toMatchSnapshot();
    expect(await stage.play(['test', '--junit', `${FILE.replace('project/', '')}/x.xml`])).toMatchSnapshot();
    expect(await stage.play(['test', '--watch', '--junit', 'x.xml'])).toMatchSnapshot();
  });
});

it('has help with examples', async () => {
  expect(await stage.play(['test', '--help'])).toMatchSnapshot();
});

describe('as a process of its own', () => {
  const built = mkdtempSync(join(tmpdir(), 'amplifier-hooks-test-command-'));
  let command: string;

  beforeAll(async () => {
    command = await bundle(built);
  }, 60_000);
  afterAll(() => rmSync(built, { recursive: true, force: true }));

  const start = (...args: readonly string[]): ChildProcess => {
    const env = { PATH: process.env['PATH'], HOME: stage.home };
    own(stage.dir, env);
    return spawn(process.execPath, [command, ...args], {
      cwd: stage.dir,
      env,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
  };

  /** Settles when the stream has said this, so many times in all. */
  const said = (stream: NodeJS.ReadableStream | null, words: RegExp): Promise<void> =>
    new Promise((resolve, reject) => {
      let text = '';
      stream?.on('data', (chunk: Buffer) => {
        text += chunk.toString();
        if (words.test(text)) resolve();
      });
      stream?.on('end', () => reject(new Error(`it never said ${words}: ${text}`)));
    });

  it('--watch runs again after a change, and ends with 130 when it is interrupted', async () => {
    stage.write(FILE, DENIED);
    const child = start('test', '--watch');
    const exit = once(child, 'exit');
    const failedLater = said(child.stdout, /1 passed, 0 failed[\s\S]*0 passed, 1 failed/);
    await said(child.stderr, /Waiting for a change/);
    writeFileSync(join(stage.dir, '.amplifier/hooks/guard/guard.sh'), '#!/bin/sh\nexit 0\n');
    await failedLater;
    child.kill('SIGINT');
    expect(await exit).toEqual([130, null]);
  });

  it('ends with 1 when a test fails', async () => {
    stage.write(FILE, DENIED.replace('not today', 'never'));
    const [code] = await once(start('test'), 'exit');
    expect(code).toBe(1);
  });
});
