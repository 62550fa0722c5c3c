// What passes through hooks is recorded; the secrets in it are not, whichever file it goes to.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { SECRETS } from '../../src/text/testing/secret-samples.js';
import { LS, type Opened, withOpened } from './testing/command.js';

let project: Opened;
withOpened((opened) => {
  project = opened;
  project.own();
});

const stateDir = (): string => join(project.home, '.local', 'state', 'amplifier-hooks');

const written = (): string =>
  readdirSync(stateDir(), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'utf8'))
    .join('\n');

it('an event, what hooks print, an answer too long to hand on: no secret of the table reaches a file', async () => {
  project.hooks({
    // Prints the event, often enough to be put into a file.
    UserPromptSubmit: [
      'event=$(cat); for n in 1 2 3 4 5 6 7 8 9; do echo "read: $event"; done; echo "$event" >&2',
    ],
  });
  const sidecar = await project.serve();
  const padding = 'ordinary words '.repeat(100);
  for (const { text } of SECRETS)
    await sidecar.event({ hook_event_name: 'UserPromptSubmit', prompt: `${text}\n${padding}` });
  // Long answers lie in files until their session ends.
  const during = written();
  expect(readdirSync(join(stateDir(), 'output'))).toHaveLength(1);
  await sidecar.end();
  const files = `${during}\n${written()}`;
  expect(files.includes('All of it is in')).toBe(true);
  expect(SECRETS.filter(({ secret }) => files.includes(secret)).map(({ kind }) => kind)).toEqual([]);
  const shown = [
    await project.run(['log', '-n', '1000', '--json']),
    await project.run(['explain', '--last']),
    await project.run(['log']),
  ];
  const printed = shown.map(({ stdout }) => stdout).join('\n');
  expect(printed.includes('[redacted]')).toBe(true);
  expect(SECRETS.filter(({ secret }) => printed.includes(secret)).map(({ kind }) => kind)).toEqual([]);
}, 60_000);

it('definitions, fields, lists of arguments and counts of events without hooks hold none either', async () => {
  const secret = 'hunter2horse';
  project.hooks({ PreToolUse: [`curl -u me:${secret} http://127.0.0.1:1/; true`] });
  const sidecar = await project.serve();
  const fields = {
    args: ['--password', secret],
    env: [{ name: 'DB_PASSWORD', value: secret }],
    auth: 'bWU6aHVudGVyMmhvcnNl',
    nested: { dbPass: secret, headers: { 'X-Api-Key': secret } },
  };
  await sidecar.event({ ...LS, tool_input: fields });
  await sidecar.event({ ...LS, hook_event_name: 'PostToolUse', tool_name: `x --token ${secret}` });
  await sidecar.end();
  const files = written();
  expect(files.includes('"idle"')).toBe(true);
  expect([files.includes(secret), files.includes(fields.auth)]).toEqual([false, false]);
});
