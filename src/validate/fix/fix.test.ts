import { chmodSync, existsSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { settle } from '../../engine/index.js';
import { TestProject } from '../../engine/testing/project.js';
import type { ProfileName } from '../../profiles.js';
import { validate } from '../validate.js';
import { quoteRoots } from './edits.js';
import { planFixes } from './plan.js';
import { applyFix } from './write.js';

let project: TestProject;
beforeEach(() => {
  project = new TestProject();
});
afterEach(() => project.remove());

const look = (profile: ProfileName = 'amplifier') =>
  validate(
    settle({
      trust: 'off',
      projectDir: project.dir,
      home: project.home,
      profile,
      claudeSettings: { managedFile: null },
      env: { PATH: process.env['PATH'] },
    }),
  );

/** The registry after the fixes, and whether it now means the same without complaint. */
async function fixed(text: string, profile: ProfileName = 'amplifier'): Promise<string> {
  const file = project.write('project/.amplifier/hooks/hooks.json', text);
  const before = await look(profile);
  (await planFixes(before)).forEach(applyFix);
  const after = await look(profile);
  const handlers = (report: typeof before) =>
    report.subjects.map(({ hook }) => [hook.event, hook.matcher, hook.timeoutMs, hook.handler.type]);
  if (profile === 'amplifier') expect(handlers(after)).toEqual(handlers(before));
  return readFileSync(file, 'utf8');
}

const hook = '{"type": "command", "command": "true"}';

describe('edits', () => {
  it.each([
    [
      'milliseconds become seconds',
      '{"hooks": {"Stop": [{"hooks": [{"type": "command", "command": "true", "timeout": 2500}]}]}}',
      '{"hooks": {"Stop": [{"hooks": [{"type": "command", "command": "true", "timeout": 2.5}]}]}}',
    ],
    [
      'the name of an event is spelled exactly',
      `{"hooks": {"preToolUse": [{"hooks": [${hook}]}]}}`,
      `{"hooks": {"PreToolUse": [{"hooks": [${hook}]}]}}`,
    ],
    [
      'a type in the wrong case',
      '{"hooks": {"Stop": [{"hooks": [{"type": "Command", "command": "true"}]}]}}',
      `{"hooks": {"Stop": [{"hooks": [${hook}]}]}}`,
    ],
    [
      '"events" is "hooks"',
      `{"events": {"Stop": [{"hooks": [${hook}]}]}}`,
      `{"hooks": {"Stop": [{"hooks": [${hook}]}]}}`,
    ],
    [
      'commas too many',
      `{"hooks": {"Stop": [{"hooks": [${hook},],},],},}`,
      `{"hooks": {"Stop": [{"hooks": [${hook}]}]}}`,
    ],
    [
      'a byte order mark',
      `\uFEFF{"hooks": {"Stop": [{"hooks": [${hook}]}]}}`,
      `{"hooks": {"Stop": [{"hooks": [${hook}]}]}}`,
    ],
    [
      'a matcher that is null',
      `{"hooks": {"PreToolUse": [{"matcher": null, "hooks": [${hook}]}]}}`,
      `{"hooks": {"PreToolUse": [{"hooks": [${hook}]}]}}`,
    ],
    [
      'unquoted roots',
      '{"hooks": {"Stop": [{"hooks": [{"type": "command", "command": "node $CLAUDE_PROJECT_DIR/x.js $CLAUDE_PROJECT_DIR"}]}]}}',
      '{"hooks": {"Stop": [{"hooks": [{"type": "command", "command": "node \\"$CLAUDE_PROJECT_DIR/x.js\\" \\"$CLAUDE_PROJECT_DIR\\""}]}]}}',
    ],
    [
      'a missing wrapper; comments stay',
      `{\n  // mine\n  "Stop": [\n    {"hooks": [${hook}]} // this\n  ],\n  "SessionEnd": [{"hooks": [${hook}]}]\n}\n`,
      `{\n  // mine\n  "hooks": {\n    "Stop": [\n      {"hooks": [${hook}]} // this\n    ],\n    "SessionEnd": [{"hooks": [${hook}]}]\n  }\n}\n`,
    ],
  ])('%s', async (_, before, after) => {
    expect(await fixed(before)).toBe(after);
  });

  it.each([
    [
      'the matcher of a group, comments and separators kept',
      `{"hooks": {"PreToolUse": [{"matcher": /* these */ "BASH|Edit, wRITE", "hooks": [${hook}, ${hook.replace('true', 'false')}]}]}}`,
      `{"hooks": {"PreToolUse": [{"matcher": /* these */ "Bash|Edit, Write", "hooks": [${hook}, ${hook.replace('true', 'false')}]}]}}`,
    ],
    [
      'the tool of a rule',
      '{"hooks": {"PreToolUse": [{"matcher": "Bash", "hooks": [{"type": "command", "command": "true", "if": "BASH"}]}]}}',
      '{"hooks": {"PreToolUse": [{"matcher": "Bash", "hooks": [{"type": "command", "command": "true", "if": "Bash"}]}]}}',
    ],
  ])('names in the wrong case: %s', async (_, before, after) => {
    const file = project.write('project/.amplifier/hooks/hooks.json', before);
    (await planFixes(await look())).forEach(applyFix);
    expect(readFileSync(file, 'utf8')).toBe(after);
    expect(readFileSync(`${file}.bak`, 'utf8')).toBe(before);
    expect((await look()).findings.map(({ code }) => code)).not.toContain('matcher-case');
  });

  it('several in one file, in one step', async () => {
    const before = `{"events": {"preToolUse": [{"hooks": [{"type": "Command", "command": "true", "timeout": 5000},]}]}}`;
    expect(await fixed(before)).toBe(
      `{"hooks": {"PreToolUse": [{"hooks": [{"type": "command", "command": "true", "timeout": 5}]}]}}`,
    );
  });

  it.each([
    ['valid', `{"hooks": {"Stop": [{"hooks": [${hook}]}]}}`],
    ['broken in another way', `{"hooks": {"Stop": [{"hooks": [${hook}]}]},`],
    [
      'events apart from each other',
      `{"Stop": [{"hooks": [${hook}]}], "name": "x", "SessionEnd": [{"hooks": [${hook}]}]}`,
    ],
    [
      'both spellings of an event',
      `{"hooks": {"stop": [{"hooks": [${hook}]}], "Stop": [{"hooks": [${hook}]}]}}`,
    ],
  ])('a file that is %s is left alone', async (_, text) => {
    expect(await fixed(text)).toBe(text);
    expect(existsSync(join(project.dir, '.amplifier/hooks/hooks.json.bak'))).toBe(false);
  });

  it('where a timeout of 5000 means 5000 seconds, it stays', async () => {
    const text =
      '{"hooks": {"Stop": [{"hooks": [{"type": "command", "command": "true", "timeout": 5000}]}]}}';
    expect(await fixed(text, 'claude-code')).toBe(text);
  });
});

describe('quoting', () => {
  it.each([
    ['$CLAUDE_PROJECT_DIR/x', '"$CLAUDE_PROJECT_DIR/x"'],
    ['cd $CLAUDE_PROJECT_DIR && ls', 'cd "$CLAUDE_PROJECT_DIR" && ls'],
    ['"$CLAUDE_PROJECT_DIR"/x', null],
    ['x=$CLAUDE_PROJECT_DIR/x true', null],
    ['ls $CLAUDE_PROJECT_DIR/*.ts', null],
    ['echo $HOME', null],
    ['echo "unclosed $CLAUDE_PROJECT_DIR', null],
  ])('%s → %s', (before, after) => {
    expect(quoteRoots(before)).toBe(after);
  });

  it('is done once', () => {
    const words = fc.constantFrom(
      'echo',
      '$CLAUDE_PROJECT_DIR/a',
      '"$CLAUDE_PROJECT_DIR"',
      'x',
      '&&',
      '|',
      "'y z'",
    );
    fc.assert(
      fc.property(fc.array(words, { minLength: 1, maxLength: 6 }), (list) => {
        const quoted = quoteRoots(list.join(' '));
        if (quoted !== null) expect(quoteRoots(quoted)).toBeNull();
      }),
    );
  });
});

describe('writing', () => {
  const BAD = '{"events": {}}';
  const FIX = (file: string) =>
    ({ kind: 'edit', file, before: BAD, after: '{"hooks": {}}', codes: ['events-key'] }) as const;

  it('keeps the mode, and what the file was', () => {
    const file = project.write('project/a.json', BAD);
    chmodSync(file, 0o600);
    expect(applyFix(FIX(file))).toEqual({ file, done: true, backup: `${file}.bak` });
    expect([readFileSync(file, 'utf8'), statSync(file).mode & 0o777]).toEqual(['{"hooks": {}}', 0o600]);
    expect(readFileSync(`${file}.bak`, 'utf8')).toBe(BAD);
  });

  it('never overwrites an earlier backup', () => {
    const file = project.write('project/a.json', BAD);
    writeFileSync(`${file}.bak`, 'precious');
    expect(applyFix(FIX(file))).toMatchObject({ backup: `${file}.bak.1` });
    expect(readFileSync(`${file}.bak`, 'utf8')).toBe('precious');
  });

  it('a link stays a link', () => {
    const file = project.write('project/a.json', BAD);
    const link = join(project.dir, 'link.json');
    symlinkSync(file, link);
    expect(applyFix(FIX(link)).done).toBe(true);
    expect([readFileSync(file, 'utf8'), readFileSync(link, 'utf8')]).toEqual([
      '{"hooks": {}}',
      '{"hooks": {}}',
    ]);
  });

  it('a file that changed in the meantime is left alone', () => {
    const file = project.write('project/a.json', '{"other": 1}');
    expect(applyFix(FIX(file))).toEqual({ file, done: false, why: 'it was changed in the meantime' });
    expect(readFileSync(file, 'utf8')).toBe('{"other": 1}');
    expect(existsSync(`${file}.bak`)).toBe(false);
  });

  it('a script becomes executable for whoever may read it', async () => {
    const script = project.write('project/s.sh', '#!/bin/sh\n', 0o640);
    project.hooks({ Stop: [`"$CLAUDE_PROJECT_DIR/s.sh"`] });
    const fixes = await planFixes(await look());
    expect(fixes).toEqual([{ kind: 'executable', file: script }]);
    fixes.forEach(applyFix);
    expect(statSync(script).mode & 0o777).toBe(0o750);
  });

  it('a script without a first line stays as it is', async () => {
    project.write('project/s.sh', 'echo hi\n', 0o644);
    project.hooks({ Stop: [`"$CLAUDE_PROJECT_DIR/s.sh"`] });
    expect(await planFixes(await look())).toEqual([]);
  });
});
