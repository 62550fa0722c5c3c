// Which files of a plugin are installed.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { readManifest } from './manifest.js';
import { select } from './select.js';
import { GUARD, hooksJson, inRoot, type PluginFiles, writePluginFiles } from './testing/plugin.js';
import { pathsIn } from './tree.js';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'plugin-select-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const PARTS: PluginFiles = {
  'skills/a/SKILL.md': 'x',
  'agents/a.md': 'x',
  'commands/a.md': 'x',
  '.mcp.json': '{}',
  '.github/workflows/x.yml': 'x',
};

function chosen(files: PluginFiles, hooks: unknown = null) {
  writePluginFiles(folder, files);
  const additions = hooks === null ? null : { name: null, hooks };
  return select(folder, pathsIn(folder), readManifest(folder), additions);
}

const keptOf = (files: PluginFiles, hooks: unknown = null) => chosen(files, hooks).kept;

it('names and leaves what hooks do not need', () => {
  expect(chosen({ ...GUARD, ...PARTS, 'README.md': 'see skills/', 'lib/x.py': 'pass' })).toEqual({
    kept: ['.claude-plugin/plugin.json', 'README.md', 'hooks/hooks.json', 'lib/x.py', 'scripts/guard.sh'],
    left: [
      { what: 'skills', path: 'skills', files: 1 },
      { what: 'agents', path: 'agents', files: 1 },
      { what: 'commands', path: 'commands', files: 1 },
      { what: 'MCP servers', path: '.mcp.json', files: 1 },
      { what: 'version control', path: '.github', files: 1 },
    ],
  });
});

it.each([
  ['a command names', { 'hooks/hooks.json': hooksJson({ Stop: inRoot('skills/a/run.sh') }) }],
  ['a script names', { 'scripts/guard.sh*': '#!/bin/sh\ncat "$CLAUDE_PLUGIN_ROOT"/skills/a/SKILL.md\n' }],
  ['a script puts together', { 'lib/x.py': 'Path(root) / "skills" / name' }],
  [
    'a manifest with hooks names',
    { '.claude-plugin/plugin.json': '{"name":"guard","hooks":"./skills/hooks.json"}' },
  ],
])('keeps a folder that %s', (_title, more) => {
  expect(keptOf({ ...GUARD, ...PARTS, ...more })).toContain('skills/a/SKILL.md');
  expect(keptOf({ ...GUARD, ...PARTS, ...more })).not.toContain('agents/a.md');
});

it('keeps what is only mentioned by something that is kept for being mentioned', () => {
  const files = {
    ...GUARD,
    ...PARTS,
    'scripts/guard.sh*': '#!/bin/sh\n. skills/load.sh\n',
    'skills/load.sh': 'cat agents/*',
  };
  expect(keptOf(files)).toEqual(expect.arrayContaining(['skills/load.sh', 'agents/a.md']));
});

it('another word is no mention', () => {
  expect(keptOf({ ...GUARD, ...PARTS, 'lib/x.py': 'my-skills skills_of xskills' })).not.toContain(
    'skills/a/SKILL.md',
  );
});

it('keeps the servers of a plugin whose hooks call them', () => {
  expect(
    keptOf({ ...GUARD, ...PARTS }, { Stop: [{ hooks: [{ type: 'mcp_tool', server: 's', tool: 't' }] }] }),
  ).toContain('.mcp.json');
});

it('leaves components where the manifest says they are', () => {
  const manifest = {
    name: 'guard',
    commands: ['./extra/commands', './one.md'],
    mcpServers: { s: { command: 'x' } },
  };
  const { kept, left } = chosen({
    ...GUARD,
    '.claude-plugin/plugin.json': JSON.stringify(manifest),
    'extra/commands/a.md': 'x',
    'extra/tool.sh': 'x',
    'one.md': 'x',
  });
  expect(kept).toEqual([
    '.claude-plugin/plugin.json',
    'extra/tool.sh',
    'hooks/hooks.json',
    'scripts/guard.sh',
  ]);
  expect(left.map(({ what, path }) => [what, path])).toEqual([
    ['commands', 'extra/commands'],
    ['commands', 'one.md'],
    ['MCP servers', null],
  ]);
});

it('of a plugin without hooks only what says what it is', () => {
  const { kept, left } = chosen({
    '.claude-plugin/plugin.json': '{"name":"guard"}',
    ...PARTS,
    'lib/x.py': 'open("skills/a")',
    LICENSE: 'x',
  });
  expect(kept).toEqual(['.claude-plugin/plugin.json', 'LICENSE']);
  expect(left).toContainEqual({ what: 'other files', path: null, files: 1 });
});
