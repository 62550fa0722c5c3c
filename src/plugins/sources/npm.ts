// A plugin from a package: npm brings the tarball, nothing of it is installed and none of its scripts run.
import { createHash } from 'node:crypto';
import { createReadStream, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { isRecord } from '../../text/index.js';
import { type Infer, open, text } from '../../text/shapes/index.js';
import { PluginProblem, type PluginProblemCode } from '../problem.js';
import type { PluginSource } from '../source.js';
import { shorten, withoutLogin } from './clean-text.js';
import type { FetchOrder, Gathered } from './order.js';
import { isPackageName, isPackageVersion, isRegistry } from './parse-npm.js';
import { collect, type Finished, runProgram } from './run-program.js';
import { unpackArchive } from './unpack/index.js';

type NpmSource = Extract<PluginSource, { kind: 'npm' }>;

const FLAGS = [
  '--json',
  '--ignore-scripts',
  '--no-audit',
  '--no-fund',
  '--no-progress',
  '--no-update-notifier',
  '--no-workspaces',
  '--loglevel=error',
  '--logs-max=0',
  '--fetch-retries=1',
  '--fetch-retry-mintimeout=500',
  '--fetch-retry-maxtimeout=2000',
];

export async function fetchNpm(source: NpmSource, order: FetchOrder): Promise<Gathered> {
  const { work, limits, signal } = order;
  const { name, version, integrity } = packed(await pack(source, order), source);
  const [file] = readdirSync(join(work, 'packed')).map((one) => join(work, 'packed', one));
  if (file === undefined) throw new PluginProblem('fetch-failed', 'npm gave no file');
  const sum = await integrityOf(file);
  if (integrity !== sum) {
    throw new PluginProblem('wrong-checksum', `its integrity is ${sum}, and npm says ${integrity}`);
  }
  order.progress.step('Unpacking', 0, null);
  const folder = await unpackArchive({
    file,
    into: join(work, 'unpacked'),
    layout: 'package',
    limits,
    signal,
  });
  await Promise.all(['packed', 'npm'].map((one) => rm(join(work, one), { recursive: true })));
  const registry = source.registry === null ? null : withoutLogin(source.registry);
  return { folder, pinned: { kind: 'npm', package: name, version, integrity: sum, registry }, left: [] };
}

function pack(source: NpmSource, order: FetchOrder): Promise<Finished<Buffer>> {
  const { package: name, version, registry } = source;
  const { work, env, signal, limits, progress } = order;
  // A source may come from a marketplace, not only from what a person typed.
  if (!isPackageName(name) || (version !== null && !isPackageVersion(version))) {
    throw new PluginProblem('bad-source', 'this is not a name and version of an npm package');
  }
  if (registry !== null && !isRegistry(registry)) {
    throw new PluginProblem('bad-source', 'its registry is not an http(s) address');
  }
  const cwd = join(work, 'npm');
  mkdirSync(cwd);
  mkdirSync(join(work, 'packed'));
  // Here npm looks for settings of a project, and finds that there are none.
  writeFileSync(join(cwd, 'package.json'), '{}\n');
  progress.step(`Fetching npm:${name}`, 0, null);
  const from = registry === null ? [] : [`--registry=${registry}`];
  const scoped =
    registry === null || !name.startsWith('@') ? [] : [`--${name.split('/')[0] ?? ''}:registry=${registry}`];
  const args = [
    'pack',
    ...FLAGS,
    ...from,
    ...scoped,
    `--pack-destination=${join(work, 'packed')}`,
    '--',
    `${name}@${version ?? 'latest'}`,
  ];
  return runProgram({
    program: 'npm',
    args,
    cwd,
    env,
    signal,
    deadlineMs: limits.deadlineMs,
    read: collect(16 * 1024 * 1024),
  });
}

const packedFile = open({ name: text, version: text, integrity: text });

function packed({ exit, value, stderr }: Finished<Buffer>, source: NpmSource): Infer<typeof packedFile> {
  const said = parsed(value.toString('utf8'));
  if (exit !== 0) throw failure(said, stderr, source);
  const list: readonly unknown[] = Array.isArray(said) ? said : isRecord(said) ? Object.values(said) : [];
  const [first] = list;
  if (packedFile.is(first)) return first;
  throw new PluginProblem('fetch-failed', 'npm pack answered in a form that is not known', {
    hint: 'Update npm, or use the git repository of the plugin.',
  });
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

const CODES: readonly (readonly [RegExp, PluginProblemCode, string])[] = [
  [/ENOSPC|EDQUOT/, 'no-space', 'the disk is full'],
  [/E404/, 'not-found', 'there is no such package, or you have no access to it'],
  [/ETARGET|ENOVERSIONS/, 'not-found', 'there is no such version'],
  [/EINTEGRITY/, 'wrong-checksum', 'the file is not the one that the registry promises'],
  [/E401|E403|ENEEDAUTH/, 'fetch-failed', 'the registry refuses access'],
  [
    /ECONN|ENOTFOUND|EAI_AGAIN|ETIMEDOUT|ERR_SOCKET|ERR_STREAM_PREMATURE|FETCH_ERROR|E5\d\d/,
    'unreachable',
    'the registry cannot be reached',
  ],
];

function failure(said: unknown, stderr: string, { version }: NpmSource): PluginProblem {
  const error = isRecord(said) && isRecord(said['error']) ? said['error'] : {};
  const code = String(error['code'] ?? '');
  const detail = shorten(
    [error['summary'], error['detail']].filter((text) => typeof text === 'string').join('\n') || stderr,
  );
  const [, kind, why] = CODES.find(([pattern]) => pattern.test(code || stderr)) ?? [];
  const wanted = version === null || why !== 'there is no such version' ? '' : ` ${version}`;
  return new PluginProblem(
    kind ?? 'fetch-failed',
    `${why ?? 'npm failed'}${wanted}${detail === '' ? '' : ` (${detail})`}`,
  );
}

async function integrityOf(file: string): Promise<string> {
  const hash = createHash('sha512');
  for await (const chunk of createReadStream(file)) hash.update(chunk);
  return `sha512-${hash.digest('base64')}`;
}
