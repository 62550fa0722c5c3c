// What a project, its user and their host can do to the administrator's policy: nothing. With the real command, built for a
// machine whose administrator keeps the file in the folder of the test.
import { readdirSync, rmSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { settle } from '../../src/engine/index.js';
import { approve, follow, survey } from '../../src/trust/index.js';
import { LS, type Opened } from './testing/command.js';
import { withAdministrator } from './testing/managed.js';

let project: Opened;
const administrator = withAdministrator((opened) => {
  project = opened;
});

const run = (argv: readonly string[], stdin = '') => project.run(argv, stdin);
const dispatch = (...flags: readonly string[]) => project.dispatch(LS, ...flags);
const DENY = '"permissionDecision":"deny"';

const guard = (): string => project.write('guard.sh', '#!/bin/sh\nexit 0\n', 0o755);
const required = (more: Readonly<Record<string, unknown>> = {}): string => {
  const path = guard();
  administrator({
    hookPolicy: { require: [{ event: 'PreToolUse', command: path, note: 'Run corp-setup.' }], ...more },
  });
  return path;
};

describe('a required hook', () => {
  it('that is there opens the gate, also for hosts that read no Claude settings', async () => {
    project.userHooks({ PreToolUse: [required()] });
    expect((await dispatch()).stdout).toBe('');
  });

  it('that is missing shuts it in every form, with what to do, though no hook is configured at all', async () => {
    const path = required();
    const { code, stdout } = await dispatch();
    expect([code, stdout.includes(DENY)]).toEqual([0, true]);
    expect(stdout).toContain(
      `requires a hook that runs \\"${path}\\" for PreToolUse: no such hook is configured`,
    );
    expect(stdout).toContain('Run corp-setup.');
    const amplifier = JSON.stringify({ event: 'tool:pre', data: { tool_name: 'bash', tool_input: {} } });
    const answer: unknown = JSON.parse((await run(['dispatch', '--host', 'amplifier'], amplifier)).stdout);
    expect(answer).toMatchObject({ action: 'deny' });
    // Nothing else is held back.
    const other = JSON.stringify({ session_id: 's', cwd: project.dir, hook_event_name: 'Stop' });
    expect((await run(['dispatch'], other)).stdout).toBe('');
  });

  it('is not switched off by its user', async () => {
    project.userHooks({ PreToolUse: [required()] });
    const listed: unknown = JSON.parse((await run(['list', '--json'])).stdout);
    const id = /"id":"?([\da-f]{10})/.exec(JSON.stringify(listed))?.[1] ?? '';
    expect((await run(['disable', id, '--scope', 'user'])).code).toBe(0);
    const { stdout } = await dispatch();
    expect(stdout).toContain(DENY);
    expect(stdout).toContain(`amplifier-hooks enable ${id} --scope user`);
  });

  it('is not switched off by disableAllHooks, in whichever file and profile', async () => {
    project.userHooks({ PreToolUse: [required()] });
    project.write('home/.claude/settings.json', { disableAllHooks: true });
    for (const profile of ['amplifier', 'claude-code'])
      expect((await dispatch('--claude-settings', '--profile', profile)).stdout).toContain(DENY);
  });

  it('is not repeated away by a project, in either profile', async () => {
    const path = required();
    project.write('guard.sh', '#!/bin/sh\necho guarded >&2; exit 2\n', 0o755);
    project.userHooks({ PreToolUse: [path] });
    project.hooks({ PreToolUse: [{ command: path, async: true }] });
    project.write('project/.claude/settings.json', {
      hooks: { PreToolUse: [{ hooks: [{ type: 'command', command: path, timeout: 0.001 }] }] },
    });
    for (const profile of ['amplifier', 'claude-code']) {
      const { stdout, stderr } = await dispatch('--claude-settings', '--profile', profile);
      expect(`${stdout}${stderr}`).toContain('guarded');
    }
  });

  it('is not replaced by one that the project brings and nobody approved', async () => {
    project.hooks({ PreToolUse: [required()] });
    const { stdout } = await dispatch('--profile', 'claude-code');
    expect(stdout).toContain('it is the project’s own and nobody approved it');
  });

  it('whose program is gone or fails blocks', async () => {
    project.userHooks({ PreToolUse: [required()] });
    project.write('guard.sh', '#!/bin/sh\nexit 1\n', 0o755);
    expect((await dispatch()).stdout).toContain('blocking because the administrator requires this hook');
    rmSync(project.path('guard.sh'));
    expect((await dispatch()).stdout).toContain(DENY);
  });

  it('that is deleted in the middle of a session shuts the gates of the sidecar, in both formats', async () => {
    for (const format of ['claude', 'amplifier']) {
      project.userHooks({ PreToolUse: [required()] });
      const { client, opened } = await project.serve({ format });
      const event =
        format === 'claude'
          ? { session: 's', input: { ...LS, cwd: project.dir } }
          : { session: 's', event: 'tool:pre', data: { tool_name: 'bash', tool_input: { command: 'ls' } } };
      expect(JSON.stringify(await client.get('event', event))).not.toContain('deny');
      rmSync(project.path('home/.amplifier/hooks/hooks.json'));
      // It says so when it noticed, or asks for these events no more.
      await client.until((line) => {
        const text = JSON.stringify(line);
        return (
          text.includes('no such hook') ||
          (line['method'] === 'interest' && !/PreToolUse|tool:pre/.test(text))
        );
      });
      expect(JSON.stringify(opened)).toMatch(format === 'claude' ? /PreToolUse/ : /tool:pre/);
      const answer = JSON.stringify(await client.get('event', event));
      expect(answer).toContain('no such hook is configured');
      expect(answer).toContain('deny');
    }
  });
});

it('a host is asked to send what is denied, though there is no hook for it', async () => {
  required();
  const { opened } = await project.serve({ format: 'amplifier' });
  expect(JSON.stringify(opened)).toContain('tool:pre');
});

it('a project and its user cannot set a policy of their own', async () => {
  administrator({ hookPolicy: { sources: { refuse: ['project'] } } });
  const stolen = `touch '${project.path('stolen')}'`;
  const mine = { hookPolicy: { trust: 'off', sources: { allow: ['project'] } } };
  project.write('project/.claude/settings.json', mine);
  project.write('home/.claude/settings.json', mine);
  project.hooks({ PreToolUse: [stolen] });
  project.approved();
  for (const flags of [[], ['--trust-project']]) await dispatch('--claude-settings', ...flags);
  expect(readdirSync(project.path('.'))).not.toContain('stolen');
  const { stdout } = await run(['validate', '--claude-settings']);
  expect(stdout.match(/"hookPolicy" counts in the managed settings only/g)).toHaveLength(2);
});

it('--trust-project, a profile and `trust --follow` do not lift the trust that the administrator wants', async () => {
  administrator({ hookPolicy: { trust: 'content' } });
  project.hooks({ PreToolUse: [`touch '${project.path('stolen')}'`] });
  const { request, stateDir } = settle({ projectDir: project.dir, env: project.env });
  follow(survey(request, stateDir), true);
  for (const flags of [[], ['--trust-project'], ['--profile', 'claude-code']]) await dispatch(...flags);
  expect(readdirSync(project.path('.'))).not.toContain('stolen');
  expect((await dispatch('--trust-project')).stderr).toContain('says "content", which counts');
  const found = survey(request, stateDir);
  approve(found, found.entries, new Date());
  await dispatch();
  expect(readdirSync(project.path('.'))).toContain('stolen');
});

it('managed settings that are broken deny, and a policy beside that says so', async () => {
  for (const content of ['{"hooks": ', '{"hookPolicy": {"trust": "contnt"}}']) {
    administrator(content);
    const { stdout, stderr } = await dispatch();
    expect([content, stdout.includes(DENY)]).toEqual([content, true]);
    expect(stderr).toContain('managed-settings.json');
  }
  const { stdout } = await run(['validate']);
  expect(stdout).toContain('Did you mean "content"?');
});

it('what is refused is shown with the word that refuses it', async () => {
  required({ handlerTypes: { refuse: ['prompt'] }, sources: { refuse: ['plugin:evil-*'] } });
  project.write('home/.amplifier/hooks/evil-one/hooks.json', {
    hooks: { PreToolUse: [{ hooks: [{ type: 'command', command: 'evil' }] }] },
  });
  project.userHooks({ PreToolUse: [{ type: 'prompt', prompt: 'ok?' }] });
  const said = ['"hookPolicy.sources"', 'refuses "plugin:evil-*"', 'refuses "prompt"'];
  for (const argv of [['list'], ['explain', 'PreToolUse', '--tool', 'Bash']]) {
    const { stdout } = await run(argv);
    for (const text of said) expect(stdout.replace(/\s+/g, ' ')).toContain(text);
  }
  for (const argv of [
    ['explain', 'PreToolUse', '--tool', 'Bash'],
    ['config'],
    ['doctor'],
    ['validate'],
    ['list'],
  ])
    expect([argv[0], (await run(argv)).stdout.replace(/\s+/g, ' ')]).toEqual([
      argv[0],
      expect.stringContaining('no such hook is configured'),
    ]);
});
