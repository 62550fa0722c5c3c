// What hook tests (*.hooktest.yaml, *.hooktest.json) expect, as exit codes: they speak of what comes of a hook, not of its code.

/** A field of `expect`, in YAML or JSON, with a value that fits. */
const says = (name: string, value: string): string => `\\b${name}["']?\\s*:\\s*(?:${value})`;
/** A list that is not empty. */
const SOME = '\\[\\s*[^\\]\\s]|-\\s';

const expectation = (...parts: readonly string[]): RegExp => new RegExp(parts.join('|'));

const REFUSED = expectation(
  says('permission', '["\']?deny'),
  says('blocked', 'true'),
  says('feedback(?:All)?', SOME),
);
const FINE = expectation(
  says('permission', 'null|~|["\']?(?:allow|ask)'),
  says('blocked', 'false'),
  says('feedback', '\\[\\s*\\]'),
  says('(?:ran|fired|context|contextAll|systemMessages|systemMessagesAll|updatedInput|output)', '\\S'),
);

export const isHookTest = (file: string): boolean => /\.hooktest\.(?:ya?ml|json)$/.test(file);

/**
 * Whether a hook test has a case for what comes of an exit code. Codes other than 0 and 2 say that the hook could not do its job: a
 * program is missing, or the event is not JSON. No test can bring that about, and each one fails where it happens.
 */
export const expectsCode = (text: string, code: number): boolean =>
  code === 0 ? FINE.test(text) : code !== 2 || REFUSED.test(text);
