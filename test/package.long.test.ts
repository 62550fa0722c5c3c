// The package as it is published: packed, installed where nothing else is, and used there.
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { build } from '../scripts/build.mjs';
import { own } from '../src/cli/testing/play.js';
import { TestProject } from '../src/engine/testing/project.js';
import { Client } from '../src/hosts/sidecar/testing/client.js';

const root = fileURLToPath(new URL('..', import.meta.url));
const scratch = realpathSync(mkdtempSync(join(tmpdir(), 'amplifier-hooks-package-')));
const prefix = join(scratch, 'prefix');
const installed = join(prefix, 'node_modules', 'amplifier-hooks');

const npm = (cwd: string, ...args: readonly string[]): string =>
  execFileSync('npm', [...args, '--offline', '--no-audit', '--no-fund'], {
    cwd,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { PATH: process.env['PATH'], HOME: scratch },
  });

beforeAll(async () => {
  // Not from the repository's own dist/, which other tests may look at.
  const source = join(scratch, 'source');
  for (const name of readdirSync(root))
    if (!/^(?:\.|build$|dist$|node_modules$|python$|src$)/.test(name))
      cpSync(join(root, name), join(source, name), { recursive: true });
  await build(join(source, 'dist'));
  const [{ filename }] = JSON.parse(npm(source, 'pack', '--json', '--ignore-scripts'));
  mkdirSync(prefix);
  npm(scratch, 'install', '--prefix', prefix, join(source, filename));
}, 120_000);
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

const filesBelow = (folder: string): readonly string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
    statSync(join(folder, name)).isFile(),
  );
const read = (name: string): string => readFileSync(join(installed, name), 'utf8');

describe('what is installed', () => {
  it('is one package without scripts, of at most 6 MB', () => {
    expect(readdirSync(join(prefix, 'node_modules')).filter((name) => !name.startsWith('.'))).toEqual([
      'amplifier-hooks',
    ]);
    const { dependencies, scripts, ...about } = JSON.parse(read('package.json'));
    expect(dependencies).toBeUndefined();
    expect(about).not.toHaveProperty('optionalDependencies');
    expect(about).not.toHaveProperty('peerDependencies');
    expect(about).toMatchObject({
      engines: { node: expect.any(String) },
      publishConfig: { provenance: true },
    });
    expect(Object.keys(scripts).filter((name) => /install|^prepare$/.test(name))).toEqual([]);
    const bytes = filesBelow(installed).reduce((sum, name) => sum + statSync(join(installed, name)).size, 0);
    expect(bytes).toBeLessThanOrEqual(6_000_000);
  });

  it('holds no tests and nothing that only this repository can use', () => {
    const files = filesBelow(installed);
    expect(files.filter((name) => /\.test\.|\btesting\.ts$|^src\/|^scripts\/|\.map$/.test(name))).toEqual([]);
    expect([...new Set(files.map((name) => name.replace(/\/.*/, '')))].sort()).toEqual([
      'CHANGELOG.md',
      'LICENSE',
      'README.md',
      'conformance',
      'dist',
      'docs',
      'examples',
      'package.json',
      'schemas',
    ]);
    expect(files.filter((name) => name.startsWith('conformance/') && !name.endsWith('.md'))).toEqual([]);
  });

  it('links nothing that is not there', () => {
    const broken = filesBelow(installed)
      .filter((name) => name.endsWith('.md'))
      .flatMap((page) =>
        [...read(page).matchAll(/\]\((?!https?:|#)([^)#]+)[^)]*\)/g)].map(({ 1: to = '' }) =>
          join(dirname(page), to),
        ),
      )
      .filter((target) => !existsSync(join(installed, target)));
    expect(broken).toEqual([]);
  });

  it('shows the demonstration, and installs its examples by name', () => {
    const project = join(scratch, 'new user');
    mkdirSync(project);
    const command = join(prefix, 'node_modules', '.bin', 'amplifier-hooks');
    const run = (...argv: readonly string[]) => {
      const env = { PATH: process.env['PATH'], HOME: scratch };
      const { status, stdout, stderr } = spawnSync(command, argv, { cwd: project, encoding: 'utf8', env });
      return { status, stdout, stderr };
    };
    const demo = run('demo');
    expect([demo.status, demo.stderr]).toEqual([0, '']);
    expect(demo.stdout).toContain('⇒ DENIED  Dangerous command blocked: rm -rf /');
    expect(demo.stdout).not.toMatch(/^ {3}! |failed:|note:/m);
    const examples = readdirSync(join(installed, 'examples', 'hooks')).filter((name) => !name.includes('.'));
    expect(examples).toHaveLength(8);
    for (const name of examples) expect(run('install', `example:${name}`, '--yes').status, name).toBe(0);
    expect(run('validate').status).toBe(0);
    const other = run('install', 'example:nope', '--yes');
    expect([other.status, other.stderr]).toEqual([1, expect.stringContaining(examples.join(', '))]);
  });

  it('holds no code that nothing loads', () => {
    const reached = new Set([
      'bin/amplifier-hooks.cjs',
      'bin/amplihack-hooks.cjs',
      'lib/index.js',
      'lib/kernel.js',
    ]);
    // The name of a module that is in no bundle is no file here.
    const isThere = (name: string) => existsSync(join(installed, 'dist', name));
    for (const name of reached)
      for (const { 1: other = '' } of read(join('dist', name)).matchAll(
        /["'`](\.\.?\/[^"'`]+\.c?js)["'`]/g,
      )) {
        const found = join(dirname(name), other);
        if (isThere(found)) reached.add(found);
      }
    const code = filesBelow(join(installed, 'dist')).filter((name) => /\.c?js$/.test(name));
    expect(code.filter((name) => !reached.has(name))).toEqual([]);
  });

  it('carries the licence of every library inside', () => {
    const licences = read('dist/THIRD-PARTY-LICENSES.txt');
    const inSources = filesBelow(join(root, 'src'))
      .filter((name) => name.endsWith('.ts') && !/\.test\.ts$|testing\//.test(name))
      .flatMap((name) => [...readFileSync(join(root, 'src', name), 'utf8').matchAll(IMPORTED)])
      .map(({ 1: name = '' }) => name);
    // The bundler says where each stretch comes from, so what libraries bring along is known too.
    const inBundle = filesBelow(join(installed, 'dist', 'lib'))
      .flatMap((name) => [...read(join('dist', 'lib', name)).matchAll(REGION)])
      .map(({ 1: name = '' }) => name);
    const libraries = new Set([...inSources, ...inBundle]);
    expect([...libraries]).toEqual(
      expect.arrayContaining(['@modelcontextprotocol/sdk', 'ajv', 'yaml', 'yauzl']),
    );
    for (const name of libraries) {
      const folder = join(root, 'node_modules', name);
      const file = readdirSync(folder).find((entry) => /^licen[cs]e/i.test(entry)) ?? '';
      expect(licences, name).toMatch(new RegExp(`^${name} \\d`, 'm'));
      expect(licences, name).toContain(readFileSync(join(folder, file), 'utf8').trim());
    }
  });
});

const IMPORTED =
  /^(?!import type).*\b(?:from |import\(|createRequire\(import\.meta\.url\)\()'((?:@[\w-]+\/)?(?!node:)[a-z][\w-]*)[/']/gm;
const REGION = /^\/\/#region .*node_modules\/((?:@[\w-]+\/)?[\w.-]+)\//gm;

/** It needs a library, so it runs from the repository. */
const MCP_SERVER = {
  command: process.execPath,
  args: [join(root, 'src', 'run', 'mcp', 'testing', 'server.mjs')],
};

const SKILL = `---
name: tidy
hooks:
  PreToolUse:
    - hooks:
        - type: command
          command: echo '{"hookSpecificOutput":{"hookEventName":"PreToolUse","additionalContext":"tidy up"}}'
---
`;

const placeExample = (project: TestProject): void =>
  cpSync(
    join(installed, 'examples', 'hooks', 'bash-validator'),
    join(project.dir, '.amplifier', 'hooks', 'bash-validator'),
    { recursive: true },
  );

const NO = {
  hookSpecificOutput: {
    hookEventName: 'PreToolUse',
    permissionDecision: 'deny',
    permissionDecisionReason: 'not now',
  },
};

describe('the command', () => {
  let project: TestProject;
  beforeEach(() => {
    project = new TestProject();
    own(project.dir, { HOME: project.home });
  });
  afterEach(() => project.remove());

  const start = (name: string, argv: readonly string[], env: Readonly<Record<string, string>> = {}) =>
    spawn(join(prefix, 'node_modules', '.bin', name), argv, {
      cwd: project.dir,
      env: {
        PATH: [dirname(process.execPath), process.env['PATH']].join(delimiter),
        HOME: project.home,
        ...env,
      },
    });

  async function run(argv: readonly string[], env: Readonly<Record<string, string>> = {}) {
    const child = start('amplifier-hooks', argv, env);
    child.stdin.end();
    const [out, err]: [string[], string[]] = [[], []];
    child.stdout.setEncoding('utf8').on('data', (text: string) => out.push(text));
    child.stderr.setEncoding('utf8').on('data', (text: string) => err.push(text));
    const code = await new Promise((resolve) => child.on('close', resolve));
    return { code, stdout: out.join(''), stderr: err.join('') };
  }
  const bash = ['run', 'PreToolUse', '--tool', 'Bash', '--input', '{"command":"ls"}', '--json'];
  const hook = (handler: Readonly<Record<string, unknown>>) =>
    project.write('project/.amplifier/hooks/hooks.json', {
      hooks: { PreToolUse: [{ matcher: 'Bash', hooks: [handler] }] },
    });

  it('list, validate and run', async () => {
    placeExample(project);
    expect(await run(['list'])).toMatchObject({ code: 0, stdout: expect.stringContaining('bash-validator') });
    expect(await run(['validate'])).toMatchObject({ code: 0 });
    const ended = await run([
      'run',
      'PreToolUse',
      '--tool',
      'Bash',
      '--input',
      '{"command":"rm -rf /"}',
      '--json',
    ]);
    expect(JSON.parse(ended.stdout)).toMatchObject({ decision: { permission: 'deny' } });
  });

  it('a prompt hook, with a recorded reply', async () => {
    hook({ type: 'prompt', prompt: 'Is it harmless? $ARGUMENTS' });
    const recording = project.write('replies.json', [{ json: { ok: false, reason: 'not now' } }]);
    const { stdout, stderr } = await run(bash, { AMPLIFIER_HOOKS_MODEL_RECORDING: recording });
    expect(stderr).toBe('');
    expect(JSON.parse(stdout)).toMatchObject({ decision: { permission: 'deny', reason: 'not now' } });
  });

  it('an mcp_tool hook', async () => {
    project.write('project/.mcp.json', { mcpServers: { guard: MCP_SERVER } });
    hook({ type: 'mcp_tool', server: 'guard', tool: 'echo', input: { text: JSON.stringify(NO) } });
    const { stdout } = await run(bash);
    expect(JSON.parse(stdout)).toMatchObject({ decision: { permission: 'deny', reason: 'not now' } });
  });

  it('serve', async () => {
    const child = start('amplifier-hooks', ['serve']);
    const client = new Client(child.stdin, child.stdout);
    expect(await client.initialize({ format: 'claude' })).toMatchObject({ version: expect.any(String) });
    const ended = new Promise((resolve) => child.on('close', resolve));
    child.stdin.end();
    expect(await ended).toBe(0);
  });

  it('amplihack install, and a hook that runs its executable', async () => {
    expect(await run(['amplihack', 'install'])).toMatchObject({ code: 0, stderr: '' });
    const { stdout } = await run([
      ...['run', 'PreToolUse', '--tool', 'Bash', '--input', '{"command":"rm -rf ."}', '--json'],
      '--claude-settings',
    ]);
    expect(JSON.parse(stdout)).toMatchObject({ decision: { permission: 'deny' } });
  });
});

/** Types that stand in signatures have names, and values have types. */
const NAMES = `import { createEngine, type HandlerType, type Reload, recordedModel, type RecordedModel } from 'amplifier-hooks';
import { HookRegistry, type HookAction, type LogCode } from 'amplifier-hooks/kernel';
export const model: RecordedModel = recordedModel(['yes']);
export const again = (): Reload => createEngine({ projectDir: '.', hostModel: () => model }).reload();
export const types: readonly HandlerType[] = ['command', 'http'];
export const registry: HookRegistry = new HookRegistry({ log: ({ code }: { readonly code: LogCode }) => code });
export const action: HookAction = 'deny';
`;

const STRICT = {
  compilerOptions: {
    strict: true,
    exactOptionalPropertyTypes: true,
    noUncheckedIndexedAccess: true,
    skipLibCheck: false,
    target: 'es2023',
    lib: ['es2023'],
    module: 'nodenext',
    types: ['node'],
    typeRoots: [join(root, 'node_modules', '@types')],
    rootDir: '.',
    outDir: 'out',
  },
};

/** Hooks with comments, a rule in shell words, front matter, an MCP server and a model: each needs a library of its own. */
const PROGRAM = `import { createEngine, parseInput, recordedModel } from 'amplifier-hooks';
const model = recordedModel([{ json: { ok: true } }]);
const engine = createEngine({ projectDir: process.cwd(), skills: ['SKILL.md'], hostModel: () => model });
engine.activateSkill('s', 'tidy');
const { input } = parseInput({ hook_event_name: 'PreToolUse', session_id: 's', tool_name: 'Bash', tool_input: { command: 'ls -a' } });
const { permission, context, failures } = await engine.dispatch(input);
console.log(JSON.stringify({ permission, context: context.map(({ value }) => value), failures, asked: model.requests.length }));
await engine.close();
`;

describe('the library', () => {
  const program = join(prefix, 'program');
  let project: TestProject;
  beforeEach(() => {
    project = new TestProject();
    own(project.dir, { HOME: project.home });
    mkdirSync(program, { recursive: true });
    writeFileSync(join(program, 'package.json'), '{"type":"module"}');
  });
  afterEach(() => project.remove());

  const node = (file: string): string =>
    execFileSync(process.execPath, [join(program, file)], {
      cwd: project.dir,
      encoding: 'utf8',
      env: { PATH: process.env['PATH'], HOME: project.home },
    });

  it('every example compiles in the strictest mode against its declarations, and that of the README runs', () => {
    const [, example = ''] = /```ts\n([\s\S]*?)```/.exec(read('README.md')) ?? [];
    writeFileSync(join(program, 'readme.ts'), example);
    writeFileSync(join(program, 'names.ts'), NAMES);
    writeFileSync(join(program, 'tsconfig.json'), JSON.stringify(STRICT));
    cpSync(join(installed, 'examples', 'library'), join(program, 'library'), { recursive: true });
    const compiled = spawnSync(join(root, 'node_modules', '.bin', 'tsc'), ['-p', program], {
      encoding: 'utf8',
    });
    expect(compiled.stdout).toBe('');
    expect(compiled.status).toBe(0);
    placeExample(project);
    expect(node('out/readme.js')).toBe('refused: Dangerous command blocked: rm -rf /\n');
  }, 60_000);

  it('finds what it loads on demand', () => {
    writeFileSync(join(program, 'program.js'), PROGRAM);
    project.write('project/.mcp.json', { mcpServers: { guard: MCP_SERVER } });
    project.write('project/SKILL.md', SKILL);
    project.write(
      'project/.amplifier/hooks/hooks.json',
      `{"hooks": {"PreToolUse": [{"hooks": [ // three
        {"type": "command", "command": "echo no >&2; exit 2", "if": "Bash(ls *)"},
        {"type": "mcp_tool", "server": "guard", "tool": "echo", "input": {"text": "{}"}},
        {"type": "prompt", "prompt": "Harmless?"}
      ]}]}}`,
    );
    expect(JSON.parse(node('program.js'))).toEqual({
      permission: 'deny',
      context: ['tidy up'],
      failures: [],
      asked: 1,
    });
  });

  it('its declarations know nothing but each other and Node', () => {
    const sources = ['index', 'kernel'].flatMap((name) =>
      [...read(`dist/lib/${name}.d.ts`).matchAll(/\b(?:from |import\()['"]([^'"]+)['"]/g)].map(
        ({ 1: source }) => source,
      ),
    );
    expect(
      [...new Set(sources)].filter(
        (source) => source !== './kernel.js' && source?.startsWith('node:') !== true,
      ),
    ).toEqual([]);
  });
});
