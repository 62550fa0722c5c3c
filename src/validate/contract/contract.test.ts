import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { settle } from '../../engine/index.js';
import { TestProject } from '../../engine/testing/project.js';
import { RULES } from '../rules.js';
import { validate } from '../validate.js';
import { judgeContract } from './judge.js';
import { CONTRACT, type Section } from './table.js';

let project: TestProject;
beforeEach(() => {
  project = new TestProject();
});
afterEach(() => project.remove());

interface Setup {
  readonly event?: string;
  readonly matcher?: string;
  readonly hook?: Record<string, unknown>;
  readonly files?: Readonly<Record<string, string>>;
  readonly mode?: number;
}

const COMMAND = '"$CLAUDE_PLUGIN_ROOT/s"';

/** A plugin with one script; `#!` decides its language. */
async function judged(
  script: string,
  { event = 'PreToolUse', matcher, hook = {}, files = {}, mode = 0o755 }: Setup = {},
) {
  project.write('plugin/s', script, mode);
  for (const [name, text] of Object.entries(files)) project.write(`plugin/${name}`, text);
  const entry = { type: 'command', command: COMMAND, ...hook };
  project.write('plugin/hooks/hooks.json', {
    hooks: { [event]: [{ ...(matcher === undefined ? {} : { matcher }), hooks: [entry] }] },
  });
  const report = await validate(
    settle({ trust: 'off', projectDir: project.dir, home: project.home, env: { PATH: process.env['PATH'] } }),
    [join(project.root, 'plugin')],
  );
  const [verdicts] = judgeContract(report);
  return (section: Section) => {
    const row = verdicts?.rows.find((one) => one.section === section);
    if (row === undefined) throw new Error(`no row ${section}`);
    return row;
  };
}

const SH = '#!/bin/sh\n';
const PY = '#!/usr/bin/env python3\nimport json, sys\n';
const JS = '#!/usr/bin/env node\n';

const CASES: readonly (readonly [section: Section, script: string, result: string, setup?: Setup])[] = [
  ['H1.2.3', SH, 'not-met', { hook: { timeout: 60000 } }],
  ['H1.3.1', SH, 'not-met', { matcher: 'BASH' }],
  ['H1.3.2', SH, 'not-met', { matcher: 'Bash(git *)' }],
  ['H1.3.3', SH, 'not-met', { event: 'Stop', matcher: 'x' }],
  ['H1.3.3', SH, 'met', { event: 'Stop', matcher: '' }],
  ['H2.1.2', `${SH}exit 2\n`, 'not-met', { event: 'SessionEnd' }],
  ['H2.2.1', `${SH}exit 0\n`, 'met'],
  ['H2.2.2', `${SH}exit 2\n`, 'not-met'],
  ['H2.2.2', `${SH}echo why >&2\nexit 2\n`, 'met'],
  ['H2.2.2', `${SH}exit 0\n`, 'not-applicable'],
  ['H2.2.3', `${SH}echo blocked >&2\nexit 1\n`, 'not-met'],
  ['H3.1.1', `${SH}jq .tool_output\n`, 'not-met'],
  ['H3.1.2', `${SH}echo "$TOOL_NAME"\n`, 'not-met'],
  ['H3.2.1', `${SH}echo '{"decision":"block"}' >&2\n`, 'not-met'],
  ['H3.2.2', `${SH}echo '{"hookSpecificOutput":{}}'\n`, 'not-met'],
  ['H3.2.3', `${SH}echo '{"decision":"deny"}'\n`, 'not-met'],
  [
    'H3.2.3',
    `${SH}echo '{"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"deny"}}'\n`,
    'met',
  ],
  ['H3.2.4', `${SH}echo '{"decision":"block"}'\n`, 'not-met'],
  ['H3.2.4', `${SH}echo '{"decision":"block","reason":"x"}'\n`, 'met'],
  ['H4.1', SH, 'unseen'],
  ['H4.2.1', `${PY}event = json.load(sys.stdin)\n`, 'not-met'],
  ['H4.2.2', `${SH}rm $x\n`, 'not-met'],
  ['H4.2.2', `${SH}rm "$x"; exit $?\n`, 'met'],
  ['H4.2.2', `${SH}x=plain\nls $x\n`, 'met'],
  ['H4.2.2', JS, 'met'],
  ['H4.2.3', `${SH}f=$(jq -r .tool_input.file_path)\ncat "$f"\n`, 'not-met'],
  ['H4.2.3', `${SH}f=$(jq -r .tool_input.file_path)\ncase $f in *..*) exit 2 ;; esac\n`, 'met'],
  ['H4.2.3', `${PY}p = os.path.realpath(event.get("file_path"))\n`, 'met'],
  ['H4.2.3', `${SH}cd "$(dirname "$0")/.."\njq -r .tool_input.file_path\n`, 'not-met'],
  ['H4.2.3', `${SH}jq .tool_name\n`, 'not-applicable'],
  ['H4.2.4', SH, 'not-met', { hook: { command: 'sh ./s' } }],
  ['H4.2.4', SH, 'met'],
  ['H4.2.5', `${SH}echo x >> log.txt\n`, 'not-met'],
  ['H4.2.5', `${SH}echo x >> "$CLAUDE_PROJECT_DIR/log.txt"\n`, 'met'],
  ['H4.2.6', `${SH}f=$(jq -r .tool_input.file_path)\ncat "$f"\n`, 'not-met'],
  ['H4.2.6', `${SH}f=$(jq -r .tool_input.file_path)\ncase $f in *.env*) exit 0 ;; esac\n`, 'met'],
  ['H4.2.6', `${PY}if event.get("file_path").endswith(".py"): pass\n`, 'met'],
  ['H4.3.1', `${SH}x=$(jq .tool_name)\n`, 'not-met'],
  ['H4.3.1', `${SH}x=$(jq .tool_name) || exit 1\n`, 'met'],
  ['H4.3.1', `${SH}echo hi\n`, 'not-applicable'],
  ['H4.3.1', `${SH}x=$(cat)\n`, 'unseen'],
  ['H4.3.2', `${PY}print(event["tool_input"])\n`, 'not-met'],
  ['H4.3.2', `${PY}print(event.get("tool_input"))\n`, 'met'],
  ['H4.3.2', `${JS}use(event.tool_input.command);\n`, 'not-met'],
  ['H4.3.2', `${JS}use(event.tool_input?.command);\n`, 'met'],
  ['H4.3.2', `${SH}jq -r '.tool_name // empty'\n`, 'met'],
  ['H4.3.3', `${SH}cat "$(jq -r .tool_input.file_path)"\n`, 'not-met'],
  ['H5.2.1', `${JS}JSON.parse(x)\n`, 'not-met'],
  ['H5.2.2', `${SH}exit 0\n`, 'met'],
  ['H5.2.3', `${SH}prog\nexit $?\n`, 'not-met'],
  ['H5.2.3', `${SH}set -e\nx=$(jq .x)\n`, 'not-met'],
  ['H5.2.3', `${SH}set -e\nx=$(jq .x) || exit 1\n`, 'met'],
  ['H5.2.3', `${SH}exit $?\n`, 'not-applicable', { event: 'SessionEnd' }],
  ['H5.2.4', `${SH}exit 1\n`, 'not-met'],
  ['H5.2.4', `${SH}echo no >&2\nexit 1\n`, 'met'],
  ['H5.3.1', SH, 'met'],
  ['H5.3.2', `${SH}echo x > /tmp/state\n`, 'not-met'],
  ['H5.3.2', `${SH}echo x > "$1"\n`, 'unseen'],
  ['H5.3.3', `${SH}sleep 60\n`, 'not-met'],
  ['H5.3.3', `${SH}curl http://x\n`, 'not-met'],
  ['H5.3.3', `${SH}curl -m 5 http://x\n`, 'met'],
  ['H5.3.3', `${PY}requests.get(url)\n`, 'not-met'],
  ['H5.3.3', `${PY}input("sure?")\n`, 'not-met'],
  ['H5.3.3', `${SH}tail -f log\n`, 'not-met'],
  ['H5.3.3', `${SH}nc -l 8080\n`, 'not-met'],
  ['H5.3.3', `${SH}read -r answer < /dev/tty\n`, 'not-met'],
  ['H5.3.3', `${SH}tail -n 3 log\n`, 'met'],
  ['H3.1.1', `${SH}jq -r .prompt\n`, 'not-met'],
  ['H4.2.6', `${SH}# reads a key\ncat ~/.ssh/id_rsa\n`, 'not-met'],
  ['H6.3', `${SH}# reads a key\ncat ~/.ssh/id_rsa\n`, 'not-met'],
  ['H7.2', `${SH}# reads a key\ncat ~/.ssh/id_rsa\n`, 'not-met'],
  ['H6.3', `${PY}open(os.path.expanduser("~/.netrc"))\n`, 'not-met'],
  ['H6.3', `${JS}readFileSync(join(homedir(), '.aws', 'credentials'));\n`, 'not-met'],
  ['H5.4.1', SH, 'not-met'],
  ['H5.4.1', SH, 'met', { files: { 'plugin.test.sh': 'tests plugin' } }],
  ['H5.4.2', `${SH}exit 2\n`, 'met', { files: { 'a.test.sh': 'plugin: expect exit code 2' } }],
  ['H5.4.2', `${SH}exit 2\n`, 'unseen', { files: { 'a.test.sh': 'plugin' } }],
  ['H5.4.3', SH, 'met', { files: { 'a.test.sh': 'plugin with empty input' } }],
  ['H5.4.4', SH, 'unseen'],
  ['H6.1', `${SH}echo x > "$HOME/.claude/settings.json"\n`, 'not-met'],
  ['H6.1', `${PY}open(".claude/settings.local.json", "w")\n`, 'not-met'],
  ['H6.1', `${SH}cat "$HOME/.claude/settings.json"\n`, 'met'],
  ['H6.2', `${SH}eval "$x"\n`, 'not-met'],
  ['H6.2', `${SH}sh -c "$x"\n`, 'not-met'],
  ['H6.2', `${PY}subprocess.run(f"ls {x}", shell=True)\n`, 'not-met'],
  ['H6.2', `${JS}execSync(\`ls \${x}\`);\n`, 'not-met'],
  ['H6.2', `${PY}subprocess.run(["ls", x])\n`, 'met'],
  ['H6.2', `${JS}const m = /x/.exec(text);\n`, 'met'],
  ['H6.6', `${SH}while true; do :; done\n`, 'not-met'],
  ['H6.6', `${SH}claude -p hi\n`, 'not-met'],
  ['H6.6', `${SH}echo go >&2\nexit 2\n`, 'not-met', { event: 'Stop' }],
  ['H6.7', `${SH}echo x > /etc/hosts\n`, 'not-met'],
  ['H6.7', `${SH}sudo true\n`, 'not-met'],
  ['H6.7', `${SH}cat /etc/hosts\n`, 'met'],
  ['H6.8', `${SH}INPUT=$(cat)\necho "$INPUT" >> "$HOME/log"\n`, 'not-met'],
  ['H6.8', `${SH}jq . > "$HOME/log"\n`, 'not-met'],
  [
    'H6.8',
    `${PY}event = json.load(sys.stdin)\nwith open("x", "a") as f:\n    json.dump(event, f)\n`,
    'not-met',
  ],
  [
    'H6.8',
    `${JS}const event = JSON.parse(readFileSync(0, "utf8"));\nappendFileSync("x", JSON.stringify(event));\n`,
    'not-met',
  ],
  ['H6.8', `${SH}INPUT=$(cat)\necho "$INPUT" | jq -r .tool_name >> "$HOME/log"\n`, 'unseen'],
  [
    'H6.8',
    `${PY}event = json.load(sys.stdin)\nlog.append(event)\nwith open("x", "w") as f:\n    json.dump(log, f)\n`,
    'not-met',
  ],
  [
    'H6.8',
    `${PY}event = json.load(sys.stdin)\nwith open("x", "w") as f:\n    f.write(event.get("cwd"))\n`,
    'unseen',
  ],
  ['H6.8', `${PY}event = json.load(sys.stdin)\n`, 'met'],
  ['H4.2.5', `${PY}(Path.cwd() / "logs").mkdir()\n`, 'not-met'],
  ['P9.2', SH, 'met', { hook: { command: 'uv run "$CLAUDE_PLUGIN_ROOT/s"' } }],
  ['H7.2', `${SH}rm $x\n`, 'not-met'],
  ['H7.4', SH, 'not-met'],
  ['H7.4', `${SH}# Says what it is for.\n`, 'met'],
  ['H7.4', SH, 'met', { files: { 'README.md': 'x' } }],
  ['P1.6', SH, 'not-met', { hook: { command: './s' } }],
  ['P9.1', SH, 'not-met', { mode: 0o644 }],
  ['P9.2', 'echo hi\n', 'not-met'],
  ['P9.3', `${SH}cat >/dev/null\n`, 'met'],
  ['P9.5', `${SH}echo blocked\nexit 1\n`, 'not-met'],
  ['P10.3', SH, 'not-met', { hook: { command: 'sh ./s' } }],
];

describe('each requirement', () => {
  const cases = CASES.map(([section, script, result, setup]) => ({ section, script, result, setup }));
  it.each(cases)('$section for $script: $result', async ({ section, script, result, setup }) => {
    const row = (await judged(script, setup))(section);
    expect(row.result).toBe(result);
    if (result === 'unseen') expect(row.reason).not.toBeNull();
    if (result === 'not-met') expect(row.reason).not.toBe('');
  });

  it('shows where', async () => {
    const row = (await judged(`${SH}\n  rm $x\n`))('H6.4');
    expect(row.evidence).toEqual([
      { file: join(project.root, 'plugin/s'), line: 3, column: 6, text: 'rm $x' },
    ]);
  });

  it('what cannot be read is not called fine', async () => {
    const row = await judged('#!/usr/bin/env ruby\nputs 1\n');
    expect([row('H6.2').result, row('H6.2').reason]).toEqual([
      'unseen',
      's is written in a language that is not read here',
    ]);
    expect(row('P9.1').result).toBe('unseen');
  });

  it('a hook that runs no script has nothing to show', async () => {
    const row = await judged(SH, {
      event: 'Stop',
      hook: { type: 'prompt', prompt: 'x', command: undefined },
    });
    expect(row('H4.2.2').result).toBe('not-applicable');
    expect(row('H1.2.1').result).toBe('met');
  });

  it('one script for two events looks at the name of the event', async () => {
    project.write('plugin/s', `${SH}jq .tool_name\n`, 0o755);
    const group = [{ hooks: [{ type: 'command', command: COMMAND }] }];
    project.write('plugin/hooks/hooks.json', { hooks: { PreToolUse: group, PostToolUse: group } });
    const results = async () => {
      const report = await validate(settle({ trust: 'off', projectDir: project.dir, home: project.home }), [
        join(project.root, 'plugin'),
      ]);
      return judgeContract(report).map(
        ({ rows }) => rows.find(({ section }) => section === 'H5.1.2')?.result,
      );
    };
    expect(await results()).toEqual(['not-met', 'not-met']);
    project.write('plugin/s', `${SH}jq .hook_event_name\n`, 0o755);
    expect(await results()).toEqual(['met', 'met']);
  });
});

describe('the table', () => {
  it('has each section once', () => {
    const sections = CONTRACT.map(({ section }) => section);
    expect(new Set(sections).size).toBe(sections.length);
  });

  it('has every section that a rule refers to', () => {
    const known = new Set<string>(CONTRACT.map(({ section }) => section));
    const named = Object.values(RULES).flatMap(({ section }) => (section === null ? [] : [section]));
    expect(named.filter((section) => !known.has(section))).toEqual([]);
  });
});

describe('our own examples', () => {
  const examples = fileURLToPath(new URL('../../../examples/hooks/', import.meta.url));
  const names = readdirSync(examples, { withFileTypes: true }).flatMap((entry) =>
    entry.isDirectory() ? [entry.name] : [],
  );

  it.each(names)('%s keeps the contract, and nothing is wrong with it', async (name) => {
    const env = { PATH: process.env['PATH'] };
    const report = await validate(
      settle({ trust: 'off', projectDir: project.dir, home: project.home, env }),
      [join(examples, name)],
    );
    const broken = judgeContract(report).flatMap(({ rows }) =>
      rows.filter(({ result }) => result === 'not-met'),
    );
    expect(broken).toEqual([]);
    // python3 or pylint may not be there; that is said, and is not the example's fault.
    expect(report.findings.filter(({ code }) => code !== 'interpreter-not-found')).toEqual([]);
    expect(report.subjects).toHaveLength(1);
  });
});
