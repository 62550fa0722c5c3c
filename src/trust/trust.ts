// The judge of an engine: what may run when configuration is read, and again immediately before a hook is started.
import { basename, dirname, resolve } from 'node:path';
import type { Follow, Judge } from '../config/index.js';
import type { Hook } from '../nouns.js';
import { type Identity, type Subject, serverItem } from './identity.js';
import { differing, Installed, whyDiffers } from './installed.js';
import { type Hears, type Plugins, ProjectJudging } from './judging.js';
import { pinProblem } from './pins.js';
import { Project } from './project.js';

export interface TrustOptions {
  readonly stateDir: string;
  /** Digests that were approved elsewhere, for machines without a person. */
  readonly digests: ReadonlySet<string>;
}

type Places = Parameters<Judge>[0];

export class Trust implements Plugins {
  readonly options: TrustOptions;
  readonly #projects = new Map<string, Project>();
  readonly #hooksDirs = new Map<string, Project>();
  readonly #installed = new Installed();
  /** Those that were given, and those of now. */
  readonly #digests: Set<string>;

  constructor(options: TrustOptions) {
    this.options = options;
    this.#digests = new Set(options.digests);
  }

  /** Digests that count beside the answers in the user's state directory, as it is now. */
  get digests(): ReadonlySet<string> {
    return this.#digests;
  }

  /** These count as approved until they are withdrawn. It is kept nowhere. */
  grant(digests: Iterable<string>): void {
    for (const digest of digests) this.#digests.add(digest);
  }

  /** What was granted in this way counts no longer. */
  withdraw(digests: Iterable<string>): void {
    for (const digest of digests) if (!this.options.digests.has(digest)) this.#digests.delete(digest);
  }

  readonly judge: Judge = (places, follow) => this.judging(places, follow);

  /** The same with somebody who hears of everything that is judged. */
  judging(places: Places, follow: Follow, hears: Hears | null = null): ProjectJudging {
    const project = this.projectOf(places);
    project.follow = follow;
    project.refresh();
    for (const place of this.#hooksDirs.values()) place.refresh();
    return new ProjectJudging(project, this, hears);
  }

  /** How a hook of an installed plugin differs from what was installed; `null`: it does not, or it was made here. */
  differing(hook: Hook): ReturnType<Plugins['differing']> {
    const locked = this.#installed.lockOf(hook);
    if (locked === null) return null;
    const place = this.#hooksDirOf(hook.source.hooksDir);
    const base = new ProjectJudging(place, this).subjectOf(hook);
    const found = differing(hook, base, locked, place);
    place.seen.keep();
    return found === null ? null : { differing: found, place };
  }

  /** What was answered about the plugins of a hooks directory is kept for that, whatever the project. */
  #hooksDirOf(hooksDir: string): Project {
    const known = this.#hooksDirs.get(hooksDir);
    if (known !== undefined) return known;
    const { stateDir } = this.options;
    const places = { stateDir, projectDir: hooksDir, home: dirname(dirname(hooksDir)) };
    const place = new Project(places, this.#digests);
    this.#hooksDirs.set(hooksDir, place);
    return place;
  }

  /** What is known of a project. */
  projectOf({ projectDir, home }: Places): Project {
    const known = this.#projects.get(projectDir);
    if (known !== undefined) return known;
    const project = new Project({ ...this.options, projectDir, home }, this.#digests);
    this.#projects.set(projectDir, project);
    return project;
  }

  /**
   * Why a hook of a project must not be started now; `null`: everything it runs is as it was approved. What a person approved
   * meanwhile, in another window, counts at once.
   */
  whyNot(hook: Hook, places: Places, cwd: string): string | null {
    if (hook.voice !== 'project') return this.#whyDiffers(hook);
    const project = this.projectOf(places);
    const pinned = pinProblem(project.stateDir, hook, project.seen.digests);
    if (pinned !== undefined) return pinned;
    const { handler } = hook;
    const server = handler.type === 'mcp_tool' ? project.servers.get(handler.server) : undefined;
    const subject = new ProjectJudging(project, this).subjectOf(hook);
    return (
      swapped(subject, project, cwd) ??
      (server === undefined ? null : swapped(server, project, project.projectDir))
    );
  }

  /** Whether a person approved this hook of a project in some form, and did not take that back. */
  isApproved(hook: Hook, places: Places): boolean {
    if (hook.trust === null) return false;
    const project = this.projectOf(places);
    const { item } = new ProjectJudging(project, this).subjectOf(hook);
    return !project.follows && (project.answerTo(item)?.approved.length ?? 0) > 0;
  }

  /** Whether a hook of a project calls a server of the project that a person approved, in whatever form. */
  hadServer({ handler, source, voice }: Hook, places: Places): boolean {
    if (handler.type !== 'mcp_tool' || voice !== 'project') return false;
    const project = this.projectOf(places);
    return [handler.server, `plugin:${source.owner}:${handler.server}`].some(
      (name) => (project.answerTo(serverItem(name))?.approved.length ?? 0) > 0,
    );
  }

  #whyDiffers(hook: Hook): string | null {
    const first = this.differing(hook);
    if (first === null || first.differing.state === 'trusted') return null;
    first.place.refresh();
    const now = this.differing(hook);
    if (now === null || now.differing.state === 'trusted') return null;
    return whyDiffers(basename(hook.source.pluginRoot ?? ''), now.differing);
  }
}

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
