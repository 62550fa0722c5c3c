// A repository with links that lead out of it: the handlers neither read nor write through them.
import { mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Place } from '../../src/amplihack/testing/place.js';
import { withExecutables } from '../../src/testing/executables.js';

const { amplihack: executable } = withExecutables('amplihack');

let place: Place;
beforeEach(() => {
  place = new Place();
});
afterEach(() => place.remove());

const R = '.claude/runtime';
const run = (subcommand: string, payload: unknown, more: Readonly<Record<string, string>> = {}) =>
  place.spawn(executable, [subcommand], JSON.stringify(payload), { ...place.env, ...more });

function link(path: string, target: string): void {
  mkdirSync(dirname(join(place.root, path)), { recursive: true });
  symlinkSync(target, join(place.root, path));
}

/** Every file outside of the project, with its content. */
const outside = () => Object.entries(place.files()).filter(([name]) => !name.startsWith('project/'));

const TOOL = { tool_name: 'Bash', tool_input: { command: 'ls' }, session_id: 's' };
const LONG = 'Please implement everything in this long request.';

describe('nothing is written through a link', () => {
  it.each([
    ['pre-tool-use', `${R}/metrics/pre_tool_use_metrics.jsonl`, TOOL],
    ['post-tool-use', `${R}/metrics/post_tool_use_metrics.jsonl`, TOOL],
    ['pre-compact', `${R}/logs/s/compaction_metadata.jsonl`, { session_id: 's' }],
    ['pre-compact', `${R}/logs/s/transcript_pre_compact.jsonl`, { session_id: 's', transcript_path: 't' }],
    ['session-start', `${R}/logs/s/ORIGINAL_REQUEST.md`, { session_id: 's', prompt: LONG }],
  ])('%s: %s → ~/.bashrc', async (subcommand, path, payload) => {
    const bashrc = place.writeHome('.bashrc', 'export A=1\n');
    place.write('t', '{"role":"user","content":"hello"}\n');
    link(path, bashrc);
    const ended = await run(subcommand, payload);
    expect(ended.exitCode).toBe(0);
    expect(readFileSync(bashrc, 'utf8')).toBe('export A=1\n');
  });

  it.each([
    ['pre-tool-use', TOOL],
    ['post-tool-use', TOOL],
    ['pre-compact', { session_id: 's', transcript_path: 't' }],
    ['session-start', { session_id: 's', prompt: LONG }],
    ['workflow-classification-reminder', { session_id: 's', prompt: LONG }],
    ['stop', { session_id: 's' }],
  ])('%s: a folder of the project is a link', async (subcommand, payload) => {
    for (const linked of ['.claude', R, ...FOLDERS.map((name) => `${R}/${name}`)]) {
      const fresh = new Place();
      try {
        place.remove();
        place = fresh;
        place.writeHome('elsewhere/runtime/locks/.lock_active', '');
        place.writeHome('elsewhere/locks/.lock_active', '');
        place.writeHome('elsewhere/.lock_active', '');
        place.write('t', '{"role":"user","content":"hello"}\n');
        link(linked, join(place.home, 'elsewhere'));
        const before = outside();
        const ended = await run(subcommand, payload);
        expect(ended.exitCode).toBe(0);
        expect(outside()).toEqual(before);
        if (subcommand === 'stop') expect(ended.stdout).toBe('{"decision":"approve"}\n');
      } finally {
        if (place !== fresh) await fresh.remove();
      }
    }
  });

  it('a link to a folder that is not there yet makes none', async () => {
    link(`${R}/metrics`, join(place.home, 'new'));
    await run('pre-tool-use', TOOL);
    expect(outside()).toEqual([]);
    expect(place.has(`${R}/metrics`)).toBe(false);
  });

  it('lock and unlock keep to the project and say so', async () => {
    place.writeHome('elsewhere/.lock_message', 'mine');
    link(`${R}/locks`, join(place.home, 'elsewhere'));
    const before = outside();
    for (const argv of [['lock', '--message', 'x'], ['unlock']]) {
      const { stderr, exitCode } = await place.spawn(executable, argv, '');
      expect(exitCode).toBe(1);
      expect(stderr).toContain('leads out of');
    }
    expect(outside()).toEqual(before);
  });

  it('the decision comes all the same, and the reason is said', async () => {
    link(`${R}/metrics`, place.home);
    const ended = await run('pre-tool-use', { ...TOOL, tool_input: { command: 'rm -rf .' } });
    expect(ended.stdout).toContain('"permissionDecision":"deny"');
    expect(ended.stderr).toContain('leads out of');
  });
});

const FOLDERS = ['locks', 'metrics', 'logs', 'logs/s', 'classification_state'];

describe('nothing is read through a link', () => {
  beforeEach(() => {
    place.writeHome('.ssh/id_x', 'secret-word');
  });
  const secret = () => join(place.home, '.ssh/id_x');

  it.each([
    'PROJECT.md',
    '.claude/context/PROJECT.md',
    'DISCOVERIES.md',
    'USER_PREFERENCES.md',
    '.claude/.version',
  ])('session-start: %s → ~/.ssh/id_x', async (path) => {
    link(path, secret());
    const { stdout, stderr } = await run('session-start', { session_id: 's' });
    expect(stdout).toContain('Default Workflow');
    expect(stdout).not.toContain('secret-word');
    expect(stderr).toContain('leads out of');
  });

  it('session-start: a chain of links and a linked folder', async () => {
    link('.claude/context', join(place.home, '.ssh'));
    place.writeHome('.ssh/PROJECT.md', 'secret-word');
    place.writeHome('.ssh/USER_PREFERENCES.md', 'secret-word');
    link('docs', join(place.home, '.ssh'));
    link('PROJECT.md', 'docs/PROJECT.md');
    const { stdout } = await run('session-start', { session_id: 's' });
    expect(stdout).not.toContain('secret-word');
  });

  it('user-prompt-submit: preferences', async () => {
    place.writeHome('.ssh/id_x', '| key | secret-word |\n');
    link('USER_PREFERENCES.md', secret());
    const { stdout } = await run('user-prompt-submit', { session_id: 's', prompt: 'hello' });
    expect(stdout).toBe('{}\n');
  });

  it('stop: the prompt of lock mode', async () => {
    place.write(`${R}/locks/.lock_active`, '');
    for (const name of ['.continuation_prompt', '.lock_message']) link(`${R}/locks/${name}`, secret());
    const { stdout } = await run('stop', { session_id: 's' });
    expect(stdout).toContain('"block"');
    expect(stdout).not.toContain('secret-word');
  });

  it('pre-compact and stop: a transcript in the project', async () => {
    place.writeHome('.ssh/id_x', '{"role":"user","content":"secret-word is long enough"}\n');
    link('t.jsonl', secret());
    for (const path of ['t.jsonl', join(place.root, 't.jsonl')]) {
      await run('pre-compact', { session_id: 's', transcript_path: path });
      await run('stop', { session_id: 's', transcript_path: path });
    }
    const found = Object.entries(place.files()).filter(([, text]) => text.includes('secret-word'));
    expect(found.map(([name]) => name)).toEqual(['home/.ssh/id_x']);
  });

  it('what a link to a file of the same project leads to is read', async () => {
    place.write('docs/about.md', 'inner-word');
    link('PROJECT.md', 'docs/about.md');
    expect((await run('session-start', { session_id: 's' })).stdout).toContain('inner-word');
  });
});
