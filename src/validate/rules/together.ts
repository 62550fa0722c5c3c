// Rules about several definitions together, and about files that nobody reads.
import { join } from 'node:path';
import type { Hook } from '../../nouns.js';
import { isRecord } from '../../text/index.js';
import { isStronger } from '../../voices.js';
import type { Facts } from '../facts.js';
import type { Finding } from '../finding.js';
import { RULES, type RuleCode } from '../rules.js';
import { atHook, type Subject } from '../subject.js';

/** The same hook in two places. */
export function duplicateFindings(subjects: readonly Subject[]): readonly Finding[] {
  const known = new Map<string, Subject>();
  return subjects.flatMap((subject): Finding[] => {
    const key = identity(subject);
    if (key === null) return [];
    const earlier = known.get(key);
    known.set(key, subject);
    if (earlier === undefined || earlier.hook.source.file === subject.hook.source.file) return [];
    const where = `${earlier.hook.source.file}:${earlier.hook.line}`;
    const once = runsOnce(earlier) && runsOnce(subject) && commandOf(earlier) === commandOf(subject);
    return once
      ? [
          atHook(
            subject,
            'duplicate-runs-once',
            `The same hook is also defined in ${where}; it runs once, as it is defined ${isStronger(earlier.hook.voice, subject.hook.voice) ? 'there' : 'here'}`,
          ),
        ]
      : [
          atHook(
            subject,
            'duplicate-runs-twice',
            `The same is also attached to ${subject.hook.event} in ${where}; both run`,
          ),
        ];
  });
}

/** Hooks that ask the engine which reads them. */
export function loopFindings(subjects: readonly Subject[]): readonly Finding[] {
  return subjects
    .filter(({ hook }) => callsThisEngine(hook))
    .map((subject) =>
      atHook(
        subject,
        'calls-this-engine',
        `This ${subject.hook.event} hook calls the engine that reads ${subject.hook.source.file}, which would ask it again`,
      ),
    );
}

/** Whether a hook hands its event to this engine once more. */
export function callsThisEngine({ handler }: Hook): boolean {
  if (handler.type !== 'command') return false;
  const words = [handler.command, ...(handler.args ?? [])].join(' ');
  return /\bamplifier-hooks(?:\.cjs)?["']?\s+(?:\S+\s+)*?["']?(?:dispatch|run)\b/.test(words);
}

/** Copies in settings and registries count as one; those in a plugin, skill or agent are hooks of their own. */
const runsOnce = ({ hook }: Subject): boolean =>
  hook.source.kind === 'claude-settings' ||
  (hook.source.kind === 'hooks-dir' && hook.source.pluginRoot === null);

const commandOf = ({ hook }: Subject): string => JSON.stringify(hook.handler);

function identity({ hook, scripts }: Subject): string | null {
  if (hook.handler.type !== 'command' || hook.inactive !== null) return null;
  const { command, args } = hook.handler;
  const [script] = scripts;
  // The same script under another spelling of its path is still the same script.
  const runs =
    script === undefined ? command : command.replace(script.written, script.path).replaceAll('"', '');
  return JSON.stringify([hook.event, hook.matcher, hook.condition, runs, args]);
}

export interface Around {
  readonly projectDir: string;
  readonly home: string;
  readonly claudeSettings: boolean;
  readonly plugins: readonly string[];
  /** Files that were read. */
  readonly read: readonly string[];
  /** The file or folder that is meant; `null`: everything that is loaded. */
  readonly only: string | null;
}

/** Places where people put hooks and nobody looks, and where they belong. */
export function unreadFindings(facts: Facts, around: Around): readonly Finding[] {
  const { projectDir, home, read } = around;
  const own = (root: string): string => join(root, '.amplifier', 'hooks', 'hooks.json');
  const claude = (root: string): string => join(root, '.claude', 'settings.json');
  const places: readonly (readonly [file: string, instead: string])[] = [
    [join(home, '.claude.json'), claude(home)],
    [join(projectDir, '.claude.json'), claude(projectDir)],
    [join(projectDir, '.claude', 'hooks.json'), claude(projectDir)],
    [join(projectDir, '.amplifier', 'hooks.json'), own(projectDir)],
    [join(home, '.amplifier', 'hooks.json'), own(home)],
    ...around.plugins.flatMap((root) =>
      [join(root, 'hooks.json'), ...(around.only?.endsWith('.json') === true ? [around.only] : [])].map(
        (file) => [file, join(root, 'hooks', 'hooks.json')] as const,
      ),
    ),
  ];
  const strays = places.flatMap(([file, instead]): Finding[] => {
    if (read.includes(file) || !hasHooks(facts.read(file))) return [];
    const message = `${file} has hooks, but is not a file that hooks are read from; they belong into ${instead}`;
    return [ofFile('hooks-in-unread-file', file, message, `Move "hooks" to ${instead}.`)];
  });
  const settings = around.claudeSettings
    ? []
    : [claude(home), claude(projectDir), join(projectDir, '.claude', 'settings.local.json')];
  const unloaded = [...new Set(settings)].flatMap((file): Finding[] => {
    if (read.includes(file) || !hasHooks(facts.read(file))) return [];
    const message = `${file} has hooks, but settings files of Claude Code are not loaded here`;
    return [ofFile('settings-not-loaded', file, message, RULES['settings-not-loaded'].fix)];
  });
  return [...strays, ...unloaded];
}

const ofFile = (code: RuleCode, file: string, message: string, hint: string): Finding => ({
  code,
  severity: RULES[code].severity,
  message,
  file,
  line: null,
  column: null,
  hint,
  excerpt: null,
  hook: null,
});

function hasHooks(text: string | null): boolean {
  if (text === null) return false;
  try {
    const value: unknown = JSON.parse(text.replace(/^\uFEFF/, ''));
    return isRecord(value) && isRecord(value['hooks']) && Object.keys(value['hooks']).length > 0;
  } catch {
    return false;
  }
}

/** A list with commas, which older hosts do not split. */
export function commaFindings(subjects: readonly Subject[]): readonly Finding[] {
  const told = new Set<string>();
  return subjects.flatMap((subject): Finding[] => {
    const { matcher, source } = subject.hook;
    if (matcher === null || !subject.row.tool || !/^[\w -]+(?:,[\w -]+)+$/.test(matcher)) return [];
    const key = `${source.file}\0${matcher}`;
    if (told.has(key)) return [];
    told.add(key);
    const message = `The matcher ${JSON.stringify(matcher)} is a list with commas, which Claude Code before 2.1.191 took as one name that never matches`;
    return [
      atHook(
        subject,
        'matcher-comma',
        message,
        `Write ${JSON.stringify(
          matcher
            .split(',')
            .map((name) => name.trim())
            .join('|'),
        )}.`,
      ),
    ];
  });
}
