// Hooks as entries of other agents' own configuration.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { AGENT_NAMES } from '../../../host-names.js';
import { Folder } from '../../../testing/index.js';
import { isRecord } from '../../../text/index.js';
import { codeReader } from '../../../validate/index.js';
import { listBackups, planRestore, restore } from '../backups.js';
import { carryOut, type Plan, planMigration, sourceFor } from '../migrate.js';
import type { HostName, MigrateScope, NativeTarget, TargetName } from '../report.js';
import { eventMap } from '../testing/wild.js';

let folder: Folder;
beforeEach(() => {
  folder = new Folder();
});
afterEach(() => folder.remove());

const journeyTo = (to: TargetName, scope: MigrateScope = 'project') => ({
  to,
  scope,
  projectDir: folder.path('project'),
  home: folder.path('home'),
  env: {},
});

async function migrate(
  to: TargetName,
  scope: MigrateScope = 'project',
  from: HostName = 'amplifier',
): Promise<Plan> {
  const journey = journeyTo(to, scope);
  const plan = await planMigration(from, journey, codeReader(journey));
  carryOut(plan, journey, new Date(0));
  return plan;
}

const GUARD = 'echo no >&2; exit 2';

function hooks(value: unknown, scope: MigrateScope = 'project'): void {
  const root = scope === 'user' ? 'home' : 'project';
  folder.write(`${root}/.amplifier/hooks/hooks.json`, JSON.stringify({ hooks: value }));
}

const guard = (matcher: string, more: Readonly<Record<string, unknown>> = {}) => ({
  PreToolUse: [{ matcher, hooks: [{ type: 'command', command: GUARD, ...more }] }],
});

const written = (path: string): unknown => JSON.parse(readFileSync(folder.path(path), 'utf8'));

describe('a guard of commands and files', () => {
  it.each<[NativeTarget, string, unknown]>([
    [
      'codex',
      '.codex/hooks.json',
      {
        hooks: {
          PreToolUse: [
            { matcher: 'Bash|apply_patch', hooks: [{ type: 'command', command: GUARD, timeout: 5 }] },
          ],
        },
      },
    ],
    [
      'gemini',
      '.gemini/settings.json',
      {
        hooks: {
          BeforeTool: [
            {
              matcher: '^(?:run_shell_command|write_file)$',
              hooks: [{ type: 'command', command: GUARD, timeout: 5000 }],
            },
          ],
        },
      },
    ],
    [
      'qwen',
      '.qwen/settings.json',
      {
        hooks: {
          PreToolUse: [
            {
              matcher: '^(?:run_shell_command|monitor|write_file)$',
              hooks: [{ type: 'command', command: GUARD, timeout: 5000 }],
            },
          ],
        },
      },
    ],
    [
      'droid',
      '.factory/settings.json',
      {
        hooks: {
          PreToolUse: [
            {
              matcher: 'Execute|Create|ApplyPatch',
              hooks: [{ type: 'command', command: GUARD, timeout: 5 }],
            },
          ],
        },
      },
    ],
    [
      'copilot',
      '.github/hooks/hooks.json',
      {
        version: 1,
        hooks: {
          PreToolUse: [{ type: 'command', command: GUARD, matcher: 'Bash|Write|Edit', timeoutSec: 5 }],
        },
      },
    ],
    [
      'cursor',
      '.cursor/hooks.json',
      {
        version: 1,
        hooks: {
          preToolUse: [
            { type: 'command', command: GUARD, matcher: '^(?:Shell|Write|ApplyPatch)$', timeout: 5 },
          ],
        },
      },
    ],
  ])('%s', async (to, file, expected) => {
    hooks(guard('Bash|Write', { timeout: 5 }));
    const { report } = await migrate(to);
    expect(written(`project/${file}`)).toEqual(expected);
    expect(report.hooks.map(({ verdict }) => verdict)).not.toContain('cannot');
  });

  it('kimi-code', async () => {
    hooks(guard('Bash|Write', { timeout: 5 }), 'user');
    folder.write(
      'home/.kimi-code/config.toml',
      '# mine\nmodel = "k2" # this one\n\n[[hooks]]\nevent = "Stop"\ncommand = "true"\n',
    );
    await migrate('kimi-code', 'user');
    expect(readFileSync(folder.path('home/.kimi-code/config.toml'), 'utf8')).toBe(
      `# mine\nmodel = "k2" # this one\n\n[[hooks]]\nevent = "Stop"\ncommand = "true"\n\n[[hooks]]\nevent = "PreToolUse"\ncommand = "${GUARD}"\nmatcher = "^(?:Bash|Write)$"\ntimeout = 5\n`,
    );
  });
});

describe('what cannot be an entry', () => {
  it.each<[string, NativeTarget, unknown, string]>([
    [
      'an event that is not there',
      'codex',
      { Notification: [{ hooks: [{ type: 'command', command: 'x' }] }] },
      'no event like Notification',
    ],
    ['a prompt', 'codex', { Stop: [{ hooks: [{ type: 'prompt', prompt: 'done?' }] }] }, 'runs only commands'],
    ['a condition', 'gemini', guard('Bash', { if: 'Bash(rm *)' }), 'does not know `if`'],
    [
      'a variable of ours',
      'codex',
      guard('Bash', { command: '"$CLAUDE_PLUGIN_ROOT"/x.sh' }),
      '$CLAUDE_PLUGIN_ROOT',
    ],
    ['one that is switched off', 'codex', guard('Bash', { enabled: false }), 'switched off'],
    ['a matcher where none is read', 'vscode', guard('Bash'), 'reads no matcher'],
  ])('%s', async (_, to, value, why) => {
    hooks(value);
    const { report, after } = await migrate(to);
    expect(report.hooks).toEqual([
      expect.objectContaining({ verdict: 'cannot', why: expect.stringContaining(why) }),
    ]);
    expect(after).toBe(null);
  });

  it.each<[NativeTarget, MigrateScope, string]>([
    ['cline', 'project', 'one program an event'],
    ['opencode', 'user', 'only plugins'],
    ['kimi-code', 'project', 'no hooks of a project'],
  ])('%s has no place for %s hooks', async (to, scope, why) => {
    hooks(guard('Bash'), scope);
    await expect(migrate(to, scope)).rejects.toThrow(why);
  });

  it('a script that looks for what the agent calls otherwise', async () => {
    folder.write('project/tools/guard.py', 'if e["tool_input"]["file_path"].endswith(".env"): sys.exit(2)\n');
    hooks(guard('Write', { command: 'python3 "$CLAUDE_PROJECT_DIR"/tools/guard.py' }));
    const { report } = await migrate('codex');
    expect(report.hooks[0]).toMatchObject({
      verdict: 'cannot',
      why: expect.stringContaining('it looks for `file_path`'),
      hint: expect.stringContaining('amplifier-hooks connect codex'),
    });
    expect((await migrate('gemini')).report.hooks[0]).toMatchObject({ verdict: 'changed' });
  });
});

it('the project’s folder is known to commands also where no variable has it', async () => {
  folder.write('project/tools/guard.sh', 'cd "$CLAUDE_PROJECT_DIR" && exit 2\n');
  hooks(guard('Bash', { command: '"$CLAUDE_PROJECT_DIR"/tools/guard.sh' }));
  const command = async (to: NativeTarget): Promise<unknown> =>
    (await migrate(to)).report.hooks[0]?.to?.hook['command'];
  const root = '$(git rev-parse --show-toplevel 2>/dev/null || pwd)';
  expect(await command('gemini')).toBe('"$CLAUDE_PROJECT_DIR"/tools/guard.sh');
  expect(await command('codex')).toBe(`export CLAUDE_PROJECT_DIR="${root}"; "${root}"/tools/guard.sh`);
});

it('a program and its arguments become a line for a shell', async () => {
  hooks(guard('Bash', { command: 'sh', args: ['-c', 'exit 2; # $x', `\${CLAUDE_PROJECT_DIR}/a b`] }));
  const line = (await migrate('gemini')).report.hooks[0]?.to?.hook['command'];
  expect(line).toBe(`sh -c 'exit 2; # $x' "\${CLAUDE_PROJECT_DIR}/a b"`);
});

it('a time limit is no longer than the agent takes', async () => {
  hooks(guard('Bash', { timeout: 900 }), 'user');
  const [hook] = (await migrate('kimi-code', 'user')).report.hooks;
  expect([hook?.to?.hook['timeout'], hook?.warnings]).toEqual([
    600,
    [expect.stringContaining('at most 600 seconds')],
  ]);
});

it('a time limit is a whole number', async () => {
  hooks(guard('Bash', { timeout: 1.5 }));
  expect((await migrate('codex')).report.hooks[0]?.to?.hook['timeout']).toBe(2);
  expect((await migrate('gemini')).report.hooks[0]?.to?.hook['timeout']).toBe(1500);
});

it('what Copilot reads itself is not written once more', async () => {
  folder.write('project/.claude/settings.json', JSON.stringify({ hooks: guard('Bash') }));
  const { report, after } = await migrate('copilot', 'project', 'claude');
  expect(report.hooks).toEqual([
    expect.objectContaining({ verdict: 'there', why: expect.stringContaining('reads') }),
  ]);
  expect(after).toBe(null);
});

it('takes the hooks of Amplifier where there are some, otherwise those of Claude Code', () => {
  folder.write('project/.claude/settings.json', JSON.stringify({ hooks: guard('Bash') }));
  expect(sourceFor(journeyTo('codex'))).toBe('claude');
  hooks(guard('Bash'));
  expect(sourceFor(journeyTo('codex'))).toBe('amplifier');
  expect(sourceFor(journeyTo('amplifier'))).toBe('claude');
});

describe('what is there', () => {
  it.each<[NativeTarget, string, string]>([
    [
      'gemini',
      '.gemini/settings.json',
      '{\n  // mine\n  "theme": "dark",\n  "hooks": {\n    "BeforeTool": [\n      { "hooks": [{ "type": "command", "command": "theirs" }] } // other people\'s\n    ]\n  }\n}\n',
    ],
    ['codex', '.codex/hooks.json', '{"description": "d", "hooks": {}}'],
    [
      'copilot',
      '.github/hooks/hooks.json',
      '{"version":1,"hooks":{"PreToolUse":[{"type":"command","bash":"theirs"}]}}',
    ],
  ])('stays in %s, and comes back byte for byte', async (to, file, before) => {
    hooks(guard('Bash'));
    folder.write(`project/${file}`, before);
    const { report } = await migrate(to);
    const after = readFileSync(folder.path('project', file), 'utf8');
    expect(after).not.toBe(before);
    for (const piece of ['// mine', "// other people's", '"theirs"', '"description"'])
      expect(after.includes(piece)).toBe(before.includes(piece));
    expect(report.hooks[0]?.verdict).not.toBe('there');
    expect((await migrate(to)).report.hooks[0]?.verdict).toBe('there');
    const home = folder.path('home');
    const [backup] = listBackups(home);
    if (backup === undefined) throw new Error('there is no backup');
    restore(home, planRestore(home, backup), new Date(1));
    expect(readFileSync(folder.path('project', file), 'utf8')).toBe(before);
  });

  it.each([
    ['a list', 'hooks = [{ event = "Stop", command = "x" }]\n'],
    ['something else', 'hooks = 1\n'],
    ['no TOML', 'hooks = \n'],
  ])('is not touched where it is %s', async (_, before) => {
    hooks(guard('Bash'), 'user');
    folder.write('home/.kimi-code/config.toml', before);
    await expect(migrate('kimi-code', 'user')).rejects.toThrow('nothing can be added');
    expect(readFileSync(folder.path('home/.kimi-code/config.toml'), 'utf8')).toBe(before);
  });
});

const AGENTS = AGENT_NAMES.filter(
  (name): name is NativeTarget => !['claude', 'cline', 'opencode'].includes(name),
);

describe.each(AGENTS)('whatever people write, for %s', (to) => {
  it('every hook has one fate with its reason, and nothing is written twice', async () => {
    let count = 0;
    await fc.assert(
      fc.asyncProperty(eventMap, async (map) => {
        count += 1;
        const root = folder.path(`${to}-${count}`);
        const file = join(root, '.amplifier', 'hooks', 'hooks.json');
        mkdirSync(dirname(file), { recursive: true });
        writeFileSync(file, JSON.stringify({ hooks: map }));
        const journey = { to, scope: 'user', projectDir: root, home: root, env: {} } as const;
        const plan = await planMigration('amplifier', journey);
        carryOut(plan, journey, new Date(0));
        for (const { verdict, why, to: placed } of plan.report.hooks) {
          expect(why === null).toBe(verdict === 'same' || verdict === 'changed');
          if (verdict === 'same' || verdict === 'changed')
            expect(isRecord(placed?.hook) && placed.hook['command']).toEqual(expect.any(String));
        }
        expect(existsSync(plan.target.file)).toBe(plan.after !== null);
        const again = await planMigration('amplifier', journey);
        expect(again.after).toBe(null);
      }),
      { numRuns: 30 },
    );
  }, 60_000);
});

describe('there and back', () => {
  it.each<[NativeTarget, HostName]>([
    ['codex', 'codex'],
    ['gemini', 'gemini'],
    ['copilot', 'copilot'],
    ['cursor', 'cursor'],
  ])('%s has a guard that Claude Code would have again', async (to, from) => {
    hooks(guard('Bash', { timeout: 7 }));
    await migrate(to);
    const { report } = await migrate('claude', 'project', from);
    const [back] = report.hooks;
    expect(back?.to).toMatchObject({
      event: 'PreToolUse',
      hook: { type: 'command', command: GUARD, timeout: 7 },
    });
    expect(new RegExp(String(back?.to?.group['matcher'])).test('Bash')).toBe(true);
  });
});
