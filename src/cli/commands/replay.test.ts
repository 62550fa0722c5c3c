// `replay` as its user calls it. What takes a network of its own is tested with the real command, in replay.long.test.ts.
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openJournal } from '../../journal/index.js';
import { placeOf } from '../../journal/layout.js';
import { replayShape } from '../../replay/index.js';
import { Stage } from '../testing/play.js';
import { bash, recorded, stateOf } from '../testing/recorded.js';

/** Denies commands with this word in them. */
const denies = (word: string): string => `grep -q ${word} && { echo "no ${word}" >&2; exit 2; }; exit 0`;

let stage: Stage;
beforeEach(() => {
  stage = new Stage();
});
afterEach(() => stage.remove());

const replay = (...words: readonly string[]) => stage.play(['replay', ...words, '--allow-network']);

async function report(...words: readonly string[]) {
  const { stdout, stderr, code } = await stage.play(['replay', ...words, '--allow-network', '--json']);
  if (stdout === '') throw new Error(`exit code ${code}: ${stderr}`);
  const { version, ...rest } = JSON.parse(stdout.replace('"<ms>"', '0'));
  expect(version).toBe(1);
  expect(replayShape.is(rest)).toBe(true);
  if (!replayShape.is(rest)) throw new Error('not a report');
  return { ...rest, code };
}

const counted = (counts: Readonly<Record<string, number>>) =>
  Object.fromEntries(Object.entries(counts).filter(([, count]) => count > 0));

describe('the hooks of today', () => {
  it('decide as they did, where nothing changed', async () => {
    stage.hooks({ PreToolUse: [denies('push')] });
    await recorded(stage, [bash('ls'), bash('git push')]);
    const found = await report('s');
    expect(found).toMatchObject({
      code: 0,
      events: 2,
      replayed: 2,
      unchanged: 2,
      changes: [],
      notReplayed: [],
    });
  });

  it('decide differently, and the events and hooks behind it are told', async () => {
    stage.hooks({ PreToolUse: [denies('push')] });
    await recorded(stage, [bash('ls'), bash('git push'), bash('git commit')]);
    stage.hooks({ PreToolUse: [denies('commit')] });
    const shown = await replay('s');
    expect(shown.stdout.replace(/\([0-9a-z]{15}\)/g, '(<event>)')).toMatchSnapshot();
    expect(shown).toMatchObject({ code: 0, stderr: '' });
    const { counts, changes } = await report('s');
    expect(counted(counts)).toEqual({ 'newly-allowed': 1, 'newly-denied': 1 });
    expect(changes.map(({ about, before, after }) => [about, before.verdict, after.verdict])).toEqual([
      ['git push', 'deny', 'nothing'],
      ['git commit', 'nothing', 'deny'],
    ]);
    expect(changes[1]?.after.by).toMatchObject([
      { file: '<root>/project/.amplifier/hooks/hooks.json', line: 1 },
    ]);
    expect(changes[0]?.before.by).toMatchObject([
      { name: denies('push').slice(0, 4).concat(' at hooks.json:1') },
    ]);
  });

  it('fail the call where that is asked for', async () => {
    stage.hooks({ PreToolUse: [denies('push')] });
    await recorded(stage, [bash('ls'), bash('git push')]);
    expect(await replay('s', '--fail-on', 'any')).toMatchObject({ code: 0 });
    stage.hooks({ PreToolUse: [denies('ls')] });
    expect(await replay('s')).toMatchObject({ code: 0 });
    expect(await replay('s', '--fail-on', 'any')).toMatchObject({ code: 1 });
    expect(await replay('s', '--fail-on', 'newly-allowed')).toMatchObject({ code: 1 });
    stage.hooks({ PreToolUse: [denies('push'), denies('ls')] });
    expect(await replay('s', '--fail-on', 'newly-allowed')).toMatchObject({ code: 0 });
    expect(await replay('s', '--fail-on', 'any')).toMatchObject({ code: 1 });
  });

  it('one that only observes is neither asked nor in the way, and counts once it is real', async () => {
    const ran = stage.path('ran');
    const observing = { command: `touch '${ran}'; ${denies('push')}`, mode: 'observe' };
    stage.hooks({ PreToolUse: [observing] });
    await recorded(stage, [bash('git push'), bash('git push TOKEN=abcdef1234567890')]);
    rmSync(ran, { force: true });
    expect(await report('s')).toMatchObject({ events: 2, unchanged: 2, notReplayed: [] });
    expect(existsSync(ran)).toBe(false);
    stage.hooks({ PreToolUse: [denies('push')] });
    const { counts, notReplayed } = await report('s');
    expect([counted(counts), notReplayed.length]).toEqual([{ 'newly-denied': 1 }, 1]);
  });

  it('contexts, rewrites and failures are compared too', async () => {
    const say = (text: string) =>
      `echo '{"hookSpecificOutput":{"hookEventName":"PostToolUse","additionalContext":"${text}"}}'`;
    stage.hooks({ PostToolUse: [say('one')], PreToolUse: ['exit 0'] });
    const done = ['PostToolUse', { tool_name: 'Bash', tool_input: {}, tool_response: {} }] as const;
    await recorded(stage, [done, bash('ls')]);
    stage.hooks({ PostToolUse: [say('two')], PreToolUse: ['exit 1'] });
    const { counts, changes } = await report('s');
    expect(counted(counts)).toEqual({ context: 1, failure: 1 });
    expect(changes[0]?.differences).toMatchObject([{ before: ['one'], after: ['two'] }]);
  });

  it('a call that a hook rewrites is judged again, and both rounds count', async () => {
    const rewrite = (command: string) =>
      `echo '{"hookSpecificOutput":{"hookEventName":"PreToolUse","updatedInput":{"command":"${command}"}}}'`;
    stage.hooks({ PreToolUse: [rewrite('danger')] });
    stage.userHooks({ PreToolUse: [denies('danger')] });
    const [decision] = await recorded(stage, [bash('ls')]);
    expect(decision?.permission).toBe('deny');
    expect(await report('s')).toMatchObject({ unchanged: 1 });
    stage.hooks({ PreToolUse: [rewrite('harmless')] });
    expect(counted((await report('s')).counts)).toEqual({ 'newly-allowed': 1, rewrite: 1 });
    stage.hooks({ PreToolUse: [rewrite('danger')] });
    stage.userHooks({ PreToolUse: [denies('other')] });
    expect(counted((await report('s')).counts)).toEqual({ 'newly-allowed': 1 });
  });

  it('see events in order, and remember what a session remembers', async () => {
    // The hook keeps a file of its own, and one that runs once does so once.
    const count =
      'n=$(cat count 2>/dev/null || echo 0); n=$((n+1)); echo $n > count; [ $n -lt 3 ] || { echo $n >&2; exit 2; }';
    stage.hooks({ PreToolUse: [{ command: count }, { command: 'echo once >> once; exit 0', once: true }] });
    await recorded(stage, [bash('a'), bash('b'), bash('c')]);
    expect(stage.read('project/count')).toBe('3\n');
    // The copy begins as the project is now.
    execFileSync('rm', [stage.path('project/count')]);
    expect(await report('s')).toMatchObject({ unchanged: 3, changed: 0 });
    expect(existsSync(stage.path('project/count'))).toBe(false);
    expect(stage.read('project/once')).toBe('once\n');
  });

  it('what background hooks say belongs to the event that started them', async () => {
    const late = {
      command: `echo '{"systemMessage":"x","hookSpecificOutput":{"hookEventName":"PreToolUse","additionalContext":"late"}}'`,
      async: true,
    };
    stage.hooks({ PreToolUse: [late] });
    await recorded(stage, [bash('a'), bash('b')]);
    expect(await report('s')).toMatchObject({ unchanged: 2, changed: 0 });
    stage.hooks({ PreToolUse: [{ ...late, command: late.command.replace('late', 'later') }] });
    expect(counted((await report('s')).counts)).toEqual({ context: 2 });
  });

  it('paths of the project, of the home directory and of the copies are the same to the diff', async () => {
    stage.hooks({ PreToolUse: ['echo "$PWD $HOME/x $CLAUDE_PROJECT_DIR" >&2; cat >&2; exit 2'] });
    const there = join(stage.dir, 'a.txt');
    await recorded(stage, [['PreToolUse', { tool_name: 'Write', tool_input: { file_path: there } }]], {
      engine: { env: { PATH: process.env['PATH'], HOME: stage.home } },
    });
    expect(await report('s')).toMatchObject({ unchanged: 1, changes: [], notReplayed: [] });
  });

  it('a script that is named by its full path is the one in the copy', async () => {
    const script = stage.write('project/tools/guard.sh', 'echo x >> "$(dirname "$0")/made"; exit 0');
    stage.userHooks({ PreToolUse: [`sh ${script}`] });
    stage.hooks({ PreToolUse: [`sh "${script}" again`] });
    await recorded(stage, [bash('ls')]);
    execFileSync('rm', [stage.path('project/tools/made')]);
    expect(await report('s')).toMatchObject({ unchanged: 1, notApproved: [] });
    expect(existsSync(stage.path('project/tools/made'))).toBe(false);
  });

  it('nothing is left behind', async () => {
    stage.hooks({ PreToolUse: ['touch "$CLAUDE_PROJECT_DIR/made" "$HOME/made"; exit 0'] });
    await recorded(stage, [bash('ls')]);
    execFileSync('rm', ['-f', stage.path('project/made'), stage.path('home/made')]);
    const before = readdirSync(tmpdir()).filter((name) => name.startsWith('amplifier-hooks-replay-'));
    expect(await report('s')).toMatchObject({ unchanged: 1 });
    expect(readdirSync(stage.dir)).toEqual(['.amplifier']);
    expect(existsSync(stage.path('home/made'))).toBe(false);
    const after = readdirSync(tmpdir()).filter((name) => name.startsWith('amplifier-hooks-replay-'));
    expect(after.filter((name) => !before.includes(name))).toEqual([]);
  });
});

describe('what is not kept is not guessed', () => {
  it('a redacted command, a long one and hooks that read only the name of the tool', async () => {
    stage.hooks({ PreToolUse: [denies('push')] });
    await recorded(stage, [
      bash('curl -H "Authorization: Bearer abcdef1234567890" x'),
      bash('x'.repeat(5000)),
    ]);
    const { notReplayed, replayed } = await report('s');
    expect(replayed).toBe(0);
    expect(notReplayed.map(({ code, why }) => [code, why])).toEqual([
      ['redacted', 'tool_input.command was redacted, and it is given it'],
      ['cut', 'tool_input.command was cut, and it is given it'],
    ]);
    // Without a hook that concerns it, it does not matter what it was.
    stage.hooks({ Stop: ['true'] });
    expect(counted((await report('s')).counts)).toEqual({});
    expect(await report('s')).toMatchObject({ replayed: 2, notReplayed: [] });
  });

  it('a journal that keeps everything has them whole', async () => {
    stage.hooks({ PreToolUse: [denies('abcdef')] });
    const events = [bash('curl -H "Authorization: Bearer abcdef1234567890" x'), bash('x'.repeat(5000))];
    await recorded(stage, events, { journal: { full: true } });
    expect(await report('s')).toMatchObject({ unchanged: 2, notReplayed: [] });
  });

  it('events that no hook ran for are only counted, unless everything is kept', async () => {
    stage.hooks({ Stop: ['true'] });
    await recorded(stage, [bash('ls'), bash('ls'), ['Stop']]);
    await recorded(stage, [bash('ls')], { session: 'full', journal: { full: true } });
    expect(await report('s')).toMatchObject({ unchanged: 1, onlyCounted: [] });
    stage.hooks({ Stop: ['true'], PreToolUse: [denies('ls')] });
    expect(await report('s')).toMatchObject({
      unchanged: 1,
      onlyCounted: [{ event: 'PreToolUse', target: 'Bash', count: 2, hook: { file: expect.any(String) } }],
    });
    expect(counted((await report('full')).counts)).toEqual({ 'newly-denied': 1 });
    expect((await replay('s')).stdout).toContain('2 not replayed');
  });

  it('an http hook is not asked where the network is off, nor a model anywhere', async () => {
    const prompt = { type: 'prompt', prompt: 'Is it fine?' };
    const judged = { kind: 'judged', verdict: { ok: false, reason: 'no', impossible: false } } as const;
    stage.write('project/.amplifier/hooks/hooks.json', { hooks: { PreToolUse: [{ hooks: [prompt] }] } });
    await recorded(stage, [bash('ls')], {
      engine: {
        runners: {
          prompt: {
            run: async ({ hook }) => ({ hook, outcome: judged, durationMs: 1 }),
            close: async () => undefined,
          },
        },
      },
    });
    expect(await report('s')).toMatchObject({ unchanged: 1, notReplayed: [] });
    // Another question was never asked.
    stage.write('project/.amplifier/hooks/hooks.json', {
      hooks: { PreToolUse: [{ hooks: [{ ...prompt, prompt: 'Is it good?' }] }] },
    });
    expect(await report('s')).toMatchObject({ replayed: 0, notReplayed: [{ code: 'no-answer' }] });
  });
});

describe('recorded answers stand in for hooks that are named', () => {
  beforeEach(async () => {
    stage.write('project/guard.sh', 'grep -q push && { echo no >&2; exit 2; }; exit 0');
    stage.hooks({ PreToolUse: ['sh ./guard.sh', 'exit 0'] });
    await recorded(stage, [bash('ls'), bash('git push')]);
    stage.write('project/guard.sh', 'touch asked; exit 0');
  });

  it('by their names or ids', async () => {
    expect(counted((await report('s')).counts)).toEqual({ 'newly-allowed': 1 });
    expect(await report('s', '--stub', 'guard.sh')).toMatchObject({ unchanged: 2 });
  });

  it('a name that no hook has is told', async () => {
    expect(await replay('s', '--stub', 'nobody')).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('--stub nobody is not a hook'),
    });
  });

  it('an answer about another call does not', async () => {
    const rewrite = (command: string) =>
      `echo '{"hookSpecificOutput":{"hookEventName":"PreToolUse","updatedInput":{"command":"${command}"}}}'`;
    stage.hooks({ PreToolUse: [rewrite('one')] });
    stage.write('home/guard.sh', denies('one'));
    stage.userHooks({ PreToolUse: ['sh ~/guard.sh'] });
    await recorded(stage, [bash('ls')], { session: 'again' });
    expect(await report('again', '--stub', 'guard.sh')).toMatchObject({ unchanged: 1 });
    stage.hooks({ PreToolUse: [rewrite('two')] });
    expect(await report('again', '--stub', 'guard.sh')).toMatchObject({
      notReplayed: [{ code: 'no-answer' }],
    });
  });

  it('an answer that is not kept whole does not', async () => {
    stage.hooks({ PreToolUse: ['head -c 9000 /dev/zero | tr "\\0" x >&2; exit 2'] });
    await recorded(stage, [bash('ls')], { session: 'long' });
    expect(await report('long', '--stub', 'head at hooks.json:1')).toMatchObject({
      notReplayed: [{ code: 'answer-marked' }],
    });
  });
});

describe('other hooks', () => {
  it('of a folder', async () => {
    stage.hooks({ PreToolUse: [denies('push')] });
    await recorded(stage, [bash('ls'), bash('git push')]);
    stage.write(
      'other/.amplifier/hooks/hooks.json',
      stage.read('project/.amplifier/hooks/hooks.json').replace(/push/g, 'ls'),
    );
    const untrusted = await report('s', '--with', '../other');
    expect(untrusted).toMatchObject({
      replayed: 0,
      notApproved: [{ file: '<root>/other/.amplifier/hooks/hooks.json' }],
    });
    const found = await report('s', '--with', '../other', '--trust-project');
    expect(counted(found.counts)).toEqual({ 'newly-allowed': 1, 'newly-denied': 1 });
    expect(found.hooks).toEqual({ from: 'folder', where: '<root>/other' });
    expect(found.changes[0]?.after.by).toMatchObject([{ file: '<root>/other/.amplifier/hooks/hooks.json' }]);
  });

  it('of a commit, whose files are those of the commit', async () => {
    const git = (...words: readonly string[]) =>
      execFileSync('git', ['-c', 'user.name=t', '-c', 'user.email=t@t', ...words], {
        cwd: stage.dir,
        stdio: 'pipe',
      });
    git('init', '-q', '-b', 'main');
    stage.write('project/guard.sh', denies('push'));
    // Whoever asks git in the copy asks about the copy.
    stage.hooks({
      PreToolUse: [
        'sh ./guard.sh',
        'git branch --show-current | grep -q main && git status --short --untracked-files=no | grep -q . && { echo dirty >&2; exit 2; }; exit 0',
      ],
    });
    git('add', '-A');
    git('commit', '-qm', 'one');
    await recorded(stage, [bash('ls'), bash('git push')]);
    stage.write('project/guard.sh', denies('ls'));
    const now = await report('s');
    expect(counted(now.counts)).toEqual({ 'newly-denied': 1, reason: 1 });
    expect(await report('s', '--git', 'HEAD')).toMatchObject({ unchanged: 2, hooks: { from: 'commit' } });
    git('commit', '-qam', 'two');
    expect(counted((await report('s', '--git', 'main')).counts)).toEqual({
      'newly-allowed': 1,
      'newly-denied': 1,
    });
    expect(await report('s', '--git', 'HEAD~1')).toMatchObject({ unchanged: 2 });
    expect(git('status', '--short').toString()).toBe('');
    expect(git('stash', 'list').toString()).toBe('');
  });

  it('of a commit: a repository has git run nothing of its own', async () => {
    const git = (...words: readonly string[]) =>
      execFileSync('git', ['-c', 'user.name=t', '-c', 'user.email=t@t', ...words], {
        cwd: stage.dir,
        stdio: 'pipe',
      });
    git('init', '-q');
    stage.hooks({ PreToolUse: ['exit 0'] });
    stage.write('project/.gitattributes', '* filter=evil\n');
    git('add', '-A');
    git('commit', '-qm', 'one');
    const evil = `touch ${stage.path('ran')}; cat`;
    for (const name of ['filter.evil.smudge', 'filter.evil.process', 'core.fsmonitor', 'core.sshCommand'])
      git('config', name, evil);
    stage.write('project/.git/hooks/post-checkout', `#!/bin/sh\n${evil}`, 0o755);
    stage.write('project/.git/hooks/reference-transaction', `#!/bin/sh\n${evil}`, 0o755);
    await recorded(stage, [bash('ls')]);
    expect(await report('s', '--git', 'HEAD')).toMatchObject({ unchanged: 1 });
    expect(existsSync(stage.path('ran'))).toBe(false);
  });

  it.each(['nope', '--help', '-x', 'HEAD:guard.sh', '../x'])(
    'a word that is no commit is one word to git: %s',
    async (ref) => {
      execFileSync('git', ['init', '-q'], { cwd: stage.dir });
      stage.hooks({ PreToolUse: ['true'] });
      await recorded(stage, [bash('ls')]);
      expect(await replay('s', `--git=${ref}`)).toMatchObject({
        code: 1,
        stderr: expect.stringContaining('is not a commit of'),
      });
    },
  );
});

describe('hooks that nobody approved', () => {
  it('do not run, the events that they concern are not replayed, and that fails where failing was asked for', async () => {
    stage.hooks({ PreToolUse: ['touch "$HOME/../ran"; exit 2'], Stop: ['true'] });
    await recorded(stage, [bash('ls'), ['Stop']]);
    execFileSync('rm', ['-f', stage.path('ran')]);
    const strange = { strange: true };
    const words = ['replay', 's', '--allow-network'];
    const shown = await stage.play([...words, '--fail-on', 'newly-allowed'], strange);
    expect(shown.code).toBe(1);
    expect(shown.stdout).toContain('nobody approved it, so it does not run');
    expect(shown.stderr).toContain('These hooks are not approved');
    expect(existsSync(stage.path('ran'))).toBe(false);
    expect(await stage.play([...words, '--require-trusted'], strange)).toMatchObject({ code: 1 });
  });
});

describe('forms', () => {
  beforeEach(async () => {
    stage.hooks({ PreToolUse: [denies('push')] });
    await recorded(stage, [bash('ls'), bash('git push "<&>"'), bash('x'.repeat(5000))]);
    stage.hooks({ PreToolUse: [denies('ls')] });
  });
  const plain = (text: string): string => text.replace(/\b[0-9a-z]{15}\b/g, '<event>');

  it('annotations of GitHub stand at the hook', async () => {
    const { stdout } = await replay('s', '--format', 'github', '--fail-on', 'newly-allowed');
    expect(plain(stdout)).toMatchSnapshot();
  });

  it('JUnit', async () => {
    expect(await replay('s', '--junit', 'out/replay.xml')).toMatchObject({ code: 0 });
    const xml = readFileSync(stage.path('project/out/replay.xml'), 'utf8');
    expect(
      plain(xml)
        .replaceAll(stage.root, '<root>')
        .replace(/\d\d\d\d-\d\d-\d\d \d\d:\d\d:\d\d/g, '<time>')
        .replace(/time="[\d.]+"/, 'time="<s>"'),
    ).toMatchSnapshot();
  });

  it('two at once are refused', async () => {
    expect(await replay('s', '--json', '--format', 'github')).toMatchObject({ code: 1 });
  });
});

describe('what is replayed', () => {
  it('a file of a journal, from another machine too', async () => {
    stage.hooks({
      PreToolUse: ['grep -q "$CLAUDE_PROJECT_DIR/secret" && { echo "no $HOME/x" >&2; exit 2; }; exit 0'],
    });
    await recorded(stage, [bash(`cat ${stage.dir}/secret`), bash('ls')]);
    const { folder } = placeOf(stateOf(stage), stage.dir);
    const text = readFileSync(join(folder, 's.jsonl'), 'utf8');
    writeFileSync(stage.path('project/here.jsonl'), text);
    writeFileSync(
      stage.path('project/there.jsonl'),
      text.replaceAll(stage.dir, '/srv/elsewhere').replaceAll(stage.home, '/home/other'),
    );
    expect(await report('here.jsonl')).toMatchObject({ unchanged: 2 });
    expect(await report('there.jsonl')).toMatchObject({ unchanged: 2 });
  });

  it('what log --json printed', async () => {
    stage.hooks({ PreToolUse: [denies('push')] });
    await recorded(stage, [bash('git push')]);
    const { stdout } = await stage.play(['log', '--json']);
    stage.write('project/log.jsonl', stdout.replaceAll('<root>', stage.root));
    expect(await report('log.jsonl')).toMatchObject({ unchanged: 1 });
  });

  it('everything since a moment; what came before in the same session is played for what it remembers', async () => {
    const once = { command: 'echo first >&2; exit 2', once: true };
    stage.hooks({ PreToolUse: [once, 'exit 0'] });
    const journal = openJournal({ stateDir: stateOf(stage), projectDir: stage.dir, home: stage.home });
    const engine = stage.engine({ stateDir: stateOf(stage), journal });
    const call = stage.input('PreToolUse', {});
    expect((await engine.dispatch(call)).permission).toBe('deny');
    const now = Date.now();
    while (Date.now() === now);
    const since = new Date().toISOString();
    expect((await engine.dispatch(call)).permission).toBe(null);
    await engine.close();
    await journal.close();
    expect(await report('--since', since)).toMatchObject({ events: 1, before: 1, unchanged: 1 });
    expect(await report('--since', '1h')).toMatchObject({ events: 2, before: 0, unchanged: 2 });
  });

  it('nothing of the kind is told', async () => {
    expect(await replay()).toMatchObject({ code: 1, stderr: expect.stringContaining('needs a session') });
    expect(await replay('nobody')).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('no session "nobody"'),
    });
    expect(await replay('--since', '1h')).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('nothing is recorded'),
    });
    expect(await replay('no/file.jsonl')).toMatchObject({ code: 1 });
    expect(await replay('s', '--with', '.', '--git', 'x')).toMatchObject({ code: 1 });
    expect(await replay('s', '--with', 'nowhere')).toMatchObject({ code: 1 });
  });

  it('without a way to switch the network off it refuses', async () => {
    stage.hooks({ PreToolUse: ['touch "$HOME/../ran"'] });
    await recorded(stage, [bash('ls')]);
    execFileSync('rm', ['-f', stage.path('ran')]);
    expect(await stage.play(['replay', 's'])).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('--allow-network'),
    });
    expect(existsSync(stage.path('ran'))).toBe(false);
  });
});
