import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PassThrough, Readable } from 'node:stream';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Engine } from '../../engine/index.js';
import { type JournalOptions, openJournal } from '../../journal/index.js';
import { dispatched } from '../../journal/testing/scene.js';
import type { Journal } from '../../nouns.js';
import { Output } from '../output.js';
import { main } from '../program.js';
import { Stage } from '../testing/play.js';

let stage: Stage;
let journal: Journal;
beforeEach(() => {
  stage = new Stage();
  journal = openJournal({ stateDir: stateDir(), projectDir: stage.dir });
});
afterEach(async () => {
  await journal.close();
  await stage.remove();
});

const stateDir = () => join(stage.home, '.local', 'state', 'amplifier-hooks');
const engine = (): Engine => stage.engine({ stateDir: stateDir(), journal });
const replace: readonly (readonly [RegExp, string])[] = [
  [/^\d{4}-\d\d-\d\d$/gm, '<day>'],
  [/\d\d:\d\d:\d\d/g, '<clock>'],
  [/\b[0-9a-f]{10}\b/g, '<hook>'],
  [/\b0m[0-9a-z]{13}\b/g, '<event>'],
];
const play = (...argv: string[]) => stage.play(argv, { replace });

const world = () => ({
  stdin: Readable.from([]),
  stderr: new Output(new PassThrough()),
  env: { HOME: stage.home },
  cwd: stage.dir,
});

function terminal() {
  const out = new PassThrough();
  let text = '';
  out.on('data', (chunk) => {
    text += chunk;
  });
  return { out, text: () => text };
}

/** A denied call, a failed hook, a background hook, and events that nothing matches. */
async function happen(): Promise<void> {
  stage.hooks({
    PreToolUse: ['echo "no such thing" >&2; exit 2', 'exit 3'],
    PostToolUse: [{ command: 'echo later', async: true }],
    UserPromptSubmit: ['echo "some context"'],
  });
  const running = engine();
  await running.dispatch(stage.input('PreToolUse'));
  await running.dispatch(stage.input('UserPromptSubmit', { prompt: 'p' }));
  for (let index = 0; index < 3; index += 1) await running.dispatch(stage.input('Stop'));
  await journal.flush();
  await running.dispatch(stage.input('PostToolUse', { tool_response: {} }));
  await running.idle();
  await journal.flush();
}

describe('log', () => {
  it('shows one line an event, and what went wrong', async () => {
    await happen();
    expect(await play('log')).toMatchInlineSnapshot(`
      {
        "code": 0,
        "stderr": "",
        "stdout": "<day>
      <clock> PreToolUse       Bash         deny <ms>
               ✗ echo "no such thing" >&2; exit 2  ! exit 3
               no such thing
               failed: exit 3: exited with code 3
      <clock> UserPromptSubmit              - <ms>  ✓ echo "some context"
      <clock> Stop             ×3: no hook ran
      <clock> PostToolUse      Bash         - <ms>  … echo later
      <clock> PostToolUse      late <ms>  ✓ echo later
      ",
      }
    `);
  });

  it('shows ids, and only what was asked for', async () => {
    await happen();
    expect(await play('log', '--event', 'PreToolUse', '--ids', '-n', '1')).toMatchInlineSnapshot(`
      {
        "code": 0,
        "stderr": "",
        "stdout": "<day>
      <clock> PreToolUse       Bash         deny <ms>
               ✗ echo "no such thing" >&2; exit 2  ! exit 3
               id <event>
               no such thing
               failed: exit 3: exited with code 3
      ",
      }
    `);
    expect(await play('log', '--event', 'Stop', '--since', '1h')).toMatchInlineSnapshot(`
      {
        "code": 0,
        "stderr": "",
        "stdout": "<day>
      <clock> Stop             ×3: no hook ran
      ",
      }
    `);
    expect(await play('log', '--hook', 'nobody')).toMatchInlineSnapshot(`
      {
        "code": 0,
        "stderr": "nothing is recorded that fits --hook
      ",
        "stdout": "",
      }
    `);
    expect(await play('log', '--session', 'other')).toMatchInlineSnapshot(`
      {
        "code": 0,
        "stderr": "no session "other" is recorded for <root>/project
      ",
        "stdout": "",
      }
    `);
  });

  it('gives one object a line', async () => {
    await happen();
    const { stdout, code } = await stage.play(['log', '--json', '--event', 'PreToolUse']);
    expect(code).toBe(0);
    expect(stdout.trim().split('\n')).toHaveLength(1);
    expect(JSON.parse(stdout)).toMatchObject({
      version: 1,
      kind: 'event',
      verdict: 'deny',
      detail: {
        input: { tool_name: 'Bash' },
        decision: { permission: 'deny' },
        told: [{ stderr: 'no such thing\n' }, {}],
      },
    });
  });

  it('stays within 80 columns, with many hooks and long names', async () => {
    stage.hooks({ PreToolUse: Array.from({ length: 12 }, (_, index) => `true a-rather-long-name-${index}`) });
    await engine().dispatch(stage.input('PreToolUse'));
    await journal.flush();
    const { out, text } = terminal();
    await main(['log', '--ids'], { ...world(), stdout: new Output(out) });
    expect(text()).toMatch(/✓ true a-rather-long-name-5 {2}\+6\n/);
    for (const line of text().split('\n')) expect(line.length).toBeLessThanOrEqual(80);
  });

  it('follows until its reader leaves', async () => {
    await happen();
    const { out, text } = terminal();
    const following = main(['log', '--follow', '--event', 'UserPromptSubmit'], {
      ...world(),
      stdout: new Output(out),
    });
    await expect.poll(() => text()).toContain('UserPromptSubmit');
    await engine().dispatch(stage.input('UserPromptSubmit', { prompt: 'again' }));
    await expect.poll(() => text().match(/UserPromptSubmit/g)).toHaveLength(2);
    out.destroy();
    expect(await following).toBe(0);
  });

  it('tells a person at a terminal what it waits for', async () => {
    const [{ out }, errors] = [terminal(), terminal()];
    const stderr = new Output(Object.assign(errors.out, { isTTY: true }));
    const following = main(['log', '--follow'], { ...world(), stdout: new Output(out), stderr });
    await expect.poll(() => errors.text()).toMatch(/^Waiting for events of .*Ctrl-C[^\n]*\n\rwaiting …/);
    await engine().dispatch(stage.input('UserPromptSubmit', { prompt: 'again' }));
    // The line is taken away for the event, and drawn again below it.
    await expect.poll(() => errors.text()).toMatch(/\r\x1b\[K.*waiting, 1 so far …/s);
    out.destroy();
    expect(await following).toBe(0);
  });

  describe('--all', () => {
    const other = () => join(stage.root, 'other');
    const elsewhere = (more: Partial<JournalOptions> = {}) =>
      openJournal({ stateDir: stateDir(), projectDir: other(), ...more });

    it('has the events of all projects in the order of time, with whose they are', async () => {
      await happen();
      // Of what two processes record in the same millisecond nobody knows which was first.
      const strange = elsewhere({ clock: () => Date.now() + 1 });
      strange.dispatched(dispatched('s'));
      await strange.close();
      const { stdout } = await play('log', '--all');
      const places = stdout.split('\n').filter((line) => /^\S*<root>/.test(line));
      expect(places).toEqual(['<root>/project', '<root>/other']);
      const objects = (await play('log', '--all', '--json', '-n', '1')).stdout.trim().split('\n');
      expect(objects.map((line) => JSON.parse(line))).toMatchObject([
        { project: '<root>/other', kind: 'event' },
      ]);
      const [all, since] = [
        await play('log', '--all', '-n', '50'),
        await play('log', '--all', '--since', '1d'),
      ];
      expect(since.stdout).toBe(all.stdout);
      expect((await play('log', '--all', '--project', stage.dir)).stderr).toContain(
        '--project names one project, and --all means all of them',
      );
    });

    it('follows projects that begin later, too', async () => {
      await happen();
      const { out, text } = terminal();
      const following = main(['log', '--follow', '--all', '-n', '1'], {
        ...world(),
        stdout: new Output(out),
      });
      await expect.poll(() => text()).toContain('PostToolUse');
      const strange = elsewhere();
      strange.dispatched(dispatched('s'));
      await strange.flush();
      await expect.poll(() => text()).toContain(other());
      await engine().dispatch(stage.input('UserPromptSubmit', { prompt: 'again' }));
      await expect.poll(() => text()).toMatch(/project\n.*UserPromptSubmit/);
      strange.dispatched(dispatched('s'));
      await strange.close();
      await expect.poll(() => text().match(/PreToolUse/g)).toHaveLength(2);
      out.destroy();
      expect(await following).toBe(0);
    });
  });

  it('says so where nothing is recorded', async () => {
    expect(await play('log')).toMatchInlineSnapshot(`
      {
        "code": 0,
        "stderr": "nothing is recorded for <root>/project (journals lie in <root>/home/.local/state/amplifier-hooks/journal)
      Events are recorded when hooks run: \`amplifier-hooks run <Event>\`, dispatch, or a host with a journal.
      ",
        "stdout": "",
      }
    `);
    expect(
      await stage.play(['log'], { replace, env: { HOME: stage.home, AMPLIFIER_HOOKS_JOURNAL: 'off' } }),
    ).toMatchInlineSnapshot(`
      {
        "code": 0,
        "stderr": "nothing is recorded for <root>/project (journals lie in <root>/home/.local/state/amplifier-hooks/journal)
      AMPLIFIER_HOOKS_JOURNAL is "off" here.
      ",
        "stdout": "",
      }
    `);
    expect(await play('log', '--json')).toMatchObject({ code: 0, stdout: '' });
  });

  it.each([[['--event', 'PreTolUse']], [['--since', 'yesterday']], [['-n', 'many']], [['--bogus']]])(
    '%j is refused in plain words',
    async (argv) => {
      const { stdout, stderr, code } = await play('log', ...argv);
      expect([code, stdout]).toEqual([1, '']);
      expect(stderr).toMatchSnapshot();
    },
  );

  it('names a file of another version and goes on', async () => {
    await happen();
    const folder = readdirSync(join(stateDir(), 'journal'))[0] ?? '';
    writeFileSync(join(stateDir(), 'journal', folder, 'new.jsonl'), '{"kind":"journal","version":9}\n');
    const { stdout, stderr, code } = await play('log', '-n', '1');
    expect(code).toBe(0);
    expect(stdout).not.toBe('');
    expect(stderr).toContain('this journal is of version 9, and this program reads version 1');
  });
});
