// Which files a command comes to, for the ways in which people start scripts whose names do not say that they are scripts.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Folder } from '../testing/index.js';
import { filesOf } from './files.js';

const folder = new Folder();
const projectDir = folder.makeFolder('project');
const home = folder.makeFolder('home');
beforeAll(() => {
  for (const name of ['guard', 'my guard', 'hooks/guard', 'hooks/my guard', 'more hooks/my guard', 'lib'])
    folder.write(`project/${name}`, 'exit 0\n');
  folder.write('project/bin/guard', '#!/bin/sh\n', 0o755);
});
afterAll(() => folder.remove());

const variables = { CLAUDE_PROJECT_DIR: projectDir, PWD: projectDir, HOME: home };
const places = { projectDir, top: projectDir, home, pluginRoot: null, variables, own: {} };
const namesIn = (command: string, args: readonly string[] | null = null): readonly string[] =>
  filesOf({ command, args }, places).map(({ name }) => name);

const BEFORE = [
  '',
  'env X=1 ',
  'exec ',
  'X=1 ',
  'timeout 5 ',
  'nice -n 5 ',
  'sudo -n ',
  'true && ',
  'if true; then ',
  'set -e; ',
  '! ',
  'xargs ',
];
const PROGRAMS = [
  'bash',
  'sh',
  'zsh',
  'dash',
  'bash -e',
  'bash -eu -o pipefail',
  'bash -O extglob',
  'bash --rcfile lib',
  '/bin/bash',
  '/usr/bin/env -S bash -e',
  'busybox sh',
  'fish',
  'python3',
  'python3.12 -u',
  'python3 -W ignore',
  'node',
  'node --no-warnings',
  'node -r lib',
  'bun run',
  'deno run -A',
  'ruby',
  'perl -w',
  'perl -I hooks',
  'php',
  'lua',
  'uv run',
];
const WRITTEN: readonly (readonly [written: string, name: string])[] = [
  ['guard', 'guard'],
  ['"my guard"', 'my guard'],
  ['hooks/guard', 'hooks/guard'],
  ['./hooks/guard', 'hooks/guard'],
  ['"hooks/my guard"', 'hooks/my guard'],
  ["'hooks/my guard'", 'hooks/my guard'],
  ['hooks/my\\ guard', 'hooks/my guard'],
  ['"$CLAUDE_PROJECT_DIR"/hooks/guard', 'hooks/guard'],
  ['"$CLAUDE_PROJECT_DIR/hooks/my guard" --strict', 'hooks/my guard'],
  [`"\${CLAUDE_PROJECT_DIR:-.}/hooks/my guard"`, 'hooks/my guard'],
  ['"$(git rev-parse --show-toplevel)/hooks/my guard"', 'hooks/my guard'],
];

describe.each(BEFORE)('behind “%s”', (before) => {
  it.each(PROGRAMS)('%s: the script that it is given', (program) => {
    for (const [written, name] of WRITTEN)
      expect([written, namesIn(`${before}${program} ${written}`)]).toEqual([
        written,
        expect.arrayContaining([name]),
      ]);
  });
});

it.each(['', 'X=1 ', 'true && ', 'if true; then ', 'set -e; ', '! ', 'builtin ', 'command '])(
  '%ssource',
  (before) => {
    for (const [written, name] of WRITTEN)
      for (const word of ['.', 'source']) expect(namesIn(`${before}${word} ${written}`)).toContain(name);
  },
);

it.each([
  ['if [[ x; . hooks/guard', 'hooks/guard'],
  ['cd hooks && bash guard', 'hooks/guard'],
  ['cd hooks; . "my guard"', 'hooks/my guard'],
  ['(cd "$CLAUDE_PROJECT_DIR/more hooks" && sh "my guard")', 'more hooks/my guard'],
  ['pushd hooks && bash guard', 'hooks/guard'],
  ['env -C hooks bash guard', 'hooks/guard'],
  ["sh -c 'cd bin && ./guard'", 'bin/guard'],
  ['cd bin && ./guard', 'bin/guard'],
  ['PATH=bin:$PATH guard', 'bin/guard'],
  ['PATH="$CLAUDE_PROJECT_DIR/bin:$PATH" guard', 'bin/guard'],
  ['bash -c "bash \\"my guard\\""', 'my guard'],
  ['bash -euc \'. "my guard"\'', 'my guard'],
  ['eval "bash \'my guard\'"', 'my guard'],
  ['bash < "my guard"', 'my guard'],
  ['cat "my guard" | sh', 'my guard'],
  ['bash <(cat "my guard")', 'my guard'],
  ['eval "$(cat \'my guard\')"', 'my guard'],
  ['bash -c "$(< guard)"', 'guard'],
  ['$(cat guard)', 'guard'],
  ['x=guard; bash $x', 'guard'],
  ['D=hooks; bash "$D/my guard"', 'hooks/my guard'],
  ['BASH_ENV=guard bash -c true', 'guard'],
  ['bash -- "my guard"', 'my guard'],
])('%s', (command, name) => {
  expect(namesIn(command)).toContain(name);
});

it('a program without a shell', () => {
  expect(namesIn('bash', ['-e', 'my guard'])).toEqual(['my guard']);
  expect(namesIn('env', ['X=1', 'sh', '-c', '. "my guard"'])).toContain('my guard');
});

it.each([
  ['. "my guard"', 'my guard'],
  ['source "$CLAUDE_PROJECT_DIR/my guard"', 'my guard'],
  ['source "$(dirname "$0")/lib"', 'lib'],
  [`. "$(cd "$(dirname "\${BASH_SOURCE[0]}")" && pwd)"/lib`, 'lib'],
  ['D=$(pwd)\nif [ -e "$D"/lib ]; then . "$D"/lib; fi', 'lib'],
])('a script with %s', (text, name) => {
  folder.write('project/run.sh', `#!/bin/bash\n${text}\n`, 0o755);
  expect(namesIn('./run.sh')).toContain(name);
});

it('names nothing that is none: what stands behind a variable is no folder of that name', () => {
  folder.write('project/lib.sh', '');
  folder.write('project/run.sh', '#!/bin/bash\n. "$CLAUDE_PROJECT_DIR/lib.sh"\n', 0o755);
  expect(namesIn('./run.sh')).toEqual(['lib.sh', 'run.sh']);
});

it('a file that a command reads or writes and nobody runs is none of it', () => {
  expect(namesIn('cat guard; echo x >> lib; jq . "my guard" > hooks/guard')).toEqual([]);
});
