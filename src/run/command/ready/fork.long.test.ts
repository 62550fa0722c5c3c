// A Python that is forked for every event: when it is, that each of its children is alone, and what becomes of them.
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { Run, Runner } from '../../../nouns.js';
import {
  eventually,
  finished,
  gone,
  longTime,
  openDescriptors,
  processesWith,
  testPlace,
  zombies,
} from '../../testing/place.js';

const place = testPlace();
place.write('said.py', 'import json, sys\nprint(json.load(sys.stdin)["tool_name"])\n');

const several = (runner: Runner, command: string, count: number): Promise<readonly Run[]> =>
  Promise.all(Array.from({ length: count }, () => runner.run(place.task(command))));

const stdoutOf = ({ outcome }: Run): string => finished(outcome).stdout;

/** Pids of the Pythons of a script: who forks, who was forked ahead and waits, and who runs. */
const pidsOf = (script: string): readonly number[] =>
  processesWith(place.mark)
    .filter((line) => line.includes(script))
    .map((line) => Number.parseInt(line, 10));

/** Who forks and who waits are of one session; whoever runs has a session of its own. */
const sessionsOf = (script: string): ReadonlySet<string | undefined> =>
  new Set(pidsOf(script).map((pid) => statOf(pid)[3]));

/** What stands behind the name of a process: its state, parent, group, session. */
function statOf(pid: number): readonly string[] {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'latin1')
      .replace(/^.*\) /s, '')
      .split(' ');
  } catch {
    return [];
  }
}

/** Who was forked ahead: the child of who forks, once it waits. */
async function waitingOne(script: string): Promise<number> {
  let found = 0;
  await eventually(() => {
    const [server = 0] = pidsOf(script).filter((pid) => statOf(pid)[3] === String(pid));
    const [waiting] = pidsOf(script).filter((pid) => statOf(pid)[1] === String(server));
    expect(statOf(waiting ?? 0)[0]).toBe('S');
    found = waiting ?? 0;
  });
  return found;
}

describe('when it is forked', () => {
  it('where its events come faster than new ones start', async () => {
    const runner = place.runner({ warm: 'learned' });
    const kinds = new Set<string | undefined>();
    await eventually(async () => {
      for (const run of await several(runner, 'python3 said.py', 3)) {
        expect(stdoutOf(run)).toBe('Bash\n');
        kinds.add(run.start?.kind);
      }
      expect(kinds).toContain('fork');
    });
    // One was enough as long as nobody knew.
    expect(kinds).toContain('python');
    const all = await several(runner, 'python3 said.py', 5);
    expect(all.map(({ start }) => start?.kind)).toEqual(all.map(() => 'fork'));
  });

  it('not where somebody always waits', async () => {
    const runner = place.runner({ warm: 'forced' });
    for (let round = 0; round < 8; round += 1)
      expect((await runner.run(place.task('python3 said.py'))).start?.kind).toBe('python');
  });
});

describe('its children', () => {
  const runner = place.runner({ warm: 'forked' });

  it('have numbers, random numbers and a mark of their own', async () => {
    place.write(
      'alone.py',
      `import os, random, subprocess, tempfile, uuid
shown = open("/pr" + "oc/self/environ").read().split("\\0")
mark = os.environ["AMPLIFIER_HOOK_RUN"]
told = subprocess.run(["printenv", "AMPLIFIER_HOOK_RUN"], capture_output=True, text=True).stdout.strip()
print(os.getpid(), random.random(), uuid.uuid4(), mark, "AMPLIFIER_HOOK_RUN=" + mark in shown, told == mark)
`,
    );
    const all = await several(runner, 'python3 alone.py', 6);
    expect(all.map(({ start }) => start?.kind)).toEqual(all.map(() => 'fork'));
    const words = all.map((run) => stdoutOf(run).trim().split(' '));
    for (const at of [0, 1, 2, 3]) expect(new Set(words.map((line) => line[at])).size).toBe(6);
    expect(words.map((line) => line.slice(4))).toEqual(words.map(() => ['True', 'True']));
  });

  it('get their own input, and say what they say to nobody else', async () => {
    place.write(
      'echo.py',
      'import sys\ndata = sys.stdin.read()\nprint(data)\nprint(data, file=sys.stderr)\n',
    );
    const all = await Promise.all(
      Array.from({ length: 30 }, (_, at) =>
        runner.run(
          place.task('python3 echo.py', { stdin: Buffer.from(`event ${at} ${'x'.repeat(at * 3000)}`) }),
        ),
      ),
    );
    all.forEach(({ outcome, start }, at) => {
      const said = `event ${at} ${'x'.repeat(at * 3000)}\n`;
      expect(finished(outcome)).toMatchObject({ stdout: said, stderr: said, exitCode: 0 });
      expect(start?.kind).toBe('fork');
    });
  });

  it('are ended with all that they started when their time is over, also what left the group', async () => {
    const time = longTime();
    place.write(
      'long.py',
      `import os, subprocess, sys, time
if os.fork() == 0:
    os.setsid()
    subprocess.run(["sleep", "${time}"])
subprocess.Popen(["sleep", "${time}"])
print("began", flush=True)
time.sleep(60)
`,
    );
    const run = await runner.run(place.task('python3 long.py', { timeoutMs: 1500 }));
    expect(run).toMatchObject({ outcome: { kind: 'timedOut', stdout: 'began\n' }, start: { kind: 'fork' } });
    await gone(time);
    // Who forks them is not concerned, and soon has the next one wait.
    await eventually(() => expect(pidsOf('long.py')).toHaveLength(2));
  });

  it.each([0, 1, 3, 10])(
    'do not run on when they are not wanted any more, %s ms after the start',
    async (ms) => {
      const time = longTime();
      place.write(`stay-${ms}.py`, `import time\ntime.sleep(${time})\n`);
      const command = `python3 stay-${ms}.py`;
      const stop = new AbortController();
      const run = runner.run(place.task(command, { signal: stop.signal }));
      await eventually(() => expect(pidsOf(`stay-${ms}.py`).length).toBeGreaterThan(0));
      await new Promise((resolve) => setTimeout(resolve, ms));
      stop.abort('enough');
      expect((await run).outcome).toEqual({ kind: 'cancelled', why: 'enough' });
      // Only who forks them, and the next one, which waits.
      await eventually(() => expect(sessionsOf(`stay-${ms}.py`).size).toBeLessThanOrEqual(1));
    },
  );
});

describe('who was forked ahead and waits', () => {
  const runner = place.runner({ warm: 'forked' });

  it('is the one that runs next', async () => {
    place.write('next.py', 'import os\nprint(os.getpid())\n');
    await runner.run(place.task('python3 next.py'));
    for (const _ of [1, 2, 3]) {
      const waiting = await waitingOne('next.py');
      expect(stdoutOf(await runner.run(place.task('python3 next.py')))).toBe(`${waiting}\n`);
    }
  });

  it('may be killed: then another one runs', async () => {
    place.write('killed.py', 'print("ran")\n');
    await runner.run(place.task('python3 killed.py'));
    process.kill(await waitingOne('killed.py'), 'SIGKILL');
    const run = await runner.run(place.task('python3 killed.py'));
    expect([stdoutOf(run), run.start?.kind]).toEqual(['ran\n', 'fork']);
  });

  it('may be stopped: then the hook is started anew, and runs once', async () => {
    place.write('stopped.py', 'open("times", "a").write("x")\n');
    await runner.run(place.task('python3 stopped.py'));
    const waiting = await waitingOne('stopped.py');
    process.kill(waiting, 'SIGSTOP');
    const run = await runner.run(place.task('python3 stopped.py'));
    expect([finished(run.outcome).exitCode, place.read('times')]).toEqual([0, 'xx']);
    expect(run.start?.kind).not.toBe('fork');
    process.kill(waiting, 'SIGCONT');
    await eventually(() => expect(pidsOf('stopped.py')).not.toContain(waiting));
    expect(place.read('times')).toBe('xx');
  });

  it('goes with who forked it, also when that is killed', async () => {
    place.write('alone.py', 'pass\n');
    await runner.run(place.task('python3 ./alone.py'));
    const waiting = await waitingOne('./alone.py');
    process.kill(Number(statOf(waiting)[1]), 'SIGKILL');
    await eventually(() => expect(pidsOf('./alone.py')).toEqual([]));
  });
});

it('a hook whose server is killed is a fault, is ended, and is not run again', async () => {
  const runner = place.runner({ warm: 'forked' });
  place.write(
    'lost.py',
    'import os, time\nopen("began", "a").write("x")\nprint("{", flush=True)\ntime.sleep(60)\n',
  );
  const run = await runner.run(
    place.task('python3 lost.py', {
      onFirstLine: () => {
        // The first of them started the other.
        const [server = 0] = [...pidsOf('lost.py')].sort((a, b) => a - b);
        process.kill(server, 'SIGKILL');
        return false;
      },
    }),
  );
  expect(run.outcome).toMatchObject({
    kind: 'refused',
    why: 'the Python that this hook was forked from was killed',
    fault: { error: expect.any(Error) },
  });
  expect(place.read('began')).toBe('x');
  await eventually(() => expect(pidsOf('lost.py')).toEqual([]));
});

it('a hook that runs while definitions are read again ends as always, and then its server goes', async () => {
  const runner = place.runner({ warm: 'forked' });
  place.write('slow.py', 'import sys, time\nprint("{", flush=True)\ntime.sleep(0.3)\nsys.exit(7)\n');
  let heard = false;
  const run = await runner.run(
    place.task('python3 slow.py', {
      onFirstLine: () => {
        heard = true;
        runner.reloaded?.();
        return false;
      },
    }),
  );
  expect(heard).toBe(true);
  expect(run).toMatchObject({ outcome: { kind: 'finished', exitCode: 7 }, start: { kind: 'fork' } });
  runner.reloaded?.();
  await eventually(() => expect(pidsOf('slow.py')).toEqual([]));
});

it('very many, and nothing is left', async () => {
  const before = openDescriptors();
  const runner = place.runner({ warm: 'forked' });
  for (let round = 0; round < 60; round += 1)
    for (const run of await several(runner, 'python3 ./././said.py', 5)) {
      expect(stdoutOf(run)).toBe('Bash\n');
      expect(run.start?.kind).toBe('fork');
    }
  await eventually(() => expect(pidsOf('./././said.py')).toHaveLength(2));
  await runner.close();
  await eventually(() => expect(pidsOf('./././said.py')).toEqual([]));
  await eventually(() => expect(zombies()).toEqual([]));
  await eventually(() => expect(openDescriptors()).toBeLessThanOrEqual(before));
});
