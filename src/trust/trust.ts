// The judge of an engine: what may run when configuration is read, and again immediately before a hook is started.
import { resolve } from 'node:path';
import type { Judge } from '../config/index.js';
import type { Hook } from '../nouns.js';
import type { Identity, Subject } from './identity.js';
import { type Hears, ProjectJudging } from './judging.js';
import { pinProblem } from './pins.js';
import { type Granted, Project } from './project.js';

export interface TrustOptions {
  readonly stateDir: string;
  readonly granted: Granted;
}

type Places = Parameters<Judge>[0];

export class Trust {
  readonly options: TrustOptions;
  readonly #projects = new Map<string, Project>();
  /** Servers of projects, as they were last read, by project and name. */
  readonly #servers = new Map<string, Subject>();

  constructor(options: TrustOptions) {
    this.options = options;
  }

  readonly judge: Judge = (places) => this.judging(places);

  /** The same with somebody who hears of everything that is judged. */
  judging(places: Places, hears: Hears | null = null): ProjectJudging {
    const project = this.projectOf(places);
    project.refresh();
    return new ProjectJudging(project, (judged, of) => {
      if ('name' in of) this.#servers.set(serverKey(project, of.name), judged.subject);
      hears?.(judged, of);
    });
  }

  /** What is known of a project. */
  projectOf({ projectDir, home }: Places): Project {
    const known = this.#projects.get(projectDir);
    if (known !== undefined) return known;
    const project = new Project({ ...this.options, projectDir, home }, this.options.granted);
    this.#projects.set(projectDir, project);
    return project;
  }

  /**
   * Why a hook of a project must not be started now; `null`: everything it runs is as it was approved. What a person approved
   * meanwhile, in another window, counts at once.
   */
  whyNot(hook: Hook, places: Places, cwd: string): string | null {
    const project = this.projectOf(places);
    const pinned = pinProblem(project.stateDir, hook, project.seen.digests);
    if (pinned !== undefined) return pinned;
    const { handler } = hook;
    const server =
      handler.type === 'mcp_tool' ? this.#servers.get(serverKey(project, handler.server)) : undefined;
    const subject = new ProjectJudging(project, () => undefined).subjectOf(hook);
    return (
      swapped(subject, project, cwd) ??
      (server === undefined ? null : swapped(server, project, project.projectDir))
    );
  }
}

const serverKey = ({ projectDir }: Project, name: string): string => `${projectDir}\0${name}`;

function swapped(subject: Subject, project: Project, cwd: string): string | null {
  const answer = project.answerTo(subject.item);
  if (project.isFollowed(answer)) return null;
  const identity = project.seen.identityOf(subject);
  if (project.stateOf(identity, answer) === 'trusted') return elsewhere(identity, project, cwd);
  project.refresh();
  const state = project.stateOf(identity, project.answerTo(subject.item));
  return state === 'trusted' ? elsewhere(identity, project, cwd) : project.whyNot(identity, state);
}

/** A command that names its script relative to the working directory may mean another file than the one that was approved. */
function elsewhere(identity: Identity, { projectDir, seen }: Project, cwd: string): string | null {
  if (cwd === projectDir) return null;
  for (const { content, written, root } of identity.files) {
    if (written === null) continue;
    const path = resolve(cwd, written);
    const found = seen.digests.of({ path, root });
    if (found !== null && found !== content)
      return `in ${cwd} its command means ${path}, which is not the file that you approved`;
  }
  return null;
}
