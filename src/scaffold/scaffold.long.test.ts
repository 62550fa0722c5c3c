// What `init` makes is read without a word and passes its own test, for every event and every language.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { commandProblems } from '../config/commands.js';
import { findTestFiles, runTestFiles } from '../conformance/hook-tests/index.js';
import { onPath } from '../conformance/needs.js';
import { createEngine } from '../engine/index.js';
import { EVENT_NAMES, type EventName, eventRow, type HandlerType } from '../events/index.js';
import { type Language, newPlugin, type Wish, writePlugin } from './index.js';
import { LANGUAGES, SCRIPTS } from './scripts.js';

let root: string;
beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'scaffold-')));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

const wish = (changes: Partial<Wish> = {}): Wish => ({
  name: 'sample',
  event: 'PreToolUse',
  matcher: null,
  language: 'sh',
  ...changes,
});

const folderOf = (name: string): string => join(root, '.amplifier', 'hooks', name);

async function isSound(wished: Wish): Promise<void> {
  writePlugin(newPlugin(wished), folderOf(wished.name), { force: false, within: null });
  const engine = createEngine({
    projectDir: root,
    home: join(root, 'home'),
    stateDir: join(root, 'state'),
    trust: 'off',
  });
  await engine.close();
  const { hooks, diagnostics } = engine.generation;
  expect([...diagnostics, ...commandProblems(engine.generation, root)]).toEqual([]);
  expect(hooks.map(({ inactive }) => inactive)).toEqual([null]);
  const results = await runTestFiles(await findTestFiles([root]), { path: process.env['PATH'] ?? '' });
  expect(results.map(({ title, outcome }) => [title, outcome])).toEqual(
    results.map(({ title }) => [title, { kind: 'passed' }]),
  );
  expect(results.length).toBeGreaterThan(0);
}

/** `it` where everything the language needs is installed. */
const itWith = (language: Language) => it.skipIf(!SCRIPTS[language].needs.every((need) => onPath(need)));

describe('what is made is sound', () => {
  // One language proves every event; in the others one event for each kind of answer is enough.
  const few: readonly EventName[] = [
    'PreToolUse',
    'PostToolUse',
    'Stop',
    'SessionStart',
    'Setup',
    'WorktreeCreate',
  ];
  for (const language of LANGUAGES) {
    itWith(language).each(language === 'sh' ? EVENT_NAMES : few)(`${language}: %s`, async (event) =>
      isSound(wish({ event, language })),
    );
  }

  const served = (type: HandlerType): readonly EventName[] =>
    EVENT_NAMES.filter((event) => {
      const { handlers, verdict, stdout } = eventRow(event);
      const asksInVain = (type === 'prompt' || type === 'agent') && verdict === 'nothing';
      return handlers.includes(type) && !asksInVain && stdout !== 'path';
    });
  for (const type of ['prompt', 'agent', 'http'] as const) {
    it.each(served(type))(`${type}: %s`, async (event) => isSound(wish({ event, type })));
  }
  // Each starts a server, so one event for each kind of answer is enough.
  it.each(few.filter((event) => served('mcp_tool').includes(event)))('mcp_tool: %s', async (event) =>
    isSound(wish({ event, type: 'mcp_tool' })),
  );

  it.each(['PreToolUse', 'Stop'] as const)(
    'the server beside an http hook answers as it says: %s',
    async (event) => {
      const plugin = newPlugin(wish({ event, type: 'http' }));
      writePlugin(plugin, folderOf('sample'), { force: false, within: null });
      const server = spawn(process.execPath, [join(folderOf('sample'), 'server.mjs')], {
        stdio: ['ignore', 'ignore', 'pipe'],
        env: { PORT: '0' },
      });
      try {
        const [said] = await once(server.stderr, 'data');
        const [url = ''] = /http:\S+/.exec(String(said)) ?? [];
        const answer = async (body: unknown) =>
          (await fetch(url, { method: 'POST', body: JSON.stringify(body) })).json();
        expect(await answer(plugin.caught)).toMatchObject({ decision: 'block' });
        expect(await answer({ ...plugin.caught, stop_hook_active: true })).toEqual(
          event === 'Stop' ? {} : { decision: 'block', reason: expect.any(String) },
        );
        expect(await answer({})).toEqual({});
      } finally {
        server.kill();
        await once(server, 'exit');
      }
    },
  );

  itWith('sh').each<[EventName, string]>([
    ['PreToolUse', 'Edit|Write'],
    ['PostToolUse', 'WebFetch'],
    ['PreToolUse', 'mcp__memory__.*'],
    ['PreToolUse', '*'],
    ['SessionStart', 'resume'],
    ['SubagentStop', 'code-reviewer'],
    ['PreCompact', 'auto'],
  ])('%s with matcher %j', async (event, matcher) => isSound(wish({ event, matcher })));
});

describe('what cannot be made is refused', () => {
  it.each([
    [{ name: '../up' }, '"../up" cannot be the name of a plugin'],
    [{ name: '.hidden' }, 'cannot be the name'],
    [{ matcher: 'Bash(git *)' }, 'Bash(git *)'],
    [{ matcher: '(' }, 'is not a valid regular expression'],
    [{ event: 'Stop' as const, matcher: 'Bash' }, 'Stop ignores matchers'],
    [{ event: 'SessionStart' as const, type: 'prompt' as const }, 'SessionStart cannot be served by'],
    [{ event: 'PermissionRequest' as const, type: 'agent' as const }, 'changes nothing on PermissionRequest'],
    [{ event: 'WorktreeCreate' as const, type: 'http' as const }, 'wants the path of a folder'],
  ])('%j', (changes, why) => {
    expect(() => newPlugin(wish(changes))).toThrow(why);
  });

  it('nothing is replaced without force, and with it only what init makes', () => {
    const folder = folderOf('sample');
    writePlugin(newPlugin(wish()), folder, { force: false, within: null });
    writeFileSync(join(folder, 'mine.txt'), 'mine');
    writeFileSync(join(folder, 'hooks.json'), 'mine');
    expect(() => writePlugin(newPlugin(wish()), folder, { force: false, within: null })).toThrow(
      'are there already',
    );
    expect(readFileSync(join(folder, 'hooks.json'), 'utf8')).toBe('mine');
    writePlugin(newPlugin(wish()), folder, { force: true, within: null });
    expect(readFileSync(join(folder, 'hooks.json'), 'utf8')).toContain('PreToolUse');
    expect(readFileSync(join(folder, 'mine.txt'), 'utf8')).toBe('mine');
  });

  it('a link is replaced, not followed', () => {
    const folder = folderOf('sample');
    writePlugin(newPlugin(wish()), folder, { force: false, within: null });
    const elsewhere = join(root, 'elsewhere');
    writeFileSync(elsewhere, 'precious');
    rmSync(join(folder, 'README.md'));
    symlinkSync(elsewhere, join(folder, 'README.md'));
    writePlugin(newPlugin(wish()), folder, { force: true, within: null });
    expect(readFileSync(elsewhere, 'utf8')).toBe('precious');
    expect(statSync(join(folder, 'sample.sh')).mode & 0o111).toBe(0o111);
  });
});
