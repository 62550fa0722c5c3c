// `schema`.
import { afterEach, beforeEach, expect, it } from 'vitest';
import { schemaNames } from '../../schema/index.js';
import { Stage } from '../testing/play.js';

let stage: Stage;
beforeEach(() => {
  stage = new Stage();
});
afterEach(() => stage.remove());

it('lists the names', async () => {
  expect(await stage.play(['schema'])).toMatchInlineSnapshot(`
    {
      "code": 0,
      "stderr": "",
      "stdout": "hooks           hooks.json of a project, user or plugin
    settings        the hooks in Claude Code’s settings files
    input           what hooks read on stdin, all events
    output          what hooks may answer on stdout, all events
    hook-test       hook test files, for amplifier-hooks test
    command-output  what commands print with --json
    marketplace     marketplace.json, a list of plugins
    plugin          plugin.json, the manifest of a plugin
    lock            hooks.lock.json, what is installed
    sidecar         what the sidecar and its host say to each other
    input/<Event>   what hooks of one event read
    output/<Event>  what hooks of one event may answer
    ",
    }
  `);
});

it('prints each of them as JSON', async () => {
  for (const name of schemaNames()) {
    const { code, stdout, stderr } = await stage.play(['schema', name]);
    expect([code, stderr, Object.keys(JSON.parse(stdout)).slice(0, 2)]).toEqual([
      0,
      '',
      ['$schema', 'title'],
    ]);
  }
});

it('refuses a name that is none', async () => {
  expect(await stage.play(['schema', 'hook'])).toMatchInlineSnapshot(`
    {
      "code": 1,
      "stderr": "amplifier-hooks: there is no schema "hook"
    Did you mean hooks?
    ",
      "stdout": "",
    }
  `);
  expect(await stage.play(['schema', 'output/Nonsense'])).toMatchObject({ code: 1, stdout: '' });
});
