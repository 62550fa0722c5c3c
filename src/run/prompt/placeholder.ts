// `$ARGUMENTS` in the prompt of a hook.

const PLACEHOLDER = /\\?\$ARGUMENTS/g;

/** Fills in every `$ARGUMENTS`; `\$ARGUMENTS` stays as the word itself. Without one the data stands at the end. */
export function fillArguments(prompt: string, data: string, appended: string): string {
  let found = false;
  // One pass: what the data itself says is never filled in.
  const filled = prompt.replace(PLACEHOLDER, (match) => {
    if (match.startsWith('\\')) return match.slice(1);
    found = true;
    return data;
  });
  return found ? filled : `${filled}${appended}`;
}
