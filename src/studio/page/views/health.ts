// What `doctor` and `validate` say, with what to do.
import type { Health } from '../../contract.js';
import { type Child, el, nothing, prose } from '../dom.js';
import { placeLink } from '../editor.js';
import { type Context, ofProject, type View } from '../view.js';
import { counted, moment } from '../words.js';

/** The worst first. */
const STATES = ['fail', 'warn', 'info', 'pass'] as const;
const TITLES = { fail: '✗ does not work', warn: '▲ may surprise', info: 'worth knowing', pass: '✓ in order' };

export function healthView(context: Context): View {
  const element = el('div', { class: 'health' });
  const again = ofProject(context, element, async (project) => {
    const health = await context.source.health(project);
    return health === null ? [nothing(NOTHING)] : parts(context, health);
  });
  again();
  return { title: 'Health', element, changed: again };
}

const NOTHING = 'Nothing can be said about the health of a trace, or of a project that is gone.';

const parts = ({ about }: Context, { findings, at }: Health): readonly Child[] => [
  el(
    'p',
    { role: 'status' },
    `As of ${moment(at)}: ${STATES.map((state) => counted(findings.filter((found) => found.state === state).length, state === 'pass' ? 'check in order' : state, state === 'pass' ? 'checks in order' : undefined)).join(', ')}.`,
  ),
  ...STATES.flatMap((state): readonly Child[] => {
    const some = findings.filter((found) => found.state === state);
    if (some.length === 0) return [];
    const list = el(
      'ul',
      { class: 'findings' },
      ...some.map(({ area, message, fix, position }) =>
        el(
          'li',
          { 'data-state': state },
          el('strong', {}, area),
          ' ',
          ...prose(message),
          ' ',
          placeLink(position, about.kind === 'live'),
          fix === null ? null : el('p', { class: 'fix' }, ...prose(fix)),
        ),
      ),
    );
    return state === 'pass'
      ? [el('details', {}, el('summary', {}, `${TITLES[state]} (${some.length})`), list)]
      : [el('h3', {}, TITLES[state]), list];
  }),
];
