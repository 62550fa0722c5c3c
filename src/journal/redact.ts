// What must not lie in a file for months: secrets, by the name they stand under and by the shape they have.

export const REDACTED = '[redacted]';

/** A text below this length holds no name with a secret behind it. */
const SHORTEST = 8;

/** Words that make the value under a name a secret; a name is split at `_`, `-`, `.` and capitals before it is compared. */
export const SECRET_WORDS: readonly string[] = [
  'password',
  'passwd',
  'passphrase',
  'secret',
  'token',
  'apikey',
  'api key',
  'access key',
  'private key',
  'signing key',
  'encryption key',
  'account key',
  'credential',
  'credentials',
  'authorization',
  'cookie',
];

export interface RedactionRule {
  /** As the reference page names it. */
  readonly what: string;
  readonly pattern: RegExp;
  readonly instead: string;
}

// Quantifiers before the telling part of a pattern are bounded, so that no text makes one slow.
const NAMES =
  '(?:password|passwd|passphrase|secret(?!s)|token(?!s)|api[-_]?key|access[-_]?key|private[-_]?key|signing[-_]?key|encryption[-_]?key|account[-_]?key|credentials?)';

/** The shapes, in the order they are applied. */
export const REDACTION_RULES: readonly RedactionRule[] = [
  {
    what: 'private key blocks',
    pattern: /-----BEGIN [A-Z ]{0,30}PRIVATE KEY(?: BLOCK)?-----[\s\S]*?(?:-----END [A-Z ]{0,30}-----|$)/g,
    instead: REDACTED,
  },
  {
    what: 'passwords in URLs (`scheme://user:password@host`)',
    pattern: /(:\/\/[^\s/:@'"]{0,100}):[^\s/@'"]{1,300}@/g,
    instead: `$1:${REDACTED}@`,
  },
  { what: 'AWS access key ids', pattern: /\b(?:AKIA|ASIA|ABIA|ACCA)[A-Z0-9]{16}\b/g, instead: REDACTED },
  {
    what: 'Google API keys and access tokens',
    pattern: /\bAIza[\w-]{35}|\bya29\.[\w-]{20,}/g,
    instead: REDACTED,
  },
  {
    what: 'GitHub and GitLab tokens',
    pattern: /\bgh[pousr]_[A-Za-z0-9]{20,}|\bgithub_pat_\w{20,}|\bglpat-[\w-]{20,}/g,
    instead: REDACTED,
  },
  {
    what: 'Slack tokens and webhook addresses',
    pattern: /\bxox[abeoprs]-[\w-]{10,}|(?<=hooks\.slack\.com\/services\/)[\w/]{20,}/g,
    instead: REDACTED,
  },
  {
    what: 'keys that begin with `sk-` (model providers), `sk_live_`, `rk_live_`, `sk_test_`, `whsec_` (payment)',
    pattern: /\bsk-[\w-]{20,}|\b[rs]k_(?:live|test)_\w{16,}|\bwhsec_[\w+/=]{20,}/g,
    instead: REDACTED,
  },
  {
    what: 'tokens of package registries, model hubs, mail and cloud services (`npm_`, `pypi-`, `hf_`, `SG.`, `dop_v1_`)',
    pattern:
      /\bnpm_[A-Za-z0-9]{30,}|\bpypi-[\w-]{40,}|\bhf_[A-Za-z0-9]{30,}|\bSG\.[\w-]{16,}\.[\w-]{16,}|\bdop_v1_[a-f0-9]{32,}/g,
    instead: REDACTED,
  },
  {
    what: 'JSON web tokens',
    pattern: /\beyJ[\w-]{8,}\.eyJ[\w-]{8,}\.[\w-]*/g,
    instead: REDACTED,
  },
  {
    what: 'bearer and basic credentials',
    pattern: /\b([Bb]earer|[Bb]asic)\s+(?!\$)(?=[^\s"']{0,200}[0-9A-Z=])[\w.~+/=-]{8,}/g,
    instead: `$1 ${REDACTED}`,
  },
  {
    what: '`Authorization:` and `Cookie:` headers',
    pattern:
      /\b((?:authorization|cookie)["']?\s{0,5}[:=]\s{0,5}["']?)(?!["'\s]|(?:bearer|basic)\s|\$)[^\r\n"']+/gi,
    instead: `$1${REDACTED}`,
  },
  {
    what: 'assignments to a name that means a secret (`NAME=value`, `"name": "value"`, `name: value`); a `$VARIABLE` stays',
    pattern: new RegExp(
      String.raw`(${NAMES}\w{0,40}\\?["']?\s{0,5}[:=]\s{0,5})(?!\\?["']?[$\[])(?:"[^"]*"?|'[^']*'?|\\"[^"\\]*|[^\s"'&;,|(){}\\]+)`,
      'gi',
    ),
    instead: `$1${REDACTED}`,
  },
  {
    what: 'options such as `--password value`, `--api-key value`; a `$VARIABLE` stays',
    pattern: new RegExp(
      String.raw`(--[\w-]{0,30}${NAMES}[\w-]{0,20}\s{1,5})(?!["']?[$\[]|-)(?:"[^"]*"?|'[^']*'?|[^\s"']+)`,
      'gi',
    ),
    instead: `$1${REDACTED}`,
  },
  {
    what: '`-u user:password`, `--user user:password`',
    pattern:
      /((?:\s|^)(?:-u|--user|--proxy-user)[\s=]{1,5}["']?[^\s:"']{1,100}):(?!\d+(?:\s|$)|[$[])[^\s"']+/g,
    instead: `$1:${REDACTED}`,
  },
];

/** No rule applies to a text without one of these; most texts have none. */
const TELLING =
  /-----BEGIN|:\/\/|A[KSBC][IC]A[A-Z0-9]|AIza|ya29\.|gh[pousr]_|github_pat|glpat-|xox|slack\.com|sk-|k_live|k_test|whsec_|npm_|pypi-|hf_|SG\.|dop_v1|eyJ|[Bb]earer|[Bb]asic|authori|cookie|pass[wp]|secret|token|[-_]?key|credential|-u[\s=]|--user|--proxy-user/i;

/** A text with every known shape of a secret replaced. */
export function redactText(text: string): string {
  if (text.length < SHORTEST || !TELLING.test(text)) return text;
  let redacted = text;
  for (const { pattern, instead } of REDACTION_RULES) redacted = redacted.replace(pattern, instead);
  return redacted;
}

const judgedNames = new Map<string, boolean>();

/** Whether the text under this name is a secret whatever it looks like. */
export function isSecretName(name: string): boolean {
  if (name.length > 100) return false;
  const known = judgedNames.get(name);
  if (known !== undefined) return known;
  // Inputs use the same names again and again; data with names of its own must not fill the memory.
  if (judgedNames.size >= 1000) judgedNames.clear();
  const judged = means(name);
  judgedNames.set(name, judged);
  return judged;
}

function means(name: string): boolean {
  const words = name
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replace(/[^A-Za-z0-9]+/g, ' ')
    .toLowerCase();
  return SECRET_WORDS.some((word) => ` ${words} `.includes(` ${word} `));
}
