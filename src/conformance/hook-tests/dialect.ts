// The vector format as authors of hooks write it: names of hooks, and keys of `expect` beyond those of the vectors.
import type { Hook, Said } from '../../nouns.js';
import { flag, listOf, text } from '../../text/shapes/index.js';
import { EXPECTATIONS, type Expectation, expectation, filesByName } from '../expect/index.js';
import type { Observed } from '../run-step.js';
import type { Dialect } from '../tag.js';

const SCRIPT = /([\w.-]+)\.(?:sh|bash|zsh|py|[cm]?[jt]s|rb|pl|php|ps1|lua)(?![\w.-])/;

/** The name of a hook's script without its ending, its whole command line where it runs none, or the type of another hook. */
export function nameOf({ handler }: Hook): string {
  if (handler.type !== 'command') return handler.type;
  const line = [handler.command, ...(handler.args ?? [])].join(' ');
  return SCRIPT.exec(line)?.[1] ?? line;
}

/** Every text is found in something that was said. */
const said = (pick: (seen: Observed) => readonly Said<string>[]): Expectation =>
  expectation(listOf(text), (parts, seen) => {
    const texts = pick(seen).map(({ value }) => value);
    const missing = parts.filter((part) => !texts.some((one) => one.includes(part)));
    return missing.length === 0 ? null : { expected: { containing: missing }, got: texts };
  });

const OWN: Readonly<Record<string, Expectation>> = {
  fired: expectation(flag, (expected, { decision }) =>
    expected === decision.runs.length > 0 ? null : { expected, got: !expected },
  ),
  projectFiles: expectation(filesByName, (files, { inProject }) => {
    const wrong = Object.entries(files).filter(([name, content]) => inProject(name) !== content);
    if (wrong.length === 0) return null;
    return {
      expected: Object.fromEntries(wrong),
      got: Object.fromEntries(wrong.map(([name]) => [name, inProject(name)])),
    };
  }),
  contextAll: said(({ decision }) => decision.context),
  feedbackAll: said(({ decision }) => decision.feedback),
  systemMessagesAll: said(({ decision }) => decision.systemMessages),
};

export const HOOK_TESTS: Dialect = {
  rules: { ...EXPECTATIONS, ...OWN },
  tagOf: nameOf,
  starts: 'seen',
};
