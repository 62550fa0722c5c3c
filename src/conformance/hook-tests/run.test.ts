import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { findTestFiles, runTestFiles, type TestListener, type TestName, tallyTests } from './index.js';
import { BASH, TestPlugin } from './testing/plugin.js';

const PATH = process.env['PATH'] ?? '';
const run = (...files: readonly string[]) => runTestFiles(files, { path: PATH });

/** The outcome of one test beside a plugin with this script. */
async function outcome(script: string, test: string) {
  const plugin = new TestPlugin(script);
  const [result] = await run(plugin.write('guard/a.hooktest.yaml', `title: t\n${test}`));
  return result?.outcome;
}

describe('runTestFiles', () => {
  it('the plugin is installed and really runs', async () => {
    const test = `${BASH}\nexpect: { permission: deny, reason: not today, ran: { guard: 1 } }`;
    expect(await outcome('echo not today >&2; exit 2', test)).toEqual({ kind: 'passed' });
  });

  it('a difference fails, with what was expected, what came, and what the hooks did', async () => {
    expect(await outcome('echo no >&2; exit 2', `${BASH}\nexpect: { permission: null }`)).toEqual({
      kind: 'failed',
      problems: [{ kind: 'differs', step: 1, key: 'permission', expected: null, got: 'deny' }],
      trace: [['guard ran: exit 2; stderr "no"']],
    });
  });

  it('a hook that is broken fails a test that does not expect it', async () => {
    const test = `${BASH}\nexpect: { permission: null }`;
    expect(await outcome('no-such-program', test)).toMatchObject({
      kind: 'failed',
      problems: [{ key: 'failed', expected: { inAnyOrder: [] }, got: ['guard'] }],
    });
    expect(await outcome('exit 7', `${BASH}\nexpect: { failed: [guard] }`)).toEqual({ kind: 'passed' });
  });

  it('a hook that does not run fails a test that does not expect it', async () => {
    const other = BASH.replace('Bash', 'Write');
    expect(await outcome('exit 0', `${other}\nexpect: { permission: null }`)).toEqual({
      kind: 'failed',
      problems: [{ kind: 'differs', step: 1, key: 'fired', expected: true, got: false }],
      trace: [
        [
          'guard did not run: the matcher "Bash" does not list "Write" (tool_name, also called "write_file", "apply_patch")',
        ],
      ],
    });
    expect(await outcome('exit 0', `${other}\nexpect: { fired: false }`)).toEqual({ kind: 'passed' });
  });

  it('steps share a session and a project; files of the project are compared', async () => {
    const call = (command: string) => BASH.replace('ls', command);
    const test = `
files: { project/log: "start\\n" }
steps:
  - ${call('a')}
    expect: { projectFiles: { log: "start\\nrun\\n" } }
  - ${call('b')}
    expect: { projectFiles: { log: "start\\nrun\\nrun\\n", other: null } }`;
    expect(await outcome('echo run >> "$CLAUDE_PROJECT_DIR/log"', test)).toEqual({ kind: 'passed' });
    expect(await outcome('true', test)).toMatchObject({
      problems: [
        { step: 1, key: 'projectFiles', expected: { log: 'start\nrun\n' }, got: { log: 'start\n' } },
        { step: 2, got: { log: 'start\n' } },
      ],
    });
  });

  it('texts may be given in part', async () => {
    const script = `echo '{"systemMessage":"for the user","hookSpecificOutput":{"hookEventName":"PreToolUse","additionalContext":"for the agent"}}'`;
    expect(
      await outcome(script, `${BASH}\nexpect: { systemMessagesAll: [user], contextAll: [the, agent] }`),
    ).toEqual({ kind: 'passed' });
    expect(await outcome(script, `${BASH}\nexpect: { contextAll: [agent, nobody] }`)).toMatchObject({
      problems: [{ key: 'contextAll', expected: { containing: ['nobody'] }, got: ['for the agent'] }],
    });
  });

  it('what a hook says is looked at, also where it only observes', async () => {
    const plugin = new TestPlugin('exit 2');
    plugin.write('guard/.claude-plugin/plugin.json', { name: 'guard', hookMode: 'observe' });
    const file = plugin.write('guard/a.hooktest.yaml', `title: t\n${BASH}\nexpect: { permission: deny }`);
    expect((await run(file))[0]?.outcome).toEqual({ kind: 'passed' });
  });

  it('the profile counts', async () => {
    const test = (profile: string) => `profile: ${profile}\n${BASH}\nexpect: { permission: deny }`;
    // A deny with text around it is lost in the real program.
    const script = `echo 'noise {"decision":"block","reason":"no"}'`;
    expect(await outcome(script, test('amplifier'))).toMatchObject({ kind: 'passed' });
    expect(await outcome(script, test('claude-code'))).toMatchObject({ kind: 'failed' });
  });

  it('a test whose needs are not met is skipped, with the reason', async () => {
    expect(
      await outcome('exit 2', `needs: [no-such-program]\n${BASH}\nexpect: { permission: null }`),
    ).toEqual({
      kind: 'skipped',
      reason: 'no-such-program is not on the PATH',
    });
  });

  it('a test that lies in no plugin and brings no files has nothing to test', async () => {
    const plugin = new TestPlugin('true');
    const lost = plugin.write('elsewhere/a.hooktest.yaml', `title: t\n${BASH}\nexpect: { blocked: false }`);
    expect((await run(lost))[0]?.outcome).toMatchObject({
      kind: 'malformed',
      problems: [
        { message: expect.stringContaining('there is nothing to test'), place: { line: 1, column: 1 } },
      ],
    });
  });

  it('a test may bring its own hooks', async () => {
    const plugin = new TestPlugin('true');
    const files = JSON.stringify({
      'project/.amplifier/hooks/hooks.json': {
        hooks: { Stop: [{ hooks: [{ type: 'command', command: 'exit 2' }] }] },
      },
    });
    const file = plugin.write(
      'elsewhere/a.hooktest.yaml',
      `title: t\nfiles: ${files}\nevent: Stop\nexpect: { blocked: true }`,
    );
    expect((await run(file))[0]?.outcome).toEqual({ kind: 'passed' });
  });

  it('a hooks directory as a whole can be tested', async () => {
    const plugin = new TestPlugin('true');
    plugin.write(
      'p/.amplifier/hooks/hooks.json',
      JSON.stringify({ hooks: { Stop: [{ hooks: [{ type: 'command', command: 'exit 2' }] }] } }),
    );
    const file = plugin.write(
      'p/.amplifier/hooks/tests/a.hooktest.yaml',
      'title: t\nevent: Stop\nexpect: { blocked: true }',
    );
    expect((await run(file))[0]?.outcome).toEqual({ kind: 'passed' });
  });

  it('a plugin with the layout hooks/hooks.json is found from a test inside it', async () => {
    const plugin = new TestPlugin('true');
    plugin.write(
      'other/hooks/hooks.json',
      JSON.stringify({
        hooks: {
          Stop: [{ hooks: [{ type: 'command', command: 'test -f "$CLAUDE_PLUGIN_ROOT/mark" && exit 2' }] }],
        },
      }),
    );
    plugin.write('other/mark', '');
    const test = 'title: t\nevent: Stop\nexpect: { blocked: true }';
    const files = ['other/hooks/a.hooktest.yaml', 'other/tests/a.hooktest.yaml'].map((path) =>
      plugin.write(path, test),
    );
    expect((await run(...files)).map((result) => result.outcome)).toEqual([
      { kind: 'passed' },
      { kind: 'passed' },
    ]);
  });

  it('a file that cannot be read fails alone', async () => {
    const plugin = new TestPlugin('true');
    const good = plugin.write('guard/b.hooktest.yaml', `title: t\n${BASH}\nexpect: { permission: null }`);
    const results = await run(join(plugin.root, 'gone.yaml'), good);
    expect(tallyTests(results)).toEqual({ passed: 1, failed: 1, skipped: 0, total: 2 });
  });
});

describe('findTestFiles', () => {
  it('looks below folders, but not into other people’s', async () => {
    const plugin = new TestPlugin('true');
    const wanted = ['a.hooktest.json', 'guard/tests/b.hooktest.yml', 'guard/z.hooktest.yaml'].map((path) =>
      plugin.write(path, ''),
    );
    for (const path of ['guard/tests/fixture.yaml', 'node_modules/x/c.hooktest.yaml', '.git/d.hooktest.yaml'])
      plugin.write(path, '');
    expect(await findTestFiles([plugin.root])).toEqual(wanted);
  });

  it('a file that is named may be called anything, and counts once', async () => {
    const plugin = new TestPlugin('true');
    const file = plugin.write('guard/mine.yaml', '');
    expect(await findTestFiles([file, file])).toEqual([file]);
    await expect(findTestFiles([join(plugin.root, 'gone')])).rejects.toThrow(
      'there is no such file or folder',
    );
  });
});

describe('the scratch project', () => {
  it('dependencies of a plugin are at hand, and the plugin itself is never written to', async () => {
    const plugin = new TestPlugin(
      'cat "$CLAUDE_PLUGIN_ROOT/node_modules/dep/word" >&2; echo x > "$CLAUDE_PLUGIN_ROOT/new"; exit 2',
    );
    mkdirSync(join(plugin.folder, 'node_modules', 'dep'), { recursive: true });
    writeFileSync(join(plugin.folder, 'node_modules', 'dep', 'word'), 'hello');
    const file = plugin.write('guard/a.hooktest.yaml', `title: t\n${BASH}\nexpect: { reason: hello }`);
    expect((await run(file))[0]?.outcome).toEqual({ kind: 'passed' });
    await expect(findTestFiles([join(plugin.folder, 'new')])).rejects.toThrow();
  });
});

describe('a run of several tests', () => {
  /** Tests that fail where their command is `deny`; those of one file, in order. */
  const fileOf = (plugin: TestPlugin, name: string, commands: readonly string[]): string =>
    plugin.write(`guard/${name}.hooktest.json`, {
      cases: commands.map((command, index) => ({
        title: `${name}${index + 1}`,
        event: { hook_event_name: 'PreToolUse', tool_name: 'Bash', tool_input: { command } },
        expect: { permission: null, ...(command === 'timed' ? { maxMs: 600_000 } : {}) },
      })),
    });
  const DENY = 'case "$(cat)" in *deny*) exit 2;; *slow*) sleep 0.3;; esac';

  const listening = () => {
    const heard: string[] = [];
    const listener: TestListener = {
      found: (all, chosen) => heard.push(`${chosen} of ${all}`),
      ended: ({ title, outcome }) => heard.push(`${title} ${outcome.kind}`),
    };
    return { heard, listener };
  };

  it('is told in the order of the files, tests that measure time last; the results are all in order', async () => {
    const plugin = new TestPlugin(DENY);
    const files = [fileOf(plugin, 'a', ['slow', 'timed', 'ls']), fileOf(plugin, 'b', ['ls', 'deny'])];
    const { heard, listener } = listening();
    const results = await runTestFiles(files, { path: PATH, listener });
    expect(heard).toEqual(['5 of 5', 'a1 passed', 'a3 passed', 'b1 passed', 'b2 failed', 'a2 passed']);
    expect(results.map(({ title }) => title)).toEqual(['a1', 'a2', 'a3', 'b1', 'b2']);
  });

  it('may be about some of them', async () => {
    const plugin = new TestPlugin(DENY);
    const { heard, listener } = listening();
    const chosen = ({ title }: TestName) => title === 'a2';
    await runTestFiles([fileOf(plugin, 'a', ['deny', 'ls', 'deny'])], { path: PATH, listener, chosen });
    expect(heard).toEqual(['1 of 3', 'a2 passed']);
  });

  it('begins nothing more after a failure, where that is asked for', async () => {
    const plugin = new TestPlugin(DENY);
    const file = fileOf(plugin, 'a', ['ls', 'deny', 'ls', 'deny']);
    const results = await runTestFiles([file], { path: PATH, jobs: 1, bail: true });
    expect(results.map(({ title }) => title)).toEqual(['a1', 'a2']);
    const malformed = plugin.write('guard/z.hooktest.yaml', 'title: z');
    expect(await runTestFiles([malformed, file], { path: PATH, jobs: 1, bail: true })).toHaveLength(1);
  });

  it('ends soon after an interruption; of what ran then there is no result', async () => {
    const plugin = new TestPlugin('case "$(cat)" in *wait*) sleep 600;; esac');
    plugin.write('guard/hooks.json', {
      hooks: {
        PreToolUse: [
          { hooks: [{ type: 'command', command: `"\${CLAUDE_PLUGIN_ROOT}/guard.sh"`, timeout: 600 }] },
        ],
      },
    });
    const end = new AbortController();
    const listener: TestListener = {
      // Whether its hook runs already or not, it has no result.
      began: ({ title }) => {
        if (title === 'a2') setTimeout(() => end.abort(), 100);
      },
    };
    const file = fileOf(plugin, 'a', ['ls', 'wait', 'ls']);
    const results = await runTestFiles([file], { path: PATH, jobs: 1, signal: end.signal, listener });
    expect(results.map(({ title }) => title)).toEqual(['a1']);
  });
});
