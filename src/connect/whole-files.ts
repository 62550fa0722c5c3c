// Hosts that load files of ours whole: a program an event, or a plugin.
import { join } from 'node:path';
import { hookScript, isHookScript, isPluginText, PLUGIN_NAME, pluginText } from '../hosts/settings/index.js';
import { PluginProblem } from '../plugins/migrate/index.js';
import { type HostFile, hostFile } from './change.js';
import { type ConnectedHost, isGate } from './host.js';
import { secondsOf, type Wish } from './wanted.js';

/** A file that is ours from its first to its last line. */
export interface WholeFile {
  readonly event: string;
  readonly file: HostFile;
  readonly text: string;
  readonly mode?: number;
  readonly isGate: boolean;
}

/** The files that are to be there. Throws `PluginProblem` where a place is taken, or there is nothing to write. */
export function wholeFiles(wish: Wish, folder: string, within: string | null): readonly WholeFile[] {
  const { host, program, words } = wish;
  if (host.settings.form === 'plugin') {
    const text = pluginText(program, words);
    if (text === null)
      throw new PluginProblem('not-found', 'the plugin for opencode is not part of this installation', {
        hint: 'Install amplifier-hooks with npm; nothing was changed.',
      });
    const file = hostFile(join(folder, PLUGIN_NAME), within);
    if (file.text !== null && !isPluginText(file.text)) throw taken(file.path);
    return [{ event: '', file, text, isGate: true }];
  }
  return host.events.map((event) => {
    const limit = ['--host-timeout', `${secondsOf(host, event.theirs)}`];
    const text = hookScript(event.theirs, program, [...limit, ...words]);
    return {
      event: event.theirs,
      file: scriptOf(folder, event.theirs, within),
      text,
      mode: 0o755,
      isGate: isGate(event),
    };
  });
}

/** Where the plain name is somebody else's, the host runs another file with an ending beside it. */
function scriptOf(folder: string, event: string, within: string | null): HostFile {
  const candidates = [event, `${event}.sh`].map((name) => hostFile(join(folder, name), within));
  const own = candidates.find(({ text }) => text !== null && isHookScript(text));
  const free = own ?? candidates.find(({ text }) => text === null);
  if (free === undefined) throw taken(join(folder, event));
  return free;
}

export const taken = (path: string): PluginProblem =>
  new PluginProblem('name-taken', `${path} is there already, and is not ours`, {
    hint: 'Move it away, then try again; nothing was changed.',
  });

/** What our plugin starts: the program and its arguments; none: it does not say. */
export function calledBy(text: string): readonly string[] {
  const named = (name: string): readonly string[] => {
    const [, list = '[]'] = new RegExp(`^const ${name} = (\\[.*\\]);$`, 'm').exec(text) ?? [];
    const value: unknown = JSON.parse(list);
    return Array.isArray(value) ? value.map(String) : [];
  };
  const program = named('AMPLIFIER_HOOKS');
  if (program.length === 0) return [];
  return [...program, 'dispatch', '--host', 'opencode', ...named('AMPLIFIER_HOOKS_WORDS')];
}

/** The files of ours that are there. */
export function ownFiles(host: ConnectedHost, folder: string, within: string | null): readonly HostFile[] {
  const { form } = host.settings;
  const names =
    form === 'plugin' ? [PLUGIN_NAME] : host.events.flatMap(({ theirs }) => [theirs, `${theirs}.sh`]);
  const isOurs = form === 'plugin' ? isPluginText : isHookScript;
  return names.flatMap((name) => {
    const file = hostFile(join(folder, name), within);
    return file.text !== null && isOurs(file.text) ? [file] : [];
  });
}
