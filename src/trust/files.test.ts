import { expect, it } from 'vitest';
import { cpuMs } from '../testing/index.js';
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

it.each(['cat ', 'sh ', 'npm . ', 'sed -f ', 'bash -c "$(cat ', 'eval ', 'python3 -m a.a.a ', '. ./a '])(
  'a command of 100,000 characters of “%s” does not take long',
  async (word) => {
    const command = word.repeat(Math.ceil(100_000 / word.length));
    const places = { projectDir: '/p', top: '/p', home: '/h', pluginRoot: null, variables: {}, own: {} };
    expect(await cpuMs(() => filesOf({ command: 'x', args: [command] }, places))).toBeLessThan(2000);
  },
);
