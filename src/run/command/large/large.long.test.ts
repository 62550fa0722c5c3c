// A host that is so large that starting a process holds it up: its hooks are run by a small process beside it.
import { afterAll, expect, it } from 'vitest';
import { isRecord } from '../../../text/index.js';
import { hosts } from '../../testing/host.js';
import { gone, longTime, testPlace } from '../../testing/place.js';

const { host, remove } = hosts(testPlace());
afterAll(remove);

/** Makes the host large, and runs hooks until another process starts them; from then on `parent` is that one. */
const LARGE = `
  const ballast = Array.from({ length: 400 }, (_, index) => Buffer.alloc(1024 * 1024, index + 1));
  const stdoutOf = async (command, changes) => (await runner.run(task(command, changes))).outcome.stdout;
  let parent = process.pid;
  while (parent === process.pid) parent = Number(await stdoutOf('echo $PPID; : ' + ballast.length % 7));
`;

const printed = async (code: string) => {
  const { stdout } = await host(`${LARGE} ${code} await runner.close();`);
  return JSON.parse(stdout);
};

it('is held up no more, and its hooks are answered as before', async () => {
  const commands = [
    'cat; echo no >&2; exit 2',
    'kill -9 $$',
    'umask; pwd; cat /dev/stdin; echo x > /dev/stderr',
    'nowhere-to-be-found',
    'sleep 30',
  ];
  const answers: { readonly here: readonly unknown[]; readonly beside: readonly unknown[] } = await printed(`
    const commands = ${JSON.stringify(commands)};
    const own = createCommandRunner({ profile: profile('amplifier'), tempDir: tempDir + '-own', beside: false });
    process.umask(0o027);
    const by = async (one) => {
      const outcomes = [];
      for (const command of commands) outcomes.push((await one.run(task(command, { timeoutMs: 1500 }))).outcome);
      return outcomes;
    };
    console.log(JSON.stringify({ here: await by(own), beside: await by(runner) }));
    await own.close();`);
  expect(answers.here.map((outcome) => isRecord(outcome) && outcome['kind'])).toEqual([
    'finished',
    'signalled',
    'finished',
    'launchFailed',
    'timedOut',
  ]);
  expect(answers.beside).toEqual(answers.here);
});

it('hears the first line, ends what is aborted, and keeps time', async () => {
  expect(
    await printed(`
      const went = new AbortController();
      const aborted = runner.run(task('sleep 600', { signal: went.signal }));
      const first = await new Promise((resolve) => {
        void runner.run(task('echo {; sleep 600', { onFirstLine: (line) => { resolve(line); return 'in-background'; }, timeoutMs: 60_000 }));
      });
      went.abort('enough');
      console.log(JSON.stringify([first, (await aborted).outcome]));`),
  ).toEqual(['{', { kind: 'cancelled', why: 'enough' }]);
});

it('says a fault where the small process is killed, and goes on', async () => {
  expect(
    await printed(`
      const waits = runner.run(task('echo {; sleep 600', { onFirstLine: () => { process.kill(parent, 'SIGKILL'); return false; } }));
      const { kind, fault } = (await waits).outcome;
      const next = await stdoutOf('echo still here');
      console.log(JSON.stringify([kind, fault.error.message, next]));`),
  ).toEqual(['refused', 'the process that runs hooks beside this one has ended', 'still here\n']);
});

it('says so where a task cannot be sent, and goes on', async () => {
  expect(
    await printed(`
      const error = await runner.run(task('true', { env: { NAME: () => 'no text' } })).catch((reason) => reason);
      console.log(JSON.stringify([error.message, await stdoutOf('echo still here')]));`),
  ).toEqual([expect.stringContaining('could not be cloned'), 'still here\n']);
});

it('takes the small process and all hooks with it, even when it is killed', async () => {
  const time = longTime();
  const ended = await host(
    `${LARGE} runner.run(task('echo {; sleep ${time}', { onFirstLine: () => { console.log('running'); return false; } }));`,
    (pid, stdout) => {
      if (stdout.includes('running')) process.kill(pid, 'SIGKILL');
    },
  );
  expect(ended.signal).toBe('SIGKILL');
  await gone(time);
});
