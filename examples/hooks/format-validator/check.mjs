// Checks one file: node check.mjs KIND FILE PROJECT. Prints the answer of the hook; exit code 3: cannot read this kind.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { jsonProblem, withoutComments } from './json-problem.mjs';

const [kind, file, project] = process.argv.slice(2);
const readers = {
  json: () => jsonProblem,
  jsonc: () => (text) => jsonProblem(withoutComments(text)),
  yaml: yamlReader,
};

try {
  const problemOf = Object.hasOwn(readers, kind) ? readers[kind]() : null;
  if (problemOf === null) process.exitCode = 3;
  else check(problemOf);
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
}

function check(problemOf) {
  const bytes = readFileSync(file);
  const text = bytes.toString('utf8').replace(/^\uFEFF/, '');
  const problem = encodingProblem(bytes, text) ?? problemOf(text);
  if (problem !== null) report(problem, text);
}

function encodingProblem(bytes, text) {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return null;
  } catch {
    return { offset: Math.max(0, text.indexOf('\uFFFD')), message: 'the file is not valid UTF-8' };
  }
}

/**
 * YAML is read with the package `yaml` of the project itself: a folder above it may belong to somebody else.
 * Version 1 of the package does not say where an error is.
 */
function yamlReader() {
  let yaml;
  try {
    yaml = createRequire(import.meta.url)(join(project, 'node_modules', 'yaml'));
  } catch {
    return null;
  }
  if (!('LineCounter' in yaml)) return null;
  return (text) => {
    const documents = yaml.parseAllDocuments(text, { prettyErrors: false, logLevel: 'silent' });
    const error = [documents].flat().flatMap((document) => document.errors)[0];
    return error === undefined ? null : { offset: error.pos[0], message: error.message };
  };
}

function report({ offset, message }, text) {
  const lines = text.slice(0, offset).split(/\r\n|\n|\r/);
  const column = Array.from(lines.at(-1)).length + 1;
  const name = { json: 'JSON', jsonc: 'JSON with comments', yaml: 'YAML' }[kind];
  const answer = {
    decision: 'block',
    reason: `${file}:${lines.length}:${column}: not valid ${name}: ${message}`,
    systemMessage: `⚠️ ${name} does not parse: ${file}`,
  };
  console.log(JSON.stringify(answer));
}
