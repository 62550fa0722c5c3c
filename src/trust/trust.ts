// The judge of an engine: what may run when configuration is read, and again immediately before a hook is started.
import { resolve } from 'node:path';
import type { Judge, ProjectWords, ServerWords } from '../config/index.js';
import type { Hook } from '../nouns.js';
import type { Identity } from './identity.js';
import { type Hears, type Judged, ProjectJudging } from './judging.js';
import { type Granted, Project } from './project.js';

export interface TrustOptions {
  readonly stateDir: string;
  readonly granted: Granted;
}

interface Watched extends Omit<Judged, 'identity'> {
  readonly identity: Identity;
  readonly project: Project;
}

export class Trust {
  readonly options: TrustOptions;
  readonly #projects = new Map<string, Project>();
  /** Approved hooks, and guards that are no longer what was approved. */
  readonly #hooks = new WeakMap<Hook, Watched>();
  /** By project and name. */
  readonly #servers = new Map<string, Watched>();

  constructor(options: TrustOptions) {
    this.options = options;
  }

  readonly judge: Judge = (places) => this.judging(places);

  /** The same with somebody who hears of everything that is judged. */
  judging({ projectDir, home }: Parameters<Judge>[0], hears: Hears | null = null): ProjectJudging {
    const project = this.projectOf({ projectDir, home });
    project.refresh();
    return new ProjectJudging(project, (judged, of) => {
      if (!project.follows) this.#remember({ ...judged, identity: judged.identity(), project }, of);
      hears?.(judged, of);
    });
  }

  /** What is known of a project. */
  projectOf({ projectDir, home }: Parameters<Judge>[0]): Project {
    const known = this.#projects.get(projectDir);
    if (known !== undefined) return known;
    const project = new Project({ ...this.options, projectDir, home }, this.options.granted);
    this.#projects.set(projectDir, project);
    return project;
  }

  #remember(watched: Watched, of: Hook | ServerWords | ProjectWords): void {
    if ('handler' in of) this.#hooks.set(of, watched);
    else if ('name' in of) this.#servers.set(serverKey(watched.project.projectDir, of.name), watched);
  }

  /**
   * Why a hook must not be started now; `null`: everything it runs is as it was approved. What a person approved meanwhile,
   * in another window, counts at once.
   */
  whyNot(hook: Hook, cwd: string | null): string | null {
    const watched = this.#hooks.get(hook);
    if (watched === undefined) return null;
    const { handler } = hook;
    const server =
      handler.type === 'mcp_tool'
        ? this.#servers.get(serverKey(watched.project.projectDir, handler.server))
        : undefined;
    return (
      this.#swapped(watched) ??
      (server === undefined ? null : this.#swapped(server)) ??
      elsewhere(watched, cwd)
    );
  }

  #swapped({ subject, identity, project, state: judged }: Watched): string | null {
    if (judged === 'trusted' && project.seen.isStill(identity)) return null;
    const now = project.seen.identityOf(subject);
    project.refresh();
    const state = project.stateOf(now);
    return state === 'trusted' ? null : project.whyNot(now, state);
  }
}

const serverKey = (projectDir: string, name: string): string => `${projectDir}\0${name}`;

/** A command that names its script relative to the working directory may mean another file than the one that was approved. */
function elsewhere({ identity, project }: Watched, cwd: string | null): string | null {
  if (cwd === null || cwd === project.projectDir) return null;
  for (const { name, written, root } of identity.files) {
    if (written === null) continue;
    const path = resolve(cwd, written);
    const found = project.seen.digests.of({ path, root });
    if (found !== null && found !== identity.contents[name])
      return `in ${cwd} its command means ${path}, which is not the file that you approved`;
  }
  return null;
}
