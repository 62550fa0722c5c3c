// The studio as people call it: the built command, a process of its own, its page, its signals.
import { readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { pageParts } from '../scripts/page.mjs';
import { CommandProject } from '../src/cli/testing/command.js';
import { aboutShape, appendedShape, timelineShape } from '../src/studio/contract.js';
import { ask, Visitor } from '../src/studio/testing/visitor.js';
import { withExecutables } from '../src/testing/executables.js';
import { WHY_NO_TERMINAL } from '../src/testing/terminal.js';

const { command } = withExecutables('command');

let project: CommandProject;
const visitors: Visitor[] = [];
beforeEach(() => {
  project = new CommandProject(command);
  project.own();
});
afterEach(async () => {
  for (const visitor of visitors.splice(0)) visitor.leave();
  await project.remove();
});

const bash = (command: string): string =>
  JSON.stringify({
    hook_event_name: 'PreToolUse',
    tool_name: 'Bash',
    session_id: 'shell',
    tool_input: { command },
  });

/** Starts it, and waits for the address. */
async function started(...argv: readonly string[]) {
  const child = project.start(['studio', '--no-open', ...argv]);
  let shown = '';
  const address = await new Promise<string>((resolve, reject) => {
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      shown += text;
    });
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      shown += text;
      const found = /http:\S+\n/.exec(shown);
      if (found !== null) resolve(found[0].trim());
    });
    child.on('exit', () => reject(new Error(`it ended: ${shown}`)));
  });
  const visitor = new Visitor(address);
  visitors.push(visitor);
  const ended = new Promise<number | null>((resolve) => child.on('close', resolve));
  return { child, visitor, ended, shown: () => shown };
}

it('prints an address that lets one browser in, shows what another process records, and ends by Ctrl-C', async () => {
  project.hooks({ PreToolUse: ['echo "not today" >&2; exit 2'] });
  const { child, visitor, ended, shown } = await started();
  expect(shown()).toContain('The studio is at:\n  http://127.0.0.1:');
  await visitor.enter();
  const page = await visitor.get('');
  const script = await visitor.get('studio.js');
  expect([page.status, script.status, script.headers['content-type']]).toEqual([
    200,
    200,
    'text/javascript; charset=utf-8',
  ]);
  expect(script.text).toBe((await pageParts()).script);
  const heard = await visitor.live();
  await project.run(['dispatch'], bash('ls'));
  await expect
    .poll(() => heard.flatMap(({ data }) => (appendedShape.is(data) ? data.events.id : [])))
    .toHaveLength(1);
  const { count } = await visitor.got(timelineShape, 'api/timeline?verdict=deny');
  expect(count).toBe(1);
  child.kill('SIGINT');
  expect(await ended).toBe(130);
  await expect(ask(visitor.root)).rejects.toThrow('ECONNREFUSED');
});

it('--all shows every project, and the one around otherwise only itself', async () => {
  project.hooks({ PreToolUse: ['true'] });
  await project.run(['dispatch'], bash('ls'));
  const { visitor } = await started('--all', '--home', project.home);
  await visitor.enter();
  // The page is there before everything is read.
  await expect
    .poll(async () => (await visitor.got(aboutShape, 'api/about')).projects)
    .toMatchObject([{ folder: project.dir, there: true, events: 1 }]);
});

it.each([
  [['--port', 'many'], '--port "many" is not a valid port'],
  [['--port', '70000'], '--port "70000" is not a valid port'],
  [['--all', '--project', '.'], '--project names one project, and --all means all'],
])('%j is refused in plain words', async (argv, problem) => {
  const { code, stderr } = await project.run(['studio', '--no-open', ...argv]);
  expect([code, stderr]).toEqual([1, expect.stringContaining(problem)]);
});

it('a port that is taken is told', async () => {
  const { visitor } = await started();
  const { port } = new URL(visitor.root);
  const { code, stderr } = await project.run(['studio', '--no-open', '--port', port]);
  expect([code, stderr]).toEqual([1, expect.stringContaining(`port ${port} is taken`)]);
});

it.skipIf(WHY_NO_TERMINAL !== null)(
  'opens a browser for a person at a terminal, and for nobody else',
  async () => {
    const opener = project.write(
      'bin/xdg-open',
      `#!/bin/sh\nprintf '%s' "$1" > ${project.path('opened')}\n`,
      0o755,
    );
    const env = { DISPLAY: ':0', PATH: `${dirname(opener)}:${project.env['PATH']}` };
    const opened = (): string => {
      try {
        return project.read('opened');
      } catch {
        return '';
      }
    };
    const agent = project.atTerminal(['studio'], { ...env, CLAUDECODE: '1' });
    await agent.shows(/enter\/\S+/);
    agent.type('\u0003');
    await agent.ended();
    expect(opened()).toBe('');
    const person = project.atTerminal(['studio'], env);
    await person.shows(/enter\/\S+/);
    await expect.poll(opened).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/[\w-]+\/enter\/[\w-]+$/);
    person.type('\u0003');
    await person.ended();
  },
);

it('trace writes one private file, and says what is in it', async () => {
  project.hooks({ PreToolUse: ['echo "not today" >&2; exit 2'] });
  for (const text of ['one', 'two </script>']) await project.run(['dispatch'], bash(text));
  const { code, stdout } = await project.run(['trace', 'she', '--out', 'x.html']);
  const file = join(project.dir, 'x.html');
  expect([code, stdout]).toEqual([
    0,
    expect.stringContaining(`Written to ${file}: 2 events of the session shell`),
  ]);
  const html = readFileSync(file, 'utf8');
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(html).toContain('<script type="application/json" id="trace">');
  expect(html.match(/<\/script>/g)).toHaveLength(2);
  const json = await project.run(['trace', '--out', 'x.html', '--json']);
  // The moment at which it was made is in it.
  const { size: bytes } = statSync(file);
  expect(JSON.parse(json.stdout)).toMatchObject({ events: 2, leftOut: 0, cutAt: null, bytes });
  const wrong = await project.run(['trace', 'nobody', '--out', 'x.html']);
  expect([wrong.code, wrong.stderr]).toEqual([1, expect.stringContaining('no session "nobody" is recorded')]);
});
