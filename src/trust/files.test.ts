import { expect, it } from 'vitest';
import { filesOf } from './files.js';

const namesIn = (command: string, projectDir: string): readonly string[] =>
  filesOf(
    { command, args: null },
    { projectDir, top: projectDir, home: '/home/me', pluginRoot: null, variables: {}, own: {} },
  ).map(({ name }) => name);

it('a file of the system is the system’s, unless the project itself lies there', () => {
  for (const projectDir of ['/opt/project', '/usr/src/project', '/etc/nixos', '/srv/project'])
    expect(namesIn('/usr/bin/true; ./guard.sh', projectDir)).toEqual(['guard.sh']);
  expect(namesIn('/opt/tool/run', '/opt/project')).toEqual([]);
});
