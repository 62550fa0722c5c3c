// 10,000 recorded decisions, replayed by the command as it is installed: with hooks that are ready, and with recorded answers.
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { createEngine, openJournal, parseInput } from 'amplifier-hooks';
import type { Row } from './row.js';
import { command } from './startup.js';

const EVENTS = 10_000;
const BAR_S = 60;

/** A guard as people write them: reads the event and looks for words in it. */
const GUARD = `IFS= read -r input
case $input in
  *"git push --force"*) echo "no force push" >&2; exit 2 ;;
esac
exit 0`;

/** How many of the recorded commands the guard denies: every tenth. */
const commandOf = (index: number): string =>
  index % 10 === 0 ? `git push --force origin branch-${index}` : `npm test -- --shard ${index}`;

/** Records what the guard would have said, without starting it so often. */
async function record(root: string, project: string): Promise<void> {
  const journal = openJournal({
    stateDir: join(root, 'state', 'amplifier-hooks'),
    projectDir: project,
    home: join(root, 'home'),
  });
  const engine = createEngine({
    projectDir: project,
    home: join(root, 'home'),
    stateDir: join(root, 'state', 'amplifier-hooks'),
    trust: 'off',
    journal,
    runners: {
      command: {
        run: async ({ hook, input }) => {
          const denied = JSON.stringify(input.fields['tool_input']).includes('git push --force');
          const [exitCode, stderr] = denied ? [2, 'no force push\n'] : [0, ''];
          return {
            hook,
            outcome: { kind: 'finished', exitCode, stdout: '', stderr, truncated: false },
            durationMs: 1,
          };
        },
        close: async () => undefined,
      },
    },
  });
  for (let index = 0; index < EVENTS; index += 1) {
    const parsed = parseInput({
      session_id: 'bench',
      cwd: project,
      hook_event_name: 'PreToolUse',
      tool_name: 'Bash',
      tool_input: { command: commandOf(index) },
    });
    if (!parsed.ok || parsed.input.kind !== 'known') throw new Error('the benchmark made a bad event');
    await engine.dispatch(parsed.input);
  }
  await engine.close();
  await journal.close();
}

export async function replayRows(): Promise<readonly Row[]> {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'amplifier-hooks-replay-bench-')));
  try {
    const project = join(root, 'project');
    const hooks = join(project, '.amplifier', 'hooks');
    for (const folder of [hooks, join(root, 'home')]) mkdirSync(folder, { recursive: true });
    writeFileSync(join(hooks, 'guard.sh'), GUARD);
    const guard = { type: 'command', command: 'sh "$AMPLIFIER_HOOKS_DIR/guard.sh"' };
    const groups = [{ matcher: 'Bash', hooks: [guard] }];
    writeFileSync(join(hooks, 'hooks.json'), JSON.stringify({ hooks: { PreToolUse: groups } }));
    await record(root, project);
    const env = {
      PATH: process.env['PATH'],
      HOME: join(root, 'home'),
      XDG_STATE_HOME: join(root, 'state'),
    };
    const measure = (what: string, ...words: readonly string[]): Row => {
      const begun = performance.now();
      const all = ['replay', 'bench', '--json', '--trust-project', ...words];
      const text = execFileSync(process.execPath, [command, ...all], {
        cwd: project,
        env,
        encoding: 'utf8',
        stdio: ['ignore', 'pipe', 'ignore'],
      });
      const seconds = (performance.now() - begun) / 1000;
      const { replayed, unchanged } = JSON.parse(text);
      if (replayed !== EVENTS || unchanged !== EVENTS)
        throw new Error(`only ${unchanged} events are the same`);
      return {
        what: `replay of ${EVENTS.toLocaleString('en')} recorded decisions, ${what}`,
        floor: '–',
        engine: `${seconds.toFixed(1)} s`,
        ratio: '–',
        bar: `≤ ${BAR_S} s`,
        kept: seconds <= BAR_S,
      };
    };
    const network = canBeOff() ? [] : ['--allow-network'];
    return [
      measure('a shell guard', ...network),
      measure('a recorded answer in its place', '--stub', 'guard.sh', ...network),
    ];
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
}

/** Whether this machine has a way to be without network. */
function canBeOff(): boolean {
  try {
    execFileSync('unshare', ['--user', '--map-current-user', '--net', '--', 'true'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}
