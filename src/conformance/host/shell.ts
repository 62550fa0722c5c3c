// A later shell command of the host: it sources the env files and sees what they export.
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { Engine } from '../../engine/index.js';
import type { HookInput } from '../../events/index.js';
import type { Decision, Diagnostic } from '../../nouns.js';

const run = promisify(execFile);

/** The environment of a shell command after the env files, in their order. */
export async function shellEnvironment(
  envFiles: readonly string[],
  env: Readonly<Record<string, string>>,
): Promise<Readonly<Record<string, string>>> {
  const script = 'for file; do . "$file"; done; env';
  const { stdout } = await run('/bin/sh', ['-c', script, 'sh', ...envFiles], { env });
  return parseEnvListing(stdout);
}

/** Variables of a listing; lines that begin no variable belong to a value of several lines and are left out. */
export function parseEnvListing(listing: string): Readonly<Record<string, string>> {
  const variables: Record<string, string> = {};
  for (const line of listing.split('\n')) {
    const [, name, value] = /^([A-Za-z_]\w*)=(.*)$/s.exec(line) ?? [];
    if (name !== undefined && value !== undefined) variables[name] = value;
  }
  return variables;
}

export interface Delivered {
  readonly decision: Decision;
  /** From handing over the event to the result. */
  readonly elapsedMs: number;
  /** What the engine said about the edited settings. */
  readonly reloaded: readonly Diagnostic[];
}

/** A ConfigChange is announced before the edit is taken over, so that its hooks can refuse it. */
export async function deliver(
  engine: Engine,
  input: HookInput,
  { edited, signal }: { readonly edited: boolean; readonly signal: AbortSignal },
): Promise<Delivered> {
  const announced = input.row.name === 'ConfigChange';
  const early = edited && !announced ? engine.reload().diagnostics : [];
  const before = performance.now();
  const decision = await engine.dispatch(input, { signal });
  const elapsedMs = performance.now() - before;
  const after = edited && announced && !decision.blocked ? engine.reload().diagnostics : [];
  return { decision, elapsedMs, reloaded: [...early, ...after] };
}
