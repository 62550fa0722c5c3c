// Processes at their gates that are killed, stopped, or whose host goes: no event is lost, nothing runs by itself, nothing stays.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, rmSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { Run } from '../../../nouns.js';
import { compiled } from '../../../testing/index.js';
import { eventually, finished, processesWith, TEST_PATH, testPlace, zombies } from '../../testing/place.js';

const place = testPlace();
place.write('said.py', 'import json, sys\nprint(json.load(sys.stdin)["tool_name"])\nopen("ran-py", "w")\n');
place.write(
  'said.js',
  'console.log(JSON.parse(require("fs").readFileSync(0)).tool_name); require("fs").writeFileSync("ran-js", "")',
);

const COMMANDS = {
  shell: 'cat >/dev/null; echo Bash; : > ran-sh',
  python: 'python3 said.py',
  node: 'node said.js',
  fork: 'python3 ./said.py',
} as const;
const KINDS = ['shell', 'python', 'node', 'fork'] as const;
const modeOf = (kind: (typeof KINDS)[number]) => (kind === 'fork' ? 'forked' : 'learned');

/** Pids of processes with a command in their command line. */
const pidsOf = (command: string): readonly number[] =>
  processesWith(place.mark)
    .filter((line) => line.includes(command))
    .map((line) => Number.parseInt(line, 10));

describe.each(KINDS)('%s', (kind) => {
  const command = COMMANDS[kind];

  it.each(['SIGKILL', 'SIGTERM', 'SIGSTOP'] as const)('%s while it waits', async (signal) => {
    const runner = place.runner({ warm: modeOf(kind) });
    const task = place.task(command);
    const answers: Run[] = [];
    for (let round = 0; round < 12; round += 1) {
      answers.push(await runner.run(task));
      // Whatever stage it is in: being started, at its gate, or not there at all.
      for (const pid of round % 3 === 0 ? [] : pidsOf(command)) {
        try {
          process.kill(pid, signal);
        } catch {
          // It went by itself.
        }
      }
    }
    expect(answers.map(({ outcome }) => finished(outcome).stdout)).toEqual(answers.map(() => 'Bash\n'));
    await runner.close();
    await eventually(() => expect(pidsOf(command)).toEqual([]));
    await eventually(() => expect(zombies()).toEqual([]));
  });

  it('one that stays stopped is replaced by a new one, and the hook stays cold', async () => {
    const runner = place.runner({ warm: modeOf(kind) });
    const task = place.task(command);
    let last = await runner.run(task);
    await eventually(async () => {
      last = await runner.run(task);
      expect(last.start?.kind).toBe(kind);
    });
    let stopped = false;
    await eventually(async () => {
      for (const pid of pidsOf(command)) process.kill(pid, 'SIGSTOP');
      last = await runner.run(task);
      stopped ||= last.start?.kind === 'cold';
      expect(finished(last.outcome).stdout).toBe('Bash\n');
      expect(stopped).toBe(true);
    }, 60_000);
    expect(last.start).toMatchObject({
      why: expect.stringMatching(/^its \w+ (?:ended at|did not come to) its gate$/),
    });
    await runner.close();
    await eventually(() => expect(pidsOf(command)).toEqual([]));
  });

  it('without its host it ends, and nothing of the hook has run', async () => {
    const modules = compiled('run/index.ts', 'profiles.ts');
    const program = place.write(
      `host-${kind}.mjs`,
      `import { createCommandRunner } from ${JSON.stringify(`${modules}/run/index.js`)};
import { profile } from ${JSON.stringify(`${modules}/profiles.js`)};
const runner = createCommandRunner({ profile: profile('amplifier'), tempDir: ${JSON.stringify(place.path(`host-temp-${kind}`))}, warm: ${JSON.stringify(modeOf(kind))} });
const hook = { id: 'h', event: 'PreToolUse', handler: { type: 'command', command: ${JSON.stringify(command)}, args: null, shell: null, background: 'no' }, source: { pluginRoot: null, pluginData: null } };
const task = { hook, stdin: Buffer.from('{"tool_name":"Bash"}\\n'), env: process.env, cwd: [process.cwd()], timeoutMs: 15000, signal: null, onFirstLine: null };
let last;
do {
  last = await runner.run(task);
  await new Promise((resolve) => setTimeout(resolve, 60));
} while (last.start?.kind !== ${JSON.stringify(kind)});
setTimeout(() => {}, 60_000);
console.log('warm');
`,
    );
    const env = { PATH: TEST_PATH, HOME: place.root, TEST_MARK: place.mark };
    const host = spawn(process.execPath, [program], {
      cwd: place.root,
      env,
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    await once(host.stdout, 'data');
    await eventually(() => expect(pidsOf(command).length).toBeGreaterThan(0));
    for (const name of ['ran-sh', 'ran-py', 'ran-js']) rmSync(place.path(name), { force: true });
    host.kill('SIGKILL');
    await once(host, 'exit');
    await eventually(() => expect(pidsOf(command)).toEqual([]));
    expect(['ran-sh', 'ran-py', 'ran-js'].filter((name) => existsSync(place.path(name)))).toEqual([]);
    rmSync(modules, { recursive: true });
  });
});
