// Which model a hook means: aliases, and names that belong to another provider.

export interface NameRules {
  readonly provider: 'anthropic' | 'openai';
  /** For hooks that name none; `null`: nobody knows what this server offers. */
  readonly standard: string | null;
  /** From configuration, keys in lower case. */
  readonly names: Readonly<Record<string, string>>;
  /** What the short Claude names stand for. */
  readonly aliases: Readonly<Record<string, string>>;
}

export type Named =
  /** `instead`: the hook's name, where another model is asked. */
  | { readonly ok: true; readonly model: string; readonly instead: string | null }
  /** The name means nothing here and there is no default to use. */
  | { readonly ok: false; readonly asked: string | null };

export const CLAUDE_ALIASES: Readonly<Record<string, string>> = {
  haiku: 'claude-haiku-5-5',
  sonnet: 'claude-sonnet-5-5',
  opus: 'claude-opus-5-5',
};
const ALIAS_VARIABLES: Readonly<Record<string, string>> = {
  haiku: 'ANTHROPIC_DEFAULT_HAIKU_MODEL',
  sonnet: 'ANTHROPIC_DEFAULT_SONNET_MODEL',
  opus: 'ANTHROPIC_DEFAULT_OPUS_MODEL',
};
/** Names that mean "whatever is the default". */
const STANDARD = new Set(['', 'default', 'inherit']);
const CLAUDE = /^claude-/;
const OPENAI = /^(?:gpt-|chatgpt-|o\d)/;

/** The short names, as the environment may redirect them. */
export function aliasesFrom(env: Readonly<Record<string, string | undefined>>): Record<string, string> {
  const aliases: Record<string, string> = { ...CLAUDE_ALIASES };
  for (const [alias, variable] of Object.entries(ALIAS_VARIABLES)) {
    const value = env[variable]?.trim();
    if (value !== undefined && value !== '') aliases[alias] = value;
  }
  return aliases;
}

/**
 * In this order: `names` of the configuration; no name or "default" → the default; a short Claude name → its full
 * name at Anthropic; a name of the other family → the default, and the caller says so; anything else as written.
 */
export function resolveName(asked: string | null, rules: NameRules): Named {
  const written = (asked ?? '').trim();
  const name = written.toLowerCase().replace(/\[\w+\]$/, '');
  const mapped = own(rules.names, name);
  if (mapped !== null) return { ok: true, model: mapped, instead: null };
  if (STANDARD.has(name)) return standard(rules, null);
  const full = own(rules.aliases, name);
  if (rules.provider === 'anthropic') {
    if (full !== null) return { ok: true, model: full, instead: null };
    return OPENAI.test(name) ? standard(rules, written) : plain(written);
  }
  return full !== null || CLAUDE.test(name) ? standard(rules, written) : plain(written);
}

/** The default itself may be written as a short name. */
function standard(rules: NameRules, instead: string | null): Named {
  if (rules.standard === null) return { ok: false, asked: instead };
  const alias = rules.provider === 'anthropic' ? own(rules.aliases, rules.standard.toLowerCase()) : null;
  return { ok: true, model: alias ?? rules.standard, instead };
}

function plain(written: string): Named {
  return { ok: true, model: written.replace(/\[\w+\]$/, ''), instead: null };
}

function own(table: Readonly<Record<string, string>>, name: string): string | null {
  return Object.hasOwn(table, name) ? (table[name] ?? null) : null;
}
