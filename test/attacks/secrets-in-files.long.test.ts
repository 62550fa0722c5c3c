// What passes through hooks is recorded; the secrets in it are not, whichever file it goes to.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { Stage } from '../../src/cli/testing/play.js';
import { Desk } from '../../src/hosts/sidecar/testing/desk.js';
import { openJournal } from '../../src/journal/index.js';
import { SECRETS } from '../../src/text/testing/secret-samples.js';

let stage: Stage;
beforeEach(() => {
  stage = new Stage();
});
afterEach(() => stage.remove());

const stateDir = (): string => join(stage.home, '.local', 'state', 'amplifier-hooks');

const written = (): string =>
  readdirSync(stateDir(), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'utf8'))
    .join('\n');

it('an event, what hooks print, an answer too long to hand on: no secret of the table reaches a file', async () => {
  stage.hooks({
    // Prints the event, often enough to be put into a file.
    UserPromptSubmit: [
      'event=$(cat); for n in 1 2 3 4 5 6 7 8 9; do echo "read: $event"; done; echo "$event" >&2',
    ],
  });
  const journal = openJournal({ stateDir: stateDir(), projectDir: stage.dir });
  const engine = stage.engine({ stateDir: stateDir(), journal });
  const padding = 'ordinary words '.repeat(100);
  for (const { text } of SECRETS)
    await engine.dispatch(stage.input('UserPromptSubmit', { prompt: `${text}\n${padding}` }));
  await journal.close();
  const files = written();
  expect(files.includes('All of it is in')).toBe(true);
  expect(readdirSync(join(stateDir(), 'output'))).toHaveLength(1);
  expect(SECRETS.filter(({ secret }) => files.includes(secret)).map(({ kind }) => kind)).toEqual([]);
  const shown = [
    await stage.play(['log', '-n', '1000', '--json']),
    await stage.play(['explain', '--last']),
    await stage.play(['log']),
  ];
  const printed = shown.map(({ stdout }) => stdout).join('\n');
  expect(printed.includes('[redacted]')).toBe(true);
  expect(SECRETS.filter(({ secret }) => printed.includes(secret)).map(({ kind }) => kind)).toEqual([]);
}, 60_000);

it('definitions, fields, lists of arguments and counts of events without hooks hold none either', async () => {
  const secret = 'hunter2horse';
  stage.hooks({ PreToolUse: [`curl -u me:${secret} http://127.0.0.1:1/; true`] });
  const journal = openJournal({ stateDir: stateDir(), projectDir: stage.dir });
  const engine = stage.engine({ stateDir: stateDir(), journal });
  const fields = {
    args: ['--password', secret],
    env: [{ name: 'DB_PASSWORD', value: secret }],
    auth: 'bWU6aHVudGVyMmhvcnNl',
    nested: { dbPass: secret, headers: { 'X-Api-Key': secret } },
  };
  await engine.dispatch(stage.input('PreToolUse', { tool_input: fields }));
  await engine.dispatch(stage.input('PostToolUse', { tool_name: `x --token ${secret}` }));
  await journal.close();
  const files = written();
  expect(files.includes('"idle"')).toBe(true);
  expect([files.includes(secret), files.includes(fields.auth)]).toEqual([false, false]);
});

it('what the sidecar tells the host’s log', async () => {
  const desk = new Desk();
  try {
    desk.server.log('warning', 'curl -u me:hunter2horse failed');
    const heard = await desk.client.until(({ method }) => method === 'log');
    expect(heard).toMatchObject({ params: { message: 'curl -u me:[redacted] failed' } });
  } finally {
    await desk.remove();
  }
});
