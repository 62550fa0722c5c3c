// The administrator's policy as it is in force: the words of all managed files together, and what comes of them.
import { EVENT_NAMES, type EventName, type EventRow, eventRow } from '../events/index.js';
import type {
  DemandInForce,
  Diagnostic,
  Hook,
  HookSource,
  Inactive,
  PolicyBounds,
  PolicyInForce,
  TrustMode,
  Voice,
} from '../nouns.js';
import type { ManagedFault } from './collect.js';
import { unmetInWords } from './demands.js';
import { diagnostic } from './diagnostic.js';
import type { Follow } from './judge.js';
import { POLICY_KEY } from './managed-file.js';
import type { PolicyWords } from './policy-words.js';
import type { ConfigRequest } from './request.js';
import type { Settings } from './settings.js';
import { keptOut } from './source-words.js';
import { strictest } from './trust-modes.js';

/** What all managed files say together. */
export type PolicyWordsOfAll = Omit<PolicyInForce, 'demands' | 'shut'> & {
  readonly demands: PolicyWords['require'];
  /** What cannot be understood or read; gates are shut for it. */
  readonly faults: readonly string[];
};

/** Of several files each counts: the strictest trust, every demand, every refusal, and what all of them allow. */
export function policyWords(
  settings: readonly Settings[],
  faults: readonly ManagedFault[],
): PolicyWordsOfAll {
  const all = settings.flatMap(({ policy, sheet }) =>
    policy === null ? [] : [{ ...policy, file: sheet.source.file }],
  );
  const bounds = (pick: 'sources' | 'handlerTypes'): readonly PolicyBounds[] =>
    all
      .map(({ file, [pick]: one }) => ({ ...one, file }))
      .filter(({ allow, refuse }) => allow !== null || refuse.length > 0);
  return {
    files: all.map(({ file }) => file),
    // What an unreadable file says about trust may be the strictest.
    trust: faults.length > 0 ? 'content' : strictest(all.flatMap(({ trust }) => trust ?? [])),
    sources: bounds('sources'),
    handlerTypes: bounds('handlerTypes'),
    demands: all.flatMap(({ require }) => require),
    faults: [
      ...all.flatMap(({ wrong }) =>
        wrong === null ? [] : [`The "${POLICY_KEY}" cannot be understood: ${wrong}.`],
      ),
      ...faults.map(
        ({ why }) => `The managed settings cannot be read, so nobody knows what they require: ${why}.`,
      ),
    ],
  };
}

/** Why the policy keeps a source out; `null`: it does not. The administrator's own hooks are not asked. */
export function offBySource(
  { sources }: PolicyWordsOfAll,
  source: HookSource,
  voice: Voice,
): Inactive | null {
  for (const { file, ...bounds } of sources) {
    const why = keptOut(bounds, source, voice);
    if (why !== null) return notAllowed('sources', file, why);
  }
  return null;
}

/** Whether nothing of the project counts. */
export const keepsProjectOut = ({ sources }: PolicyWordsOfAll): boolean =>
  sources.some(({ allow, refuse }) => refuse.includes('project') || allow?.includes('project') === false);

/** Why the policy keeps a hook out for its type; `null`: it does not. */
export function offByType(
  { handlerTypes }: PolicyWordsOfAll,
  { handler, voice }: Pick<Hook, 'handler' | 'voice'>,
): Inactive | null {
  if (voice === 'managed') return null;
  const name = JSON.stringify(handler.type);
  for (const { file, allow, refuse } of handlerTypes) {
    if (refuse.includes(handler.type)) return notAllowed('handlerTypes', file, `refuses ${name}`);
    if (allow?.includes(handler.type) === false)
      return notAllowed('handlerTypes', file, `does not allow ${name}`);
  }
  return null;
}

const notAllowed = (key: string, file: string, why: string): Inactive => ({
  code: 'not-allowed',
  detail: `"${POLICY_KEY}.${key}" in ${file} ${why}`,
});

/** How far a project is followed; `null`: trust is off. A host may be stricter than the administrator, never laxer. */
export function followed({ trust }: Pick<ConfigRequest, 'trust'>, managed: TrustMode | null): Follow | null {
  const { stated, usual } = trust;
  const mode =
    managed === null ? (stated ?? usual) : strictest([managed, ...(stated === null ? [] : [stated])]);
  if (mode === 'off') return null;
  if (mode === 'follow') return 'all';
  // Whoever wants every change to be looked at does not want a user to follow a project instead.
  return managed === 'content' ? 'none' : 'answered';
}

/** The policy with what became of it. */
export function policyInForce(
  { faults, ...words }: PolicyWordsOfAll,
  demands: readonly DemandInForce[],
): PolicyInForce {
  const causes = [
    ...faults.map((why): Cause => ({ why, event: null })),
    ...demands
      .filter(({ unmet }) => unmet !== null)
      .map((demand): Cause => ({ why: unmetInWords(demand), event: demand.event })),
  ];
  return Object.freeze({ ...words, demands, shut: Object.freeze(shutBy(causes)) });
}

/** Something that keeps gates shut, and beside them the event of the hook that is missing. */
interface Cause {
  readonly why: string;
  readonly event: EventName | null;
}

function shutBy(causes: readonly Cause[]): PolicyInForce['shut'] {
  if (causes.length === 0) return {};
  const shut = EVENT_NAMES.flatMap((name) => {
    const row = eventRow(name);
    const found = causes.filter(({ event }) => isGate(row) || (event === name && holdsBack(row)));
    const why = [...new Set(found.map((cause) => cause.why))].join(' ');
    return found.length === 0 ? [] : [[name, `Denied by the administrator’s policy. ${why}`] as const];
  });
  return Object.fromEntries(shut);
}

const isGate = ({ tool, permission }: EventRow): boolean => tool && permission;

/** What can be kept from happening. A turn that must not end would never end. */
const holdsBack = ({ permission, exit2 }: EventRow): boolean =>
  permission || exit2 === 'deny' || exit2 === 'block';

/** What is to be told of the policy. */
export function policyProblems(
  request: ConfigRequest,
  { trust, files, demands }: PolicyInForce,
  faults: readonly ManagedFault[],
): readonly Diagnostic[] {
  const { stated } = request.trust;
  const [file = null] = files;
  const laxer =
    request.judge !== null &&
    file !== null &&
    trust !== null &&
    stated !== null &&
    strictest([trust, stated]) !== stated;
  return [
    ...faults.map(({ why, file: of }) =>
      diagnostic('policy-unreadable', `${why}; what asks for permission is denied`, { file: of }),
    ),
    ...demands.flatMap((demand) =>
      demand.unmet === null
        ? []
        : [diagnostic('policy-unmet', unmetInWords(demand), { file: demand.file, at: demand })],
    ),
    ...(laxer
      ? [
          diagnostic(
            'trust-limited',
            `The host asks for the trust ${JSON.stringify(stated)}, but "${POLICY_KEY}" says ${JSON.stringify(trust)}, which counts`,
            { file },
          ),
        ]
      : []),
  ];
}
