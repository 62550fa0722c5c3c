// Other programs that read the same hooks: each hook would run twice.
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import type { Settled } from '../engine/index.js';
import { readBytes } from '../files/index.js';
import { findProgram } from '../machine/index.js';
import type { Generation } from '../nouns.js';
import { isRecord } from '../text/index.js';
import { callsThisEngine, RULES } from '../validate/index.js';
import { type Finding, inArea } from './finding.js';

const { pass, warn } = inArea('other engines');

const MODULE = 'hook-shell';

/** Looks for Amplifier's own hook module, and for hooks that call this engine again. */
export function otherEngines(generation: Generation, settled: Settled): readonly Finding[] {
  return [...amplifier(generation, settled), ...recursion(generation)];
}

/** Amplifier comes with a module in Python that reads the hooks of a project too. */
function amplifier(generation: Generation, { projectDir, home, env }: Settled): readonly Finding[] {
  const sign = amplifierSign(home, env['PATH'] ?? '');
  if (sign === null) return [pass(`Amplifier’s own module ${MODULE} was not found`)];
  // The most specific file counts.
  const files = [
    join(projectDir, '.amplifier', 'settings.local.yaml'),
    join(projectDir, '.amplifier', 'settings.yaml'),
    join(home, '.amplifier', 'settings.yaml'),
  ];
  for (const file of files) {
    const enabled = isEnabledIn(file);
    if (enabled === false)
      return [pass(`Amplifier’s own module ${MODULE} is switched off in ${file}`, { file })];
    if (enabled === true) break;
  }
  const shared = generation.hooks.filter(
    ({ source }) => source.scope === 'project' && source.kind !== 'claude-settings',
  );
  if (shared.length === 0)
    return [pass(`Amplifier is here (${sign}); its module ${MODULE} has no hook to run twice`)];
  return [
    warn(
      `Amplifier is here (${sign}), and its module ${MODULE} reads ${join(projectDir, '.amplifier', 'hooks')} too: in its sessions ${shared.length === 1 ? 'its hook' : `each of these ${shared.length} hooks`} may run twice`,
      `Write into ~/.amplifier/settings.yaml: overrides: { ${MODULE}: { config: { enabled: false } } }`,
    ),
  ];
}

/** What shows that Amplifier is used on this machine; `null`: nothing. */
function amplifierSign(home: string, path: string): string | null {
  const program = findProgram('amplifier', path);
  if (program !== null) return program;
  const settings = join(home, '.amplifier', 'settings.yaml');
  if (existsSync(settings)) return settings;
  const cache = join(home, '.amplifier', 'cache');
  const cached = namesIn(cache).find((name) => name.includes(`module-${MODULE}`));
  return cached === undefined ? null : join(cache, cached);
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    // No such folder, nothing in it.
    return [];
  }
}

/** What a settings file says about the module; `null`: nothing. */
function isEnabledIn(file: string): boolean | null {
  let settings: unknown;
  try {
    settings = parse(readBytes(file).toString('utf8'), { logLevel: 'silent' });
  } catch {
    // Absent or broken: it switches nothing off.
    return null;
  }
  const at = (value: unknown, key: string): unknown => (isRecord(value) ? value[key] : undefined);
  const enabled = at(at(at(at(settings, 'overrides'), MODULE), 'config'), 'enabled');
  return typeof enabled === 'boolean' ? enabled : null;
}

function recursion({ hooks }: Generation): readonly Finding[] {
  return hooks
    .filter(callsThisEngine)
    .map((hook) =>
      warn(
        `the ${hook.event} hook ${hook.id} calls this engine again, which would ask it once more; the second call has no opinion`,
        RULES['calls-this-engine'].fix,
        { file: hook.source.file, line: hook.line, column: hook.column },
      ),
    );
}
