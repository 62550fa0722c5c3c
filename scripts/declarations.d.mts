/** Name and text of each file of declarations; `entries`: its name without `.d.ts` → what the compiler emitted for it. */
export function declarations(entries: Readonly<Record<string, string>>): (readonly [string, string])[];
