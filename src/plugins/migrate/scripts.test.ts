import { afterEach, beforeEach, expect, it } from 'vitest';
import { Folder } from '../../testing/index.js';
import { scriptsOf } from './scripts.js';

let folder: Folder;
beforeEach(() => {
  folder = new Folder();
  folder.write('project/tools/my guard.sh', 'exit 2');
});
afterEach(() => folder.remove());

it.each([
  '"$CLAUDE_PROJECT_DIR/tools/my guard.sh" --strict',
  '"$CLAUDE_PROJECT_DIR"/tools/"my guard.sh"',
  `bash "\${CLAUDE_PROJECT_DIR}"/'tools/my guard.sh'; true`,
])('a script is found however its path is quoted: %s', (command) => {
  const projectDir = folder.path('project');
  const folders = { projectDir, home: '/', cwd: projectDir, projectVariables: ['CLAUDE_PROJECT_DIR'] };
  expect(scriptsOf(command, [], folders).texts.map(({ text }) => text)).toContain('exit 2');
});
