// What sessions leave in the state directory goes with them, and is bounded where nobody ends them.
import { existsSync, mkdirSync, readdirSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { Spill } from './spill.js';
import { TestProject } from './testing/project.js';

const LONG = `head -c 20000 /dev/zero | tr '\\0' x`;

let project: TestProject;
beforeEach(() => {
  project = new TestProject();
});
afterEach(() => project.remove());

const kept = (what: 'output' | 'env'): readonly string[] => {
  const folder = project.path('state', what);
  return existsSync(folder) ? readdirSync(folder) : [];
};

it.each(['the host ends it', 'its last event'])(
  'over-long output and env files go with the session: %s',
  async (how) => {
    project.hooks({
      SessionStart: [`echo 'export A=1' > "$CLAUDE_ENV_FILE"`],
      UserPromptSubmit: [LONG],
      SessionEnd: ['true'],
    });
    const engine = project.engine();
    await engine.dispatch(project.input('SessionStart', { source: 'startup' }));
    await engine.dispatch(project.input('UserPromptSubmit', { prompt: 'hello' }));
    expect([kept('output'), kept('env')]).toEqual([['s'], ['s']]);
    if (how === 'the host ends it') engine.endSession('s');
    else await engine.dispatch(project.input('SessionEnd', { reason: 'other' }));
    expect([kept('output'), kept('env')]).toEqual([[], []]);
  },
);

it('of one session the last hundred are kept, and never more than 16 MiB', () => {
  const spill = new Spill(project.path('state'));
  const said = (text: string) => spill.texts([{ value: text, by: 'h' }], 's');
  for (let index = 0; index < 130; index += 1) said('x'.repeat(11_000));
  const folder = project.path('state', 'output', 's');
  expect(readdirSync(folder)).toHaveLength(100);
  for (let index = 0; index < 5; index += 1) said('y'.repeat(5_000_000));
  expect(readdirSync(folder).length).toBeLessThanOrEqual(4);
});

it('folders of sessions that nobody ended go when they are old, and when there are more than 500', () => {
  const output = project.path('state', 'output');
  for (let index = 0; index < 520; index += 1) mkdirSync(join(output, `s${index}`), { recursive: true });
  const old = new Date(Date.now() - 40 * 24 * 3_600_000);
  writeFileSync(join(output, 's7', 'text'), '');
  utimesSync(join(output, 's7'), old, old);
  new Spill(project.path('state')).texts([{ value: 'x'.repeat(11_000), by: 'h' }], 'new');
  expect(kept('output')).toHaveLength(500);
  expect(kept('output')).toContain('new');
  expect(kept('output')).not.toContain('s7');
});
