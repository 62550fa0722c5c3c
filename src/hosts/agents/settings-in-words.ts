// Where a host is told of hooks, in words, for its page and for the page about connecting.
import type { AgentSettings } from './settings.js';

const FORMS: Readonly<Record<AgentSettings['form'], string>> = {
  groups: 'JSON, in groups as in Claude Code',
  entries: 'JSON, one entry a hook',
  tables: 'TOML, one `[[hooks]]` a hook',
  scripts: 'a folder with a program an event',
  plugin: 'a folder with plugins',
};

const code = (text: string): string => `\`${text}\``;

export const formInWords = ({ form }: AgentSettings): string => FORMS[form];

/** How long the host waits for our command. */
export function timeoutInWords({ timeout }: AgentSettings, seconds: (event: string) => number): string {
  const { unit, mostAt = {} } = timeout;
  const usual = seconds('');
  if (unit === null) return `the host's own, ${usual} s`;
  const stated = unit === 'seconds' ? `${usual} s` : `${usual} s, written in milliseconds`;
  const others = Object.keys(mostAt).map((event) => `${event} ${seconds(event)} s`);
  return [stated, ...others].join('; ');
}

export function matcherInWords({ matcher }: AgentSettings): string {
  if (matcher === null) return 'none: hooks cannot say which tools they are for';
  const { every, reads } = matcher;
  return `${every === null ? 'none' : code(JSON.stringify(every))} for all tools; it reads ${reads}`;
}

/** A sentence each: what else must be known before it is connected. */
export function settingsInWords(settings: AgentSettings): readonly string[] {
  const { user, project, moved, also, claudeFiles, claudeFilesIf, off, shadow, trust, plainJson } = settings;
  return [
    `Hooks of the user: ${user === null ? 'none' : code(user)}${moved === undefined ? '' : `, or where ${code(`$${moved.variable}`)} puts ${code(moved.folder)}`}. Hooks of a project: ${project === null ? 'none' : code(project)}.`,
    ...(also.length === 0 ? [] : [`It also reads ${also.join('; ')}.`]),
    `Form: ${formInWords(settings)}. Matcher: ${matcherInWords(settings)}.`,
    ...(plainJson === true ? ['A comment or a comma too many makes it refuse the whole file.'] : []),
    ...(shadow === undefined
      ? []
      : [`A ${code(shadow)} beside it takes its place for every event that it names.`]),
    ...(claudeFiles.length === 0
      ? []
      : [
          `It runs the hooks of ${claudeFiles.map(code).join(', ')} itself${claudeFilesIf === undefined ? '' : `, ${claudeFilesIf}`}.`,
        ]),
    ...(off.length === 0 ? [] : [`All hooks are switched off by ${off.join(' or ')}.`]),
    ...new Set([...trust.user, ...trust.project]),
  ];
}
