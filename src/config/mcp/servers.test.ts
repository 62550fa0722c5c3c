// Where MCP servers come from, whose definition counts, and what is wrong with one.
import { describe, expect, test } from 'vitest';
import type { McpServer, McpServers } from '../../nouns.js';
import { list } from '../../testing/index.js';
import { ALL } from '../testing/everywhere.js';
import { type Options, Place } from '../testing/place.js';
import { loadMcpServers } from './index.js';

type Question = Partial<Parameters<typeof loadMcpServers>[1]>;

/** The first of each name. */
function byName({ entries, diagnostics }: McpServers) {
  const [servers, unusable] = [new Map<string, McpServer>(), new Map<string, string>()];
  for (const entry of [...entries].reverse())
    if (entry.kind === 'unusable') unusable.set(entry.name, entry.why);
    else servers.set(entry.name, entry);
  return {
    servers: new Map([...servers].reverse()),
    unusable: new Map([...unusable].filter(([name]) => !servers.has(name))),
    diagnostics,
  };
}

const load = (place: Place, options: Options = {}, question: Question = {}) =>
  byName(loadMcpServers(place.request(options), { env: () => ({}), ...question }));

const granted = (...names: string[]) => ({ allowedEnvVars: [list(names)] });

const run = (command: string, more = {}) => ({ command, ...more });
const servers = (all: Readonly<Record<string, unknown>>) => ({ mcpServers: all });
const codes = ({ diagnostics }: Pick<McpServers, 'diagnostics'>) => diagnostics.map(({ code }) => code);
const commandOf = (found: ReturnType<typeof byName>, name: string) => {
  const server = found.servers.get(name);
  return server?.kind === 'stdio' ? server.command : null;
};

/** Every place that can define the server `s`, with a command that names the place. */
function everywhere(): Place {
  const place = new Place();
  place.write('home/.amplifier/mcp.json', servers({ s: run('mine') }));
  place.write('home/.claude.json', {
    ...servers({ s: run('claude') }),
    projects: { [place.path('project')]: servers({ s: run('here') }) },
  });
  place.write('project/.mcp.json', servers({ s: run('project') }));
  return place;
}

describe('whose definition counts', () => {
  const extra = { s: run('host') };

  test.each([
    ['the host’s own', {}, { extra }, 'host'],
    ['the user’s', {}, {}, 'mine'],
    ['the user’s of Amplifier before that of Claude', { claudeSettings: ALL }, {}, 'mine'],
    ['of Claude: that for this project', { claudeSettings: ALL, profile: 'claude-code' }, {}, 'here'],
  ] as const)('%s', (_title, options, question, command) => {
    expect(commandOf(load(everywhere(), options, question), 's')).toBe(command);
  });

  test('the project’s comes last, and in the order of Claude Code before the user’s', () => {
    const place = new Place();
    place.write('home/.claude.json', servers({ s: run('claude') }));
    place.write('home/.amplifier/mcp.json', servers({ t: run('mine') }));
    place.write('project/.mcp.json', servers({ s: run('project'), t: run('project'), u: run('project') }));
    const commands = (options: Options) =>
      ['s', 't', 'u'].map((name) => commandOf(load(place, { claudeSettings: ALL, ...options }), name));
    expect(commands({})).toEqual(['claude', 'mine', 'project']);
    expect(commands({ profile: 'claude-code' })).toEqual(['project', 'project', 'project']);
  });

  test('the other is told at its place', () => {
    const found = load(everywhere());
    expect(found.diagnostics).toMatchObject([
      {
        code: 'mcp-server-hidden',
        severity: 'info',
        file: expect.stringContaining('project/.mcp.json'),
        line: 1,
      },
    ]);
  });

  test('nothing of Claude’s without its settings', () => {
    const place = new Place();
    place.write('home/.claude.json', servers({ s: run('claude') }));
    expect(load(place).servers.size).toBe(0);
    const claudeSettings = { sources: ['project'], flagFile: null, managedFile: null } as const;
    expect(load(place, { claudeSettings }).servers.size).toBe(0);
    expect(load(place, { claudeSettings: ALL }).servers.size).toBe(1);
  });

  test('a broken definition is not replaced by a weaker one in silence', () => {
    const place = everywhere();
    place.write('home/.amplifier/mcp.json', servers({ s: { args: [] } }));
    const found = load(place);
    expect(found.servers.size).toBe(0);
    expect(found.unusable.get('s')).toContain('needs a "command"');
    expect(codes(found)).toEqual(['mcp-server-invalid', 'mcp-server-hidden']);
  });
});

describe('what is kept out', () => {
  test.each([
    [{ allowProjectHooks: false }, ['s', 'plugin:p:s'], 'allow_project_hooks'],
    [{ allowUserHooks: false }, ['mine', 'plugin:q:s'], 'allow_user_hooks'],
    [{ enabled: false }, ['s', 'plugin:p:s', 'mine', 'plugin:q:s'], 'enabled'],
  ])('%o', (options, names, says) => {
    const place = new Place();
    place.write('project/.mcp.json', servers({ s: run('a') }));
    place.write('project/.amplifier/hooks/p/.mcp.json', servers({ s: run('a') }));
    place.write('home/.amplifier/mcp.json', servers({ mine: run('a') }));
    place.write('home/.amplifier/hooks/q/.mcp.json', servers({ s: run('a') }));
    const found = load(place, options);
    expect([...found.unusable.keys()].sort()).toEqual([...names].sort());
    for (const name of names) expect(found.unusable.get(name)).toContain(says);
    expect([...found.servers.keys()]).toHaveLength(4 - names.length);
    expect(new Set(codes(found))).toEqual(new Set(['mcp-server-off']));
  });

  test('stands in nobody’s way', () => {
    const place = new Place();
    place.write('project/.mcp.json', servers({ s: run('project') }));
    place.write('home/.amplifier/mcp.json', servers({ s: run('mine') }));
    const found = load(place, { allowProjectHooks: false, profile: 'claude-code' });
    expect(commandOf(found, 's')).toBe('mine');
    expect(found.unusable.size).toBe(0);
  });

  test.each(['home/.claude/settings.json', 'project/.claude/settings.local.json', 'home/.claude.json'])(
    'what the user refused in %s',
    (file) => {
      const place = new Place();
      const disabledMcpjsonServers = ['s'];
      const here = { projects: { [place.path('project')]: { disabledMcpjsonServers } } };
      place.write(file, file.endsWith('.claude.json') ? here : { disabledMcpjsonServers });
      place.write('project/.mcp.json', servers({ s: run('a'), t: run('a') }));
      const found = load(place, { claudeSettings: ALL });
      expect([...found.servers.keys()]).toEqual(['t']);
      expect(found.unusable.get('s')).toContain('disabledMcpjsonServers');
      expect([...load(place).servers.keys()]).toEqual(['s', 't']);
    },
  );
});

describe('plugins', () => {
  test('their servers carry their name, from all places at once', () => {
    const place = new Place();
    place.write('guard/.claude-plugin/plugin.json', {
      name: 'my-guard',
      mcpServers: ['./more.json', { inline: run('c') }],
    });
    place.write('guard/.mcp.json', { plain: run(`\${CLAUDE_PLUGIN_ROOT}/bin/s`) });
    place.write('guard/more.json', servers({ more: { type: 'http', url: 'https://x.test/mcp' } }));
    const found = load(
      place,
      { plugins: [place.path('guard')] },
      { env: () => ({ CLAUDE_PLUGIN_ROOT: '/other' }) },
    );
    expect([...found.servers.keys()]).toEqual([
      'plugin:my-guard:plain',
      'plugin:my-guard:more',
      'plugin:my-guard:inline',
    ]);
    expect(found.servers.get('plugin:my-guard:plain')).toMatchObject({
      command: place.path('guard/bin/s'),
      pluginRoot: place.path('guard'),
      pluginData: place.path('home/.amplifier/hooks-data/my-guard'),
      file: place.path('guard/.mcp.json'),
    });
    expect(found.diagnostics).toEqual([]);
  });

  test('a manifest without name, and one that names the standard file', () => {
    const place = new Place();
    place.write('guard/plugin.json', { mcpServers: './.mcp.json' });
    place.write('guard/.mcp.json', servers({ s: run('a') }));
    const found = load(place, { plugins: [place.path('guard'), place.path('guard')] });
    expect([...found.servers.keys()]).toEqual(['plugin:guard:s']);
    expect(found.diagnostics).toEqual([]);
  });

  test.each([
    ['/etc/x.json', 'plugin-path-absolute'],
    ['./../x.json', 'plugin-path-escapes'],
    ['./nope.json', 'plugin-file-missing'],
  ])('a path that is not read: %s', (mcpServers, code) => {
    const place = new Place();
    const file = place.write('guard/.claude-plugin/plugin.json', { name: 'g', mcpServers });
    place.write('x.json', servers({ s: run('a') }));
    const found = load(place, { plugins: [place.path('guard')] });
    expect(found.servers.size).toBe(0);
    expect(found.diagnostics).toMatchObject([{ code, file, line: 1, column: 26 }]);
  });

  test('the variables of a plugin mean nothing elsewhere', () => {
    const place = new Place();
    place.write('project/.mcp.json', servers({ s: run(`\${CLAUDE_PLUGIN_ROOT}/s`) }));
    const found = load(place, {}, { env: () => ({ CLAUDE_PLUGIN_ROOT: '/other' }) });
    expect(found.unusable.get('s')).toContain('CLAUDE_PLUGIN_ROOT is not set');
  });
});

describe('one definition', () => {
  const env = { TOKEN: 'secret', EMPTY: '', PORT: '8080' };
  const read = (definition: unknown, options: Options = {}) => {
    const place = new Place();
    place.write('project/.mcp.json', servers({ s: definition }));
    return { place, found: load(place, options, { env: () => env, ...granted('TOKEN', 'EMPTY', 'PORT') }) };
  };

  test('a program', () => {
    const definition = {
      type: 'stdio',
      command: `\${CLAUDE_PROJECT_DIR}/serve`,
      args: ['--port', `\${PORT}`, `\${NONE:-x y}`, `\${EMPTY:-z}`, `\${EMPTY}`, '$PORT'],
      env: { TOKEN: `Bearer \${TOKEN}` },
    };
    const { place, found } = read(definition);
    expect(found.diagnostics).toEqual([]);
    expect(found.servers.get('s')).toEqual({
      kind: 'stdio',
      name: 's',
      voice: 'project',
      file: place.path('project/.mcp.json'),
      line: 1,
      command: place.path('project/serve'),
      args: ['--port', '8080', 'x y', 'z', '', '$PORT'],
      env: { TOKEN: 'Bearer secret' },
      pluginRoot: null,
      pluginData: null,
    });
  });

  test.each([
    [{ type: 'http', url: `https://x.test:\${PORT}/mcp`, headers: { a: `\${TOKEN}` } }, 'http'],
    [{ type: 'streamable-http', url: `https://x.test:\${PORT}/mcp`, headers: { a: `\${TOKEN}` } }, 'http'],
    [{ type: 'sse', url: `https://x.test:\${PORT}/mcp`, headers: { a: `\${TOKEN}` } }, 'sse'],
    [{ url: `https://x.test:\${PORT}/mcp`, headers: { a: `\${TOKEN}` } }, 'either'],
  ])('an address: %o', (definition, kind) => {
    const { found } = read(definition);
    expect(found.servers.get('s')).toMatchObject({
      kind,
      url: 'https://x.test:8080/mcp',
      headers: { a: 'secret' },
    });
  });

  test.each([
    ['text', 'is an object'],
    [{}, 'needs a "command"'],
    [{ command: 7 }, '"command" must be a string, but is the number 7'],
    [{ command: ' ' }, 'is empty'],
    [{ command: 'a', args: 'b' }, '"args" must be an array'],
    [{ command: 'a', args: [1] }, 'An item of "args" must be a string'],
    [{ command: 'a', env: { A: 1 } }, '"A" of "env" must be a string'],
    [{ command: 'a', env: [] }, '"env" must be an object'],
    [{ command: 'a', env: { 'A=B': 'c' } }, 'no program can be given'],
    [{ command: 'a\0' }, 'no program can be given'],
    [{ type: 'ws', url: 'ws://x' }, '"type" must be'],
    [{ type: 7, url: 'ws://x' }, '"type" must be'],
    [{ type: 'http' }, 'needs a "url"'],
    [{ type: 'http', url: 'ftp://x' }, 'not an http or https address'],
    [{ type: 'http', url: `\${NONE:-}` }, 'not an http or https address'],
    [{ type: 'http', url: 'http://x', headers: { a: 'b\nc: d' } }, 'HTTP does not allow'],
    [{ command: `\${NONE}` }, 'The variable NONE is not set'],
    [{ command: 'a', env: { A: `\${user_config.key}` } }, 'user_config.key is not set'],
    [{ command: `\${constructor}` }, 'constructor is not set'],
  ])('that cannot be used: %o', (definition, says) => {
    const { found } = read(definition);
    expect(found.servers.size).toBe(0);
    expect(found.unusable.get('s')).toContain(says);
    expect(found.unusable.get('s')).toContain('project/.mcp.json:1)');
    expect(found.diagnostics).toMatchObject([{ severity: 'error', message: expect.stringContaining(says) }]);
  });

  test('without a type an address is none for Claude Code', () => {
    const { found } = read({ url: 'http://x' }, { profile: 'claude-code' });
    expect(found.servers.size).toBe(0);
  });

  test('an option of the host has no place', () => {
    const found = load(new Place(), {}, { extra: { s: {}, t: run('a') } });
    expect(found.servers.get('t')).toMatchObject({ file: null, line: null });
    expect(found.diagnostics).toMatchObject([{ file: null, line: null, column: null }]);
    expect(found.unusable.get('s')).toBe('It needs a "command"');
  });
});

describe('variables of a server of the project', () => {
  const env = { KEY: 'secret', PORT: '8080' };
  const read = (definition: unknown, question: Question = {}, file = 'project/.mcp.json') => {
    const place = new Place();
    place.write(file, servers({ s: definition }));
    return load(place, {}, { env: () => env, ...question });
  };
  const asking: readonly unknown[] = [
    { type: 'http', url: `https://x.test/?k=\${KEY}` },
    { type: 'sse', url: 'https://x.test/', headers: { a: `\${KEY}` } },
    run('a', { env: { K: `\${KEY}` } }),
    run('a', { args: [`\${KEY}`] }),
    run(`\${KEY}`),
  ];

  test.each(asking)('are not filled in: %o', (definition) => {
    for (const question of [{}, granted(), granted('PORT'), { allowedEnvVars: [list(['KEY'], 'project')] }]) {
      const found = read(definition, question);
      expect(found.servers.size).toBe(0);
      expect(found.unusable.get('s')).toMatch(/KEY is not given.*httpHookAllowedEnvVars/);
      expect(codes(found)).toEqual(['mcp-variable-withheld']);
    }
  });

  test.each(asking)('are filled in where the user or the administrator names them: %o', (definition) => {
    for (const voice of ['user', 'managed'] as const) {
      const found = read(definition, { allowedEnvVars: [list(['KEY'], voice)] });
      expect(JSON.stringify([...found.servers])).toContain('secret');
    }
  });

  test('a default stands in, aloud', () => {
    const found = read(run(`\${KEY:-plain}`));
    expect([commandOf(found, 's'), codes(found)]).toEqual(['plain', ['mcp-variable-withheld']]);
  });

  test('those of the user’s own servers are as ever', () => {
    expect(commandOf(read(run(`\${KEY}`), granted(), 'home/.amplifier/mcp.json'), 's')).toBe('secret');
  });

  test('stay as they are written for people to read', () => {
    const found = read({ type: 'http', url: `https://\${HOST}/?k=\${KEY}` }, { env: null });
    expect(found.servers.get('s')).toMatchObject({ url: `https://\${HOST}/?k=\${KEY}` });
  });
});

test('each has the voice of its place; a weaker one of the same name is kept only for weaker hooks', () => {
  const place = everywhere();
  place.write('managed.json', {});
  place.write('managed-mcp.json', servers({ m: run('managed') }));
  const claudeSettings = { ...ALL, managedFile: place.path('managed.json') };
  const entries = (profile: 'amplifier' | 'claude-code') =>
    loadMcpServers(place.request({ claudeSettings, profile }), {
      env: () => ({}),
      extra: { h: run('host') },
    }).entries.map((one) => `${one.name} ${one.voice} ${one.kind === 'stdio' ? one.command : one.kind}`);
  expect(entries('amplifier')).toEqual(['h managed host', 'm managed managed', 's user mine']);
  expect(entries('claude-code')).toEqual(['h managed host', 'm managed managed', 's user here']);
  place.write('home/.claude.json', servers({ s: run('claude') }));
  expect(entries('claude-code').slice(2)).toEqual(['s project project', 's user mine']);
});

test('nothing is there', () => {
  expect(load(new Place(), { claudeSettings: ALL })).toEqual({
    servers: new Map(),
    unusable: new Map(),
    diagnostics: [],
  });
});

test('the home directory as project: its servers are the user’s', () => {
  const place = new Place();
  place.write('home/.mcp.json', servers({ s: run('a') }));
  const request = { ...place.request({ allowProjectHooks: false }), projectDir: place.path('home') };
  expect(loadMcpServers(request, { env: () => ({}) }).entries).toMatchObject([{ name: 's', voice: 'user' }]);
});

test('a file that is broken is told, and the others count', () => {
  const place = new Place();
  place.write('project/.mcp.json', '{"mcpServers": {');
  place.write('home/.claude.json', '[]');
  place.write('home/.amplifier/mcp.json', servers({ s: run('a') }));
  const found = load(place, { claudeSettings: ALL });
  expect([...found.servers.keys()]).toEqual(['s']);
  expect(codes(found).sort()).toEqual(['json-syntax', 'root-not-object']);
});
