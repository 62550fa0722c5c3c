import { execFileSync } from 'node:child_process';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { shellWord } from '../../text/index.js';
import {
  hasRelativePath,
  inFolder,
  renameVariables,
  variable,
  variablesIn,
  withVariables,
} from './commands.js';

const names = { OLD: variable('NEW'), CWD: `${variable('NEW')}/x` };

describe('renameVariables', () => {
  it.each([
    ['$OLD/a.sh', `"\${NEW}"/a.sh`],
    ['"$OLD/a b.sh"', `"\${NEW}/a b.sh"`],
    [`"\${OLD}"/a`, `"\${NEW}"/a`],
    [`\${OLD:-.}/a`, `\${NEW:-.}/a`],
    ["echo '$OLD'", "echo '$OLD'"],
    ['echo \\$OLD', 'echo \\$OLD'],
    ['$OLDER $OLD', `$OLDER "\${NEW}"`],
    ['$CWD', `"\${NEW}/x"`],
    [`\${CWD:-y}`, `\${CWD:-y}`],
  ])('%s becomes %s', (command, expected) => {
    expect(renameVariables(command, names)).toBe(expected);
  });

  it('leaves everything else alone', () => {
    fc.assert(
      fc.property(fc.string(), (command) => {
        fc.pre(!command.includes('OLD') && !command.includes('CWD'));
        expect(renameVariables(command, names)).toBe(command);
      }),
    );
  });
});

it('a word of a shell is one word, whatever is in it', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (text) => {
      fc.pre(!text.includes('\0'));
      const printed = execFileSync('/bin/sh', ['-c', `printf %s ${shellWord(text)}`]);
      expect(printed.toString()).toBe(text);
    }),
    { numRuns: 40 },
  );
});

it('variables and folder are set before the command runs', () => {
  const command = inFolder('/', withVariables({ A: 'a "b" `c` $HOME' }, 'pwd; printf %s "$A"'));
  const printed = execFileSync('/bin/sh', ['-c', command], { env: { HOME: '/h' } });
  expect(printed.toString()).toBe('/\na "b" `c` /h');
});

it('a folder that is not there keeps the command from running', () => {
  expect(() =>
    execFileSync('/bin/sh', ['-c', inFolder('/not-there', 'true')], { stdio: 'ignore' }),
  ).toThrow();
});

it('the variables of a command are known', () => {
  expect([...variablesIn(`$A "\${B:-c}" $1 $$`)]).toEqual(['A', 'B']);
});

it.each([
  ['./a.sh', true],
  ['bash scripts/a.sh', true],
  ['"../x y.sh"', true],
  ['npx prettier', false],
  ['/usr/bin/env node', false],
  ['~/.x/a.sh', false],
  ['"$HOME/a.sh"', false],
  ['curl https://example.com/x', false],
])('%s names a relative path: %s', (command, relative) => {
  expect(hasRelativePath(command)).toBe(relative);
});
