// `npm run corpus -- <folder…>`: installs every plugin of checked-out marketplaces into a scratch project and starts each
// of its hooks once. Prints numbers and, for everything that did not go well, why.
import { existsSync, mkdirSync, mkdtempSync, readdirSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { Readable, Writable } from 'node:stream';
import { main } from '../src/cli/program.js';
import { probe } from '../src/doctor/index.js';
import { type EngineOptions, settle } from '../src/engine/index.js';
import { placeIn, readMarketplace } from '../src/plugins/marketplace/index.js';
import { isRecord } from '../src/text/index.js';

interface Plugin {
  readonly name: string;
  /** What `install` is told. */
  readonly source: string;
  /** The folder of its marketplace; `null`: it is in none. */
  readonly marketplace: string | null;
}

interface Tally {
  plugins: number;
  installed: number;
  withHooks: number;
  hooks: number;
  started: number;
  notCommands: number;
  /** Hooks that their authors switched off. */
  off: number;
  readonly elsewhere: string[];
  readonly refused: string[];
  readonly warnings: Map<string, number>;
  readonly missing: Map<string, number>;
  /** Hooks that could not be started. */
  readonly dead: string[];
  /** Hooks that started, and then failed or took too long. */
  readonly failed: string[];
}

/** Hooks really run here, so those that fetch programs by a package manager are kept from it. */
const OFFLINE = { npm_config_offline: 'true', PIP_NO_INDEX: '1', UV_OFFLINE: '1' };

/** Deeper than this nobody keeps plugins. */
const DEPTH = 5;

async function run(folders: readonly string[]): Promise<number> {
  if (folders.length === 0) {
    process.stderr.write('usage: npm run corpus -- <folder with marketplaces or plugins…>\n');
    return 1;
  }
  const tally: Tally = {
    plugins: 0,
    installed: 0,
    withHooks: 0,
    hooks: 0,
    started: 0,
    notCommands: 0,
    off: 0,
    elsewhere: [],
    refused: [],
    warnings: new Map(),
    missing: new Map(),
    dead: [],
    failed: [],
  };
  for (const folder of folders) {
    for (const plugin of pluginsIn(resolve(folder), tally)) {
      tally.plugins++;
      await tryOut(plugin, tally);
    }
  }
  report(tally);
  return tally.refused.length + tally.dead.length === 0 ? 0 : 1;
}

/** Plugins of marketplaces whose files are here, and plugin folders that no marketplace names. */
function pluginsIn(folder: string, tally: Tally): readonly Plugin[] {
  const [roots, loose] = [new Set<string>(), new Set<string>()];
  find(folder, DEPTH, (path) => {
    if (existsSync(join(path, '.claude-plugin', 'marketplace.json'))) roots.add(path);
    if (existsSync(join(path, '.claude-plugin', 'plugin.json'))) loose.add(path);
  });
  const listed = [...roots].flatMap((root) => {
    const { marketplace } = readMarketplace(placeIn(root, true));
    return (marketplace?.listings ?? []).flatMap(({ name, from }): Plugin[] => {
      if (from.kind === 'usable' && from.source.kind === 'folder') {
        loose.delete(from.source.path);
        return [{ name, source: `${name}@${marketplace?.name ?? ''}`, marketplace: root }];
      }
      tally.elsewhere.push(`${name} (${from.kind === 'usable' ? from.source.kind : from.type})`);
      return [];
    });
  });
  return [
    ...listed,
    ...[...loose].map((path) => ({ name: basename(path), source: path, marketplace: null })),
  ];
}

function find(folder: string, depth: number, visit: (path: string) => void): void {
  visit(folder);
  if (depth === 0) return;
  for (const entry of readdirSync(folder, { withFileTypes: true }))
    if (entry.isDirectory() && entry.name !== 'node_modules' && entry.name !== '.git')
      find(join(folder, entry.name), depth - 1, visit);
}

async function tryOut({ name, source, marketplace }: Plugin, tally: Tally): Promise<void> {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'amplifier-hooks-corpus-')));
  const [home, project] = [join(root, 'home'), join(root, 'project')];
  mkdirSync(home);
  mkdirSync(project);
  const env = { ...OFFLINE, PATH: process.env['PATH'], HOME: home, TMPDIR: root };
  const call = (...argv: readonly string[]) => play(argv, project, env);
  try {
    if (marketplace !== null) await call('marketplace', 'add', marketplace);
    const result = await call('install', source, '--yes', '--json');
    if (result.code !== 0) {
      const shown = await call('install', source, '--dry-run');
      const errors = shown.stdout.split('\n').filter((line) => /^ {4}error /.test(line));
      tally.refused.push(`${name}: ${[result.stderr.trim().replace(/\s+/g, ' '), ...errors].join(' | ')}`);
      return;
    }
    tally.installed++;
    const [plugin] = listOf(recordOf(JSON.parse(result.stdout))['plugins']);
    for (const need of listOf(plugin?.['needs']))
      if (need['here'] === false && need['as'] === 'interpreter') count(tally.missing, String(need['name']));
    for (const finding of listOf(plugin?.['findings']))
      if (finding['severity'] === 'warning') count(tally.warnings, String(finding['code']));
    const missing = new Set(
      listOf(plugin?.['needs']).flatMap((need) => (need['here'] === false ? [String(need['name'])] : [])),
    );
    await startHooks(name, { projectDir: project, home, env }, missing, tally);
  } finally {
    rmSync(root, { recursive: true, force: true, maxRetries: 5 });
  }
}

async function startHooks(
  name: string,
  options: EngineOptions,
  missing: ReadonlySet<string>,
  tally: Tally,
): Promise<void> {
  const { probed } = await probe(settle(options), { timeoutMs: 10_000 });
  if (probed.length > 0) tally.withHooks++;
  tally.hooks += probed.length;
  for (const { hook, sign } of probed) {
    if (hook.inactive !== null) tally.off++;
    else if (hook.handler.type !== 'command') tally.notCommands++;
    else if (sign.state === 'alive') tally.started++;
    else if (sign.state === 'failed' && sign.kind !== 'launchFailed' && sign.kind !== 'refused') {
      tally.started++;
      tally.failed.push(`${name}: ${hook.event} ${sign.kind}: ${firstLine(sign.why)}`);
    } else {
      const needed = [...missing].filter((one) => sign.state === 'failed' && sign.why.includes(one));
      const why = needed.length === 0 ? sign.why : `${needed.join(', ')} is not here`;
      tally.dead.push(`${name}: ${hook.event}: ${firstLine(why)}`);
    }
  }
}

async function play(
  argv: readonly string[],
  cwd: string,
  env: Readonly<Record<string, string | undefined>>,
): Promise<{ readonly code: number; readonly stdout: string; readonly stderr: string }> {
  const [stdout, stderr] = [new Sink(), new Sink()];
  const code = await main(argv, { stdin: Readable.from([]), stdout, stderr, env, cwd });
  return { code, stdout: stdout.text, stderr: stderr.text };
}

class Sink extends Writable {
  text = '';

  override _write(chunk: Buffer, _encoding: string, done: () => void): void {
    this.text += chunk.toString('utf8');
    done();
  }
}

const firstLine = (text: string): string => text.split('\n')[0] ?? '';

const recordOf = (value: unknown): Readonly<Record<string, unknown>> => (isRecord(value) ? value : {});
const listOf = (value: unknown): readonly Readonly<Record<string, unknown>>[] =>
  Array.isArray(value) ? value.filter(isRecord) : [];

function count(counts: Map<string, number>, key: string): void {
  counts.set(key, (counts.get(key) ?? 0) + 1);
}

function report(tally: Tally): void {
  const counted = (counts: ReadonlyMap<string, number>): string =>
    counts.size === 0 ? 'none' : [...counts].map(([key, times]) => `${key} (${times})`).join(', ');
  const lines = [
    `plugins with files here   ${tally.plugins} (${tally.elsewhere.length} more are elsewhere)`,
    `installed                 ${tally.installed}, ${tally.withHooks} of them with hooks`,
    `refused                   ${tally.refused.length}`,
    ...tally.refused.map((line) => `  ${line}`),
    `hooks                     ${tally.hooks}`,
    `started                   ${tally.started}`,
    `not commands              ${tally.notCommands}`,
    `off                       ${tally.off}`,
    `missing interpreters      ${counted(tally.missing)}`,
    `did not start             ${tally.dead.length}`,
    ...tally.dead.map((line) => `  ${line}`),
    `started, then failed      ${tally.failed.length}`,
    ...tally.failed.map((line) => `  ${line}`),
    `warnings                  ${counted(tally.warnings)}`,
  ];
  process.stdout.write(`${lines.join('\n')}\n`);
}

process.exitCode = await run(process.argv.slice(2));
