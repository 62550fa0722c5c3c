// The programs in Cline's folder of hooks, run as Cline runs them.
import { spawnSync } from 'node:child_process';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Folder } from '../../testing/index.js';
import { UNHEARD } from '../agents/heard.js';
import { reads } from './reads.js';
import { hookScript } from './script.js';

let folder: Folder;
beforeEach(() => {
  folder = new Folder();
});
afterEach(() => folder.remove());

/** What the program of an event does with an engine that does this. */
function run(event: string, engine: string | null) {
  const program = folder.path("an engine's place", 'engine');
  if (engine !== null) folder.write("an engine's place/engine", `#!/bin/sh\n${engine}\n`, 0o755);
  const script = folder.write(`hooks/${event}`, hookScript(event, [program]), 0o755);
  const { stdout, stderr } = spawnSync('bash', [script], { input: '{"a":1}', encoding: 'utf8' });
  return { stdout, stderr, effect: reads(event, { exitCode: 0, stdout, stderr }) };
}

it.each(['PreToolUse', 'PostToolUse', 'TaskStart'])('%s asks with the payload as it is', (event) => {
  expect(run(event, 'printf "%s " "$@" >&2; cat >&2').stderr).toBe(
    `dispatch --host cline --event ${event} {"a":1}`,
  );
});

it('hands on what is answered', () => {
  const answer = JSON.stringify({ contextModification: 'a "quoted" 100%s\\n text' });
  const { stdout } = run('PreToolUse', `cat <<'END'\n${answer}\nEND`);
  expect(JSON.parse(stdout)).toEqual(JSON.parse(answer));
  expect(run('PreToolUse', 'exit 0').effect).toEqual(UNHEARD);
});

describe('a call is not made', () => {
  it.each<readonly [string, string | null]>([
    ['where the engine is gone', null],
    ['where it breaks down', 'exit 1'],
    ['where it breaks down after some words', 'echo "{"; exit 3'],
    ['where it is killed', 'kill -KILL $$'],
  ])('%s', (_, engine) => {
    expect(run('PreToolUse', engine).effect.happens).toBe(false);
  });
});

it('after a call nothing is cancelled because nobody could be asked', () => {
  expect(run('PostToolUse', 'exit 1').effect.ends).toBe(false);
});
