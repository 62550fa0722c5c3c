// Counts in words.

/** `1 hook`, `2 hooks`; for words that do not end in `s` then, both are said. */
export const plural = (count: number, one: string, many = `${one}s`): string =>
  `${count.toLocaleString('en')} ${count === 1 ? one : many}`;
