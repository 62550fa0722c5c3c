// A file that an approved guard runs is edited: whichever way the command comes to it, what it guards is denied. With the real command.
import { existsSync } from 'node:fs';
import { expect, it } from 'vitest';
import { LS, type Opened, withOpened } from './testing/command.js';

let project: Opened;
withOpened((opened) => {
  project = opened;
});

/** A command, a file that it comes to, and others on the way. */
type Row = [string, string, Record<string, string>];

const PROJECT_LIB = '#!/bin/sh\n. "$CLAUDE_PROJECT_DIR/lib/l.sh"\n';

it.each<Row>([
  ['"$CLAUDE_PROJECT_DIR"/g.sh', 'g.sh', {}],
  ['sh ./g', 'g', {}],
  ['bash g', 'g', {}],
  ['. ./g', 'g', {}],
  ['bash < ./g', 'g', {}],
  ['cat g.txt | sh', 'g.txt', {}],
  ['bash -c "$(cat g.txt)"', 'g.txt', {}],
  ['bash -c "$(cat g.sh)"', 'g.sh', {}],
  ['G=./g.sh; sh $G', 'g.sh', {}],
  ['python3 -m g', 'g.py', {}],
  ['python3 -m g', 'g/__main__.py', {}],
  ['python3 -m a.b', 'a/b.py', {}],
  ['python3 g.py', 'sub.py', { 'g.py': 'import sub' }],
  ['node g', 'g.js', {}],
  ['node ./g', 'g.js', {}],
  ['node .', 'index.js', {}],
  ['node ./x.js', 'y.js', { 'x.js': 'require("./y.js")' }],
  ['awk -f g.awk', 'g.awk', {}],
  ['make g', 'Makefile', {}],
  ['make -f x.mk g', 'x.mk', {}],
  ['make -C sub g', 'sub/Makefile', {}],
  ['npm run g', 'package.json', {}],
  ['npm run g', 'g.sh', { 'package.json': '{"scripts":{"g":"sh ./g.sh"}}' }],
  ['npm --prefix sub run g', 'sub/package.json', {}],
  ['cd sub && npm run g', 'sub/package.json', {}],
  ['sh h/g.sh', 'lib/l.sh', { 'h/g.sh': PROJECT_LIB }],
  ['sh h/g.sh', 'l.sh', { 'h/g.sh': '. ./l.sh\n' }],
  ['./g', 'tools/interpreter', { g: '#!tools/interpreter\n' }],
])('%s: %s', async (command, edited, others) => {
  for (const [name, text] of Object.entries(others)) project.write(`project/${name}`, text, 0o755);
  // Make denies by itself where it has nothing to do.
  const rest = /Makefile|\.mk/.test(edited) ? '\ng:\n' : '';
  project.write(`project/${edited}`, `# as approved${rest}`);
  project.hooks({ PreToolUse: [command] });
  project.approved();
  project.write(`project/${edited}`, `# edited${rest}`);
  const { stdout } = await project.dispatch(LS);
  expect(stdout).toContain('"permissionDecision":"deny"');
  expect(stdout).toContain(`it changed since you approved it: ${edited};`);
});

const [SHELL, PYTHON, NODE] = [
  ': > ran; exit 0',
  'open("ran", "w")',
  'require("fs").writeFileSync("ran", "")',
];

it.each<[...Row, string]>([
  ['sh g.sh', 'local', { 'g.sh': '[ -f ./local ] && . ./local\nexit 2\n' }, SHELL],
  ['[ -f g ] && bash g; exit 2', 'g', {}, SHELL],
  ['python3 -m json.tool', 'json/__init__.py', {}, PYTHON],
  ['node ./g', 'g', { 'g.js': '' }, NODE],
])('%s: %s, which was not there', async (command, added, others, evil) => {
  for (const [name, text] of Object.entries(others)) project.write(`project/${name}`, text);
  project.hooks({ PreToolUse: [command] });
  project.approved();
  project.write(`project/${added}`, evil);
  const { stdout } = await project.dispatch(LS);
  expect(existsSync(project.path('project/ran'))).toBe(false);
  expect(stdout).toContain(`it changed since you approved it: ${added}`);
});
