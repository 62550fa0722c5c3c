// What a hook reaches: programs, variables of the environment, the network, files elsewhere.
import { handlerInWords } from '../../config/index.js';
import { seenOf } from '../reading/seen.js';
import type { Subject } from '../subject.js';
import { needsOf } from './needs.js';
import { sightsOf } from './sights.js';

export interface Reach {
  readonly programs: readonly string[];
  /** Variables that its texts read, or that it sends. */
  readonly variables: readonly string[];
  readonly network: readonly string[];
  readonly writes: readonly string[];
  /** Code that is only known when it runs. */
  readonly code: readonly string[];
}

export function reachOf(subject: Subject): Reach {
  const sights = sightsOf(subject);
  const of = (kind: (typeof sights)[number]['kind']): readonly string[] =>
    unique(sights.filter((one) => one.kind === kind).map(({ what }) => what));
  return {
    programs: unique(needsOf(subject).map(({ name }) => name)),
    variables: unique([...sent(subject), ...subject.parts.flatMap(({ reading }) => read(reading))]),
    network: of('network'),
    writes: of('writes'),
    code: of('code'),
  };
}

/** What a shell text sets itself is its own affair. */
function read(reading: Subject['parts'][number]['reading']): readonly string[] {
  const own = new Set(seenOf(reading, 'assigned').map(({ name }) => name));
  return seenOf(reading, 'variable').flatMap(({ name }) =>
    /^[A-Za-z_]\w*$/.test(name) && !own.has(name) ? [name] : [],
  );
}

function sent({ hook: { handler } }: Subject): readonly string[] {
  if (handler.type !== 'http') return [];
  const named = [...handlerInWords(handler).matchAll(/\$\{?(\w+)/g)].map(([, name = '']) => name);
  return [...handler.allowedEnvVars, ...named];
}

const unique = (list: readonly string[]): readonly string[] => [...new Set(list)].sort();
