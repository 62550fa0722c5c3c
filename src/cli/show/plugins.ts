// Plugins, for a person: name, version, state, source, hooks, and what is wrong.
import type { PluginItem } from '../../explain/index.js';
import { plural } from '../../text/index.js';
import type { Screen } from './screen.js';
import { wrap } from './screen.js';

const STATES: Readonly<Record<PluginItem['state'], string>> = {
  on: 'on',
  off: 'off',
  partly: 'partly on',
  none: 'no hooks',
};
const PAINT = { on: 'green', off: 'dim', partly: 'yellow', none: 'dim' } as const;

export function showPlugins(items: readonly PluginItem[], screen: Screen): string[] {
  if (items.length === 0)
    return ['No plugins are installed.', '`amplifier-hooks install --help` says where they can come from.'];
  const wrong = items.filter(
    (one) => one.changed.length + one.missing.length + one.missingInterpreters.length > 0,
  );
  const rest = wrong.length === 0 ? '' : `, ${wrong.length} with something wrong`;
  return [
    ...items.flatMap((item) => [...showPlugin(item, screen), '']),
    `${plural(items.length, 'plugin')}${rest}`,
  ];
}

function showPlugin(item: PluginItem, screen: Screen): string[] {
  const { name, version, source, scope, state, hooks, changed, missing, added, missingInterpreters } = item;
  const title = screen.line([name, ...(version === null ? [] : [version])].join(' '));
  const events = [...new Set(hooks.map(({ event, matcher }) => `${event} ${matcher ?? '*'}`))];
  const told = (what: string, names: readonly string[], paint: 'yellow' | 'dim'): string[] =>
    names.length === 0 ? [] : wrap(screen, `${what}: ${names.join(', ')}`, 2, 4).map(screen[paint]);
  return [
    `${screen.bold(title)}  ${screen[PAINT[state]](STATES[state])}`,
    ...wrap(screen, `${source === null ? 'put there by hand' : `from ${source}`} (${scope})`, 2, 4).map(
      screen.dim,
    ),
    ...(hooks.length === 0
      ? []
      : wrap(screen, `${plural(hooks.length, 'hook')}: ${events.join(', ')}`, 2, 4)),
    ...told('changed since it was installed', changed, 'yellow'),
    ...told('missing', missing, 'yellow'),
    ...told('added', added, 'dim'),
    ...told('not here, and hooks cannot start without', missingInterpreters, 'yellow'),
  ];
}
