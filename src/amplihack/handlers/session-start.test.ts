import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, readdirSync, statSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { VERSION } from '../../version.js';
import { Place, telemetryOf } from '../testing/place.js';

let place: Place;
beforeEach(() => {
  place = new Place();
});
afterEach(() => place.remove());

async function contextOf(payload: unknown = {}, env = place.env): Promise<string> {
  const reply = await place.reply('session-start', payload, { env, now: () => 1_700_000_000_000 });
  expect(reply).toEqual({
    hookSpecificOutput: {
      hookEventName: 'SessionStart',
      additionalContext: expect.any(String),
      indexing_status: 'complete',
    },
  });
  const { hookSpecificOutput }: { hookSpecificOutput: { additionalContext: string } } = JSON.parse(
    JSON.stringify(reply),
  );
  return hookSpecificOutput.additionalContext;
}

describe('the context of a session', () => {
  it('always has the default workflow, and nothing else in an empty project', async () => {
    const text = await contextOf();
    expect(text).toMatch(/^## Default Workflow\n/);
    for (const name of ['default-workflow', 'dev-orchestrator', 'amplihack recipe run smart-orchestrator'])
      expect(text).toContain(name);
    expect(place.files()).toEqual({});
  });

  it('has all parts in order', async () => {
    place.write('PROJECT.md', '  \n');
    place.write('.claude/context/PROJECT.md', 'A project.\n');
    place.write('DISCOVERIES.md', 'Learnt.\n');
    place.write('.claude/context/USER_PREFERENCES.md', '\n# Preferences\nbe brief\n\n');
    place.write('.claude/.version', '9.9.9\n');
    place.writeHome('.claude/settings.json', '{oops');
    const text = await contextOf({ prompt: 'Implement everything.' });
    const parts = [
      'ORIGINAL USER REQUEST',
      '## Project Context\n\nA project.',
      '## Recent Learnings\n\nLearnt.',
      '# Preferences\nbe brief\n\n## Default Workflow',
      'Version mismatch',
      'stale global hooks',
    ].map((part) => text.indexOf(part));
    expect(parts).toEqual([...parts].sort((a, b) => a - b));
    expect(parts).not.toContain(-1);
    expect(text).not.toMatch(/\n{3}/);
  });

  it('reads no pipe and no folder', async () => {
    execFileSync('mkfifo', [join(place.root, 'PROJECT.md')]);
    mkdirSync(join(place.root, 'DISCOVERIES.md'));
    expect(await contextOf()).toMatch(/^## Default Workflow/);
  });
});

describe('the original request', () => {
  const prompt =
    'Please rewrite the parser! Handle all inputs. Do not touch the tests\nEnsure every test passes. Handle all inputs. ok';

  it('is kept in two files and shown', async () => {
    const text = await contextOf({ prompt, session_id: 'a/b' });
    const kept: unknown = JSON.parse(place.read('.claude/runtime/logs/a_b/original_request.json'));
    expect(kept).toEqual({
      session_id: 'a/b',
      timestamp: 1_700_000_000,
      target: 'Please rewrite the parser',
      raw_prompt: prompt,
      requirements: ['Handle all inputs', 'Ensure every test passes'],
      constraints: ['Do not touch the tests'],
      success_criteria: ['Ensure every test passes'],
    });
    const page = place.read('.claude/runtime/logs/a_b/ORIGINAL_REQUEST.md');
    for (const part of ['Please rewrite the parser', 'Handle all inputs', 'Do not touch the tests']) {
      expect(page).toContain(part);
      expect(text).toContain(part);
    }
  });

  it.each([
    ['fix it', true],
    ['FIX', true],
    ['hello', false],
    ['12345678901234567890', false],
    ['123456789012345678901', true],
    ['ééééééééééé', true],
    ['   ', false],
    [5, false],
  ])('%j is worth keeping: %s', async (given, isKept) => {
    const text = await contextOf({ prompt: given });
    expect(text.includes('ORIGINAL USER REQUEST')).toBe(isKept);
    expect(place.has('.claude/runtime/logs/session-start/original_request.json')).toBe(isKept);
    if (isKept) expect(text).toContain(String(given).trim());
  });

  it('is shown even where it cannot be written', async () => {
    place.write('.claude/runtime', 'a file');
    const ended = await place.run('session-start', { prompt });
    expect(ended.stdout).toContain('ORIGINAL USER REQUEST');
    expect(telemetryOf(ended)).toMatchObject({ result: 'ok' });
  });
});

describe('shared files', () => {
  const name = '.claude/context/USER_PREFERENCES.md';

  it('are looked for in the project, above it, in AMPLIHACK_ROOT, at home, and then beside the project', async () => {
    place.write('USER_PREFERENCES.md', 'from beside');
    expect(await contextOf()).toContain('from beside');
    place.writeHome(`.amplihack/${name}`, 'from home');
    expect(await contextOf()).toContain('from home');
    place.writeHome(`installed/${name}`, 'from installed');
    const env = { ...place.env, AMPLIHACK_ROOT: join(place.home, 'installed') };
    expect(await contextOf({}, env)).toContain('from installed');
    place.write(`../${name}`, 'from above');
    expect(await contextOf({}, env)).toContain('from above');
    place.write(name, 'from project');
    expect(await contextOf({}, env)).toContain('from project');
  });

  it('are not read through links that lead out', async () => {
    const outside = place.writeHome('secret.md', 'secret-word');
    mkdirSync(join(place.root, '.claude/context'), { recursive: true });
    symlinkSync(outside, join(place.root, name));
    expect(await contextOf()).not.toContain('secret-word');
    place.write('.claude/context/real.md', 'inside');
    const inner = new Place();
    inner.write('docs/real.md', 'inside');
    mkdirSync(join(inner.root, '.claude/context'), { recursive: true });
    symlinkSync('../../docs/real.md', join(inner.root, name));
    const reply = await inner.run('session-start', {});
    expect(reply.stdout).toContain('inside');
    inner.remove();
  });
});

describe('the version notice', () => {
  it('names both versions and what to do', async () => {
    place.write('.claude/.version', ' 0.0.1 \n');
    const text = await contextOf();
    for (const part of ['Version mismatch', '0.0.1', VERSION, 'amplihack update'])
      expect(text).toContain(part);
    expect(await contextOf({}, { ...place.env, AMPLIHACK_VERSION: '7.7' })).toContain('7.7');
  });

  it.each([
    ['  ', ''],
    ['1.2.3\n', ' 1.2.3 '],
    [VERSION, ''],
    [VERSION, '  '],
  ])('is not there for %j and AMPLIHACK_VERSION=%j', async (stamp, given) => {
    place.write('.claude/.version', stamp);
    expect(await contextOf({}, { ...place.env, AMPLIHACK_VERSION: given })).not.toContain('mismatch');
  });
});

describe('hooks registered twice', () => {
  const entry = (command: string) => ({ type: 'command', command });
  const ours = { hooks: { Stop: [{ hooks: [entry('/x/amplihack-hooks stop')] }] } };
  const text = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`;
  const global = () => place.files()['home/.claude/settings.json'];
  const backups = () => readdirSync(join(place.home, '.claude')).filter((name) => name.includes('backup'));

  it('the user is told, and both files stay as they are', async () => {
    place.writeHome('.claude/settings.json', text(ours));
    place.write('.claude/settings.json', text(ours));
    const before = place.files();
    const said = await contextOf();
    expect(said).toContain('run twice');
    expect(said).toContain('uninstall --scope project');
    expect(said).not.toContain('igrated');
    expect(place.files()).toEqual(before);
  });

  describe('by a script of an older version', () => {
    const script = entry('python3 ~/.claude/tools/amplihack/hooks/stop.py');
    let executable: string;
    beforeEach(() => {
      executable = place.writeHome('bin/amplihack-hooks', '');
    });

    it('are removed where the same file runs the executable at that event', async () => {
      const own = () => entry(`${executable} stop`);
      const before = text({
        model: 'x',
        big: 1,
        hooks: {
          Stop: [
            { hooks: [own()] },
            { matcher: 'a', hooks: [entry('theirs'), script] },
            { hooks: [script] },
            { hooks: [] },
          ],
          PreToolUse: [{ matcher: '*', hooks: [script] }],
          SessionEnd: [],
        },
      }).replace('"big": 1', '"big": 12345678901234567890');
      const file = place.writeHome('.claude/settings.json', before);
      chmodSync(file, 0o640);
      const said = await contextOf();
      expect(said).toContain('Stale hooks');
      expect(said).toContain('~/.claude/settings.json');
      expect(global()).toBe(
        text({
          model: 'x',
          big: 1,
          hooks: {
            Stop: [{ hooks: [own()] }, { matcher: 'a', hooks: [entry('theirs')] }, { hooks: [] }],
            PreToolUse: [{ matcher: '*', hooks: [script] }],
            SessionEnd: [],
          },
        }).replace('"big": 1', '"big": 12345678901234567890'),
      );
      expect(statSync(file).mode & 0o777).toBe(0o640);
      expect(backups()).toEqual(['settings.json.backup.1700000000']);
      const backup = join(place.home, '.claude', backups()[0] ?? '');
      expect(statSync(backup).mode & 0o777).toBe(0o600);
      expect(place.files()['home/.claude/settings.json.backup.1700000000']).toBe(before);
      expect(await contextOf()).not.toContain('## Hooks');
      expect(backups()).toHaveLength(1);
    });

    it('an earlier backup is kept, and a link stays a link', async () => {
      const both = { hooks: { Stop: [{ hooks: [script] }, { hooks: [entry(`${executable} stop`)] }] } };
      const real = place.writeHome('dotfiles/settings.json', text(both));
      place.writeHome('.claude/settings.json.backup.1700000000', 'earlier');
      symlinkSync(real, join(place.home, '.claude/settings.json'));
      expect(await contextOf()).toContain('Stale');
      expect(backups()).toEqual(['settings.json.backup.1700000000', 'settings.json.backup.1700000001']);
      expect(place.files()['home/.claude/settings.json.backup.1700000000']).toBe('earlier');
      expect(JSON.parse(place.files()['home/dotfiles/settings.json'] ?? '')).toEqual({
        hooks: { Stop: [{ hooks: [entry(`${executable} stop`)] }] },
      });
    });

    it.each(['/nowhere/amplihack-hooks stop', 'amplihack-hooks stop'])(
      'stay where %s may not run in their place',
      async (command) => {
        const both = text({ hooks: { Stop: [{ hooks: [script, entry(command)] }] } });
        place.writeHome('.claude/settings.json', both);
        expect(await contextOf()).not.toContain('## Hooks');
        expect(global()).toBe(both);
      },
    );
  });

  it.each([
    ['only global', ours, null],
    ['only local', null, ours],
    ['nothing of ours there', { hooks: { Stop: [{ hooks: [entry('theirs')] }] } }, ours],
    ['an unreadable local file', ours, '{oops'],
    ['an empty global file', '', ours],
    ['odd shapes', { hooks: { Stop: 5, A: [1, { hooks: 'x' }, { hooks: [7, {}] }] } }, ours],
  ])('nothing happens with %s', async (_, inGlobal, inLocal) => {
    const written = (value: unknown): string => (typeof value === 'string' ? value : text(value));
    if (inGlobal !== null) place.writeHome('.claude/settings.json', written(inGlobal));
    if (inLocal !== null) place.write('.claude/settings.json', written(inLocal));
    const before = place.files();
    expect(await contextOf()).not.toContain('## Hooks');
    expect(place.files()).toEqual(before);
  });

  it('a global file that cannot be read is named, and left alone', async () => {
    place.writeHome('.claude/settings.json', '{"hooks": oops');
    place.write('.claude/settings.json', text(ours));
    expect(await contextOf()).toContain('could not be checked');
    expect(global()).toBe('{"hooks": oops');
  });

  it('one file in both roles is left alone', async () => {
    place.writeHome('.claude/settings.json', text(ours));
    const reply = await place.run('session-start', {}, { root: place.home });
    expect(reply.stdout).not.toContain('## Hooks');
    expect(global()).toBe(text(ours));
  });

  it('without HOME nothing is looked for', async () => {
    place.write('.claude/settings.json', text(ours));
    expect(await contextOf({}, { PATH: '' })).not.toContain('## Hooks');
  });
});
