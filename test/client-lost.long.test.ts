// A client that loses its engine, or finds another one in its place: no event is lost, none is told to a stranger, and at a gate
// nothing is taken for an assent.
import { execFileSync } from 'node:child_process';
import { chmodSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { bundle } from '../scripts/bundle.mjs';
import { type Door, doorIn, isManned, missedAt, newSecret, putUp } from '../src/cli/resident/door.js';
import { MOST_MISSED } from '../src/cli/resident/protocol.js';
import { ClientScene } from '../src/cli/testing/clients.js';
import { beginningOf } from '../src/files/index.js';
import { readJournal } from '../src/journal/index.js';
import { eventually, gone, longTime, processesWith } from '../src/run/testing/place.js';
import { ended } from '../src/testing/index.js';

const built = realpathSync(mkdtempSync(join(tmpdir(), 'amplifier-hooks-client-')));
let command: string;
let scene: ClientScene;
const servers: Server[] = [];

beforeAll(async () => {
  command = await bundle(join(built, 'bin'));
}, 60_000);
afterAll(() => rmSync(built, { recursive: true, force: true }));
beforeEach(() => {
  scene = new ClientScene(command);
});
afterEach(async () => {
  for (const server of servers.splice(0)) server.close();
  await scene.remove();
  await gone(scene.root);
});

const event = (name = 'PreToolUse', more: Readonly<Record<string, unknown>> = {}): string =>
  JSON.stringify({
    session_id: 's',
    hook_event_name: name,
    tool_name: 'Bash',
    tool_input: { command: 'ls' },
    ...more,
  });

const DENY = 'echo asked >> asked.txt; echo "not here" >&2; exit 2';
const denied = { code: 0, stderr: '', stdout: expect.stringContaining('not here') };
const asked = () => scene.told('asked.txt').split('\n').length - 1;

const processesOf = (parent: number): string =>
  execFileSync('ps', ['--ppid', String(parent), '-o', 'command='], { encoding: 'utf8' });

/** Somebody at the port of a door that the client finds. */
async function behindDoor(visit: (socket: Socket, door: Door) => void): Promise<Door> {
  const server = createServer();
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const door: Door = {
    port,
    pid: process.pid,
    hello: newSecret(),
    key: newSecret(),
    version: '0',
    command,
    since: Date.now(),
    began: beginningOf(process.pid),
  };
  server.on('connection', (socket) => {
    socket.on('error', () => undefined);
    visit(socket, door);
  });
  putUp(scene.doorPath, door);
  return door;
}

/** A client that waits shorter for an engine that says nothing. */
function impatient(client: string): string {
  writeFileSync(client, readFileSync(client, 'utf8').replaceAll(/-t 20\b/g, '-t 1'));
  return client;
}

describe('somebody else is at the port', () => {
  it.each<readonly [string, (socket: Socket) => void]>([
    ['says nothing', () => undefined],
    ['greets otherwise', (socket) => void socket.write('let me in\n')],
    ['acknowledges at once', (socket) => void socket.write('A\nX 0\n')],
    ['says very much', (socket) => void socket.write('x'.repeat(1_000_000))],
    ['closes', (socket) => void socket.end()],
    ['says bytes', (socket) => void socket.write(Buffer.alloc(1000))],
  ])('%s: it hears nothing, and dispatch answers', async (_title, visit) => {
    scene.hooks({ PreToolUse: [DENY] });
    const client = scene.client();
    const heard: Buffer[] = [];
    let visits = 0;
    await behindDoor((socket) => {
      visits += 1;
      socket.on('data', (bytes) => heard.push(bytes));
      visit(socket);
    });
    expect(await scene.ask(client, event())).toEqual(expect.objectContaining(denied));
    expect([visits, Buffer.concat(heard).toString()]).toEqual([1, '']);
  });
});

describe('the engine is lost', () => {
  const HEAD = /^\S+ \d+ \d+ \d+ (\d+) \d+\0/;

  /** An engine that says these lines, one after the other, to who knows its key, and is gone then. */
  const dying = (...lines: readonly string[]) =>
    behindDoor((socket, { hello, key }) => {
      socket.write(`${hello}\n`);
      let all = '';
      socket.on('data', (bytes) => {
        all += bytes.toString('latin1');
        if (!HEAD.test(all) || !all.startsWith(key) || !all.endsWith('}\0')) return;
        socket.end(lines.join(''));
      });
    });

  it.each<readonly [string, readonly string[]]>([
    ['with the event', []],
    ['after it declined', ['C\n']],
    ['after the acknowledgement', ['A\n']],
    ['with half of an answer', ['A\n', 'O 1000\n', '{"half":']],
    ['with a whole answer that was not given', ['A\n', 'O 9\n', '{"no":1}\n']],
    ['with words that nobody knows', ['A\n', 'what\n']],
  ])('%s: a gate is asked again, by dispatch', async (_title, lines) => {
    scene.hooks({ PreToolUse: [DENY] });
    const client = scene.client();
    await dying(...lines);
    expect(await scene.ask(client, event())).toEqual(expect.objectContaining(denied));
    expect(asked()).toBe(1);
    // Where it was acknowledged, its hooks may have run before.
    const isRepeat = lines[0] === 'A\n';
    expect(scene.said('log').includes('asked again')).toBe(isRepeat);
    expect(scene.said('log', '--json').includes('"repeated":true')).toBe(isRepeat);
  });

  it('where hooks ran that must not run twice: a fault, as dispatch tells it', async () => {
    scene.hooks({ PostToolUse: [DENY] });
    const client = scene.client();
    await dying('A\n', 'S\n');
    const end = await scene.ask(client, event('PostToolUse'));
    expect(end).toMatchObject({ code: 3, stdout: '' });
    expect(end.stderr).toMatch(/^amplifier-hooks: this is a fault of amplifier-hooks, not of yours: .*lost/);
    expect(asked()).toBe(0);
  });

  it('after the answer: the answer counts', async () => {
    scene.hooks({ PreToolUse: [DENY] });
    const client = scene.client();
    await dying('A\n', 'S\n', 'O 3\nyes', 'E 4\nwhy\n', 'D 2\n');
    expect(await scene.ask(client, event())).toMatchObject({ code: 2, stdout: 'yes', stderr: 'why\n' });
    expect(asked()).toBe(0);
  });

  /** Asks until the resident engine has started the hook, which waits then; on a busy machine `dispatch` may have to answer first. */
  async function begun(client: string, name: string, door: Door): Promise<ReturnType<typeof scene.ask>[]> {
    scene.hooks({ [name]: [`echo "$PPID" > first.txt; until test -e second; do sleep 0.05; done; ${DENY}`] });
    for (;;) {
      for (const file of ['first.txt', 'second']) rmSync(join(scene.dir, file), { force: true });
      const end = scene.ask(client, event(name));
      await eventually(() => expect(scene.told('first.txt')).toContain('\n'));
      // Only what the engine itself started can be lost with it.
      if (scene.told('first.txt').trim() === String(door.pid)) return [end];
      scene.write('project/second', '');
      await end;
      rmSync(join(scene.dir, 'asked.txt'), { force: true });
    }
  }

  it('killed while a gate’s hooks run: they end, and the gate is asked again', async () => {
    const [door, client] = [await scene.resident(), scene.client()];
    const [end] = await begun(client, 'PreToolUse', door);
    // The watcher is told of a hook a moment after its start.
    await eventually(() => expect(processesOf(door.pid)).toContain('amplifier-hooks-watch'));
    process.kill(door.pid, 'SIGKILL');
    await eventually(() => expect(scene.told('first.txt').trim()).not.toBe(String(door.pid)));
    scene.write('project/second', '');
    expect(await end).toEqual(expect.objectContaining(denied));
    expect(asked()).toBe(1);
  });

  it.each(['PreToolUse', 'PostToolUse'])('stopped while hooks of %s run', async (name) => {
    const [door, client] = [await scene.resident(), impatient(scene.client())];
    const [end] = await begun(client, name, door);
    process.kill(door.pid, 'SIGSTOP');
    scene.write('project/second', '');
    const told = await end;
    if (name === 'PreToolUse') expect(told).toEqual(expect.objectContaining(denied));
    else expect(told).toMatchObject({ code: 3, stdout: '', stderr: expect.stringContaining('lost') });
  });

  it('stopped before: dispatch answers with the same event, large or small', async () => {
    scene.hooks({ PreToolUse: ['cat > got.json', DENY] });
    const [door, client] = [await scene.resident(), scene.client()];
    process.kill(door.pid, 'SIGSTOP');
    for (const text of [event(), event('PreToolUse', { tool_input: { command: 'é'.repeat(600_000) } })]) {
      expect(await scene.ask(client, text)).toEqual(expect.objectContaining(denied));
      expect(JSON.parse(scene.told('got.json'))).toMatchObject(JSON.parse(text));
    }
    expect(readFileSync(missedAt(scene.doorPath), 'utf8')).toBe('..');
  });

  it('stopped for good: another takes its place', async () => {
    scene.hooks({ PreToolUse: [DENY] });
    const [door, client] = [await scene.resident(), scene.client()];
    process.kill(door.pid, 'SIGSTOP');
    writeFileSync(missedAt(scene.doorPath), '.'.repeat(MOST_MISSED));
    expect(await scene.ask(client, event())).toEqual(expect.objectContaining(denied));
    await eventually(() => expect([scene.door?.pid === door.pid, isManned(door)]).toEqual([false, false]));
    await scene.warm(scene.warmClient(), event());
  });

  it('killed before: the door is stale, dispatch answers, and another engine is started', async () => {
    scene.hooks({ PreToolUse: [DENY] });
    const [door, client] = [await scene.resident(), scene.client()];
    process.kill(door.pid, 'SIGKILL');
    await eventually(() => expect(isManned(door)).toBe(false));
    expect(await scene.ask(client, event())).toEqual(expect.objectContaining(denied));
    await eventually(() => expect(scene.door?.pid).not.toBe(door.pid));
    await scene.warm(scene.warmClient(), event());
  });

  const orphan = (...options: readonly string[]): string => {
    const client = scene.client(...options);
    writeFileSync(client, readFileSync(client, 'utf8').replace(/^ah_node=.*$/m, 'ah_node=/nowhere/node'));
    chmodSync(client, 0o755);
    return client;
  };

  it('the installation is gone too, and another agent asks: it is told in its own form', async () => {
    const client = orphan('--host', 'codex');
    const gate = JSON.parse((await scene.ask(client, event())).stdout);
    expect(gate).toMatchObject({ hookSpecificOutput: { permissionDecision: 'deny' } });
    const { code, stdout } = await scene.ask(client, event('Stop'));
    expect([code, JSON.parse(stdout)]).toEqual([
      0,
      { systemMessage: expect.stringContaining('is not there any more') },
    ]);
  });

  it('the installation is gone too: a gate is denied, elsewhere it is an error', async () => {
    const client = orphan();
    const said = expect.stringContaining('is not there any more');
    const { stdout, ...end } = await scene.ask(client, event());
    expect(end).toMatchObject({ code: 0, stderr: said });
    expect(JSON.parse(stdout)).toMatchObject({ hookSpecificOutput: { permissionDecision: 'deny' } });
    expect(await scene.ask(client, event('Stop'))).toMatchObject({ code: 127, stdout: '', stderr: said });
  });
});

describe('the caller is lost', () => {
  const journalled = async (): Promise<readonly string[]> => {
    const kinds: string[] = [];
    for await (const entry of readJournal({ stateDir: scene.stateDir, projectDir: scene.dir }))
      if (entry.kind === 'event') kinds.push(...entry.runs.map(({ outcome }) => outcome));
    return kinds;
  };

  it.each([
    ['SIGTERM', 143],
    ['SIGINT', 130],
    ['SIGHUP', 129],
    ['SIGKILL', null],
  ] as const)('%s: its hooks end, it is recorded, and a gate stays shut', async (signal, code) => {
    const time = longTime();
    scene.hooks({ PreToolUse: [`sleep ${time} & setsid sleep ${time} & wait`] });
    await scene.resident();
    const child = scene.start(scene.client(), []);
    const end = ended(child, event());
    await eventually(() => expect(processesWith(`sleep ${time}`).length).toBeGreaterThan(1));
    child.kill(signal);
    const { stdout, ...how } = await end;
    expect(how.code).toBe(code);
    if (code !== null)
      expect(JSON.parse(stdout)).toMatchObject({ hookSpecificOutput: { permissionDecision: 'deny' } });
    await gone(time);
    if (code !== null) expect(await journalled()).toEqual(['cancelled']);
  });
});

describe('strangers at the engine’s port', () => {
  const said = (port: number, text: string | null): Promise<string> =>
    new Promise((resolve) => {
      const socket = connect(port, '127.0.0.1');
      let all = '';
      socket.on('data', (bytes) => {
        all += bytes.toString('latin1');
        if (text !== null) socket.write(text);
      });
      socket.on('error', () => undefined);
      socket.on('close', () => resolve(all));
    });

  it.each([
    ['a wrong key', `${'x'.repeat(32)} 1 0 0 1 2\0/\0\0{}\0`],
    ['no end of words', 'x'.repeat(100_000)],
    ['HTTP', 'GET / HTTP/1.1\r\nHost: localhost\r\n\r\n'],
    ['nothing', null],
  ])('%s: they hear the greeting, which is worth nothing afterwards', async (_title, text) => {
    scene.hooks({ PreToolUse: [DENY] });
    const { port, hello, key } = await scene.resident();
    expect(await said(port, text)).toBe(`${hello}\n`);
    await eventually(() => expect(scene.door?.hello).not.toBe(hello));
    expect(scene.door?.key).not.toBe(key);
    expect(await scene.warm(scene.warmClient(), event())).toEqual(expect.objectContaining(denied));
    expect(asked()).toBe(1);
  });

  it('a door that a project brings is not believed', async () => {
    scene.hooks({ PreToolUse: [DENY] });
    const env = { ...scene.env, XDG_STATE_HOME: join(scene.dir, 'state') };
    const client = scene.client();
    let visits = 0;
    const door = await behindDoor(() => {
      visits += 1;
    });
    putUp(doorIn(join(scene.dir, 'state', 'amplifier-hooks'), command), door);
    await scene.ask(client, event(), { env });
    expect(visits).toBe(0);
  });
});

describe('systems without /proc, and old shells', () => {
  const changed = (client: string, ...changes: readonly (readonly [string, string])[]): string => {
    const text = changes.reduce((all, [from, to]) => all.replaceAll(from, to), readFileSync(client, 'utf8'));
    writeFileSync(client, text);
    return client;
  };

  it.each<readonly [string, readonly (readonly [string, string])[]]>([
    ['no /proc', [['/proc/', '/no-proc/']]],
    ['bash 3.2', [['BASH_VERSINFO[0] * 100 + BASH_VERSINFO[1]', '302']]],
    [
      'both',
      [
        ['/proc/', '/no-proc/'],
        ['BASH_VERSINFO[0] * 100 + BASH_VERSINFO[1]', '302'],
      ],
    ],
  ])('%s', async (_title, changes) => {
    scene.hooks({ PreToolUse: ['cat > got.json', DENY], PostToolUse: ['env > env.txt'] });
    await scene.resident();
    const client = changed(scene.warmClient(), ...changes);
    for (const text of [event(), event('PreToolUse', { tool_input: { command: 'é∀'.repeat(50_000) } })]) {
      expect(await scene.warm(client, text)).toEqual(expect.objectContaining(denied));
      expect(JSON.parse(scene.told('got.json'))).toMatchObject(JSON.parse(text));
    }
    await scene.warm(client, event('PostToolUse'), { env: { ...scene.env, TOLD: 'two\nlines' } });
    expect(scene.told('env.txt')).toContain('TOLD=two\nlines\n');
  });
});
