// What looking at very many hooks costs: the processor time of `validate` and `doctor`.
import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Project } from './project.js';
import type { Row } from './row.js';

const HOOKS = 10_000;
const BAR_SECONDS = 3;

const command = fileURLToPath(new URL('../../dist/bin/amplifier-hooks.cjs', import.meta.url));

/** All of them have something wrong or something to read, so that every problem meets every hook. */
const shapes: readonly ((index: number) => { matcher: string; command: string })[] = [
  (index) => ({ matcher: 'Bash', command: `"$CLAUDE_PROJECT_DIR"/hooks/missing-${index}.sh` }),
  (index) => ({ matcher: `Tool${index}`, command: `true # ${index}` }),
  (index) => ({ matcher: '*', command: `jq -r .tool_input.command | grep -q 'x${index}'` }),
  (index) => ({ matcher: 'Write|Edit', command: `python3 "$HOME"/missing-${index}.py` }),
];

/** The rows about the commands that look at all hooks. They are a user's own, so that all of them count. */
export function manyHooksRows(): readonly Row[] {
  const project = new Project();
  try {
    const groups = Array.from({ length: HOOKS }, (_, index) => shapes[index % shapes.length]?.(index) ?? []);
    project.write('', groups.flat());
    return ['validate', 'doctor'].map((name) => {
      const seconds = cpuSeconds(name, project);
      return {
        what: `\`amplifier-hooks ${name}\`, ${HOOKS.toLocaleString('en')} hooks, processor time`,
        floor: '–',
        engine: `${seconds.toFixed(2)} s`,
        ratio: '–',
        bar: `≤ ${BAR_SECONDS} s`,
        kept: seconds <= BAR_SECONDS,
      };
    });
  } finally {
    project.remove();
  }
}

/** Waiting for a turn on a busy machine does not count. */
function cpuSeconds(name: string, { root, env }: Project): number {
  const [meter, elsewhere] = [join(root, 'meter.cjs'), join(root, 'elsewhere')];
  writeFileSync(meter, "process.on('exit', () => console.error(JSON.stringify(process.cpuUsage())));\n");
  mkdirSync(elsewhere, { recursive: true });
  const { stdout, stderr } = spawnSync(process.execPath, ['--require', meter, command, name], {
    cwd: elsewhere,
    env: { ...env, HOME: root, XDG_STATE_HOME: join(root, 'state') },
    encoding: 'utf8',
    maxBuffer: 256 * 1024 * 1024,
  });
  if (!stdout.includes('missing-0.sh')) throw new Error(`${name} did not look at the hooks: ${stderr}`);
  const used: { user: number; system: number } = JSON.parse(stderr.trimEnd().split('\n').at(-1) ?? '');
  return (used.user + used.system) / 1e6;
}
