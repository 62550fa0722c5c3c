// Several real processes at one journal.
import { spawn } from 'node:child_process';
import { readdirSync, readFileSync, rmSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeEach, expect, it } from 'vitest';
import { compiled } from '../testing/index.js';
import { sessionFile } from './layout.js';
import { readJournal } from './read.js';
import { journalStats } from './stats.js';
import { all, Scene } from './testing/scene.js';

const built = compiled('journal/testing/writer.ts', 'journal/index.ts');
afterAll(() => rmSync(built, { recursive: true, force: true }));

let scene: Scene;
beforeEach(() => {
  scene = new Scene();
});
afterEach(() => scene.remove());

/** Starts a writer; resolves with its pid, exit code and what it complained about. */
function writer(session: string, count: number, maxBytes: number, maxTotalBytes: number) {
  const script = join(built, 'journal/testing/writer.js');
  const args = [script, scene.stateDir, scene.projectDir, session, count, maxBytes, maxTotalBytes].map(
    String,
  );
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'ignore', 'pipe'] });
  let stderr = '';
  child.stderr.on('data', (chunk) => {
    stderr += chunk;
  });
  const ended = new Promise<{ code: number | null; stderr: string }>((resolve) =>
    child.on('close', (code) => resolve({ code, stderr })),
  );
  return { child, ended };
}

it('write to one session, rotating under each other, and no line is lost or torn', async () => {
  const writers = Array.from({ length: 4 }, () => writer('s', 1500, 40_000, 1e12).ended);
  expect(await Promise.all(writers)).toEqual(writers.map(() => ({ code: 0, stderr: '' })));
  const files = readdirSync(scene.place.folder).filter((name) => name.endsWith('.jsonl'));
  expect(files.length).toBeGreaterThan(50);
  for (const name of files) {
    const text = readFileSync(join(scene.place.folder, name), 'utf8');
    expect(text.startsWith('{"kind":"journal","version":1')).toBe(true);
    for (const line of text.split('\n').filter((each) => each !== '')) JSON.parse(line);
  }
  const entries = await all(readJournal(scene.where));
  const ids = entries.flatMap((entry) => (entry.kind === 'event' ? [entry.id] : []));
  expect([ids.length, new Set(ids).size]).toEqual([6000, 6000]);
  expect((await journalStats(scene.where)).events).toMatchObject([{ ran: 6000, idle: 6000 }]);
  // Equal plans and definitions are stored once a process at most, not once an event.
  const [generation = ''] = readdirSync(scene.place.generations);
  expect(readFileSync(join(scene.place.generations, generation), 'utf8').split('\n').length).toBeLessThan(15);
});

it('fold old files at the same time, and the sums stay right', async () => {
  const first = Array.from({ length: 3 }, (_, index) => writer(`s${index}`, 1000, 30_000, 1e12).ended);
  await Promise.all(first);
  const before = await journalStats(scene.where);
  // What the first ones left is quiet for long enough once its time says so.
  const quiet = Date.now() / 1000 - 3600;
  for (const name of readdirSync(scene.place.folder))
    utimesSync(join(scene.place.folder, name), quiet, quiet);
  const second = Array.from({ length: 3 }, (_, index) => writer(`t${index}`, 500, 30_000, 200_000).ended);
  expect((await Promise.all(second)).map(({ stderr }) => stderr)).toEqual(['', '', '']);
  const after = await journalStats(scene.where);
  expect(before.events).toMatchObject([{ ran: 3000, idle: 3000 }]);
  expect(after.rollups).toBeGreaterThan(0);
  expect(after.events).toMatchObject([{ ran: 4500, idle: 4500 }]);
  expect(after.hooks).toMatchObject([{ hook: 'a', runs: 4500, p50: expect.closeTo(5, 0) }]);
  expect(after.sessions).toBe(6);
});

it('killed while they write, they leave at most one torn line each', async () => {
  const { child, ended } = writer('s', 1_000_000, 1e12, 1e12);
  await expect
    .poll(() => readdirSync(scene.root).length > 0 && countLines() > 50, { interval: 5 })
    .toBe(true);
  child.kill('SIGKILL');
  await ended;
  const complete = countLines();
  await writer('s', 10, 1e12, 1e12).ended;
  const entries = await all(readJournal(scene.where));
  expect(entries.length).toBeGreaterThanOrEqual(complete - 1 + 10);
});

it('a host that exits at once, or ends by an exception, still leaves what was heard', async () => {
  const { where } = scene;
  for (const end of ['process.exit(0)', 'throw new Error("host")', '']) {
    const code = `
      import { openJournal } from ${JSON.stringify(join(built, 'journal/index.js'))};
      import { dispatched, plan } from ${JSON.stringify(join(built, 'journal/testing/scene.js'))};
      const journal = openJournal(${JSON.stringify(where)});
      journal.dispatched(dispatched('s'));
      journal.idle(plan([]), 's');
      ${end}`;
    const child = spawn(process.execPath, ['--input-type=module', '-e', code], { stdio: 'ignore' });
    await new Promise((resolve) => child.on('close', resolve));
  }
  expect((await journalStats(where)).events).toMatchObject([{ ran: 3, idle: 3 }]);
});

function countLines(): number {
  try {
    return readFileSync(sessionFile(scene.place, 's'), 'utf8').split('\n').length - 1;
  } catch {
    // Not begun yet.
    return 0;
  }
}
