import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, realpathSync, symlinkSync } from 'node:fs';
import { basename, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { cpuMs } from '../../testing/index.js';
import { Place } from '../testing/place.js';

let place: Place;
beforeEach(() => {
  place = new Place();
});
afterEach(() => place.remove());

const DELETE = 'Working Directory Deletion Prevented';
const MOVE = 'Working Directory Rename Prevented';
const RISK = 'blocked due to potential security risk';

/** What is said against a command; `null`: nothing. */
async function objection(command: unknown, tool = 'Bash', env = place.env): Promise<string | null> {
  const reply = await place.reply('pre-tool-use', { tool_name: tool, tool_input: { command } }, { env });
  return messageOf(reply);
}

function messageOf(reply: unknown): string | null {
  if (JSON.stringify(reply) === '{}') return null;
  expect(reply).toEqual({
    block: true,
    message: expect.any(String),
    hookSpecificOutput: {
      hookEventName: 'PreToolUse',
      permissionDecision: 'deny',
      permissionDecisionReason: expect.any(String),
    },
  });
  const { message, hookSpecificOutput }: { message: string; hookSpecificOutput: Record<string, string> } =
    JSON.parse(JSON.stringify(reply));
  expect(hookSpecificOutput['permissionDecisionReason']).toBe(message);
  return message;
}

describe('chained commands and parent paths', () => {
  it.each([
    'false || rm -rf .',
    'cd /tmp && rm -rf x',
    'ls; rm -rf .',
    'cat f | nc host 1',
    'ls;rm x',
    'ls\nrm x',
    'ls ;\n\n  CURL u',
    'echo $( rm x )',
    'echo `kill 1`',
    'echo "; shutdown now"',
    'ls ;wget',
  ])('critical: %j', async (command) => {
    expect(await objection(command)).toContain(RISK);
    expect(await objection(command)).toContain('critical');
  });

  it.each(['rm -rf ../', 'cat ../x', 'type ..\\x', 'cat %2E%2e%2f', 'cat %252e%252E%252f', 'a .../b'])(
    'high: %j',
    async (command) => {
      expect(await objection(command)).toContain(RISK);
      expect(await objection(command)).toContain('high');
    },
  );

  it.each([
    'curl -s u | jq .',
    'x | xargs rm -rf',
    'ls | ncdu',
    'ls; format-disk',
    'ls; my-rm',
    'ls; rm_x',
    'ls; rmé',
    'a & curl u',
    'ls /tmp/...',
    'rm file.txt',
  ])('allowed: %j', async (command) => {
    expect(await objection(command)).toBeNull();
  });

  it.each([
    ['XPIA_ENABLED', '0', null, null],
    ['XPIA_ENABLED', '', null, null],
    ['XPIA_ENABLED', 'Yes', RISK, RISK],
    ['XPIA_BLOCK_CRITICAL', 'off', null, RISK],
    ['XPIA_BLOCK_HIGH_RISK', 'no', RISK, null],
    ['XPIA_BLOCK_HIGH_RISK', 'TRUE', RISK, RISK],
  ])('%s=%s', async (name, value, chained, parent) => {
    const env = { ...place.env, [name]: value };
    const says = (text: string | null) => (text === null ? null : expect.stringContaining(text));
    expect(await objection('ls; curl u', 'Bash', env)).toEqual(says(chained));
    expect(await objection('cat ../x', 'Bash', env)).toEqual(says(parent));
  });

  it('the other rules cannot be switched off', async () => {
    const env = { ...place.env, XPIA_ENABLED: 'false' };
    expect(await objection('ls && rm -rf .', 'Bash', env)).toContain(DELETE);
    expect(await objection('git push --no-verify', 'Bash', env)).toContain('--no-verify');
  });

  it('white space without end is read in linear time', async () => {
    const cost = await cpuMs(async () => {
      expect(await objection(`x ${'\n'.repeat(300_000)}x${' '.repeat(300_000)}`)).toBeNull();
      expect(await objection(`${'rm '.repeat(50_000)}`)).toBeNull();
      expect(await objection(`${'git '.repeat(100_000)}`)).toBeNull();
    });
    expect(cost).toBeLessThan(3000);
  });
});

describe('deletes', () => {
  it.each([
    'rm -rf $(pwd)',
    'rmdir `echo d`',
    'rm -r $DIR',
    `rm -rf \${HOME}/x`,
    'rm -rf $_dir',
    'rm -rf "$DIR"',
    'sudo rm -Rfv $X',
    'ls $A; echo x && /bin/rm --recursive $B',
  ])('of something that is not in sight: %j', async (command) => {
    expect(await objection(command)).toContain('Shell Expansion');
  });

  it.each([
    'rm -rf x$?',
    'rm -rf x$!',
    'rm -rf x$9',
    'rm -rf x$',
    'rm file_$.txt',
    'rm $FILE',
    'echo $USER',
    'ls $PWD',
    'mv $PWD /tmp/x',
    'mv $(pwd) /tmp/x',
  ])('allowed: %j', async (command) => {
    expect(await objection(command)).toBeNull();
  });

  it.each([
    'rm -rf .',
    'rm -rf ./',
    'rm -rf ./.',
    'rm -rf ..',
    'rm --recursive .',
    'rmdir .',
    'rmdir -p .',
    'rm -rf -- .',
    'rm -rf /tmp/a . /tmp/b',
    'sudo rm -rf .',
    'rm -rf . 2>/dev/null',
    'rm -rf .>log',
    'rm -rf . ; ls',
    'if true; then rm -rf .; fi',
    'rm -r -f .',
    'rm . -r',
    'rm -rfv --one-file-system .',
    'LC_ALL=C rm -rf .',
    'rm -rf "."',
    "rm -rf '.'",
    '"rm" -rf .',
    '\\rm -rf .',
    'rm -rf \\\n.',
    'rm -rf /',
    'rm -rf sub/..',
    '(rm -rf .)',
  ])('of the working directory: %j', async (command) => {
    expect(await objection(command)).toContain(DELETE);
  });

  it('by its name, its parents’ names, its home and links to it', async () => {
    symlinkSync(place.root, join(place.folder, 'link'));
    const home = { ...place.env, HOME: place.folder };
    for (const target of [place.root, `${place.root}/`, place.folder, join(place.folder, 'link')]) {
      const said = await objection(`rm -rf ${target}`);
      expect(said).toContain(DELETE);
      expect(said).toContain(`"${target}"`);
      expect(said).toContain(place.root);
    }
    for (const target of ['~', '~/', '~/project'])
      expect(await objection(`rm -rf ${target}`, 'Bash', home)).toContain(DELETE);
    expect(await objection('rm -rf ~')).toBeNull();
    expect(await objection('rm -rf ~root')).toBeNull();
  });

  it('where the working directory is known under a link', async () => {
    symlinkSync(place.root, join(place.folder, 'link'));
    const root = join(place.folder, 'link');
    const payload = { tool_name: 'Bash', tool_input: { command: `rm -rf ${realpathSync(root)}` } };
    expect(messageOf(await place.reply('pre-tool-use', payload, { root }))).toContain(DELETE);
  });

  it.each([
    'rm file.txt',
    'rm -rf ./sub',
    'rm -rf /tmp/elsewhere',
    'rm -rf /tmp/x/*.log',
    'echo /tmp/x | xargs rm -rf',
    'rm -rf ""',
    'rm -f .',
    'rm -rf build & echo .',
    'rm -rf x > .',
    'ls -R .',
    'grep -r rm .',
  ])('allowed: %j', async (command) => {
    expect(await objection(command)).toBeNull();
  });

  it('an open quote hides nothing', async () => {
    expect(await objection("rm -rf . 'x")).toContain(DELETE);
  });
});

describe('moves', () => {
  it.each([
    'mv . /tmp/x',
    'mv .. /tmp/x',
    'mv -f . /tmp/x',
    'sudo mv . /tmp/x',
    'sudo -u me mv . /tmp/x',
    'command mv . /tmp/x',
    'A=1 /bin/mv . /tmp/x',
    'mv -t /tmp/x .',
    'mv -ft /tmp/x .',
    'mv -t/tmp/x .',
    'mv --target-directory=/tmp/x .',
    'mv --target-directory /tmp/x .',
    'mv -- . /tmp/x',
    'mv -S .bak . /tmp/x',
    'mv a . /tmp/x',
    'mv .',
    'if true; then mv . /tmp/x; fi',
  ])('of the working directory: %j', async (command) => {
    const said = await objection(command);
    expect(said).toContain(MOVE);
    expect(said).toContain(place.root);
  });

  it.each([
    'mv a b',
    'mv ./sub ./other',
    'mv a .',
    'mv a b .',
    'echo mv . x',
    'mv * x',
    "mv . 'x",
    'mv -t . a',
    'mv x/* .',
  ])('allowed: %j', async (command) => {
    expect(await objection(command)).toBeNull();
  });

  it('by a pattern that its name fits', async () => {
    const above = basename(place.folder);
    for (const pattern of [
      join(place.folder, 'pro*'),
      join(place.folder, '*'),
      join(place.folder, 'p[r]oject'),
      join(place.folder, '?roject'),
      join(place.folder, '..', `${above.slice(0, -2)}??`),
    ])
      expect(await objection(`mv ${pattern} /tmp/x`, 'Bash', { ...place.env, XPIA_ENABLED: '0' })).toContain(
        MOVE,
      );
    for (const pattern of [join(place.folder, 'hom*'), join(place.root, '*'), './pro*'])
      expect(await objection(`mv ${pattern} /tmp/x`)).toBeNull();
  });
});

describe('git', () => {
  const git = (...args: readonly string[]) =>
    execFileSync('git', args, {
      cwd: place.root,
      env: { ...place.env, GIT_CONFIG_NOSYSTEM: '1' },
      stdio: 'ignore',
    });

  it.each([
    'git commit --no-verify -m "x"',
    "git commit -m 'x' --no-verify",
    'git push -u --no-verify origin f',
    'git merge --no-verify f',
    'git rebase --no-verify dev',
    'git cherry-pick --no-verify abc',
    'git  am\t--no-verify',
    'env A=1 git push --no-verify',
  ])('skipping hooks: %j', async (command) => {
    expect(await objection(command)).toContain('--no-verify');
  });

  it.each([
    'git push --force',
    'git commit --amend',
    'git reset --hard',
    'git cherry-pick abc',
    'git commit-graph --no-verify',
    'git status --no-verify',
    'git push --no-verify-ssl',
    'digit commit --no-verify',
  ])('allowed: %j', async (command) => {
    expect(await objection(command)).toBeNull();
  });

  it.each(['main', 'master'])('a commit on %s', async (branch) => {
    git('init', '-q', '-b', branch);
    for (const command of [
      'git commit -m x',
      'A=1 git commit',
      'git add . && git commit -m x',
      'git commit --no-verify',
    ]) {
      const said = await objection(command);
      expect(said).toContain(`"${branch}"`);
      expect(said).toContain('--no-verify');
    }
    expect(await objection(`git push origin ${branch}`)).toBeNull();
    mkdirSync(join(place.root, 'sub'));
    const payload = { tool_name: 'Bash', tool_input: { command: 'git commit' } };
    expect(
      messageOf(await place.reply('pre-tool-use', payload, { root: join(place.root, 'sub') })),
    ).toContain(branch);
  });

  it('a commit on another branch, on a detached head, and without a repository', async () => {
    expect(await objection('git commit -m x')).toBeNull();
    git('init', '-q', '-b', 'feature');
    expect(await objection('git commit -m x')).toBeNull();
    git('-c', 'user.name=a', '-c', 'user.email=a@b', 'commit', '-q', '--allow-empty', '-m', 'x');
    git('checkout', '-q', '-b', 'main');
    git('checkout', '-q', '--detach');
    expect(await objection('git commit -m x')).toBeNull();
  });

  it('without git, or with a git that does not answer in time, nothing is held against a commit', async () => {
    expect(await objection('git commit', 'Bash', { ...place.env, PATH: place.home })).toBeNull();
    const fake = place.writeHome('git', '#!/bin/sh\nexec sleep 600\n');
    chmodSync(fake, 0o755);
    const reply = await place.reply(
      'pre-tool-use',
      { tool_name: 'Bash', tool_input: { command: 'git commit' } },
      { env: { ...place.env, PATH: `${place.home}:${place.env['PATH']}` }, limits: { git: 100 } },
    );
    expect(reply).toEqual({});
  });
});

describe('agents called as skills', () => {
  const skill = (toolInput: unknown, tool = 'Skill') =>
    place.reply('pre-tool-use', { tool_name: tool, tool_input: toolInput }).then(messageOf);

  it('are denied with the right way to call them', async () => {
    for (const [input, name] of [
      [{ skill: 'builder' }, 'builder'],
      [{ name: 'xpia-defense' }, 'xpia-defense'],
      [{ skill: 7, name: 'tester' }, 'tester'],
    ] as const) {
      const said = await skill(input);
      expect(said).toContain(`"${name}" is an agent`);
      expect(said).toContain(`amplihack:${name}`);
    }
    expect(await skill({ skill: 'builder' }, 'skill')).toContain('agent');
  });

  it('other names and other inputs are not', async () => {
    for (const input of [{ skill: 'Builder' }, { skill: 'pdf', name: 'builder' }, {}, null, [], 'null', 5])
      expect(await skill(input)).toBeNull();
  });

  it('are allowed where a skill of that name exists', async () => {
    const front = (name: string) => `---\ntitle: x\nname: ${name}\n---\n# x\n`;
    const folders = ['skills/a', 'amplifier-bundle/skills/a/b', '.claude/skills/c'];
    for (const folder of folders) {
      const own = new Place();
      own.write(`${folder}/SKILL.md`, front('"builder"'));
      own.writeHome('.amplihack/skills/x/SKILL.md', front('tester # really'));
      own.writeHome('.claude/skills/y/SKILL.md', front("'guide'"));
      for (const name of ['builder', 'tester', 'guide'])
        expect(await own.reply('pre-tool-use', { tool_name: 'Skill', tool_input: { skill: name } })).toEqual(
          {},
        );
      own.remove();
    }
    place.writeHome('installed/amplifier-bundle/skills/q/SKILL.md', front('cleanup'));
    place.env = { ...place.env, AMPLIHACK_HOME: join(place.home, 'installed') };
    expect(await skill({ skill: 'cleanup' })).toBeNull();
  });

  it('links are not followed, and the name must stand in the leading block', async () => {
    place.writeHome('elsewhere/SKILL.md', '---\nname: builder\n---\n');
    mkdirSync(join(place.root, 'skills'));
    symlinkSync(join(place.home, 'elsewhere'), join(place.root, 'skills', 'link'));
    symlinkSync(join(place.home, 'elsewhere', 'SKILL.md'), join(place.root, 'skills', 'SKILL.md'));
    place.write('skills/x/SKILL.md', '# x\n---\nname: builder\n---\n');
    place.write('skills/y/README.md', '---\nname: builder\n---\n');
    expect(await skill({ skill: 'builder' })).toContain('agent');
  });
});

describe('everything else', () => {
  it('other tools are allowed whatever they hold', async () => {
    for (const tool of ['Write', 'Terminal', '', 'BashOutput', 'Task'])
      expect(await objection('rm -rf .', tool)).toBeNull();
    expect(await objection('rm -rf .', 'bAsH')).toContain(DELETE);
  });

  it('a command that is no text is allowed', async () => {
    for (const command of [undefined, '', null, 5, ['rm -rf .'], { a: 1 }])
      expect(await objection(command)).toBeNull();
  });

  it('one line of metrics for each call, without a word of the input', async () => {
    const now = () => 1_700_000_000_999;
    const call = (tool: string, command: string, session?: string) =>
      place.run('pre-tool-use', { tool_name: tool, tool_input: { command }, session_id: session }, { now });
    await call('Bash', 'echo secret-word', 's/1');
    await call('Write', 'x');
    await call('Bash', 'rm -rf .', ' ');
    const metrics = place.read('.claude/runtime/metrics/pre_tool_use_metrics.jsonl');
    const common = { timestamp: '1700000000', hook: 'pre_tool_use' };
    expect(
      metrics
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line)),
    ).toEqual([
      { ...common, tool_name: 'Bash', category: 'bash_commands', session_id: 's/1' },
      { ...common, tool_name: 'Write', category: 'file_operations' },
      { ...common, tool_name: 'Bash', category: 'bash_commands' },
    ]);
    expect(JSON.stringify(place.files())).not.toContain('secret-word');
  });

  it('metrics that cannot be written change nothing', async () => {
    place.write('.claude', 'a file where a folder should be');
    expect(await objection('rm -rf .')).toContain(DELETE);
    expect(await objection('ls')).toBeNull();
  });

  it('a pipe in the place of the metrics is not waited for', async () => {
    mkdirSync(join(place.root, '.claude/runtime/metrics'), { recursive: true });
    execFileSync('mkfifo', [join(place.root, '.claude/runtime/metrics/pre_tool_use_metrics.jsonl')]);
    expect(await objection('ls')).toBeNull();
  });
});
