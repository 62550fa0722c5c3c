// The resident engine: one for a user and an installation, and gone when nobody asks or it is not the one to ask.
import { appendFileSync, cpSync, mkdtempSync, realpathSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { bundle } from '../scripts/bundle.mjs';
import { isManned, lockAt } from '../src/cli/resident/door.js';
import { ClientScene } from '../src/cli/testing/clients.js';
import { eventually, gone } from '../src/run/testing/place.js';

const built = realpathSync(mkdtempSync(join(tmpdir(), 'amplifier-hooks-resident-')));
const installation = join(built, 'bin');
const command = join(installation, 'amplifier-hooks.cjs');
let scene: ClientScene;

beforeAll(async () => {
  await bundle(installation);
}, 60_000);
afterAll(() => rmSync(built, { recursive: true, force: true }));
beforeEach(() => {
  scene = new ClientScene(command);
});
afterEach(async () => {
  await scene.remove();
  await gone(scene.root);
});

const EVENT = JSON.stringify({
  session_id: 's',
  hook_event_name: 'PreToolUse',
  tool_name: 'Bash',
  tool_input: { command: 'ls' },
});

/** One that ends after so many milliseconds in which nobody asks. */
const short = (idleMs: number) =>
  scene.ask(process.execPath, '', { args: [command, 'dispatch', '--resident', String(idleMs)] });

it('ends when nobody asks, and takes its door down', async () => {
  const end = short(2000);
  await eventually(() => expect(scene.door).not.toBeNull());
  expect(statSync(scene.doorPath).mode & 0o777).toBe(0o600);
  expect(await end).toMatchObject({ code: 0, stderr: '' });
  expect([scene.door, statSync(lockAt(scene.doorPath), { throwIfNoEntry: false })]).toEqual([
    null,
    undefined,
  ]);
});

it('keeps processes ready as it is delivered, whatever of Node and of ours it loads late', async () => {
  scene.hooks({ PreToolUse: ['true'] });
  await scene.resident();
  const client = scene.warmClient();
  await eventually(async () => {
    await scene.warm(client, EVENT);
    const log = scene.said('log', '--json');
    expect(log).toMatch(/"start":\{"kind":"shell"/);
  }, 60_000);
});

it('ends when its door is taken down', async () => {
  const end = short(60_000);
  await eventually(() => expect(scene.door).not.toBeNull());
  rmSync(scene.doorPath);
  expect(await end).toMatchObject({ code: 0 });
});

it('two that are started at once are one', async () => {
  scene.hooks({ PreToolUse: ['echo no >&2; exit 2'] });
  const client = scene.client();
  await Promise.all(Array.from({ length: 4 }, () => scene.ask(client, EVENT)));
  await eventually(() => expect(scene.door).not.toBeNull());
  const { pid } = scene.door ?? {};
  expect(await scene.ask(process.execPath, '', { args: [command, 'dispatch', '--resident'] })).toMatchObject({
    code: 0,
    stderr: 'amplifier-hooks: no resident engine was started: there is one already\n',
  });
  await scene.warm(scene.warmClient(), EVENT);
  expect(scene.door?.pid).toBe(pid);
});

it('an installation that is replaced has its own: the old one answers nobody any more', async () => {
  const moved = join(scene.root, 'installation');
  cpSync(installation, moved, { recursive: true });
  const own = new ClientScene(join(moved, 'amplifier-hooks.cjs'));
  try {
    own.hooks({ PreToolUse: ['echo no >&2; exit 2'] });
    const [old, client] = [await own.resident(), own.client()];
    await own.warm(own.warmClient(), EVENT);
    appendFileSync(join(moved, 'amplifier-hooks.cjs'), '\n');
    await eventually(async () => {
      expect(await own.ask(client, EVENT)).toMatchObject({ code: 0 });
      expect(isManned(old)).toBe(false);
    }, 60_000);
    await eventually(async () => {
      await own.ask(client, EVENT);
      expect(own.door).not.toBeNull();
    }, 60_000);
    expect(own.door?.pid).not.toBe(old.pid);
    await own.warm(own.warmClient(), EVENT);
  } finally {
    await own.remove();
  }
});

it('one that still answers somebody leaves its place to the next', async () => {
  scene.hooks({
    PostToolUse: ['echo $PPID > first.txt; until test -e second; do sleep 0.05; done; echo late >&2; exit 2'],
  });
  const [old, client] = [await scene.resident(), scene.warmClient()];
  const text = EVENT.replace('PreToolUse', 'PostToolUse');
  const end = scene.warm(client, text);
  await eventually(() => expect(scene.told('first.txt')).toContain('\n'));
  process.kill(old.pid, 'SIGTERM');
  await eventually(() => expect(scene.door).toBeNull());
  const next = await scene.resident();
  expect([next.pid === old.pid, isManned(old)]).toEqual([false, true]);
  scene.write('project/second', '');
  expect((await end).stdout).toContain('late');
  await eventually(() => expect(isManned(old)).toBe(false));
});

it('doctor knows it, and a command ends it', async () => {
  const { pid } = await scene.resident();
  expect(scene.said('doctor')).toContain(`process ${pid}, version `);
  expect(scene.said('dispatch', '--stop-resident')).toMatch(
    new RegExp(`^the resident engine \\(process ${pid}, version .*\\) has ended\n$`),
  );
  expect(scene.door).toBeNull();
  expect(scene.said('dispatch', '--stop-resident')).toBe('no resident engine runs\n');
  expect(scene.said('doctor')).not.toContain('resident engine');
});
