// Places that nothing can be written to are the user's to put right: one line, exit code 1, and never a fault of ours.

import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { COMMANDS } from '../src/cli/program.js';
import { CommandProject } from '../src/cli/testing/command.js';
import { withExecutables } from '../src/testing/executables.js';
import { type Ended, ended } from '../src/testing/index.js';

const { command } = withExecutables('command');
const canMount = process.getuid?.() === 0 && process.platform === 'linux';

let project: CommandProject;
beforeEach(() => {
  project = new CommandProject(command);
  project.write('file', '');
  project.makeFolder('disk');
  project.write('kit/hooks/hooks.json', {
    hooks: { Stop: [{ hooks: [{ type: 'command', command: 'true' }] }] },
  });
  project.write('market/.claude-plugin/marketplace.json', { name: 'm', owner: { name: 'A' }, plugins: [] });
});
afterEach(() => project.remove());

const TEST = `title: it ends
event: { hook_event_name: Stop }
expect: { permission: null }
`;

/** A disk that is full, for one process. */
const FULL =
  'mount -t tmpfs -o size=16k tmpfs "$0" && { head -c 1000000 /dev/zero > "$0/fill" 2>/dev/null; exec "$@"; }';

const PLACES: readonly (readonly [what: string, isHere: boolean, path: () => string])[] = [
  ['below a file', true, () => project.path('file/x')],
  ['below /proc', existsSync('/proc/self'), () => '/proc/nope'],
  ['where the system lets nobody write', existsSync('/sys/kernel'), () => '/sys/kernel/x'],
  ['on a full disk', canMount, () => project.path('disk/x')],
];

async function run(argv: readonly string[], more: Readonly<Record<string, string>> = {}): Promise<Ended> {
  project.own();
  const line = [process.execPath, command, ...argv];
  const [program = '', ...words] = canMount
    ? ['unshare', '--mount', 'sh', '-c', FULL, project.path('disk'), ...line]
    : line;
  const child = spawn(program, words, { cwd: project.dir, env: { ...project.env, ...more } });
  // This one goes on until somebody ends it.
  if (argv[0] === 'studio') child.stdout.once('data', () => child.kill('SIGINT'));
  return ended(child, '');
}

/** What a command that was told to write somewhere says. */
function refused({ code, stdout, stderr }: Ended): void {
  expect(stderr).not.toMatch(/fault of amplifier-hooks|^ {4}at /m);
  expect(`${stdout}${stderr}`).toMatch(/^amplifier-hooks: .+/m);
  expect(code).toBe(1);
}

describe.each(PLACES)('%s', (_what, isHere, path) => {
  it.runIf(isHere).each<readonly [string, () => readonly string[]]>([
    ['init', () => ['init', 'guard', '--dir', path()]],
    ['new', () => ['new', 'plugin', 'guard', '--dir', path()]],
    ['pack', () => ['pack', project.path('kit'), '--out', `${path()}/kit.tar.gz`]],
    ['amplihack --settings', () => ['amplihack', 'install', '--settings', `${path()}/settings.json`]],
    ['amplihack --bin', () => ['amplihack', 'install', '--bin', path(), '--copy']],
    ['dispatch --client', () => ['dispatch', '--client', `${path()}/client`]],
    ['install --project', () => ['install', project.path('kit'), '--yes', '--project', path()]],
  ])('%s', async (_name, argv) => {
    refused(await run(argv()));
  });
});

/** One harmless line for each command, and more where it does several things. */
const LINES: readonly (readonly string[])[] = [
  ['list'],
  ['list', '--plugins'],
  ['run', 'Stop'],
  ['validate', '--contract'],
  ['explain', 'Stop'],
  ['explain', '--last'],
  ['test', '../kit', '--trust-project'],
  ['doctor', '--probe', '--yes'],
  ['log'],
  ['stats'],
  ['replay', '--since', '1h', '--allow-network'],
  ['init', 'guard'],
  ['demo'],
  ['dispatch'],
  ['serve'],
  ['config'],
  ['trust'],
  ['trust', '--list'],
  ['untrust'],
  ['enable', 'kit', '--plugin', '../kit'],
  ['disable', 'kit', '--plugin', '../kit'],
  ['shadow', 'kit', '--plugin', '../kit'],
  ['report'],
  ['promote', 'kit', '--plugin', '../kit'],
  ['migrate', '--from', 'claude', '--yes'],
  ['connect', 'gemini'],
  ['connect', 'opencode', '--scope', 'project'],
  ['connections', '--probe'],
  ['disconnect', 'gemini'],
  ['studio', '--no-open'],
  ['trace', '--out', 'x.html'],
  ['restore', 'latest'],
  ['marketplace', 'add', '../market'],
  ['search', 'x'],
  ['install', '../kit', '--yes'],
  ['install', '../kit', '--yes', '--scope', 'user'],
  ['update', '--yes'],
  ['uninstall', 'kit'],
  ['pack', '../kit'],
  ['new', 'plugin', 'fresh'],
  ['amplihack', 'install'],
  ['amplihack', 'status'],
  ['schema', 'hooks'],
  ['completion', 'bash'],
];

it('every command is tried', () => {
  const tried = new Set(LINES.map(([name]) => name));
  expect(COMMANDS.map(({ name }) => name).filter((name) => !tried.has(name))).toEqual([]);
});

const HOOKS = { hooks: { Stop: [{ hooks: [{ type: 'command', command: 'true' }] }] } };
const FEW = PLACES.filter(([what]) => what === 'below a file' || what === 'on a full disk');

describe.each(FEW)('%s is said to be', (_what, isHere, path) => {
  describe.each(['TMPDIR', 'XDG_STATE_HOME', 'HOME'])('%s', (name) => {
    it.runIf(isHere).each(LINES.map((line) => [line.join(' '), line] as const))('%s', async (_line, argv) => {
      project.hooks({ Stop: ['true'] });
      project.write('project/.claude/settings.json', HOOKS);
      project.write('kit/kit.hooktest.yaml', TEST);
      const { code, stderr } = await run(argv, { [name]: path() });
      expect(stderr).not.toMatch(/fault of amplifier-hooks|^ {4}at /m);
      expect(argv[0] === 'studio' ? [130, 1] : [0, 1]).toContain(code);
    });
  });
});

describe('a place of the project', () => {
  it.each([
    ['init', ['init', 'guard']],
    ['migrate', ['migrate', '--from', 'claude', '--yes']],
    ['disable', ['disable', 'kit', '--plugin', '../kit', '--scope', 'user']],
    ['marketplace', ['marketplace', 'add', '../market']],
    ['install', ['install', '../kit', '--yes']],
  ])('%s, where a file stands for .amplifier', async (_name, argv) => {
    project.write('project/.claude/settings.json', HOOKS);
    project.write('home/.claude/settings.json', {});
    project.write('project/.amplifier', '');
    project.write('home/.amplifier', '');
    refused(await run(argv));
  });
});

describe('the output', () => {
  it.runIf(existsSync('/dev/full')).each([[['list']], [['--help']], [['--version']], [['schema', 'hooks']]])(
    '%j on a full disk',
    async (argv) => {
      const line = 'exec "$@" > /dev/full';
      const words = ['-c', line, 'sh', process.execPath, command, ...argv];
      const { code, stderr } = await ended(spawn('sh', words, { cwd: project.dir, env: project.env }), '');
      expect([code, stderr]).toEqual([
        1,
        'amplifier-hooks: the output cannot be written: the disk is full (ENOSPC)\n',
      ]);
    },
  );
});
