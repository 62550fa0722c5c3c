// Lists of names and values in a variable: `a=1,b=two%20words`.

/** `null`: it is not such a list, and counts as if it were not there. */
export function pairsIn(text: string): ReadonlyMap<string, string> | null {
  const pairs = new Map<string, string>();
  for (const part of text.split(',')) {
    if (part.trim() === '') continue;
    const at = part.indexOf('=');
    const name = part.slice(0, at).trim();
    if (at < 0 || name === '') return null;
    try {
      pairs.set(decodeURIComponent(name), decodeURIComponent(part.slice(at + 1).trim()));
    } catch {
      return null;
    }
  }
  return pairs;
}
