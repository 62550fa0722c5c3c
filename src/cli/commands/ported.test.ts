// Hooks in other agents: `list --hosts`, `explain --host <hook>`, `migrate --to`, `test --as`.
import { readFileSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { withoutColours } from '../../text/index.js';
import { Stage } from '../testing/play.js';

let stage: Stage;
beforeEach(() => {
  stage = new Stage();
});
afterEach(() => stage.remove());

const ASKS = {
  hookSpecificOutput: {
    hookEventName: 'PreToolUse',
    permissionDecision: 'ask',
    permissionDecisionReason: 'secrets',
  },
};

/** A guard of commands, one of files that asks, a question to a model, and notices. */
function fill(): void {
  stage.write(
    'project/tools/guard.sh',
    '#!/bin/sh\ngrep -q rm && { echo "no rm" >&2; exit 2; }\nexit 0\n',
    0o755,
  );
  stage.write(
    'project/tools/files.sh',
    `#!/bin/sh\njq -r .tool_input.file_path | grep -q env || exit 0\necho '${JSON.stringify(ASKS)}'\n`,
    0o755,
  );
  stage.write('project/.amplifier/hooks/hooks.json', {
    hooks: {
      PreToolUse: [
        {
          matcher: 'Bash',
          hooks: [
            { type: 'command', command: '"$CLAUDE_PROJECT_DIR"/tools/guard.sh', timeout: 10 },
            { type: 'prompt', prompt: 'Is it safe?' },
          ],
        },
        {
          matcher: 'Write|Edit',
          hooks: [{ type: 'command', command: '"$CLAUDE_PROJECT_DIR"/tools/files.sh' }],
        },
      ],
      Notification: [{ hooks: [{ type: 'command', command: 'true' }] }],
    },
  });
}

describe('list --hosts', () => {
  beforeEach(fill);

  it('is a table where the terminal is wide enough', async () => {
    const { stdout } = await stage.play(['list', '--hosts'], { terminal: { columns: 120 } });
    expect(withoutColours(stdout)).toMatchSnapshot();
  });

  it('is a list elsewhere, and says what an entry of the agent itself would do', async () => {
    const { stdout } = await stage.play(['list', '--hosts', 'own'], { terminal: { columns: 72 } });
    expect(withoutColours(stdout)).toMatchSnapshot();
    expect(
      withoutColours(stdout)
        .split('\n')
        .every((line) => line.length <= 72),
    ).toBe(true);
  });

  it('--json has both ways with their reasons', async () => {
    const { stdout } = await stage.play(['list', '--hosts', '--json']);
    const { hooks, version } = JSON.parse(stdout);
    expect(version).toBe(1);
    expect(hooks).toHaveLength(4);
    expect(hooks[0].hosts.map(({ host }: { host: string }) => host)).toHaveLength(10);
    expect(hooks[0].hosts[0]).toEqual({
      host: 'codex',
      title: 'Codex CLI',
      dispatch: { verdict: 'same', reasons: [], measured: true },
      own: { verdict: 'same', reasons: [], measured: true },
    });
  });

  it('leaves out what is switched off, and takes the other choices', async () => {
    const { stdout } = await stage.play(['list', '--hosts', '--event', 'Notification', '--json']);
    expect(JSON.parse(stdout).hooks).toHaveLength(1);
  });
});

describe('explain --host', () => {
  beforeEach(fill);

  it('says what becomes of a hook, in either way', async () => {
    expect(await stage.play(['explain', '--host', 'codex', 'files.sh'])).toMatchSnapshot();
    expect(await stage.play(['explain', '--host', 'cursor', 'guard.sh'])).toMatchSnapshot();
  });

  it('knows events from hooks', async () => {
    expect(await stage.play(['explain', '--host', 'codex', 'Notification'])).toMatchSnapshot();
    expect(await stage.play(['explain', '--host', 'codex', 'gaurd.sh'])).toMatchSnapshot();
  });
});

describe('migrate --to', () => {
  it('writes what the agent runs itself, and says what it cannot', async () => {
    fill();
    expect(await stage.play(['migrate', '--to', 'gemini', '--yes'], { replace: [BACKUP] })).toMatchSnapshot();
    expect(readFileSync(stage.path('project', '.gemini', 'settings.json'), 'utf8')).toMatchSnapshot();
  });

  it('--dry-run writes nothing, and --json says the same', async () => {
    fill();
    const { stdout } = await stage.play(['migrate', '--to', 'codex', '--dry-run', '--json']);
    expect(JSON.parse(stdout)).toMatchObject({
      from: 'amplifier',
      to: 'codex',
      dryRun: true,
      wouldWrite: true,
      written: false,
      counts: { changed: 1, cannot: 3 },
    });
    expect(() => readFileSync(stage.path('project', '.codex', 'hooks.json'))).toThrow();
  });

  it('names the other hooks that may be meant', async () => {
    fill();
    stage.write('project/.claude/settings.json', {
      hooks: { Stop: [{ hooks: [{ type: 'command', command: 'true' }] }] },
    });
    const { stdout } = await stage.play(['migrate', '--to', 'codex', '--dry-run']);
    expect(stdout).toContain('Claude Code has hooks too: `amplifier-hooks migrate --from claude --to codex`');
  });

  it.each([['cline'], ['opencode'], ['kimi-code']])('%s has no place for it', async (to) => {
    fill();
    expect(await stage.play(['migrate', '--to', to])).toMatchSnapshot();
  });
});

const BACKUP = [/\d{8}T\d{6}-[0-9a-f]{6}/g, '<backup>'] as const;

describe('test --as', () => {
  beforeEach(() => {
    fill();
    const call = (tool: string, input: string) =>
      `event: { hook_event_name: PreToolUse, tool_name: ${tool}, tool_input: ${input} }`;
    stage.write(
      'project/.amplifier/hooks/guard.hooktest.yaml',
      [
        `title: rm is denied\n${call('Bash', '{ command: rm x }')}\nmodel: [{ verdict: { ok: true } }]\nexpect: { permission: deny, reason: no rm }\n`,
        `title: secrets are asked about\nneeds: [jq]\n${call('Write', '{ file_path: /x/.env, content: a }')}\nexpect: { permission: ask }\n`,
        'title: notices are told\nevent: Notification\nexpect: { fired: true }\n',
      ].join('---\n'),
    );
  });

  it('says for each agent what it would do', async () => {
    expect(await stage.play(['test', '--as', 'codex,qwen'])).toMatchSnapshot();
  });

  it('--json and --junit name the agent', async () => {
    const played = await stage.play([
      'test',
      '--as',
      'codex',
      '--filter',
      'rm',
      '--json',
      '--junit',
      'r.xml',
    ]);
    expect(JSON.parse(played.stdout)).toMatchObject({
      passed: 1,
      tests: [{ title: 'rm is denied', agent: 'codex', result: 'passed', notes: [] }],
    });
    expect(played.code).toBe(0);
    const xml = readFileSync(stage.path('project', 'r.xml'), 'utf8');
    expect(xml).toContain('name="rm is denied (codex)"');
    expect(xml).toContain('classname="codex.');
  });

  it('refuses what is no agent', async () => {
    expect(await stage.play(['test', '--as', 'codex,gemeni'])).toMatchSnapshot();
  });
});
