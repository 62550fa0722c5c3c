// With scrubbing on, a hook that looks for keys finds none, whatever service they are for.
import { expect, it } from 'vitest';
import { LS, type Opened, withOpened } from './testing/command.js';

let project: Opened;
withOpened((opened) => {
  project = opened;
  project.own();
});

const KEYS = {
  GROQ_API_KEY: 'k',
  MISTRAL_API_KEY: 'k',
  VAULT_TOKEN: 'k',
  DATABASE_URL: 'postgres://me:pw@db/x',
  REDIS_URL: 'redis://:pw@cache',
  SLACK_BOT_TOKEN: 'k',
  STRIPE_SECRET_KEY: 'k',
  PGPASSWORD: 'k',
  SENTRY_DSN: 'k',
  SOMETHING: `ghp_${'a1B2c3D4'.repeat(5)}`,
};

it('none of the host’s keys reaches a hook, and explain says so', async () => {
  const env = { ...KEYS, CLAUDE_CODE_SUBPROCESS_ENV_SCRUB: '1', AWS_REGION: 'eu' };
  project.hooks({ PreToolUse: [`env > '${project.path('seen')}'`] });
  const event = JSON.stringify({ session_id: 's', cwd: project.dir, ...LS });
  expect(await project.run(['dispatch'], event, env)).toMatchObject({ code: 0 });
  const seen = project.read('seen').split('\n');
  expect(seen).toContain('AWS_REGION=eu');
  expect(seen.map((line) => line.split('=')[0]).filter((name = '') => name in KEYS)).toEqual([]);
  const told = await project.run(['explain', 'PreToolUse', '--tool', 'Bash'], '', env);
  for (const name of Object.keys(KEYS)) expect(told.stdout).toContain(name);
  for (const value of Object.values(KEYS).filter((one) => one.length > 1))
    expect(told.stdout).not.toContain(value);
});
