// Rules by which a hook runs or not, as people call them.
import type { PlanEntry } from '../nouns.js';

const RULES: Readonly<Record<PlanEntry['reason']['code'], string>> = {
  all: 'everything',
  name: 'exact list',
  alias: 'alias',
  regex: 'regular expression',
  'matcher-ignored': 'matcher ignored',
  'regex-timeout': 'pattern not judged',
  event: 'other event',
  matcher: 'matcher',
  'matcher-invalid': 'invalid matcher',
  'if-rule': 'if',
  'if-without-tool': 'if without a tool',
  duplicate: 'duplicate',
  once: 'once',
  'skill-not-active': 'scope: skill',
  'other-agent': 'scope: agent',
  'not-asked-again': 'second round',
  disabled: 'disabled',
  'not-allowed': 'not allowed',
  untrusted: 'not trusted',
  'handler-not-allowed': 'type not allowed',
};

/** A code that this version does not know is shown as it is. */
export const ruleInWords = (code: string): string =>
  Object.entries(RULES).find(([name]) => name === code)?.[1] ?? code;
