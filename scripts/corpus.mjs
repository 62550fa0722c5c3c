// Runs `validate` over checkouts of public repositories and holds what it says against the labels in test/corpus/findings.tsv.
//
//   node scripts/corpus.mjs <folder> [--list]
//
// <folder> has one checkout a repository, named owner+name. Nothing of it is executed. Prints how often each code was right and
// wrong, then every finding without a label; --list prints all findings as rows of the table, for labelling.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = resolve(fileURLToPath(import.meta.url), '..', '..');
const PROGRAM = process.env.CORPUS_PROGRAM ?? join(ROOT, 'dist', 'bin', 'amplifier-hooks.cjs');
const TABLE = join(ROOT, 'test', 'corpus', 'findings.tsv');
const SKIPPED = new Set(['.git', 'node_modules', 'backup', 'backups']);

/** Files of a checkout that define hooks for Claude Code. */
function* configurations(folder) {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory() && !SKIPPED.has(entry.name)) yield* configurations(path);
    else if (entry.isFile() && definesHooks(path)) yield path;
  }
}

function definesHooks(path) {
  if (/(?:^|\/)\.claude\/settings(?:\.local)?\.json$/.test(path) || /\/hooks\/hooks\.json$/.test(path))
    return /"hooks"\s*:/.test(readFileSync(path, 'utf8'));
  if (path.endsWith('/.claude-plugin/plugin.json'))
    return /"hooks"\s*:/.test(readFileSync(path, 'utf8'));
  if (/\/SKILL\.md$|\/(?:agents|commands)\/[^/]+\.md$/.test(path))
    return /^---\n(?:(?!---).*\n)*?hooks:/.test(readFileSync(path, 'utf8'));
  return false;
}

function findingsOf(targets) {
  const args = [PROGRAM, 'validate', ...targets, '--profile', 'claude-code', '--json'];
  try {
    return JSON.parse(execFileSync('node', args, { encoding: 'utf8', maxBuffer: 1 << 28, stdio: 'pipe' }));
  } catch (error) {
    return JSON.parse(error.stdout);
  }
}

const [folder, option] = process.argv.slice(2);
const seen = new Set();
const rows = [];
const total = { repositories: 0, configurations: 0, hooks: 0 };
for (const name of readdirSync(folder).sort()) {
  const root = join(resolve(folder), name);
  // A copy of a file that was looked at already says nothing new.
  const targets = [...configurations(root)].filter((path) => {
    const digest = createHash('sha256').update(readFileSync(path)).digest('hex');
    return !seen.has(digest) && seen.add(digest);
  });
  if (targets.length === 0) continue;
  const report = findingsOf(targets);
  total.repositories += 1;
  total.configurations += targets.length;
  total.hooks += report.hooks;
  for (const { file, line, column, code, severity, message } of report.findings)
    rows.push({
      repository: name.replace('+', '/'),
      file: file === null ? '' : relative(root, file),
      line,
      column,
      code,
      severity,
      message: message.replaceAll(`${root}/`, '').replace(/\s+/g, ' '),
    });
}

console.log(`# ${total.repositories} repositories, ${total.configurations} configurations, ${total.hooks} hooks, ${rows.length} findings`);
if (option === '--list') {
  for (const row of rows)
    console.log([row.repository, `${row.file}:${row.line}:${row.column}`, row.code, row.severity, row.message].join('\t'));
}
