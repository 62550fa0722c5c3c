// What a person answers. Nothing else in this project writes approvals.
import { relative } from 'node:path';
import { readBytes, textIn } from '../files/index.js';
import { reasonOf, sha256 } from '../text/index.js';
import { check, type Infer, mapOf, object, oneOf, text } from '../text/shapes/index.js';

import { definitionDigest } from './identity.js';
import { pin, whyNotPinned } from './pins.js';
import { type Answer, type Approvals, changeApprovals, keepText, readLasts, writeLasts } from './store.js';
import type { Entry, Survey } from './survey.js';

/** Versions of one thing that stay approved: whoever goes back and forth between branches is not asked each time. */
const MOST_VERSIONS = 32;
/** Larger files are compared, but their text is not kept. */
const LARGEST_KEPT = 1024 * 1024;

/** What could not be approved, and why. */
export interface Unfit {
  readonly entry: Entry;
  readonly why: string;
}

/** Approves these as they were when they were looked at, and nothing else. */
export function approve(survey: Survey, entries: readonly Entry[], now: Date): readonly Unfit[] {
  const unfit = entries.flatMap((entry): Unfit[] => {
    const [why] = entry.identity.problems;
    return why === undefined ? [] : [{ entry, why }];
  });
  const fit = entries.filter(({ identity }) => identity.problems.length === 0);
  for (const entry of fit) keepTexts(survey, entry);
  const lasts = fit.map((entry) => {
    const { item, definition, contents } = entry.identity;
    const from = entry.kind === 'hook' ? { from: relative(survey.projectDir, entry.hook.source.file) } : {};
    return { key: entry.key, item, last: { definition, contents, at: now.toISOString(), ...from } };
  });
  change(
    survey,
    fit,
    (answer, digest) => ({
      ...answer,
      approved: latest(digest, answer.approved),
      refused: answer.refused.filter((one) => one !== digest),
    }),
    (key) => {
      const known = readLasts(survey.stateDir, key);
      const own = lasts.filter((one) => one.key === key).map(({ item, last }) => [item, last] as const);
      writeLasts(survey.stateDir, key, { ...known, ...Object.fromEntries(own) });
    },
  );
  return unfit;
}

/** These do not run, until they change or somebody approves them. */
export function refuse(survey: Survey, entries: readonly Entry[]): void {
  change(survey, entries, ({ approved, refused }, digest) => ({
    approved: approved.filter((one) => one !== digest),
    refused: latest(digest, refused),
  }));
}

/** Approves hooks, and from now on runs copies of their folders. What cannot be pinned is neither. */
export function approvePinned(survey: Survey, entries: readonly Entry[], now: Date): readonly Unfit[] {
  const unfit: Unfit[] = [];
  const pins = new Map<Entry, string>();
  for (const entry of entries) {
    const why =
      entry.kind === 'hook' && entry.key === survey.key
        ? whyNotPinned(entry.hook, entry.identity)
        : 'only hooks of the project can be pinned';
    const folder = entry.kind === 'hook' ? entry.hook.source.pluginRoot : null;
    if (why !== null || folder === null) unfit.push({ entry, why: why ?? 'it has no folder' });
    else pins.set(entry, pin(survey.stateDir, folder));
  }
  const fit = [...pins.keys()];
  unfit.push(...approve(survey, fit, now));
  changeApprovals(survey.stateDir, survey.key, (before) => {
    const items = { ...before.items };
    for (const [{ identity }, digest] of pins) {
      const answer = items[identity.item];
      if (answer === undefined) continue;
      items[identity.item] = { ...answer, pins: { ...answer.pins, [definitionDigest(identity)]: digest } };
    }
    return { ...before, items };
  });
  return unfit;
}

/** Changes of this project need no approval, or do again. */
export function follow({ stateDir, key }: Pick<Survey, 'stateDir' | 'key'>, on: boolean): void {
  changeApprovals(stateDir, key, (now) => ({ ...now, follow: on }));
}

/** Everything that was answered about the project is forgotten. */
export function forget({ stateDir, key }: Pick<Survey, 'stateDir' | 'key'>): void {
  changeApprovals(stateDir, key, (now) => ({ ...now, follow: false, items: {} }));
}

/** What is no longer there needs no answer. */
export function forgetGone({ stateDir, key, gone }: Survey): void {
  if (gone.length === 0) return;
  changeApprovals(stateDir, key, (now) => ({
    ...now,
    items: Object.fromEntries(
      Object.entries(now.items).filter(([item]) => !gone.some((one) => one.item === item)),
    ),
  }));
}

const NO_ANSWER: Answer = { approved: [], refused: [] };

function change(
  { stateDir }: Survey,
  entries: readonly Entry[],
  next: (answer: Answer, digest: string) => Answer,
  beside: (key: string) => void = () => undefined,
): void {
  for (const key of new Set(entries.map((entry) => entry.key)))
    changeApprovals(stateDir, key, (now): Approvals => {
      beside(key);
      const items = new Map(Object.entries(now.items));
      for (const { identity } of entries.filter((entry) => entry.key === key)) {
        const { item, digest } = identity;
        items.set(item, next(items.get(item) ?? NO_ANSWER, digest));
      }
      return { ...now, items: Object.fromEntries(items) };
    });
}

const latest = (digest: string, others: readonly string[]): readonly string[] =>
  [digest, ...others.filter((one) => one !== digest)].slice(0, MOST_VERSIONS);

/** Only what has the digest that was approved: the file may have changed a moment ago. */
function keepTexts({ stateDir }: Survey, { identity }: Entry): void {
  for (const { path, content: digest } of identity.files) {
    if (digest === null) continue;
    try {
      const content = readBytes(path, LARGEST_KEPT);
      if (sha256(content) === digest) keepText(stateDir, digest, content);
    } catch {
      // Too large, or gone: the next change is shown without it.
    }
  }
}

const trustFileShape = object({ version: oneOf(1), digests: mapOf(text) });

/** The file for machines without a person: digests with what they stand for. */
export type TrustFile = Infer<typeof trustFileShape>;

export const trustFileOf = (entries: readonly Entry[], inWords: (entry: Entry) => string): TrustFile => ({
  version: 1,
  digests: Object.fromEntries(entries.map((entry) => [entry.identity.digest, inWords(entry)])),
});

/** Throws, in words, where the file is none. */
export function readTrustFile(file: string): ReadonlySet<string> {
  const content = textIn(file);
  if (content === null) throw new Error(`${file} cannot be read`);
  let value: unknown;
  try {
    value = JSON.parse(content);
  } catch (error) {
    throw new Error(`${file} is not valid JSON: ${reasonOf(error)}`);
  }
  if (!trustFileShape.is(value))
    throw new Error(`${file}: ${check(trustFileShape, value)[0]?.message ?? 'no digests'}`);
  return new Set(Object.keys(value.digests));
}
