// Claude Code → Amplifier → Claude Code gives the same hooks.
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { configRequest, loadGeneration } from '../../config/index.js';
import { isRecord } from '../../text/index.js';
import { carryOut, planMigration } from './migrate.js';
import type { HostName, Report, TargetName } from './report.js';
import { COMMANDS, eventMap, MALFORMED, MATCHERS, TIMEOUTS } from './testing/wild.js';

const root = realpathSync(mkdtempSync(join(tmpdir(), 'amplifier-hooks-test-')));
afterAll(() => rmSync(root, { recursive: true, force: true }));

let count = 0;

class Place {
  readonly projectDir = join(root, String(count++));
  readonly home = join(this.projectDir, 'home');
  readonly claude = join(this.projectDir, '.claude', 'settings.json');
  readonly amplifier = join(this.projectDir, '.amplifier', 'hooks', 'hooks.json');

  constructor() {
    mkdirSync(this.home, { recursive: true });
  }

  settings(content: unknown): void {
    mkdirSync(join(this.projectDir, '.claude'), { recursive: true });
    writeFileSync(this.claude, typeof content === 'string' ? content : JSON.stringify(content));
  }

  async migrate(from: HostName, to: TargetName): Promise<Report> {
    const journey = { to, scope: 'project', projectDir: this.projectDir, home: this.home, env: {} } as const;
    const plan = await planMigration(from, journey);
    carryOut(plan, journey, new Date(0));
    return plan.report;
  }
}

/** Every hook with its event and group, each once. */
function hooksIn(file: string): ReadonlySet<string> {
  const content: unknown = JSON.parse(readFileSync(file, 'utf8'));
  const events = isRecord(content) && isRecord(content['hooks']) ? content['hooks'] : {};
  return new Set(
    Object.entries(events).flatMap(([event, groups]) =>
      (Array.isArray(groups) ? groups : []).flatMap(({ hooks, ...head }) =>
        hooks.map((hook: unknown) => JSON.stringify([event, head, hook])),
      ),
    ),
  );
}

/** There and back, with nothing left of the way out. */
async function roundTrip(settings: unknown): Promise<{
  readonly before: ReadonlySet<string>;
  readonly after: ReadonlySet<string>;
  readonly report: Report;
}> {
  const place = new Place();
  place.settings(settings);
  const before = hooksIn(place.claude);
  const report = await place.migrate('claude', 'amplifier');
  rmSync(place.claude);
  await place.migrate('amplifier', 'claude');
  return { before, after: before.size === 0 ? new Set() : hooksIn(place.claude), report };
}

const one = (matcher: string | null, hook: Readonly<Record<string, unknown>>, event = 'PreToolUse') => ({
  hooks: {
    [event]: [
      { ...(matcher === null ? {} : { matcher }), hooks: [{ type: 'command', command: 'x', ...hook }] },
    ],
  },
});

describe('the same hooks come back', () => {
  it.each(MATCHERS)('matcher %j', async (matcher) => {
    const { before, after } = await roundTrip(one(matcher, {}));
    expect(after).toEqual(before);
  });

  it.each(TIMEOUTS)('timeout %d', async (timeout) => {
    const { before, after, report } = await roundTrip(one('Bash', { timeout }));
    expect(after).toEqual(before);
    // Whatever Amplifier reads in another way is told.
    expect(report.hooks[0]?.warnings).toHaveLength(timeout > 300 ? 1 : 0);
  });

  it.each(COMMANDS)('command %j', async (command) => {
    const { before, after } = await roundTrip(one(null, { command }));
    expect(after).toEqual(before);
  });

  it('whatever people write', async () => {
    await fc.assert(
      fc.asyncProperty(eventMap, async (hooks) => {
        const { before, after, report } = await roundTrip({ permissions: {}, hooks });
        expect(after).toEqual(before);
        expect(report.hooks.filter(({ verdict }) => verdict === 'cannot')).toEqual([]);
        expect(report.diagnostics).toEqual([]);
      }),
      { numRuns: 150 },
    );
  }, 60_000);

  it('and Amplifier sees them as it saw those of Claude Code', async () => {
    await fc.assert(
      fc.asyncProperty(eventMap, async (hooks) => {
        const place = new Place();
        place.settings({ hooks });
        const ids = (claude: boolean): readonly string[] => {
          const claudeSettings = { sources: ['project'] as const, flagFile: null, managedFile: null };
          const request = configRequest({ ...place, ...(claude ? { claudeSettings } : {}) });
          return [...new Set(loadGeneration(request).hooks.map(({ id }) => id.replace(/-\d+$/, '')))].sort();
        };
        const before = ids(true);
        await place.migrate('claude', 'amplifier');
        expect(ids(false)).toEqual(before);
      }),
      { numRuns: 50 },
    );
  }, 60_000);
});

describe('what is written wrongly', () => {
  it.each(MALFORMED)('%s is told with its place, and costs nothing else', async (_what, event, value) => {
    const good = { hooks: [{ type: 'command', command: 'good' }] };
    const text = JSON.stringify({ hooks: { SessionEnd: [good], [event]: value } }, null, 2);
    const place = new Place();
    place.settings(text);
    const report = await place.migrate('claude', 'amplifier');
    const refused = report.hooks.filter(({ verdict }) => verdict === 'cannot').map(({ found }) => found.line);
    const told = [...refused, ...report.diagnostics.map(({ line }) => line ?? 0)];
    expect(told).toHaveLength(1);
    expect(told[0]).toBeGreaterThan(text.slice(0, text.indexOf(event)).split('\n').length - 1);
    expect(hooksIn(place.amplifier)).toEqual(new Set([JSON.stringify(['SessionEnd', {}, good.hooks[0]])]));
  });

  it.each([
    ['an array of hooks', '{"hooks": [{"event": "Stop", "command": "x"}]}', 'an array'],
    [
      'events without "hooks"',
      '{"Stop": [{"hooks": [{"type": "command", "command": "x"}]}]}',
      'must stand under',
    ],
    ['broken JSON', '{"hooks": {"Stop": [}}', 'cannot be read'],
    ['a list', '[]', 'must hold an object'],
    ['no text', '\uFFFE{', 'cannot be read'],
  ])('%s is told', async (_what, text, words) => {
    const place = new Place();
    place.settings(text);
    const { diagnostics, hooks } = await place.migrate('claude', 'amplifier');
    expect(hooks).toEqual([]);
    expect(diagnostics).toEqual([
      expect.objectContaining({ severity: 'error', file: place.claude, line: 1 }),
    ]);
    expect(diagnostics[0]?.message).toContain(words);
  });

  it('is no reason to complain where it is a comment or empty', async () => {
    const place = new Place();
    place.settings({
      hooks: { '// PostToolUse': 'off', _comment: 'x', SessionStart: [], Stop: [{ hooks: [] }] },
    });
    expect(await place.migrate('claude', 'amplifier')).toMatchObject({ hooks: [], diagnostics: [] });
  });
});

describe('nothing is written twice', () => {
  it('however often it is asked for', async () => {
    await fc.assert(
      fc.asyncProperty(eventMap, async (hooks) => {
        const place = new Place();
        place.settings({ hooks });
        const first = await place.migrate('claude', 'amplifier');
        if (first.hooks.length === 0) return;
        const text = readFileSync(place.amplifier, 'utf8');
        const again = await place.migrate('claude', 'amplifier');
        expect(readFileSync(place.amplifier, 'utf8')).toBe(text);
        expect(again.hooks.every(({ verdict }) => verdict === 'there')).toBe(true);
      }),
      { numRuns: 50 },
    );
  }, 60_000);

  it('also on the way back, where Claude Code still has them', async () => {
    const place = new Place();
    place.settings(
      '{\n  // mine\n  "hooks": { "Stop": [{ "hooks": [{ "type": "command", "command": "x" }] }] }\n}',
    );
    const text = readFileSync(place.claude, 'utf8');
    await place.migrate('claude', 'amplifier');
    const report = await place.migrate('amplifier', 'claude');
    expect(report.hooks.map(({ verdict }) => verdict)).toEqual(['there']);
    expect(readFileSync(place.claude, 'utf8')).toBe(text);
  });
});
