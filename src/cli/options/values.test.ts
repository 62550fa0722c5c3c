// Values that are of the wrong kind, or stand where they say nothing.
import { chmodSync, existsSync } from 'node:fs';
import { Command } from 'commander';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { COMMANDS } from '../program.js';
import { Stage } from '../testing/play.js';

let stage: Stage;
beforeEach(() => {
  stage = new Stage();
  stage.hooks({ PreToolUse: ['true'] });
  stage.write('kit/hooks/hooks.json', {
    hooks: { Stop: [{ hooks: [{ type: 'command', command: 'true' }] }] },
  });
});
afterEach(() => stage.remove());

const bash = ['run', 'PreToolUse', '--tool', 'Bash'];

describe('are refused, with what is expected', () => {
  it.each<readonly [readonly string[], string]>([
    [[...bash, '--field', 'x'], '--field x is not a valid field; write --field name=value'],
    [[...bash, '--field', '=x'], '--field =x is not a valid field; write --field name=value'],
    [[...bash, '--field', 'tool_name=Edit'], 'tool_name is given twice'],
    [[...bash, '--field', 'a=1', '--field', 'a=2'], 'a is given twice'],
    [[...bash, '--field', 'hook_event_name=Stop'], 'hook_event_name is given twice'],
    [[...bash, '--input', '"x"'], 'it must be a JSON object, but is the string "x"'],
    [[...bash, '--input', '[]'], 'it must be a JSON object, but is an array'],
    [[...bash, '--input', 'null'], 'it must be a JSON object, but is null'],
    [[...bash, '--input', '{'], '--input is not valid JSON'],
    [[...bash, '--field', 'tool_input=[]'], 'it must be a JSON object, but is an array'],
    [[...bash, '--response', '{'], '--response is not valid JSON'],
    [['run', '--tool', 'Bash'], '--tool is for an event that is named'],
    [['run', '--field', 'a=1'], '--field is for an event that is named'],
    [['explain', '--last', '--tool', 'Bash'], '--tool is for an event that did not happen yet'],
    [['explain', '--event', 'x', '--session', 's'], '--session is for an event that did not happen yet'],
    [['explain', '--last', '--env'], '--env is for an event that did not happen yet'],
    [[...bash, '--plugin', '/nope'], '--plugin /nope is not there'],
    [['list', '--plugin', '../kit/hooks/hooks.json'], 'hooks.json is not a folder'],
    [['validate', '--skill', 'nope.md'], '/nope.md is not there'],
    [['config', '--agent', '../kit'], '/kit is not a file'],
    [['list', '--home', 'nowhere'], '/nowhere is not a folder'],
    [['list', '--event', 'Sotp'], 'there is no event "Sotp"\nDid you mean Stop?'],
    [['log', '-n', '1.5'], '--lines "1.5" is not a count'],
    [['log', '--since', 'yesterday-ish'], '--since "yesterday-ish" is not a time'],
    [['search', '--limit', 'many'], '--limit "many" is not a number'],
    [['validate', '--all'], '--all is for --contract'],
    [['validate', '--dry-run'], '--dry-run says what --fix would do'],
    [['marketplace', 'list', 'extra'], '"extra" is too much'],
    [['marketplace', 'list', '--name', 'x'], '--name is for marketplace add'],
    [['marketplace', 'update', '--from-claude'], '--from-claude is for marketplace add'],
    [['marketplace', 'add', 'a/b', '--claude'], '--claude is for marketplace list'],
    [['marketplace', 'add', '--from-claude', '--name', 'x'], '--name does not go with --from-claude'],
    [['amplihack', 'status', '--copy'], '--copy is for amplihack install'],
    [['amplihack', 'install', '--executable'], '--executable is for amplihack uninstall'],
    [['amplihack', 'status', '--dry-run'], '--dry-run is not for amplihack status'],
    [['amplihack', 'install', '--scope', 'amplifier'], 'it is one of user, project'],
    [['trust', '--list', '--export'], '--list and --export do not go together'],
    [['trust', '--follow', '3fa9'], '--follow is about all of a project; "3fa9" is too much'],
    [['install', '../kit', '--project', '../gone', '--dry-run'], '/gone is not a folder'],
    [['install', '../kit', '--user'], 'install has no option "--user"'],
  ])('%j', async (argv, why) => {
    const { code, stdout, stderr } = await stage.play(argv);
    expect([code, stdout]).toEqual([1, '']);
    expect(stderr).toMatch(/^amplifier-hooks: /);
    expect(stderr).toContain(why);
  });
});

describe('--project and --scope', () => {
  it('are one thing in every command that has them', async () => {
    for (const { name, load } of COMMANDS) {
      const command = new Command(name);
      (await load()).define(command);
      const [project, scope] = ['--project', '--scope'].map((long) =>
        command.options.find((option) => option.long === long),
      );
      expect([name, project?.flags ?? '--project <dir>']).toEqual([name, '--project <dir>']);
      const words = scope?.argChoices ?? [];
      expect([name, words.filter((word) => !['user', 'project', 'local'].includes(word))]).toEqual([
        name,
        [],
      ]);
      expect([name, command.options.map(({ long }) => long)]).toEqual([
        name,
        expect.not.arrayContaining(['--user']),
      ]);
    }
  });

  it('install goes into the project that is named', async () => {
    stage.makeFolder('p9');
    const argv = ['install', '--project', '../p9', '../kit', '--yes'];
    const planned = await stage.play([...argv, '--dry-run', '--json']);
    expect(JSON.parse(planned.stdout).plugins).toMatchObject([
      { name: 'kit', folder: '<root>/p9/.amplifier/hooks/kit' },
    ]);
    expect((await stage.play(argv)).code).toBe(0);
    expect(existsSync(stage.path('p9/.amplifier/hooks/kit/hooks/hooks.json'))).toBe(true);
    expect((await stage.play(['update', 'kit', '--project', '../p9'])).stdout).toContain(
      'up to date (project)',
    );
    expect((await stage.play(['uninstall', 'kit'])).code).toBe(1);
    expect((await stage.play(['uninstall', 'kit', '--project', '../p9'])).code).toBe(0);
    expect(existsSync(stage.path('p9/.amplifier/hooks/kit'))).toBe(false);
  });

  it('install goes into the home directory that is named', async () => {
    stage.makeFolder('other');
    const argv = ['install', '../kit', '--scope', 'user', '--home', '../other', '--yes'];
    expect((await stage.play(argv)).code).toBe(0);
    expect(existsSync(stage.path('other/.amplifier/hooks/kit/hooks/hooks.json'))).toBe(true);
  });

  it('amplihack registers for a tool in a scope', async () => {
    stage.makeFolder('project/.git');
    const argv = ['amplihack', 'install', '--scope', 'project', '--to', 'amplifier', '--dry-run', '--json'];
    stage.write('opt/amplihack-hooks', '#!/bin/sh\n');
    chmodSync(stage.path('opt/amplihack-hooks'), 0o755);
    const env = {
      PATH: process.env['PATH'],
      HOME: stage.home,
      AMPLIHACK_AMPLIHACK_HOOKS_BINARY_PATH: stage.path('opt/amplihack-hooks'),
    };
    const { stdout } = await stage.play(argv, { env });
    expect(JSON.parse(stdout).settings).toBe('<root>/project/.amplifier/hooks/hooks.json');
  });
});
