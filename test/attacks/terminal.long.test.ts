// Names and words of a repository that would steer the terminal of the person who looks at them. With the real command.
import { expect, it } from 'vitest';
import { type Opened, SESSION_START, withOpened } from './testing/command.js';

let project: Opened;
withOpened((opened) => {
  project = opened;
  const odd = `z${EVIL}`;
  const hooks = { SessionStart: [{ hooks: [{ type: 'command', command: `echo ${EVIL}; ./${odd}.sh` }] }] };
  project.write(`project/.amplifier/hooks/${odd}/hooks.json`, {
    description: EVIL,
    hooks: { ...hooks, [`Bad${EVIL}`]: [] },
  });
  project.write(`project/${odd}.sh`, `# ${EVIL}\n`, 0o755);
  project.write('project/.mcp.json', { mcpServers: { [odd]: { command: odd, args: [EVIL] } } });
  project.write('project/.claude/settings.json', { env: { [odd]: EVIL }, allowedHttpHookUrls: [EVIL] });
});

/** Clears the screen; the same in one character; turns the direction of writing; a bell; a title. */
const EVIL = '\u001b[2J\u009b2J\u202e\u0007\u001b]0;x\u0007';
const RAW = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069]/;

const SETTINGS = '--claude-settings';

it.each([
  [['list', SETTINGS]],
  [['list', '--plugins']],
  [['list', '--json', SETTINGS]],
  [['config', SETTINGS]],
  [['validate', SETTINGS]],
  [['validate', '--json', SETTINGS]],
  [['explain', 'SessionStart', '--env', SETTINGS]],
  [['explain', '--last']],
  [['explain', '--last', '--json']],
  [['doctor', SETTINGS]],
  [['trust', SETTINGS]],
  [['trust', '--list']],
  [['trust', '--json', SETTINGS]],
  [['trust', '--export', SETTINGS]],
  [['untrust', EVIL]],
  [['log']],
  [['log', '--json']],
  [['stats']],
])('%j', async (argv) => {
  project.approved();
  await project.dispatch(SESSION_START, SETTINGS);
  const { stdout, stderr } = await project.run(argv);
  expect(stdout + stderr).not.toBe('');
  expect(stdout + stderr).not.toMatch(RAW);
});

it('dispatch, on stderr', async () => {
  const { stderr } = await project.dispatch(SESSION_START, SETTINGS);
  expect(stderr).not.toBe('');
  expect(stderr).not.toMatch(RAW);
});
