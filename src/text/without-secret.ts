// Values for people to read, without what may be a secret.

const TELLING = /authorization|cookie|token|key|secret|password|credential/i;
const KEPT = /^\s*(?:bearer|basic|token)\s|\$\{[A-Za-z_][^}]*\}|\$[A-Za-z_]\w*/gi;

/** Of a value that is a secret by its name only the scheme and the variables are shown. */
export function withoutSecret(name: string, value: string): string {
  if (!TELLING.test(name)) return value;
  const kept = [...value.matchAll(KEPT)].map(([part]) => part.trim());
  const rest = value.replace(KEPT, '').trim();
  return [...kept, ...(rest === '' ? [] : ['…'])].join(' ');
}
