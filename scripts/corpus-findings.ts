// `npm run corpus:findings -- <folder> [--list]`: runs `validate` over checkouts of public repositories and holds what it says
// against the labels of test/corpus/findings.tsv. <folder> has one checkout a repository, named owner+name; nothing of it is
// executed. `--list` prints every finding as a row to be labelled.
import { createHash } from 'node:crypto';
import {
  chmodSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative, resolve } from 'node:path';
import { settle } from '../src/engine/index.js';
import { validate } from '../src/validate/index.js';

/** Programs that are taken to be there, so that the table does not depend on the machine; only their names are looked at. */
const INSTALLED =
  'amplifier black bun bunx cargo claude curl deno docker eslint gh git go gofmt isort jq kubectl make node npm npx php pip pip3 pnpm prettier pytest python python3 ruby ruff rustfmt tsc tsx uv uvx wget yarn'.split(
    ' ',
  );
const SKIPPED: ReadonlySet<string> = new Set(['.git', 'node_modules', 'backup', 'backups']);
const TABLE = resolve('test', 'corpus', 'findings.tsv');

/** Files of a checkout that define hooks for Claude Code. */
function configurations(folder: string): readonly string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return SKIPPED.has(entry.name) ? [] : configurations(path);
    return entry.isFile() && definesHooks(path) ? [path] : [];
  });
}

function definesHooks(path: string): boolean {
  const isJson =
    /\/\.claude\/settings(?:\.local)?\.json$|\/hooks\/hooks\.json$|\/\.claude-plugin\/plugin\.json$/.test(
      path,
    );
  if (isJson) return /"hooks"\s*:/.test(readFileSync(path, 'utf8'));
  if (!/\/SKILL\.md$|\/(?:agents|commands)\/[^/]+\.md$/.test(path)) return false;
  return /^---\n(?:(?!---).*\n)*?hooks:/.test(readFileSync(path, 'utf8'));
}

interface Row {
  readonly repository: string;
  /** File and line. */
  readonly place: string;
  readonly code: string;
  readonly message: string;
}

const keyOf = ({ repository, place, code }: Omit<Row, 'message'>): string =>
  [repository, place, code].join('\t');

async function findings(folder: string): Promise<readonly Row[]> {
  const bin = mkdtempSync(join(tmpdir(), 'amplifier-hooks-corpus-'));
  for (const name of INSTALLED) {
    writeFileSync(join(bin, name), '');
    chmodSync(join(bin, name), 0o755);
  }
  const env = { PATH: `${bin}:/usr/local/bin:/usr/bin:/bin`, HOME: join(bin, 'home') };
  const seen = new Set<string>();
  const rows = new Map<string, Row>();
  const total = { repositories: 0, configurations: 0, hooks: 0 };
  for (const name of readdirSync(folder).sort()) {
    const root = join(resolve(folder), name);
    // A copy of a file that was looked at already says nothing new.
    const targets = configurations(root).filter((path) => {
      const digest = createHash('sha256').update(readFileSync(path)).digest('hex');
      return !seen.has(digest) && seen.add(digest).size > 0;
    });
    if (targets.length === 0) continue;
    const asked = settle({ profile: 'claude-code', trust: 'off', projectDir: root, home: env.HOME, env });
    const report = await validate(asked, targets);
    total.repositories += 1;
    total.configurations += targets.length;
    total.hooks += report.subjects.length;
    for (const { file, line, code, message } of report.findings) {
      const place = `${file === null ? '' : relative(root, file)}:${line ?? ''}`;
      const said = message.replaceAll(`${root}/`, '').replaceAll(bin, '').replace(/\s+/g, ' ');
      const row = { repository: name.replace('+', '/'), place, code, message: said };
      if (!rows.has(keyOf(row))) rows.set(keyOf(row), row);
    }
  }
  rmSync(bin, { recursive: true });
  console.log(
    `# ${total.repositories} repositories, ${total.configurations} configurations, ${total.hooks} hooks, ${rows.size} places with a finding`,
  );
  return [...rows.values()];
}

/** What was decided about a finding, by its repository, place and code. */
function labels(): ReadonlyMap<string, string> {
  if (!existsSync(TABLE)) return new Map();
  const lines = readFileSync(TABLE, 'utf8').split('\n');
  return new Map(
    lines
      .filter((line) => line !== '' && !line.startsWith('#'))
      .map((line) => {
        const [repository = '', place = '', code = '', label = ''] = line.split('\t');
        return [keyOf({ repository, place, code }), label] as const;
      }),
  );
}

function compare(rows: readonly Row[]): void {
  const known = labels();
  const said = new Set(rows.map(keyOf));
  const counts = new Map<
    string,
    { right: number; wrong: number; open: number; gone: number; mended: number }
  >();
  const countOf = (code: string) => {
    const count = counts.get(code) ?? { right: 0, wrong: 0, open: 0, gone: 0, mended: 0 };
    counts.set(code, count);
    return count;
  };
  for (const row of rows) {
    const label = known.get(keyOf(row));
    const count = countOf(row.code);
    count[label === 'true' ? 'right' : label === 'false' ? 'wrong' : 'open'] += 1;
    if (label !== 'true') console.log(`${label ?? 'no label'}\t${keyOf(row)}\t${row.message}`);
  }
  for (const [key, label] of known) {
    if (said.has(key)) continue;
    const count = countOf(key.split('\t')[2] ?? '');
    count[label === 'true' ? 'gone' : 'mended'] += 1;
    if (label === 'true') console.log(`no longer found\t${key}`);
  }
  console.log('code\tright\tfalse alarms\twithout a label\tno longer found\tfalse alarms that are mended');
  for (const [code, { right, wrong, open, gone, mended }] of [...counts].sort())
    console.log([code, right, wrong, open, gone, mended].join('\t'));
}

const [folder, option] = process.argv.slice(2);
if (folder === undefined) throw new Error('Name the folder with the checkouts.');
const rows = await findings(folder);
if (option === '--list') for (const row of rows) console.log(`${keyOf(row)}\t?\t\t${row.message}`);
else compare(rows);
