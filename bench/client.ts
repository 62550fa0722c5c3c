// What one event costs a host that calls one command for it: by the client, and by `dispatch` in a process of its own.
import { execFileSync, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { bareSpawn } from './floor.js';
import { inTheMiddle, interleaved, median } from './measure.js';
import { shell } from './project.js';
import { ms, type Row, times } from './row.js';
import { command } from './startup.js';

const ROUNDS = 60;
const HOOK = 'true';

/** The rows about one event with one hook of the user. */
export async function clientRows(): Promise<readonly Row[]> {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'amplifier-hooks-client-')));
  const [home, project] = [join(root, 'home'), join(root, 'project')];
  const [client, emptyScript] = [join(root, 'client'), join(root, 'empty.cjs')];
  const { NODE_EXTRA_CA_CERTS: _certificates, NODE_OPTIONS: _options, ...rest } = process.env;
  const env = { ...rest, HOME: home, XDG_STATE_HOME: '' };
  try {
    const hooks = join(home, '.amplifier', 'hooks');
    for (const folder of [hooks, project]) mkdirSync(folder, { recursive: true });
    const entry = { hooks: [{ type: 'command', command: HOOK }] };
    writeFileSync(join(hooks, 'hooks.json'), JSON.stringify({ hooks: { PreToolUse: [entry] } }));
    writeFileSync(emptyScript, '');
    const event = JSON.stringify({
      session_id: 's',
      cwd: project,
      hook_event_name: 'PreToolUse',
      tool_name: 'Bash',
      tool_input: { command: 'ls' },
    });
    const run = (program: string, ...args: readonly string[]) => called(program, args, event, project, env);
    const bare = { shell, cwd: project, env: defined(env), stdin: Buffer.from(event), command: HOOK };
    execFileSync(process.execPath, [command, 'dispatch', '--client', client], { env });
    // What Node compiles is kept by the first calls.
    for (let call = 0; call < 4; call += 1) await run(process.execPath, command, 'dispatch');
    const others = { empty: () => run(process.execPath, emptyScript), hook: () => bareSpawn(bare) };
    // First alone: a resident engine makes processes ready behind its answers, and would do that beside the next one measured.
    const alone = await inTheMiddle(async () => {
      const {
        empty = [],
        hook = [],
        cold = [],
      } = await interleaved({ ...others, cold: () => run(process.execPath, command, 'dispatch') }, ROUNDS);
      const own = median(hook);
      return { floor: empty, engine: cold.map((ms) => ms - own) };
    });
    // The first call starts the engine.
    await run(client);
    await setTimeout(1000);
    const { cold = [], client: asked = [] } = await interleaved(
      { ...others, cold: () => run(process.execPath, command, 'dispatch'), client: () => run(client) },
      ROUNDS,
    );
    return [
      row('the client, one hook `true`, against `dispatch`', median(cold), median(asked), 0.25),
      row('`dispatch`, one hook `true`, without the hook’s own time', alone.floor, alone.own, 1.6),
    ];
  } finally {
    execFileSync(process.execPath, [command, 'dispatch', '--stop-resident'], { env });
    rmSync(root, { recursive: true, force: true });
  }
}

function row(what: string, floor: number, own: number, bar: number): Row {
  const ratio = own / floor;
  return {
    what,
    floor: ms(floor),
    engine: ms(own),
    ratio: times(ratio),
    bar: `≤ ${bar} ×`,
    kept: ratio <= bar,
  };
}

const defined = (env: NodeJS.ProcessEnv): Record<string, string> =>
  Object.fromEntries(
    Object.entries(env).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  );

function called(
  program: string,
  args: readonly string[],
  stdin: string,
  cwd: string,
  env: NodeJS.ProcessEnv,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { cwd, env, stdio: ['pipe', 'ignore', 'inherit'] });
    child.on('error', reject);
    child.on('exit', (code) => (code === 0 ? resolve() : reject(new Error(`${program}: exit code ${code}`))));
    child.stdin.on('error', () => undefined);
    child.stdin.end(stdin);
  });
}
