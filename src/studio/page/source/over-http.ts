// The page's data from the server that the page came from.

import type { Shape } from '../../../text/shapes/index.js';
import {
  type About,
  aboutShape,
  againShape,
  appendedShape,
  changedShape,
  doneShape,
  eventPageShape,
  explainedShape,
  foundShape,
  healthShape,
  hookTableShape,
  hookTestShape,
  type Listener,
  preparedShape,
  problemShape,
  type Source,
  timelineShape,
} from '../../contract.js';

type Words = Readonly<Record<string, string | number | boolean | undefined>>;

/** Asks the server. Addresses are relative, because the server lives below a folder of its own. */
export function overHttp(): Source {
  let token: Promise<string> | null = null;
  const about = async (): Promise<About> => got(aboutShape, 'api/about', {});
  const ask = async <T>(shape: Shape<T>, address: string, body: unknown): Promise<T> => {
    token ??= about().then((found) => found.token);
    return read(
      shape,
      await fetch(address, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-studio-token': await token },
        body: JSON.stringify(body),
      }),
    );
  };
  return {
    about,
    timeline: (query) => got(timelineShape, 'api/timeline', { ...query }),
    event: (project, id) => orNothing(got(eventPageShape, 'api/event', { project, id })),
    hooks: (query) => orNothing(got(hookTableShape, 'api/hooks', { ...query })),
    health: (project) => orNothing(got(healthShape, 'api/health', { project })),
    search: ({ query: q, ...rest }) => got(foundShape, 'api/search', { q, ...rest }),
    explain: (project, id) => orNothing(got(explainedShape, 'api/explain', { project, id })),
    hookTest: (project, id) => orNothing(got(hookTestShape, 'api/hooktest', { project, id })),
    prepare: (wish) => ask(preparedShape, 'api/prepare', wish),
    confirm: (given) => ask(doneShape, 'api/confirm', { token: given }),
    live,
  };
}

/** An answer that is a sentence for people. */
class Refusal extends Error {
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

async function got<T>(shape: Shape<T>, address: string, words: Words): Promise<T> {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(words))
    if (value !== undefined && value !== false) query.set(name, value === true ? '1' : String(value));
  return read(shape, await fetch(`${address}?${query}`));
}

async function read<T>(shape: Shape<T>, answer: Response): Promise<T> {
  const value: unknown = await answer.json();
  if (answer.ok && shape.is(value)) return value;
  if (problemShape.is(value))
    throw new Refusal(answer.status, [value.problem, value.hint ?? ''].join(' ').trim());
  throw new Error('the answer of the studio is not understood; load the page again');
}

/** What is not there is no error of the page. */
const orNothing = <T>(answer: Promise<T>): Promise<T | null> =>
  answer.catch((error: unknown) => {
    if (error instanceof Refusal && error.status === 404) return null;
    throw error;
  });

function live(listener: Listener): () => void {
  const stream = new EventSource('api/live');
  const on = <T>(name: string, shape: Shape<T>, tell: (value: T) => void): void =>
    stream.addEventListener(name, ({ data }) => {
      const value: unknown = JSON.parse(String(data));
      if (shape.is(value)) tell(value);
    });
  on('appended', appendedShape, (more) => listener.appended(more));
  on('again', againShape, ({ version }) => listener.again(version));
  on('changed', changedShape, ({ project }) => listener.changed(project));
  stream.addEventListener('open', () => listener.connected(true));
  stream.addEventListener('error', () => listener.connected(false));
  return () => stream.close();
}
