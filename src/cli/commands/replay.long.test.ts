// `replay` by the real command: a long session of the example hooks, and what its hooks can reach and change.
import { execFileSync, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { placeOf } from '../../journal/layout.js';
import type { ReplayReport } from '../../replay/index.js';
import { withExecutables } from '../../testing/executables.js';
import { ended } from '../../testing/index.js';
import { CommandProject } from '../testing/command.js';
import { bash, type RecordedEvent, recorded, stateOf } from '../testing/recorded.js';

const { command } = withExecutables('command');
const examples = fileURLToPath(new URL('../../../examples/hooks/', import.meta.url));

let project: CommandProject;
/** Where replays make their copies. */
let copies: string;
beforeEach(() => {
  project = new CommandProject(command);
  copies = project.makeFolder('copies');
});
afterEach(() => project.remove());

async function report(...words: readonly string[]): Promise<ReplayReport & { readonly code: number | null }> {
  const { stdout, stderr, code } = await project.run(['replay', ...words, '--json'], '', { TMPDIR: copies });
  if (stdout === '') throw new Error(`exit code ${code}: ${stderr}`);
  return { ...JSON.parse(stdout), code };
}

const counted = (counts: Readonly<Record<string, number>>) =>
  Object.fromEntries(Object.entries(counts).filter(([, count]) => count > 0));

/** Whether this machine has a way to be without network; where it has none, the refusal is tested instead. */
const canBeOff =
  spawnSync('unshare', ['--user', '--map-current-user', '--net', '--', 'true'], { stdio: 'ignore' })
    .status === 0;

describe.runIf(canBeOff)('a session of 500 events with the example hooks', () => {
  const PER_ROUND = 10;
  const ROUNDS = 50;

  /** Ten events, of which two are denied, one is answered with feedback, and four concern no hook. */
  const round = (index: number): readonly RecordedEvent[] => {
    const written = (event: string, file: string): RecordedEvent => [
      event,
      {
        tool_name: 'Write',
        tool_input: { file_path: join(project.dir, file), content: '{' },
        tool_response: {},
      },
    ];
    return [
      ['UserPromptSubmit', { prompt: `Task ${index}` }],
      bash(`npm test -- --shard ${index}`),
      bash(index % 5 === 0 ? `mkfs.ext4 /dev/sd${index}` : `git push --force origin b${index}`),
      bash('rm -rf /'),
      written('PreToolUse', `src/${index}.json`),
      written('PreToolUse', 'config/secrets/production.key'),
      written('PostToolUse', 'bad.json'),
      ['PreToolUse', { tool_name: 'Read', tool_input: { file_path: join(project.dir, 'a.txt') } }],
      ['PreToolUse', { tool_name: 'Grep', tool_input: { pattern: `x${index}` } }],
      ['Stop', { stop_hook_active: false }],
    ];
  };

  it('shows exactly what a changed guard decides differently', { timeout: 900_000 }, async () => {
    for (const name of ['bash-validator', 'format-validator', 'protection'])
      cpSync(join(examples, name), project.path('project/.amplifier/hooks', name), { recursive: true });
    project.write('project/bad.json', '{ "a": ');
    const events = Array.from({ length: ROUNDS }, (_, index) => round(index)).flat();
    const all = PER_ROUND * ROUNDS;
    expect(events.length).toBe(all);
    const decisions = await recorded(project, events, { journal: { full: true } });
    const denied = decisions.filter(({ permission }) => permission === 'deny').length;
    expect(denied).toBeGreaterThan(ROUNDS);
    project.own();

    // As they are, nothing is different.
    const same = await report('s', '--fail-on', 'any');
    expect(same.changes).toEqual([]);
    expect(same).toMatchObject({
      code: 0,
      events: all,
      replayed: all,
      unchanged: all,
      offline: true,
      notReplayed: [],
    });

    // One more is denied, one no longer, and the feedback has other words.
    const guard = project.path('project/.amplifier/hooks/bash-validator/validate.sh');
    const changed = readFileSync(guard, 'utf8').replace('\nmkfs\n', '\ngit push --force\n');
    writeFileSync(guard, changed);
    const checker = project.path('project/.amplifier/hooks/format-validator');
    for (const name of readdirSync(checker).filter((file) => /\.(?:sh|py|mjs)$/.test(file))) {
      const file = join(checker, name);
      writeFileSync(file, readFileSync(file, 'utf8').replaceAll(': not valid ', ': this is not valid '));
    }
    const found = await report('s', '--fail-on', 'newly-allowed');
    const context = decisions.filter(({ feedback, context: own }) => feedback.length + own.length > 0).length;
    // With a deny comes a message to the user.
    expect(counted(found.counts)).toEqual({
      'newly-allowed': ROUNDS / 5,
      'newly-denied': ROUNDS - ROUNDS / 5,
      context,
      message: ROUNDS,
    });
    expect(context).toBe(ROUNDS);
    expect(found).toMatchObject({
      code: 1,
      events: all,
      replayed: all,
      changed: 2 * ROUNDS,
      unchanged: all - 2 * ROUNDS,
    });
    const about = (kind: string): readonly (string | null)[] =>
      found.changes
        .filter(({ differences }) => differences.some((one) => one.kind === kind))
        .map((one) => one.about);
    expect(about('newly-allowed')).toEqual(
      Array.from({ length: ROUNDS / 5 }, (_, index) => `mkfs.ext4 /dev/sd${index * 5}`),
    );
    expect(about('newly-denied').every((command) => command?.startsWith('git push --force') === true)).toBe(
      true,
    );
    expect(new Set(found.changes.flatMap(({ after }) => after.by.map(({ name }) => name)))).toEqual(
      new Set(['bash-validator']),
    );
  });
});

describe.runIf(canBeOff)('hooks of a replay', () => {
  let server: Server;
  let port = 0;
  let connections = 0;

  beforeEach(async () => {
    connections = 0;
    server = createServer((socket) => {
      connections += 1;
      socket.end();
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const address = server.address();
    port = typeof address === 'object' && address !== null ? address.port : 0;
  });
  afterEach(() => server.close());

  const CONNECT = `const net = require('node:net');
    net.connect(Number(process.argv[2]), '127.0.0.1')
      .on('connect', () => { console.error('reached'); process.exit(2); })
      .on('error', (error) => { console.error(error.code); process.exit(0); });`;

  it('reach nothing, not even this machine', async () => {
    project.write('project/connect.cjs', CONNECT);
    project.hooks({ PreToolUse: [`node ./connect.cjs ${port}`] });
    const [decision] = await recorded(project, [bash('ls')]);
    expect(decision?.permission).toBe('deny');
    expect(connections).toBe(1);
    project.own();
    const { counts } = await report('s');
    expect(counted(counts)).toEqual({ 'newly-allowed': 1 });
    expect(connections).toBe(1);
    // The server is there all the time.
    expect(counted((await report('s', '--allow-network')).counts)).toEqual({});
    expect(connections).toBe(2);
  });

  it('an http hook is not called, and the event is not replayed', async () => {
    const http = { type: 'http', url: `http://127.0.0.1:${port}/` };
    project.write('project/.amplifier/hooks/hooks.json', {
      hooks: { PreToolUse: [{ hooks: [http] }] },
    });
    await recorded(project, [bash('ls')]);
    const before = connections;
    project.own();
    expect(await report('s')).toMatchObject({ replayed: 0, notReplayed: [{ code: 'network' }] });
    expect(connections).toBe(before);
  });

  it('change nothing in the project, the home directory or the repository', async () => {
    const git = (...words: readonly string[]) =>
      execFileSync('git', ['-c', 'user.name=t', '-c', 'user.email=t@t', ...words], {
        cwd: project.dir,
        encoding: 'utf8',
      });
    const act = `cd "$CLAUDE_PROJECT_DIR"; echo x >> kept.txt; rm -f gone.txt; echo y > "$HOME/new"; echo z > linked/in.txt
      git add -A; git -c user.name=t -c user.email=t@t commit -qm by-hook >/dev/null; git log --oneline | wc -l >&2; exit 2`;
    project.write('project/act.sh', act);
    project.hooks({ PreToolUse: ['exit 0'] });
    project.write('project/kept.txt', 'kept\n');
    project.write('project/gone.txt', 'gone\n');
    project.write('elsewhere/in.txt', 'outside\n');
    execFileSync('ln', ['-s', project.path('elsewhere'), project.path('project/linked')]);
    git('init', '-q', '-b', 'main');
    git('add', '-A');
    git('commit', '-qm', 'one');
    // A second work tree: its .git is a file that leads to the first.
    git('worktree', 'add', '-q', '-b', 'other', project.path('tree'));
    await recorded(project, [bash('a')]);
    project.hooks({ PreToolUse: ['sh ./act.sh'] });
    project.own();
    const seen = () => [git('log', '--oneline', '--all'), git('status', '--short'), git('stash', 'list')];
    const before = seen();
    const { changes } = await report('s');
    // One commit was there, and the hook made its own.
    expect(changes[0]?.after).toMatchObject({ verdict: 'deny', reason: expect.stringMatching(/^2\s*$/) });
    expect(seen()).toEqual(before);
    expect(project.read('project/kept.txt')).toBe('kept\n');
    expect(project.read('project/gone.txt')).toBe('gone\n');
    expect(project.read('elsewhere/in.txt')).toBe('outside\n');
    expect(existsSync(join(project.home, 'new'))).toBe(false);
    // The same from the second work tree, whose hooks and files are its own.
    project.write('tree/.amplifier/hooks/hooks.json', project.read('project/.amplifier/hooks/hooks.json'));
    const there = await report('s', '--with', project.path('tree'));
    expect(there.changes[0]?.after).toMatchObject({
      verdict: 'deny',
      reason: expect.stringMatching(/^2\s*$/),
    });
    expect(seen()).toEqual(before);
    expect(readdirSync(copies)).toEqual([]);
  });

  it('are ended with the command, and nothing is left', async () => {
    const ran = project.path('ran');
    project.hooks({ PreToolUse: ['exit 0'] });
    await recorded(project, [bash('a'), bash('b')]);
    project.hooks({
      PreToolUse: [`echo "$AMPLIFIER_HOOKS_REPLAY" > ${ran}.new; mv ${ran}.new ${ran}; sleep 600`],
    });
    project.own();
    const child = project.start(['replay', 's']);
    const end = ended(child);
    await vi.waitUntil(() => existsSync(ran), { timeout: 60_000 });
    const folder = readFileSync(ran, 'utf8').trim();
    expect(existsSync(folder)).toBe(true);
    child.kill('SIGTERM');
    expect((await end).code).toBe(143);
    expect(existsSync(folder)).toBe(false);
  });

  it('are asked about at a terminal, and a yes for a commit is kept for its repository', async () => {
    const git = (...words: readonly string[]) =>
      execFileSync('git', ['-c', 'user.name=t', '-c', 'user.email=t@t', ...words], { cwd: project.dir });
    git('init', '-q', '-b', 'main');
    project.hooks({ PreToolUse: ['exit 0'] });
    git('add', '-A');
    git('commit', '-qm', 'one');
    await recorded(project, [bash('ls')]);
    project.hooks({ PreToolUse: ['echo no >&2; exit 2'] });
    git('commit', '-qam', 'two');
    expect(await report('s', '--git', 'HEAD', '--fail-on', 'any')).toMatchObject({
      code: 1,
      replayed: 0,
      notReplayed: [{ code: 'not-approved' }],
      notApproved: [{ file: join(project.dir, '.amplifier/hooks/hooks.json') }],
    });
    const terminal = project.atTerminal(['replay', 's', '--git', 'HEAD']);
    await terminal.shows('Let them run?');
    terminal.type('y\r');
    await terminal.shows('1 newly denied');
    expect(await terminal.ended()).toBe(0);
    expect(await report('s')).toMatchObject({ replayed: 1, notApproved: [] });
    expect(await report('s', '--git', 'HEAD~1')).toMatchObject({
      replayed: 0,
      notReplayed: [{ code: 'not-approved' }],
    });
  });
});

describe('a network that is not off', () => {
  it('is noticed before a hook runs, whatever somebody says', async () => {
    project.hooks({ PreToolUse: ['touch "$CLAUDE_PROJECT_DIR/../ran"; exit 0'] });
    await recorded(project, [bash('ls')]);
    rmSync(project.path('ran'));
    project.own();
    const { code, stderr } = await project.run(['replay', 's'], '', { AMPLIFIER_HOOKS_OFFLINE: '1' });
    expect([code, stderr]).toEqual([1, expect.stringContaining('the network is not off')]);
    expect(existsSync(project.path('ran'))).toBe(false);
  });
});

describe('the journal', () => {
  it('that keeps everything does so by the environment of its user, for that user alone', async () => {
    project.hooks({ PreToolUse: ['true'] });
    project.own();
    const secret = 'ghp_abcdefghijklmnopqrstuvwxyz0123456789';
    const event = JSON.stringify({
      session_id: 's',
      hook_event_name: 'PreToolUse',
      tool_name: 'Bash',
      tool_input: { command: `echo ${secret}` },
    });
    await project.run(['dispatch'], event, { AMPLIFIER_HOOKS_JOURNAL: 'full' });
    const { folder } = placeOf(stateOf(project), project.dir);
    const file = join(folder, 's.jsonl');
    expect(readFileSync(file, 'utf8')).toContain(secret);
    // Events that no hook is there for are kept, too.
    const prompt = JSON.stringify({ session_id: 's', hook_event_name: 'UserPromptSubmit', prompt: 'Do it.' });
    await project.run(['dispatch'], prompt, { AMPLIFIER_HOOKS_JOURNAL: 'full' });
    expect(readFileSync(file, 'utf8')).toContain('Do it.');
    expect(statSync(file).mode & 0o777).toBe(0o600);
    await project.run(['dispatch'], event.replace('"s"', '"usual"'));
    expect(readFileSync(join(folder, 'usual.jsonl'), 'utf8')).not.toContain(secret);
  });
});
