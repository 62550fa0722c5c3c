// Marketplaces added, brought up to date, and removed. What fails leaves what was there before.
import type { Diagnostic } from '../../nouns.js';
import { reasonOf, similarNames } from '../../text/index.js';
import { codeOfFileError, PluginProblem } from '../problem.js';
import { type Content, type FetchSurroundings, fetchContent, placeOfKnown } from './content.js';
import { replaceCopy } from './copies.js';
import { isOpen } from './entry-source.js';
import { changeKnown, type Known, readKnown } from './known.js';
import type { Listing, Marketplace, MarketplaceReading } from './listing.js';
import { isOfficialAddress, isReserved, marketplaceNameProblem } from './names.js';
import { isLocal, type Origin, sameOrigin, showOrigin } from './origin.js';
import { readMarketplace } from './read.js';

export interface Added {
  readonly known: Known;
  readonly marketplace: Marketplace;
  readonly diagnostics: readonly Diagnostic[];
  /** `again`: it was known from the same place already, and was brought up to date. */
  readonly state: 'added' | 'again';
  /** What the user should know about it, in whole sentences. */
  readonly warnings: readonly string[];
}

/** Fetches a marketplace and remembers it. `name`: what to call it instead of its own name. */
export async function addMarketplace(
  origin: Origin,
  name: string | null,
  around: FetchSurroundings,
): Promise<Added> {
  const content = await fetchContent(origin, around);
  try {
    const { marketplace } = usable(content, origin);
    const called = nameFor(name ?? marketplace.name, name === null, origin);
    const now = new Date().toISOString();
    const { home } = around;
    const { known, state } = await changeKnown(home, (all) => {
      const before = all.find((one) => one.name.toLowerCase() === called.toLowerCase());
      if (before !== undefined && !sameOrigin(before.origin, origin)) throw taken(before, origin);
      const entry: Known = {
        name: before?.name ?? called,
        origin,
        addedAt: before?.addedAt ?? now,
        updatedAt: now,
        commit: content.commit,
      };
      const result = { known: entry, state: before === undefined ? 'added' : 'again' } as const;
      return { changes: new Map([[entry.name, entry]]), result, done: placed(home, entry.name, content) };
    });
    const { diagnostics, marketplace: read } = readMarketplace(placeOfKnown(home, known));
    return { known, marketplace: read ?? marketplace, diagnostics, state, warnings: warningsOf(known) };
  } finally {
    content.dispose();
  }
}

export interface Updated {
  readonly known: Known;
  /** `in-place`: it lies on this machine and is always up to date. */
  readonly outcome: 'updated' | 'unchanged' | 'in-place' | 'failed';
  readonly added: readonly string[];
  readonly removed: readonly string[];
  readonly changed: readonly string[];
  /** Why it failed; the copy from before stays. */
  readonly problem: PluginProblem | null;
}

/** One marketplace, or all of them one after the other: that one fails does not keep the others back. */
export async function updateMarketplaces(
  name: string | null,
  around: FetchSurroundings,
): Promise<readonly Updated[]> {
  const { known } = readKnown(around.home);
  const results: Updated[] = [];
  for (const one of name === null ? known : [knownByName(known, name)]) {
    const nothing = { known: one, added: [], removed: [], changed: [], problem: null };
    try {
      results.push({ ...nothing, ...(await update(one, around)) });
    } catch (error) {
      if (!(error instanceof PluginProblem) || error.code === 'interrupted') throw error;
      results.push({ ...nothing, outcome: 'failed', problem: error });
    }
  }
  return results;
}

async function update(
  known: Known,
  around: FetchSurroundings,
): Promise<Partial<Updated> & Pick<Updated, 'outcome'>> {
  const { home } = around;
  const content = await fetchContent(known.origin, around);
  try {
    usable(content, known.origin);
    if (content.fresh === null) return { outcome: 'in-place' };
    const before = readMarketplace(placeOfKnown(home, known));
    const fresh = await changeKnown(home, (all) => {
      const now = all.find((one) => one.name === known.name);
      if (now === undefined || !sameOrigin(now.origin, known.origin))
        throw new PluginProblem('unknown-marketplace', `${known.name} was removed in the meantime`);
      const entry: Known = { ...now, updatedAt: new Date().toISOString(), commit: content.commit };
      return {
        changes: new Map([[entry.name, entry]]),
        result: entry,
        done: placed(home, entry.name, content),
      };
    });
    const difference = compare(before, readMarketplace(placeOfKnown(home, fresh)));
    const same =
      Object.values(difference).every((names) => names.length === 0) && known.commit === fresh.commit;
    return { known: fresh, outcome: same ? 'unchanged' : 'updated', ...difference };
  } finally {
    content.dispose();
  }
}

/** Forgets a marketplace and removes the copy of it. What was installed from there is not touched. */
export function removeMarketplace(name: string, home: string): Promise<Known> {
  return changeKnown(home, (all) => {
    const known = knownByName(all, name);
    return {
      changes: new Map([[known.name, null]]),
      result: known,
      done: attempt(() => replaceCopy(home, known.name, null)),
    };
  });
}

/** Throws with the similarNames names where there is none. */
export function knownByName(known: readonly Known[], name: string): Known {
  const found =
    known.find((one) => one.name === name) ??
    known.find((one) => one.name.toLowerCase() === name.toLowerCase());
  if (found !== undefined) return found;
  const names = known.map((one) => one.name);
  const near = similarNames(name, names);
  const hint =
    near.length > 0
      ? `Did you mean ${near.join(' or ')}?`
      : names.length === 0
        ? 'No marketplace is known yet. Add one: `amplifier-hooks marketplace add <owner/name>`'
        : `Known are: ${names.slice(0, 20).join(', ')}. Add others with \`amplifier-hooks marketplace add <owner/name>\`.`;
  throw new PluginProblem('unknown-marketplace', `there is no marketplace ${JSON.stringify(name)}`, { hint });
}

/** The marketplace in fetched content, or the problem that makes it none, said without the place it was fetched to. */
function usable({ place }: Content, origin: Origin): { readonly marketplace: Marketplace } {
  const { marketplace, diagnostics } = readMarketplace(place);
  if (marketplace !== null) return { marketplace };
  const worst = diagnostics.find(({ severity }) => severity === 'error');
  const where = worst?.line == null ? '' : ` (line ${worst.line}, column ${worst.column})`;
  const what = (worst?.message ?? 'it cannot be read').replaceAll(place.file, 'marketplace.json');
  const missing =
    worst?.code === 'marketplace-missing' ? 'there is no .claude-plugin/marketplace.json' : what;
  throw new PluginProblem(
    'bad-marketplace',
    `${showOrigin(origin)} is not a marketplace: ${missing}${where}`,
    {
      ...(worst?.hint == null ? {} : { hint: worst.hint }),
    },
  );
}

function nameFor(name: string | null, own: boolean, origin: Origin): string {
  const hint = 'Give it a name of your own with --name.';
  const problem = name === null ? null : marketplaceNameProblem(name);
  if (name === null || problem !== null) {
    const message =
      name === null
        ? 'the marketplace has no usable name'
        : `${JSON.stringify(name)} cannot be the name of a marketplace: it ${problem}`;
    throw new PluginProblem(
      'bad-marketplace',
      message,
      own ? { hint } : { hint: 'Use letters, digits and hyphens.' },
    );
  }
  const elsewhere = !isLocal(origin) && !isOfficialAddress(origin.kind === 'git' ? origin.url : '');
  if (isReserved(name) && elsewhere) {
    const message = `${JSON.stringify(name)} is reserved for marketplaces of Anthropic, and ${showOrigin(origin)} is not one of them`;
    throw new PluginProblem('bad-marketplace', message, {
      hint: `It may pretend to be what it is not. If you trust it: ${hint.toLowerCase()}`,
    });
  }
  return name;
}

function warningsOf({ name, origin }: Known): readonly string[] {
  const url = origin.kind === 'git' || origin.kind === 'address' ? origin.url : '';
  return [
    ...(isOpen(url)
      ? ['It is fetched without encryption: others on the way can change what it offers.']
      : []),
    ...(isReserved(name) && isLocal(origin)
      ? [`Its name is that of a marketplace of Anthropic, but it comes from ${showOrigin(origin)}.`]
      : []),
  ];
}

const taken = (before: Known, origin: Origin): PluginProblem =>
  new PluginProblem(
    'marketplace-known',
    `there is a marketplace ${before.name} already, from ${showOrigin(before.origin)}, not from ${showOrigin(origin)}`,
    { hint: 'Remove it first, or add this one under another name with --name.' },
  );

const placed = (home: string, name: string, { fresh }: Content) =>
  attempt(() => replaceCopy(home, name, fresh));

function attempt<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    const why = reasonOf(error);
    throw new PluginProblem(
      codeOfFileError(error),
      `the copy of the marketplace cannot be replaced: ${why}`,
      {
        cause: error,
      },
    );
  }
}

function compare(
  before: MarketplaceReading,
  after: MarketplaceReading,
): Pick<Updated, 'added' | 'removed' | 'changed'> {
  const [old, now] = [byName(before), byName(after)];
  return {
    added: [...now.keys()].filter((name) => !old.has(name)),
    removed: [...old.keys()].filter((name) => !now.has(name)),
    changed: [...now].flatMap(([name, text]) => (old.has(name) && old.get(name) !== text ? [name] : [])),
  };
}

/** Where an entry stands in its file does not matter. */
function byName({ marketplace }: MarketplaceReading): ReadonlyMap<string, string> {
  const textOf = ({ line: _line, column: _column, ...rest }: Listing): string => JSON.stringify(rest);
  return new Map((marketplace?.listings ?? []).map((listing) => [listing.name, textOf(listing)]));
}
