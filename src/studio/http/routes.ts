// The addresses of the studio.
import type { Shape } from '../../text/shapes/index.js';
import { check } from '../../text/shapes/index.js';
import type { Answers } from '../answers.js';
import { confirmationShape, type TimelineQuery, wishShape } from '../contract.js';
import { Refused } from '../desk.js';
import type { Watching } from '../watching.js';
import type { Session } from './door.js';
import type { Promised } from './promised.js';

/** A request that was let in. */
export interface Asked {
  readonly query: URLSearchParams;
  readonly session: Session;
  /** Of a POST; `null` otherwise. */
  readonly body: string | null;
  /** Aborted when the browser does not wait any longer, or the studio ends. */
  readonly signal: AbortSignal;
}

export type Route = (asked: Asked) => unknown;

/** The question is wrong. */
export class Wrong extends Error {}

/** What is answered with JSON, by method and path. */
export function routes(
  answers: Answers,
  watching: Watching,
  promised: Promised,
): Readonly<Record<string, Route>> {
  return {
    'GET api/about': ({ session }) => answers.about(session.token),
    'GET api/timeline': ({ query }) => watching.timeline(timelineQuery(query)),
    'GET api/event': ({ query }) => answers.event(word(query, 'project'), word(query, 'id')),
    'GET api/explain': ({ query }) => answers.explain(word(query, 'project'), word(query, 'id')),
    'GET api/hooktest': ({ query }) => answers.hookTest(word(query, 'project'), word(query, 'id')),
    'GET api/hooks': ({ query }) => answers.hooks(word(query, 'project'), number(query, 'since') ?? null),
    'GET api/health': ({ query }) => answers.health(word(query, 'project')),
    'GET api/search': ({ query, signal }) => {
      const [project, limit] = [query.get('project'), number(query, 'limit')];
      return answers.search(
        {
          query: word(query, 'q'),
          ...(project === null ? {} : { project }),
          ...(limit === undefined ? {} : { limit }),
        },
        signal,
      );
    },
    'POST api/prepare': async ({ body, session }) =>
      promised.keep(await answers.plan(parsed(wishShape, body)), session),
    'POST api/confirm': ({ body, session, signal }) => {
      const carryOut = promised.take(parsed(confirmationShape, body).token, session);
      if (carryOut === null)
        throw new Refused('This was done already, or shown too long ago.', 'Look at it again.');
      return carryOut(signal);
    },
  };
}

function timelineQuery(query: URLSearchParams): TimelineQuery {
  const [from, to] = [number(query, 'from'), number(query, 'to')];
  const words = (['project', 'session', 'event', 'verdict', 'hook'] as const).flatMap((name) => {
    const value = query.get(name);
    return value === null ? [] : [[name, value] as const];
  });
  return {
    ...(from === undefined ? {} : { from }),
    ...(to === undefined ? {} : { to }),
    ...Object.fromEntries(words),
    ...(query.get('failed') === '1' ? { failed: true } : {}),
  };
}

function word(query: URLSearchParams, name: string): string {
  const value = query.get(name);
  if (value === null) throw new Wrong(`"${name}" is missing.`);
  return value;
}

function number(query: URLSearchParams, name: string): number | undefined {
  const value = query.get(name);
  if (value === null) return undefined;
  const found = Number(value);
  if (value.trim() === '' || !Number.isFinite(found)) throw new Wrong(`"${name}" is not a number.`);
  return found;
}

function parsed<T>(shape: Shape<T>, body: string | null): T {
  let value: unknown;
  try {
    value = JSON.parse(body ?? '');
  } catch {
    throw new Wrong('The body is not valid JSON.');
  }
  if (shape.is(value)) return value;
  throw new Wrong(check(shape, value, 'the body')[0]?.message ?? 'The body is not understood.');
}
