// One reading of a project's configuration, judged by what its user approved.
import { basename, resolve } from 'node:path';
import type { Draft, HookInMaking, Judging, ProjectWords, ServerWords } from '../config/index.js';
import { eventRow } from '../events/index.js';
import type { Diagnostic, Hook, HookId, Inactive, TrustState, Voice } from '../nouns.js';
import { plural, shellWord } from '../text/index.js';
import { trustDiagnostic } from './diagnostic.js';
import type { Places } from './files.js';
import { type Gone, goneFrom } from './gone.js';
import {
  hookSubject,
  type Identity,
  NO_VARIABLES,
  onlyItem,
  type Subject,
  serverSubject,
  settingsSubject,
} from './identity.js';
import { type Differing, differsInWords, whyDiffers } from './installed.js';
import type { Look } from './looks.js';
import type { Project } from './project.js';
import type { Seen } from './seen.js';
import { type Answer, approvalsFile, readLasts } from './store.js';

/** A subject with what was found of it. */
export class Judged {
  readonly subject: Subject;
  readonly state: TrustState;
  readonly #seen: Seen;
  #identity: Identity | null;

  constructor(subject: Subject, state: TrustState, seen: Seen, identity: Identity | null) {
    this.subject = subject;
    this.state = state;
    this.#seen = seen;
    this.#identity = identity;
  }

  /** Looked at when it is asked for: where changes are followed nobody has to. */
  get identity(): Identity {
    this.#identity ??= this.#seen.identityOf(this.subject);
    return this.#identity;
  }
}

/** Told of everything that was judged, in order. */
export type Hears = (judged: Judged, of: Hook | ServerWords | ProjectWords, place: Project) => void;

/** Who knows what was installed. */
export interface Plugins {
  /** `null`: the hook is what was installed, or nobody installed it. */
  differing(hook: Hook): { readonly differing: Differing; readonly place: Project } | null;
}

const STATES = ['new', 'changed'] as const;

export class ProjectJudging implements Judging {
  readonly #project: Project;
  readonly #plugins: Plugins;
  readonly #hears: Hears | null;
  /** Installed plugins that differ from what was installed, with how. */
  readonly #differing = new Map<string, string>();
  readonly #waiting: Record<(typeof STATES)[number], number> = { new: 0, changed: 0 };
  /** Whatever it was asked about, some of it more than once: there may be thousands, and hardly ever does anybody need a set. */
  readonly #items: string[] = [];
  /** The same of hooks that are as they were: nobody asks for their items where none is missing. */
  readonly #asBefore: HookId[] = [];
  /** How many of them have something approved, not counting what may be asked about more than once. */
  #approved = 0;
  /** Approved guards that are no longer there. */
  #goneGuards: readonly Gone[] = [];
  /** What of the project is as it was, while its hooks are asked about. */
  #ahead: ReturnType<Seen['ahead']> = null;
  /** How many hooks there are; `null`: whether they are as they were was found out, or is not to be. */
  #expected: number | null = null;
  /** What was seen of each hook of the project whose definition is as it was, in order; `null`: of another one. */
  readonly #looks: (Look | null)[] = [];
  /** So many of these were asked about. */
  #asked = 0;
  #heard = false;
  #settingsWait = false;
  /** Files and folders that somebody named: the command has to name them, too. */
  readonly #named = { plugin: new Set<string>(), skill: new Set<string>(), agent: new Set<string>() };

  constructor(project: Project, plugins: Plugins, hears: Hears | null = null) {
    this.#project = project;
    this.#plugins = plugins;
    this.#hears = hears;
  }

  get files(): readonly string[] {
    return [approvalsFile(this.#project.stateDir, this.#project.repository.key)];
  }

  settings(words: ProjectWords): boolean {
    this.#heard = true;
    this.#project.own = words.env;
    const judged = this.#judge(settingsSubject(words), words);
    this.#settingsWait = judged.state === 'new' || judged.state === 'changed';
    return judged.state === 'trusted';
  }

  begins(hooks: number): void {
    this.#expected = hooks;
    // A project that says nothing beside its hooks sets no variables.
    if (!this.#heard) this.#project.own = NO_VARIABLES;
  }

  readonly idOf = (draft: Draft, voice: Voice): HookId | null => {
    if (voice !== 'project') return null;
    const project = this.#project;
    const remembers = this.#hears === null && !project.follows;
    const look = remembers ? project.seen.unchanged(draft, project.own) : null;
    this.#looks.push(look);
    return look?.id ?? null;
  };

  /** Once, where there is a hook of the project at all. */
  #lookAhead(): void {
    const hooks = this.#expected;
    this.#expected = null;
    if (hooks !== null && !this.#project.follows) this.#ahead = this.#project.seen.ahead(hooks);
  }

  hook(hook: HookInMaking): void {
    if (hook.voice === 'managed') hook.trust = 'managed';
    else if (hook.voice !== 'project') this.#ownHook(hook);
    else this.#projectHook(hook);
  }

  #projectHook(hook: HookInMaking): void {
    if (this.#expected !== null) this.#lookAhead();
    if (this.#isAsBefore(hook)) {
      hook.trust = 'trusted';
      return;
    }
    const subject = this.subjectOf(hook);
    const answer = this.#answerTo(subject);
    const pinned = this.#project.pinned(hook, subject, answer?.pins);
    if (pinned !== null) {
      hook.source = pinned;
      hook.trust = 'trusted';
      this.#hears?.(new Judged(subject, 'trusted', this.#project.seen, null), hook, this.#project);
      return;
    }
    const judged = this.#found(subject, answer);
    if (this.#ahead !== null && answer?.pins === undefined)
      this.#project.noteApproved(subject, judged.identity.digest, answer);
    hook.trust = judged.state;
    hook.inactive ??= this.#whyInactive(hook, judged);
    if (hook.trust === 'changed' && hook.inactive === null) denyOnly(hook);
    this.#hears?.(judged, hook, this.#project);
  }

  /** Nearly all of thousands are as they were when the same answers approved them: of these nothing is made, and nothing found out. */
  #isAsBefore(hook: Hook): boolean {
    const look = this.#looks[this.#asked++] ?? null;
    if (look === null || this.#ahead === null) return false;
    const { seen, answers } = this.#project;
    if (!seen.wasApproved(look, hook.id, this.#ahead, answers)) return false;
    this.#asBefore.push(hook.id);
    this.#approved += 1;
    return true;
  }

  /** A hook of the user is the user's, unless it came with a plugin that is no longer what was installed. */
  #ownHook(hook: HookInMaking): void {
    const found = this.#plugins.differing(hook);
    hook.trust = found?.differing.state ?? 'own';
    if (found === null) return;
    const { differing, place } = found;
    const { subject, identity, state } = differing;
    this.#hears?.(new Judged(subject, state, place.seen, identity), hook, place);
    if (state === 'trusted' || hook.inactive !== null) return;
    const root = hook.source.pluginRoot ?? '';
    if (state === 'changed') this.#differing.set(root, differsInWords(basename(root), differing));
    if (state === 'changed' && isGuard(hook)) {
      denyOnly(hook);
      return;
    }
    hook.inactive = { code: 'untrusted', detail: whyDiffers(basename(root), differing) };
  }

  #differingOnes(): readonly Diagnostic[] {
    return [...this.#differing].map(([root, detail]) =>
      trustDiagnostic('plugin-changed', `Hooks of ${root} do not run, and its guards deny: ${detail}`, {
        file: root,
      }),
    );
  }

  subjectOf(hook: Hook): Subject {
    return hookSubject(hook, this.#project.own, this.#placesOf);
  }

  /** Why it does not run; `null`: it does, or denies. */
  #whyInactive(hook: Hook, judged: Judged): Inactive | null {
    const { state } = judged;
    if (state === 'trusted') return null;
    if (state === 'new' || state === 'changed') {
      this.#waiting[state] += 1;
      const { scope, pluginRoot, file } = hook.source;
      if (scope === 'plugin' && pluginRoot !== null) this.#named.plugin.add(pluginRoot);
      if (scope === 'skill' || scope === 'agent') this.#named[scope].add(file);
    }
    // It is not run, but what it guards must not open because somebody edited the guard. One that only observed guarded nothing.
    if (
      state === 'changed' &&
      (isGuard(hook) || this.#project.wasWaitedFor(hook, judged.identity)) &&
      !this.#project.onlyObserved(judged.identity)
    )
      return null;
    return { code: 'untrusted', detail: this.#project.whyNot(judged.identity, state) };
  }

  server(server: ServerWords): string | null {
    const places = this.#places(server.pluginRoot, {});
    const subject = serverSubject(server, places);
    this.#project.servers.set(server.name, subject);
    const judged = this.#judge(subject, server);
    return judged.state === 'trusted' ? null : this.#project.whyNot(judged.identity, judged.state);
  }

  #judge(subject: Subject, of: ServerWords | ProjectWords): Judged {
    const judged = this.#found(subject, this.#answerTo(subject));
    this.#hears?.(judged, of, this.#project);
    return judged;
  }

  #answerTo({ item, isOnly }: Subject): Answer | undefined {
    const answer = this.#project.answerTo(item);
    this.#items.push(item);
    if (isOnly && answer !== undefined && answer.approved.length > 0) this.#approved += 1;
    return answer;
  }

  #found(subject: Subject, answer: Answer | undefined): Judged {
    const { seen } = this.#project;
    if (this.#project.isFollowed(answer)) return new Judged(subject, 'trusted', seen, null);
    const identity = seen.identityOf(subject, this.#ahead);
    return new Judged(subject, this.#project.stateOf(identity, answer), seen, identity);
  }

  readonly #placesOf = ({ source }: Hook): Places => {
    const { pluginRoot, pluginData, hooksDir } = source;
    return this.#places(pluginRoot, {
      AMPLIFIER_HOOKS_DIR: hooksDir,
      ...(pluginRoot === null ? {} : { CLAUDE_PLUGIN_ROOT: pluginRoot }),
      ...(pluginData === null ? {} : { CLAUDE_PLUGIN_DATA: pluginData }),
    });
  };

  #places(pluginRoot: string | null, variables: Readonly<Record<string, string>>): Places {
    const { projectDir, home, top, own } = this.#project;
    const usual = { CLAUDE_PROJECT_DIR: projectDir, AMPLIFIER_PROJECT_DIR: projectDir, PWD: projectDir };
    return {
      projectDir,
      top,
      home,
      pluginRoot,
      own,
      variables: { ...own, HOME: home, ...usual, ...variables },
    };
  }

  /** A hook that stands where an approved guard stood is that guard, edited, whatever is left of it. */
  together(hooks: readonly Hook[], files: readonly string[]): readonly Hook[] {
    // Whoever asks later asks about files as they are then.
    this.#ahead = null;
    this.#expected = null;
    const { approvals, approved, follows, projectDir, repository, stateDir } = this.#project;
    // As many as were approved are here: none of them is gone.
    if (follows || this.#approved === approved) return hooks;
    const lasts = () => readLasts(stateDir, repository.key);
    const gone = goneFrom(approvals, lasts, {
      projectDir,
      items: new Set([...this.#items, ...this.#asBefore.map(onlyItem)]),
      files,
    });
    this.#goneGuards = gone.filter(({ guarded }) => guarded !== null);
    if (this.#goneGuards.length === 0) return hooks;
    return hooks.map((hook) => {
      if (hook.trust !== 'new' || hook.inactive?.code !== 'untrusted') return hook;
      const were = this.#goneGuards.filter(
        ({ guarded, from }) =>
          guarded === hook.event && from !== null && resolve(projectDir, from) === hook.source.file,
      );
      if (were.length === 0) return hook;
      this.#waiting.new -= 1;
      this.#waiting.changed += 1;
      const asBefore = were.every(
        ({ matcher, condition }) => matcher === hook.matcher && condition === hook.condition,
      );
      // It only denies. Where it is asked about other calls than before, nobody knows which of them it should be asked about.
      const about = asBefore ? {} : { matcher: null, condition: null };
      const edited: HookInMaking = { ...hook, ...about, trust: 'changed', inactive: null };
      denyOnly(edited);
      return Object.freeze(edited);
    });
  }

  diagnostics(): readonly Diagnostic[] {
    const others = [...this.#goneOnes(), ...this.#differingOnes()];
    // A project that brings nothing needs no answers.
    if (this.#items.length + this.#asBefore.length === 0) return others;
    this.#project.seen.keep();
    const { projectDir, broken, remedy: hint } = this.#project;
    const found: Diagnostic[] = [];
    if (broken !== null) {
      const message = `${broken}; nothing of this project counts as approved`;
      found.push(trustDiagnostic('trust-store-invalid', message, { file: this.files[0] ?? null, hint }));
    }
    const parts = [
      ...STATES.flatMap((state) => hooksInWords(this.#waiting[state], state)),
      ...(this.#settingsWait ? ['its settings'] : []),
    ];
    if (parts.length > 0) {
      const hint = `See what it would run, and approve it: \`${commandFor(projectDir, this.#named)}\``;
      const message = `Not approved, so not in force: ${parts.join(', ')} of the project ${projectDir}`;
      found.push(trustDiagnostic('hooks-untrusted', message, { file: null, hint }));
    }
    return [...found, ...others];
  }

  /** A project may do without its guard; who approved it hears of that. */
  #goneOnes(): readonly Diagnostic[] {
    const { projectDir } = this.#project;
    return this.#goneGuards.map(({ item, guarded, from }) =>
      trustDiagnostic(
        'guard-gone',
        `The ${guarded} ${item}, which you approved, is gone from ${from}; it guards nothing any more`,
        { file: from === null ? null : resolve(projectDir, from) },
      ),
    );
  }
}

/** A guard that somebody edited denies. To have it observe is part of the edit, unless the user says so. */
function denyOnly(hook: HookInMaking): void {
  if (hook.observes?.by !== 'switch' || hook.observes.ofProject === true) delete hook.observes;
}

const hooksInWords = (count: number, state: string): string[] =>
  count === 0 ? [] : [plural(count, `${state} hook`)];

/** The command that shows what a project would run, and approves it. */
export const commandFor = (
  projectDir: string,
  named: Partial<Record<'plugin' | 'skill' | 'agent', Iterable<string>>> = {},
): string =>
  [
    `amplifier-hooks trust --project ${shellWord(projectDir)}`,
    ...Object.entries(named).flatMap(([kind, paths]) =>
      [...paths].map((path) => `--${kind} ${shellWord(path)}`),
    ),
  ].join(' ');

/** Whether a hook can keep a tool call from happening. One that was edited to be waited for no longer still can. */
export function isGuard({ event, handler, trust }: Pick<Hook, 'event' | 'handler' | 'trust'>): boolean {
  const { tool, permission } = eventRow(event);
  const waitedFor = handler.type !== 'command' || handler.background === 'no';
  return tool && permission && (waitedFor || trust === 'changed');
}
