// Every public export has an example here, and every example is run.
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import * as library from 'amplifier-hooks';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { own } from '../../src/cli/testing/play.js';
import { judgedBy } from './ask-a-model.js';
import { answer } from './be-a-hook.js';
import { blockable } from './event-table.js';
import { explain } from './explain.js';
import { judge } from './mount.js';
import { recorded } from './record.js';
import { mayRun } from './run-a-hook.js';
import { inWords } from './translate.js';

const examples = fileURLToPath(new URL('..', import.meta.url));
const dangerous = 'rm -rf /';
let root = '';
let project = '';

beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'amplifier-hooks-library-'));
  project = join(root, 'project');
  mkdirSync(project);
  vi.stubEnv('HOME', root);
  vi.stubEnv('XDG_STATE_HOME', join(root, 'state'));
  for (const folder of ['project', 'guarded']) own(join(root, folder), process.env);
  cpSync(join(examples, 'hooks', 'bash-validator'), join(project, '.amplifier', 'hooks', 'bash-validator'), {
    recursive: true,
  });
});
afterAll(() => {
  vi.unstubAllEnvs();
  rmSync(root, { recursive: true, force: true });
});

const event = (command: string) => ({
  hook_event_name: 'PreToolUse',
  cwd: project,
  tool_name: 'Bash',
  tool_input: { command },
});

describe('library examples', () => {
  it('run-a-hook', async () => {
    expect(await mayRun(project, 'ls')).toBe('yes');
    expect(await mayRun(project, dangerous)).toBe('no: Dangerous command blocked: rm -rf /');
  });

  it('explain', async () => {
    const parsed = library.parseInput({ ...event('ls'), tool_name: 'Read' });
    if (!parsed.ok || parsed.input.kind !== 'known') throw new Error('bad event');
    expect(await explain(project, parsed.input)).toEqual([
      expect.stringMatching(/^PreToolUse does not run: .*"Bash".*"Read"/),
    ]);
  });

  it('be-a-hook', async () => {
    const said = await answer(project, JSON.stringify(event(dangerous)));
    expect(said).toMatchObject({
      exitCode: 0,
      stdout: expect.stringContaining('"permissionDecision":"deny"'),
    });
    expect(await answer(project, '{')).toMatchObject({ exitCode: 1 });
    expect(await answer(project, '{"hook_event_name":"FutureEvent"}')).toMatchObject({
      exitCode: 0,
      stdout: '',
    });
  });

  it('mount', async () => {
    expect(await judge(project, dangerous)).toMatchObject({ action: 'deny' });
    expect(await judge(project, 'ls')).toMatchObject({
      action: 'inject_context',
      context_injection: 'Be careful.',
    });
  });

  it('translate', async () => {
    const parsed = library.parseInput(event(dangerous));
    if (!parsed.ok || parsed.input.kind !== 'known') throw new Error('bad event');
    const engine = library.createEngine({ projectDir: project });
    expect(inWords(await engine.dispatch(parsed.input))).toBe('deny: Dangerous command blocked: rm -rf /');
    await engine.close();
  });

  it('record', async () => {
    const parsed = library.parseInput(event(dangerous));
    if (!parsed.ok || parsed.input.kind !== 'known') throw new Error('bad event');
    const state = join(root, 'state', 'amplifier-hooks');
    expect((await recorded(project, state, parsed.input)).permission).toBe('deny');
    const files = readdirSync(join(state, 'journal'), { recursive: true, encoding: 'utf8' });
    expect(files.filter((file) => file.endsWith('.jsonl'))).not.toEqual([]);
  });

  it('ask-a-model', async () => {
    const guarded = join(root, 'guarded');
    cpSync(
      join(examples, 'hooks', 'production-guard'),
      join(guarded, '.amplifier', 'hooks', 'production-guard'),
      { recursive: true },
    );
    const parsed = library.parseInput({ ...event('terraform apply'), cwd: guarded });
    if (!parsed.ok || parsed.input.kind !== 'known') throw new Error('bad event');
    const { decision, asked } = await judgedBy(
      guarded,
      { json: { ok: false, reason: 'It changes production.' } },
      parsed.input,
    );
    expect(decision).toMatchObject({ permission: 'deny', reason: 'It changes production.' });
    expect(asked.join('\n')).toContain('terraform apply');
  });

  it('event-table', () => {
    expect(blockable()).toEqual(expect.arrayContaining(['PreToolUse', 'UserPromptSubmit', 'Stop']));
    expect(blockable()).not.toContain('SessionStart');
  });

  it('there is one for every export', () => {
    const folder = fileURLToPath(new URL('.', import.meta.url));
    const text = readdirSync(folder)
      .filter((file) => !file.endsWith('.test.ts'))
      .map((file) => readFileSync(join(folder, file), 'utf8'))
      .join('\n');
    expect(Object.keys(library).filter((name) => !text.includes(name))).toEqual([]);
  });
});
