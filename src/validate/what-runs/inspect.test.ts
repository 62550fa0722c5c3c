// What can be seen of a plugin without running it.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  hooksJson,
  inRoot,
  type PluginFiles,
  writePluginFiles,
} from '../../plugins/install/testing/plugin.js';
import { inspectPlugin } from './inspect.js';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'what-runs-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const look = (files: PluginFiles) =>
  inspectPlugin(writePluginFiles(join(folder, 'p'), files), { PATH: process.env['PATH'] });
const script = (name: string, text: string): PluginFiles => ({
  'hooks/hooks.json': hooksJson({ Stop: inRoot(name) }),
  [`${name}*`]: text,
});

describe('sights', () => {
  it.each([
    ['a program that talks', script('a.sh', '#!/bin/sh\nwget -q "$1"\n'), ['network a.sh:2 wget -q "$1"']],
    [
      'an address',
      script('a.py', '#!/usr/bin/env python3\nx = "https://a.example/y"\n'),
      ['network a.py:2 https://a.example/y'],
    ],
    ['an address in a comment', script('a.sh', '#!/bin/sh\n# see https://a.example\n'), []],
    [
      'a library of Python',
      script('a.py', '#!/usr/bin/env python3\nimport requests\n'),
      ['network a.py:2 import requests'],
    ],
    [
      'fetch',
      script('a.mjs', '#!/usr/bin/env node\nawait fetch(url);\n'),
      ['network a.mjs:2 await fetch(url);'],
    ],
    [
      'a module of Node',
      script('a.mjs', "#!/usr/bin/env node\nimport 'node:net';\n"),
      ["network a.mjs:2 import 'node:net';"],
    ],
    [
      'a device',
      script('a.sh', '#!/bin/bash\ncat </dev/tcp/a.example/80\n'),
      ['network a.sh:2 cat </dev/tcp/a.example/80'],
    ],
    ['a file elsewhere', script('a.sh', '#!/bin/sh\necho x >> ~/.log\n'), ['writes a.sh:2 ~/.log']],
    ['its own data', script('a.sh', '#!/bin/sh\necho x > "$CLAUDE_PLUGIN_DATA/x"\n'), []],
    ['nothing', script('a.sh', '#!/bin/sh\necho x >/dev/null 2>&1\n'), []],
    [
      'a script that nothing was seen to start',
      { ...script('a.sh', '#!/bin/sh\n:\n'), 'lib/b.py': 'import socket\n' },
      ['network lib/b.py:1 import socket'],
    ],
    ['a library of others', { ...script('a.sh', '#!/bin/sh\n:\n'), 'node_modules/x/i.js': 'fetch(x)\n' }, []],
  ])('%s', async (_title, files, expected) => {
    const { seen } = await look(files);
    expect(seen.map(({ kind, file, line, what }) => `${kind} ${file}:${line} ${what}`)).toEqual(expected);
  });
});

describe('needs', () => {
  it.each([
    [
      'the interpreter of a script',
      script('a.x', '#!/usr/bin/env no-such-lisp\n'),
      ['no-such-lisp interpreter'],
    ],
    [
      'an interpreter with options',
      script('a.x', '#!/usr/bin/env -S no-such-lisp -q\n'),
      ['no-such-lisp interpreter'],
    ],
    [
      'what a command begins with',
      { 'hooks/hooks.json': hooksJson({ Stop: 'no-such-lisp x' }) },
      ['no-such-lisp interpreter'],
    ],
    ['what a script calls', script('a.sh', '#!/bin/sh\nno-such-tool\n'), ['no-such-tool program']],
    [
      'not what a script asks for first',
      script('a.sh', '#!/bin/sh\ncommand -v no-such-tool >/dev/null || exit 0\nno-such-tool\n'),
      [],
    ],
    [
      'not a function of a file that it sources',
      {
        ...script('a.sh', '#!/bin/sh\n. "$(dirname "$0")/lib.sh"\nsay hello\n'),
        'lib.sh': 'say() { :; }\n',
      },
      [],
    ],
  ])('%s', async (_title, files, expected) => {
    const { needs } = await look(files);
    expect(needs.filter(({ here }) => !here).map(({ name, as }) => `${name} ${as}`)).toEqual(expected);
  });
});

it('names all files of the plugin that a command names', async () => {
  const { hooks } = await look({
    'hooks/hooks.json': hooksJson({ Stop: `sh ${inRoot('run.sh')} ${inRoot('lib/x.py')}` }),
    'run.sh': '. "$(dirname "$0")/help.sh"\n',
    'help.sh': ':\n',
    'lib/x.py': 'pass\n',
  });
  expect(hooks.map(({ scripts }) => [...scripts].sort())).toEqual([['help.sh', 'lib/x.py', 'run.sh']]);
});

describe('what is wrong', () => {
  const severities = async (files: PluginFiles) =>
    (await look(files)).findings.map(({ code, severity, file }) => `${severity} ${code} ${file}`);

  it.each([
    [
      'a script of the plugin is missing',
      { 'hooks/hooks.json': hooksJson({ Stop: inRoot('a.sh') }) },
      ['error script-missing hooks/hooks.json'],
    ],
    [
      'a script of the project is missing',
      { 'hooks/hooks.json': hooksJson({ Stop: '"$CLAUDE_PROJECT_DIR"/a.sh' }) },
      ['warning script-missing hooks/hooks.json'],
    ],
    ['an interpreter is missing here', { 'hooks/hooks.json': hooksJson({ Stop: 'no-such-lisp' }) }, []],
  ])('%s', async (_title, files, expected) => {
    expect(await severities(files)).toEqual(expected);
  });

  it('a script is missing of a hook that is switched off', async () => {
    const hooks = { Stop: [{ hooks: [{ type: 'command', command: inRoot('a.sh'), enabled: false }] }] };
    expect(await severities({ 'hooks/hooks.json': JSON.stringify({ hooks }) })).not.toContainEqual(
      expect.stringMatching(/^error/),
    );
  });

  it('is said with paths of the plugin alone', async () => {
    const { findings } = await look({ 'hooks/hooks.json': hooksJson({ Stop: inRoot('a.sh') }) });
    expect(JSON.stringify(findings)).not.toContain(folder);
  });
});

it('a hook that only observes is said to: gaining a say is a change', async () => {
  const hooks = JSON.stringify({
    mode: 'observe',
    hooks: { Stop: [{ hooks: [{ type: 'command', command: 'true' }] }] },
  });
  const { hooks: seen } = await look({ 'hooks/hooks.json': hooks });
  expect(seen[0]?.details).toEqual(['only observes: what it says counts for nothing']);
});
