// `npm run bench:journal`: what `stats` costs on a journal of 1,000,000 events, raw and with old files folded into roll-ups.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, realpathSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { fileURLToPath } from 'node:url';
import {
  createEngine,
  type JournalOptions,
  openJournal,
  parseInput,
  type Run,
  type Runner,
} from 'amplifier-hooks';
import { Project } from './project.js';

const EVENTS = Number(process.argv[2] ?? 1_000_000);
const command = fileURLToPath(new URL('../../dist/bin/amplifier-hooks.cjs', import.meta.url));

/** Answers at once, so that filling the journal does not start a million processes. */
const instant: Runner = {
  run: async ({ hook }): Promise<Run> => ({
    hook,
    durationMs: 1 + Math.random() * 100,
    outcome: { kind: 'finished', exitCode: 0, stdout: 'checked\n'.repeat(10), stderr: '', truncated: false },
  }),
  close: async () => undefined,
};

async function fill(project: Project, state: string, limits: Partial<JournalOptions>): Promise<void> {
  const stateDir = join(state, 'amplifier-hooks');
  const journal = openJournal({ stateDir, projectDir: project.root, ...limits });
  const engine = createEngine({
    projectDir: project.root,
    home: state,
    stateDir,
    journal,
    runners: { command: instant },
    trust: 'off',
  });
  for (let index = 0; index < EVENTS; index += 1) {
    const event = {
      hook_event_name: 'PreToolUse',
      session_id: `s${index % 50}`,
      cwd: project.root,
      tool_name: 'Bash',
    };
    const parsed = parseInput({
      ...event,
      tool_input: { command: `git log --oneline -n ${index} `.repeat(8) },
    });
    if (!parsed.ok || parsed.input.kind !== 'known') throw new Error('the benchmark made a bad event');
    await engine.dispatch(parsed.input);
    if (index % 500 === 0) {
      await journal.flush();
      await new Promise((resolve) => setImmediate(resolve));
    }
  }
  await engine.close();
  await journal.close();
}

/** Seconds and megabytes of the real command. */
function stats(project: Project, state: string): { seconds: number; megabytes: number; events: number } {
  const printer = join(state, 'rss.cjs');
  writeFileSync(printer, "process.on('exit', () => console.error('rss', process.resourceUsage().maxRSS));\n");
  const start = performance.now();
  const { stdout, stderr } = spawnSync(process.execPath, ['--require', printer, command, 'stats', '--json'], {
    cwd: project.root,
    env: { PATH: process.env['PATH'], HOME: state, XDG_STATE_HOME: state },
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  });
  const seconds = (performance.now() - start) / 1000;
  const megabytes = Number(/rss (\d+)/.exec(stderr)?.[1]) / 1024;
  const { hooks }: { hooks: readonly { runs: number }[] } = JSON.parse(stdout);
  return { seconds, megabytes, events: hooks.reduce((sum, { runs }) => sum + runs, 0) };
}

const size = (folder: string): number =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' }).reduce(
    (sum, file) => sum + statSync(join(folder, file)).size,
    0,
  ) /
  1024 /
  1024;

const project = new Project();
project.write('', [{ matcher: 'Bash', command: 'true' }]);
for (const [what, limits] of [
  ['raw', { maxTotalBytes: Number.MAX_SAFE_INTEGER, maxFiles: Number.MAX_SAFE_INTEGER }],
  ['folded to the default cap', { quietMs: 0 }],
] as const) {
  const state = realpathSync(mkdtempSync(join(tmpdir(), 'amplifier-hooks-million-')));
  await fill(project, state, limits);
  const { seconds, megabytes, events } = stats(project, state);
  const disk = size(state).toFixed(0);
  process.stdout.write(
    `${EVENTS.toLocaleString('en')} events, ${what}: ${disk} MB on disk, stats counts ${events.toLocaleString('en')} in ${seconds.toFixed(2)} s (≤ 10 s) with ${megabytes.toFixed(0)} MB (≤ 300 MB)\n`,
  );
  rmSync(state, { recursive: true, force: true });
}
project.remove();
