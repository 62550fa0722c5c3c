// One engine for all sessions that would load the same hooks; it is closed with the last of them.
import { resolve } from 'node:path';
import type { Engine } from '../../engine/index.js';
import type { Diagnostic, Generation, Model } from '../../nouns.js';
import { isOfTrust } from '../../trust/index.js';
import type { Settings } from './params.js';
import type { Approval } from './questions.js';

/** What an engine is made from. Whoever starts the sidecar puts it together with a journal. */
export interface EngineWish {
  readonly cwd: string;
  readonly settings: Settings;
  /** Called whenever hook definitions come into force. */
  readonly onGeneration: (generation: Generation) => void;
  readonly onDiagnostic: (diagnostic: Diagnostic) => void;
  /** The model that a session's host offers; `null`: none. */
  readonly model: (session: string) => Model | null;
}

export interface MadeEngine {
  readonly engine: Engine;
  /** How what waits in the project is approved; `null`: nothing ever waits. */
  readonly approval: Approval | null;
  /** Ends everything that belongs to it. */
  close(): Promise<void>;
}

export type MakeEngine = (wish: EngineWish) => MadeEngine;

/** A session's share of an engine. */
export interface Lease extends Pick<MadeEngine, 'engine' | 'approval'> {
  /** The project, as the engine knows it. */
  readonly place: string;
  /** Resolves when the engine is closed, if this was the last share of it. */
  release(): Promise<void>;
}

interface Shared {
  readonly made: MadeEngine;
  readonly listeners: Set<() => void>;
}

export class Engines {
  readonly #make: MakeEngine;
  readonly #about: Pick<EngineWish, 'onDiagnostic' | 'model'>;
  readonly #shared = new Map<string, Shared>();

  constructor(make: MakeEngine, about: Pick<EngineWish, 'onDiagnostic' | 'model'>) {
    this.#make = make;
    this.#about = about;
  }

  /** `onChange` is called after other hook definitions came into force. */
  lease(cwd: string, settings: Settings, onChange: () => void): Lease {
    const place = resolve(cwd);
    // Whether a host fails closed is no matter of the hooks.
    const key = JSON.stringify([place, { ...settings, failClosed: null }]);
    const shared = this.#shared.get(key) ?? this.#start(key, place, settings);
    const listener = () => onChange();
    shared.listeners.add(listener);
    return {
      engine: shared.made.engine,
      approval: shared.made.approval,
      place,
      release: async () => {
        if (!shared.listeners.delete(listener) || shared.listeners.size > 0) return;
        this.#shared.delete(key);
        await shared.made.close();
      },
    };
  }

  #start(key: string, cwd: string, settings: Settings): Shared {
    const listeners = new Set<() => void>();
    const onGeneration = () => {
      for (const listener of listeners) listener();
    };
    const made = this.#make({ ...this.#about, cwd, settings, onGeneration });
    // What waits for approval the engine itself tells.
    for (const diagnostic of made.engine.generation.diagnostics)
      if (!isOfTrust(diagnostic.code)) this.#about.onDiagnostic(diagnostic);
    const shared: Shared = { made, listeners };
    this.#shared.set(key, shared);
    return shared;
  }
}
