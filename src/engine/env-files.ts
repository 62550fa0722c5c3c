// The env file of a hook: made before it runs, read after it, offered to the host.
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { PRIVATE_FILE, replaceFile, textIn } from '../files/index.js';
import { hookName } from '../hook-name.js';
import type { Diagnostic, EnvLayer, Hook } from '../nouns.js';
import type { Profile } from '../profiles.js';
import { variablesFor } from '../run/index.js';
import { changesPrograms, reasonOf } from '../text/index.js';
import { reaches } from '../voices.js';
import { engineDiagnostic } from './diagnostic.js';
import { fileName } from './names.js';
import { SessionFolders } from './session-folders.js';
import type { EnvFile, SessionMemory } from './sessions.js';

type Env = Readonly<Record<string, string | undefined>>;

/** An env file larger than this is left to the host's shell; hooks do not get its variables. */
const LARGEST = 1024 * 1024;

const NO_ASSIGNMENT = 'this line is not a plain assignment, so later hooks do not see it';

export class EnvFiles {
  readonly #folders: SessionFolders;
  readonly #profile: Profile;

  constructor(stateDir: string, profile: Profile) {
    this.#folders = new SessionFolders(join(stateDir, 'env'));
    this.#profile = profile;
  }

  /** An empty file for this run of the hook; one a hook and event, so that a later run replaces the earlier. */
  create(hook: Hook, session: SessionMemory): string | null {
    // What a hook exports that only observes reaches nobody.
    const counts = hook.observes === undefined;
    const name = `${counts ? '' : 'observed-'}${hook.event.toLowerCase()}-${fileName(hook.id)}.sh`;
    const file = join(this.#folders.path(session.id), name);
    try {
      this.#folders.make(session.id);
      // Whatever an earlier hook made of its file, a pipe say, is out of the way.
      replaceFile(file, '', { mode: PRIVATE_FILE });
    } catch (error) {
      const why = reasonOf(error);
      const message = `The ${hookName(hook)} runs without an env file: ${why}`;
      session.lateDiagnostics.push(engineDiagnostic('env-file-unavailable', message, file, null));
      return null;
    }
    if (!counts) return file;
    const key = `${hook.event} ${hook.id}`;
    session.envFiles.delete(key);
    session.envFiles.set(key, { file, voice: hook.voice });
    return file;
  }

  /** Reads all files of the session again, in order; later ones win. */
  async collect(session: SessionMemory, base: Env): Promise<readonly Diagnostic[]> {
    const diagnostics: Diagnostic[] = [];
    const layers: EnvLayer[] = [];
    let exported: Record<string, string> = {};
    for (const { file, voice } of session.envFiles.values()) {
      // A hook may have removed it: then it exports nothing.
      const text = textIn(file, LARGEST);
      if (text === null || text.trim() === '') continue;
      // Its shell parser is heavy, and most hooks export nothing.
      const { parseEnvFile } = await import('../run/env-file/index.js');
      const { variables, skipped } = parseEnvFile(text, { ...base, ...exported });
      // `PATH=$PATH:…` of a stronger hook must not carry on what a weaker one put there.
      const apart = layers.some((layer) => !reaches(layer.voice, voice));
      const own = apart ? { ...base, ...variablesFor(voice, layers, this.#profile) } : null;
      layers.push({ voice, file, variables: own === null ? variables : parseEnvFile(text, own).variables });
      exported = { ...exported, ...variables };
      diagnostics.push(
        ...skipped.map((line) => engineDiagnostic('env-file-line', NO_ASSIGNMENT, file, line)),
        ...this.#refused({ file, voice }, variables),
      );
    }
    session.exported = exported;
    session.exportedToHooks = layers;
    return diagnostics;
  }

  /** What other hooks would see, were it not a project that exports it. */
  #refused({ file, voice }: EnvFile, variables: Env): readonly Diagnostic[] {
    const { envFileReach, settingsEnvReach } = this.#profile;
    if (voice !== 'project' || envFileReach === 'host' || settingsEnvReach === 'all') return [];
    return Object.keys(variables).flatMap((name) => {
      const why = changesPrograms(name);
      if (why === null) return [];
      const message = `${name} of a project’s hook is given to no other hook: it ${why}`;
      return [engineDiagnostic('env-file-refused', message, file, null)];
    });
  }

  /** A session that is over needs none. */
  remove(sessionId: string): void {
    this.#folders.remove(sessionId);
  }

  /** The files a host's shell has to read before a command, in order; empty ones left out. */
  list(session: SessionMemory): readonly string[] {
    return [...session.envFiles.values()].map(({ file }) => file).filter((file) => size(file) > 0);
  }
}

function size(file: string): number {
  try {
    return statSync(file).size;
  } catch {
    // The hook removed it.
    return 0;
  }
}
