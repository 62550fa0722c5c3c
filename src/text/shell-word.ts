// Words of a shell.

/** A text as one word of a shell command, quoted only where it must be. */
export const shellWord = (text: string): string =>
  /^[\w@%+=:,./#-]+$/.test(text) && !text.startsWith('#') ? text : `'${text.replaceAll("'", `'\\''`)}'`;
