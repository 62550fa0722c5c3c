// From a subfolder the project is found, by every command and for every host.
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type Played, Stage } from '../testing/play.js';

let stage: Stage;
let sub: string;
beforeEach(() => {
  stage = new Stage();
  stage.write('project/.git/HEAD', 'ref: refs/heads/main\n');
  sub = stage.makeFolder('project', 'packages', 'app');
  stage.hooks({ PreToolUse: ['echo "not here" >&2; exit 2'] });
});
afterEach(() => stage.remove());

const env = () => ({ PATH: process.env['PATH'], HOME: stage.home });
const event = {
  session_id: 's',
  hook_event_name: 'PreToolUse',
  tool_name: 'Bash',
  tool_input: { command: 'ls' },
};
const stdin = { text: JSON.stringify(event) };
/** A command in the subfolder; nobody approved anything beside what the test approves. */
const below = (argv: readonly string[], more: object = {}): Promise<Played> =>
  stage.play(argv, { cwd: sub, strange: true, env: env(), ...more });
const trustAtTheRoot = (): Promise<Played> =>
  stage.play(['trust', '--yes'], { strange: true, env: env(), stdin: { text: '', terminal: true } });
const DENIED = '"permissionDecision":"deny"';

it('list says which folder it used', async () => {
  const { stdout } = await below(['list']);
  expect(stdout).toContain('.amplifier/hooks/hooks.json:1 (project)');
  expect(stdout).toContain('The project is <root>/project\n');
  expect(JSON.parse((await below(['list', '--json'])).stdout).project).toBe('<root>/project');
});

it('trust given at the root counts below it, and nothing is trusted by being found', async () => {
  const before = await below(['dispatch'], { stdin });
  expect(before.stdout).not.toContain(DENIED);
  expect(before.stderr).toContain('amplifier-hooks trust --project <root>/project');
  await trustAtTheRoot();
  expect((await below(['dispatch'], { stdin })).stdout).toContain(DENIED);
});

it('trust given below counts at the root', async () => {
  await below(['trust', '--yes'], { stdin: { text: '', terminal: true } });
  expect((await stage.play(['dispatch'], { strange: true, env: env(), stdin })).stdout).toContain(DENIED);
});

it('trust looks at the project that events are answered for, also where Claude Code has settings in between', async () => {
  stage.write('project/packages/app/.claude/settings.local.json', {});
  await below(['trust', '--yes'], { stdin: { text: '', terminal: true } });
  expect((await below(['dispatch'], { stdin })).stdout).toContain(DENIED);
});

it('dispatch searches from where the host says that the session started, and not from a folder that somebody named', async () => {
  await trustAtTheRoot();
  const named = { ...env(), CLAUDE_PROJECT_DIR: sub };
  const elsewhere = { cwd: stage.makeFolder('elsewhere'), stdin };
  expect((await below(['dispatch'], { ...elsewhere, env: named })).stdout).toContain(DENIED);
  expect((await below(['dispatch', '--project', sub], elsewhere)).stdout).toBe('');
  expect((await below(['dispatch', '--profile', 'claude-code'], { stdin })).stdout).toBe('');
});

it('serve opens the project that a session is in', async () => {
  await trustAtTheRoot();
  const line = (id: number, method: string, params: unknown): string =>
    `${JSON.stringify({ jsonrpc: '2.0', id, method, params })}\n`;
  const opened = async (config: object): Promise<unknown> => {
    const hello = { protocol: [1], host: { name: 'test', version: '1' }, format: 'claude' };
    const text = [line(1, 'initialize', hello), line(2, 'session/open', { session: 's', cwd: sub, config })];
    const { stdout } = await below(['serve'], { stdin: { text: text.join('') } });
    const answers = stdout.trim().split('\n');
    return answers.map((each) => JSON.parse(each)).find(({ id }) => id === 2)?.result.events;
  };
  expect(await opened({})).toEqual(['PreToolUse']);
  expect(await opened({ profile: 'claude-code' })).toEqual([]);
});

it.each([
  ['run', ['run', 'PreToolUse', '--tool', 'Bash', '--trust-project'], 'DENIED'],
  ['explain', ['explain', 'PreToolUse', '--tool', 'Bash'], 'PreToolUse'],
  ['config', ['config'], '.amplifier/hooks/hooks.json'],
  ['doctor', ['doctor'], 'project: 1 hook'],
  ['validate', ['validate'], '1 hook'],
  ['trust', ['trust'], 'not here'],
])('%s finds it', async (_title, argv, said) => {
  expect((await below(argv)).stdout).toContain(said);
});

it('what is recorded below is found at the root', async () => {
  await trustAtTheRoot();
  await below(['dispatch'], { stdin });
  expect((await stage.play(['log'], { strange: true, env: env() })).stdout).toContain('PreToolUse');
  expect((await below(['log'])).stdout).toContain('PreToolUse');
});

it('init and install put hooks where the others are', async () => {
  const made = await below(['init', 'my-guard']);
  expect(made.stdout).toContain('made ../../.amplifier/hooks/my-guard/hooks.json');
  stage.write('plugin/hooks.json', { hooks: { Stop: [{ hooks: [{ type: 'command', command: 'true' }] }] } });
  const { stdout } = await below(['install', '../../../plugin', '--yes']);
  expect(stdout).toContain('plugin: installed in .amplifier/hooks/plugin');
  expect((await below(['list', '--plugins'])).stdout).toContain('my-guard');
});
