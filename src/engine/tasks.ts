// What a runner is asked to do for one hook of an event, and whether the hook may be started at all.
import type { EndSignal } from '../end-signal.js';
import type { HookInput } from '../events/index.js';
import { hookName } from '../hook-name.js';
import type { Generation, Hook, Outcome, Run, Task } from '../nouns.js';
import { isRecord } from '../text/index.js';
import { isGuard, trustDiagnostic } from '../trust/index.js';
import type { EnvFiles } from './env-files.js';
import { Environments } from './environments.js';
import type { Settled } from './options.js';
import type { SessionMemory } from './sessions.js';
import { timeoutFor } from './timeouts.js';

/** One event on its way through the runners. */
export interface Launch {
  readonly input: HookInput;
  readonly session: SessionMemory;
  readonly generation: Generation;
  readonly stdin: Uint8Array;
  readonly signal: EndSignal | null;
}

export class Tasks {
  readonly #settled: Settled;
  readonly #envFiles: EnvFiles;
  readonly #environments: Environments;

  constructor(settled: Settled, envFiles: EnvFiles) {
    this.#settled = settled;
    this.#envFiles = envFiles;
    const { env: base, profile, projectDir, remote, hostPid } = settled;
    this.#environments = new Environments({ base, profile, projectDir, remote, hostPid });
  }

  of(hook: Hook, launch: Launch, onFirstLine: Task['onFirstLine']): Task {
    const { input, session, generation, stdin, signal } = launch;
    const { profile, projectDir, home, env } = this.#settled;
    return {
      hook,
      input,
      stdin,
      env: this.#environments.for(hook, {
        generationEnv: generation.env,
        sessionId: input.sessionId,
        effort: effortOf(input),
        envFile: input.row.envFile ? this.#envFiles.create(hook, session) : null,
        exported: session.exportedToHooks,
      }),
      http: generation.http,
      cwd: [input.cwd ?? projectDir, projectDir, home, '/'],
      timeoutMs: timeoutFor(onFirstLine === null ? hook : asAwaited(hook), generation, profile, env),
      signal,
      recheck: this.#isChecked(hook) ? () => this.ifUntrusted(hook, launch) : null,
      onFirstLine,
    };
  }

  /**
   * Asked at the last moment: what was approved at the start may be another file by now. A guard that was edited opens nothing;
   * elsewhere a hook that is missing is told, and life goes on.
   */
  ifUntrusted(hook: Hook, { input, session }: Pick<Launch, 'input' | 'session'>): Outcome | null {
    const { guard, projectDir, onDiagnostic } = this.#settled;
    if (!this.#isChecked(hook)) return null;
    const why = guard?.whyNot(hook, this.#settled, input.cwd ?? projectDir) ?? null;
    if (why === null) return null;
    const message = `The ${hookName(hook)} was not run: ${why}`;
    const found = trustDiagnostic('hook-swapped', message, { file: hook.source.file });
    session.lateDiagnostics.push(found);
    onDiagnostic(found);
    return { kind: 'refused', why, ...(isGuard(hook) ? { shuts: true } : {}) };
  }

  /** A guard whose server was edited or taken away opens nothing: that is a guard that was edited. */
  withoutServer(run: Run): Run {
    const { hook, outcome } = run;
    if (outcome.kind !== 'launchFailed' || outcome.problem !== 'no-server') return run;
    const { guard } = this.#settled;
    if (guard === null || !this.#isChecked(hook) || !isGuard(hook) || !guard.hadServer(hook, this.#settled))
      return run;
    return { ...run, outcome: { kind: 'refused', why: outcome.message, shuts: true } };
  }

  /** Where trust is off, nobody said anything about the hook; what a person wrote into their own settings is theirs. */
  #isChecked({ trust, voice, source }: Hook): boolean {
    if (this.#settled.guard === null || trust === null || voice === 'managed') return false;
    return voice === 'project' || source.pluginRoot !== null;
  }
}

/** A hook that could wake the model and is waited for has the time of any other hook. */
function asAwaited(hook: Hook): Hook {
  const { handler } = hook;
  if (handler.type !== 'command' || handler.background === 'no') return hook;
  return { ...hook, handler: { ...handler, background: 'no' } };
}

function effortOf(input: HookInput): string | null {
  const effort = input.fields['effort'];
  return isRecord(effort) && typeof effort['level'] === 'string' ? effort['level'] : null;
}
