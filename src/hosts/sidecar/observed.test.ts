// Hooks that only observe, for a host that keeps the engine: they have no say, and the journal has what they would have said.
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { shadowReport } from '../../journal/index.js';
import { Desk } from './testing/desk.js';

let desk: Desk;
beforeEach(() => {
  desk = new Desk();
});
afterEach(() => desk.remove());

it('are recorded', async () => {
  const { client, project } = desk;
  project.hooks({ Stop: [{ command: 'exit 2', mode: 'observe' }] });
  const host = { name: 'test', version: '1' };
  await client.get('initialize', { protocol: [1], host, format: 'claude' });
  await desk.open('s');
  expect(await client.get('event', desk.stop('s'))).not.toMatchObject({ decision: 'block' });
  await desk.engines[0]?.engine.idle();
  await client.get('session/close', { session: 's' });
  const stateDir = join(project.root, 'state', 'amplifier-hooks');
  expect(await shadowReport({ stateDir, projectDir: project.dir, examples: 1 })).toMatchObject([
    { runs: 1, verdicts: { block: 1 } },
  ]);
});
