// One hook as rules see it: its definition, and every text it runs, read.
import { dirname } from 'node:path';
import { languageOf, scriptsInCommand, scriptsInProgram } from '../config/index.js';
import { type EventName, type EventRow, eventRow } from '../events/index.js';
import type { Generation, Hook, HttpPolicy } from '../nouns.js';
import { type Profile, profile } from '../profiles.js';
import { environmentKey, hookEnvironment, variablesFor } from '../run/index.js';
import type { Facts } from './facts.js';
import type { Finding } from './finding.js';
import { commandPart, type Part, type Script, scriptParts } from './parts.js';
import { RULES, type RuleCode } from './rules.js';

export interface Subject {
  readonly hook: Hook;
  readonly row: EventRow;
  readonly profile: Profile;
  readonly projectDir: string;
  /** Variables of the settings files. */
  readonly settingsEnv: Readonly<Record<string, string>>;
  /** The environment the hook will get. */
  readonly env: Readonly<Record<string, string>>;
  /** What settings say about http hooks. */
  readonly http: HttpPolicy;
  readonly scripts: readonly Script[];
  /** Other events that run the same script. */
  readonly alsoOn: readonly EventName[];
  /** The command, the scripts, and what they use beside them. */
  readonly parts: readonly Part[];
  readonly facts: Facts;
}

export interface Viewpoint {
  readonly projectDir: string;
  readonly home: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly facts: Facts;
}

/** Reads everything about the hooks of a generation. */
export function subjectsOf(generation: Generation, around: Viewpoint): readonly Subject[] {
  const known = new Map<string, readonly Part[]>();
  /** Many hooks may run one script; it is read once. */
  const partsOf = (script: Script): readonly Part[] => {
    const key = JSON.stringify([script.path, script.language]);
    const parts = known.get(key) ?? scriptParts(script, around.facts);
    known.set(key, parts);
    return parts;
  };
  const environments = new Map<string, Environment>();
  /** Of very many hooks most have the same environment. */
  const environmentOf = (hook: Hook): Environment => {
    const key = environmentKey(hook);
    const made = environments.get(key) ?? environmentFor(hook, generation, around);
    environments.set(key, made);
    return made;
  };
  const subjects = generation.hooks.map((hook) =>
    subjectOf(hook, environmentOf(hook), generation, around, partsOf),
  );
  const events = new Map<string, Set<EventName>>();
  for (const { hook, scripts } of subjects)
    for (const { path } of scripts) events.set(path, (events.get(path) ?? new Set()).add(hook.event));
  return subjects.map((subject) => {
    const all = subject.scripts.flatMap(({ path }) => [...(events.get(path) ?? [])]);
    return { ...subject, alsoOn: [...new Set(all)].filter((event) => event !== subject.hook.event) };
  });
}

type Variables = Readonly<Record<string, string>>;

interface Environment {
  readonly settingsEnv: Variables;
  readonly env: Variables;
  /** What stands in a command is filled in with these. */
  readonly variables: Variables;
}

function environmentFor(hook: Hook, generation: Generation, around: Viewpoint): Environment {
  const { projectDir } = around;
  const chosen = profile(generation.profile);
  const env = hookEnvironment({
    base: around.env,
    generationEnv: generation.env,
    hook,
    profile: chosen,
    projectDir,
    sessionId: 'validate',
    effort: null,
    envFile: null,
    exported: [],
    remote: false,
    hostPid: 0,
  });
  return {
    settingsEnv: variablesFor(hook.voice, generation.env, chosen),
    env,
    variables: { ...env, HOME: env['HOME'] ?? around.home, PWD: projectDir },
  };
}

function subjectOf(
  hook: Hook,
  environment: Environment,
  generation: Generation,
  around: Viewpoint,
  partsOf: (script: Script) => readonly Part[],
): Subject {
  const { facts, projectDir } = around;
  const { settingsEnv, env, variables } = environment;
  const scripts = scriptsOf(hook, variables, around);
  return {
    hook,
    row: eventRow(hook.event),
    profile: profile(generation.profile),
    projectDir,
    settingsEnv,
    env,
    http: generation.http,
    scripts,
    alsoOn: [],
    parts: [...commandPart(hook), ...scripts.flatMap(partsOf)],
    facts,
  };
}

function scriptsOf(
  { handler }: Hook,
  variables: Readonly<Record<string, string>>,
  around: Viewpoint,
): readonly Script[] {
  if (handler.type !== 'command' || handler.shell === 'powershell') return [];
  const { command, args } = handler;
  const uses =
    args === null
      ? scriptsInCommand(command, variables, around.projectDir)
      : scriptsInProgram(command, args, variables, around.projectDir);
  const known = new Set<string>();
  return uses.flatMap((use): Script[] => {
    if (known.has(use.path)) return [];
    known.add(use.path);
    const text = around.facts.read(use.path);
    return [{ ...use, text, language: text === null ? null : languageOf(use.path, text, use.interpreter) }];
  });
}

/** A finding about the definition of a hook. */
export function atHook(
  { hook }: Subject,
  code: RuleCode,
  message: string,
  hint: string | null = null,
): Finding {
  return {
    code,
    severity: RULES[code].severity,
    message,
    file: hook.source.file,
    line: hook.line,
    column: hook.column,
    hint: hint ?? RULES[code].fix,
    excerpt: hook.handler.type === 'command' ? hook.handler.command : null,
    hook: hook.id,
  };
}

/** A finding about a place in a text that a hook runs. */
export function atPart(
  { hook }: Subject,
  part: Part,
  at: number,
  code: RuleCode,
  message: string,
  hint: string | null = null,
): Finding {
  return {
    code,
    severity: RULES[code].severity,
    message,
    file: part.file,
    ...part.place(at),
    hint: hint ?? RULES[code].fix,
    excerpt: part.excerpt(at),
    hook: hook.id,
  };
}

/** The folder a hook's own files lie in. */
export const homeOf = ({ hook, scripts }: Subject): string =>
  hook.source.pluginRoot ?? dirname(scripts[0]?.path ?? hook.source.file);
