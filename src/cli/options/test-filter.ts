// `--filter`: which tests are meant.
import { relative } from 'node:path';
import type { TestName } from '../../conformance/hook-tests/index.js';
import { reasonOf } from '../../text/index.js';
import { UserError } from '../io.js';

/** A part of a title or of a file's path, in any case; between slashes a regular expression. */
export function testFilter(text: string | null, cwd: string): (test: TestName) => boolean {
  if (text === null) return () => true;
  const fits = fitting(text);
  return ({ title, file }) => fits(title) || fits(relative(cwd, file));
}

function fitting(text: string): (subject: string) => boolean {
  const [, pattern, flags] = /^\/(.+)\/([imsu]*)$/s.exec(text) ?? [];
  if (pattern === undefined) {
    const wanted = text.toLowerCase();
    return (subject) => subject.toLowerCase().includes(wanted);
  }
  try {
    const expression = new RegExp(pattern, flags);
    return (subject) => expression.test(subject);
  } catch (error) {
    throw new UserError(
      `--filter ${text} is not a valid pattern: ${reasonOf(error)}`,
      'Without the slashes it is a plain text to look for.',
    );
  }
}
