// The file that an agent reads its own hooks from.
import { existsSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { AgentFacts } from '../../../hosts/agents/index.js';
import { PluginProblem } from '../../problem.js';
import type { Journey } from '../host.js';

/** The file of `amplifier-hooks connect`, where an agent reads every file of a folder: what is moved stands in one of its own. */
const OF_CONNECT = 'amplifier-hooks.json';

/** Throws where the agent has none. */
export function ownFile({ name, title, settings }: AgentFacts, journey: Journey): string {
  const { form } = settings;
  if (form === 'scripts' || form === 'plugin') {
    const why = form === 'plugin' ? 'has no command hooks, only plugins' : 'runs one program an event';
    throw new PluginProblem(
      'not-supported',
      `${title} ${why}, so hooks cannot be entries of its configuration`,
      {
        hint: betterWay(name),
      },
    );
  }
  const { scope, projectDir, home, env } = journey;
  const path = scope === 'user' ? settings.user : settings.project;
  if (path === null)
    throw new PluginProblem(
      'not-supported',
      `${title} has no hooks of a ${scope === 'user' ? 'user' : 'project'}`,
      {
        hint: scope === 'user' ? betterWay(name) : 'Move your own with --scope user.',
      },
    );
  const file = basename(path) === OF_CONNECT ? join(dirname(path), 'hooks.json') : path;
  if (scope !== 'user') return join(projectDir, file);
  const { moved } = settings;
  const own = (moved === undefined ? '' : env[moved.variable]) || '';
  return moved !== undefined && own !== '' && file.startsWith(moved.folder)
    ? join(own, file.slice(moved.folder.length))
    : file.replace(/^~/, home);
}

/** What a file beside it takes away. */
export function shadowOf({ title, settings: { shadow } }: AgentFacts, file: string): readonly string[] {
  if (shadow === undefined || !existsSync(join(dirname(file), shadow))) return [];
  return [
    `Of an event that stands in ${join(dirname(file), shadow)}, ${title} does not read the hooks here.`,
  ];
}

/** What does more for hooks than an entry can. */
export const betterWay = (name: string): string =>
  `Connect it instead: after \`amplifier-hooks connect ${name}\` the hooks run there, translated.`;
