// policy-server: the real server and the real hook together.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { decisionOn, makeProjectOfUser, PLUGINS_DIR, write } from './testing.js';

let server: ChildProcess | null = null;
afterEach(async () => {
  if (server === null) return;
  const ended = once(server, 'exit');
  server.kill();
  await ended;
  server = null;
});

/** Starts the server on a free port; its address. */
async function start(token: string): Promise<string> {
  server = spawn(join(PLUGINS_DIR, 'policy-server', 'server.mjs'), [], {
    env: { PATH: process.env['PATH'], PORT: '0', POLICY_TOKEN: token },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  if (server.stderr === null) throw new Error('the server has no stderr');
  const [said] = await once(server.stderr, 'data');
  return /http:\S+/.exec(String(said))?.[0] ?? '';
}

/** A project whose hook calls this address. */
function projectFor(url: string): string {
  const project = makeProjectOfUser('policy-server');
  const hook = {
    type: 'http',
    url,
    headers: { Authorization: 'Bearer $POLICY_TOKEN' },
    allowedEnvVars: ['POLICY_TOKEN'],
  };
  const hooks = { PreToolUse: [{ matcher: 'Bash', hooks: [hook] }] };
  write(project, 'home/.amplifier/hooks/policy-server/hooks.json', JSON.stringify({ hooks }));
  return project;
}

const bash = (command: string) => ({
  hook_event_name: 'PreToolUse',
  tool_name: 'Bash',
  tool_input: { command },
});

describe('policy-server', () => {
  it('denies by the rules, and lets the rest pass', async () => {
    const project = projectFor(await start('abc'));
    const env = { POLICY_TOKEN: 'abc' };
    expect(await decisionOn(project, bash('git  push --force'), env)).toMatchObject({
      permission: 'deny',
      reason: expect.stringContaining('Force pushes are for people'),
      failures: [],
    });
    expect(await decisionOn(project, bash('git push'), env)).toMatchObject({
      permission: null,
      failures: [],
    });
  });

  it('a wrong token is a failure, not a decision', async () => {
    const project = projectFor(await start('abc'));
    const { permission, failures } = await decisionOn(project, bash('git push --force'), {
      POLICY_TOKEN: 'other',
    });
    expect(permission).toBe(null);
    expect(failures.map(({ message }) => message)).toEqual([expect.stringContaining('401')]);
  });

  it('what is not an event is refused', async () => {
    const answer = await fetch(await start(''), { method: 'POST', body: 'x' });
    expect([answer.status, await answer.text()]).toEqual([
      400,
      expect.stringContaining('this is not an event'),
    ]);
  });
});
