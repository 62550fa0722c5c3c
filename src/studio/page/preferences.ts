// What a person chose for this browser. Where nothing can be kept, it lasts as long as the page.

const kept = new Map<string, string>();

export function preference(name: string): string | null {
  try {
    return localStorage.getItem(`amplifier-hooks.${name}`) ?? kept.get(name) ?? null;
  } catch {
    return kept.get(name) ?? null;
  }
}

export function prefer(name: string, value: string): void {
  kept.set(name, value);
  try {
    localStorage.setItem(`amplifier-hooks.${name}`, value);
  } catch {
    // A trace that was opened from a file may not be allowed to keep anything.
  }
}
