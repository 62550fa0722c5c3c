// A text as a word of a shell command, for people who copy it.

export const shellWord = (text: string): string =>
  /^[\w./=#:@-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;
