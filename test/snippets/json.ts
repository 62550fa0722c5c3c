// JSON blocks: a hooks file, one hook, or whatever the page says that it is.
import { Ajv } from 'ajv';
import { loadGeneration } from '../../src/config/index.js';
import { settle } from '../../src/engine/index.js';
import { EVENT_NAMES, eventRow } from '../../src/events/index.js';
import { findSchema } from '../../src/schema/index.js';
import { Folder } from '../../src/testing/index.js';
import { isRecord } from '../../src/text/index.js';
import { type Block, mark } from './page.js';

/** What is wrong with a block; empty: nothing. */
export function jsonProblems(block: Block): readonly string[] {
  const values = readAll(block.text);
  if (values === null) return ['it is not valid JSON'];
  const schema = mark(block, 'schema');
  if (schema !== null) return values.flatMap((value) => misfits(schema, value));
  return values.flatMap((value) => {
    if (isRecord(value) && isRecord(value['hooks'])) return hooksProblems(value);
    const event = isRecord(value)
      ? EVENT_NAMES.find((name) => eventRow(name).handlers.some((type) => type === value['type']))
      : undefined;
    if (event !== undefined) return hooksProblems({ hooks: { [event]: [{ hooks: [value] }] } });
    return ['it is neither a hooks file nor a hook; <!-- schema: name --> says what it is'];
  });
}

/** One value, or one a line. */
function readAll(text: string): readonly unknown[] | null {
  for (const parts of [[text], text.trim().split('\n')]) {
    try {
      return parts.map((part): unknown => JSON.parse(part));
    } catch {
      // Perhaps one a line.
    }
  }
  return null;
}

function hooksProblems(value: unknown): readonly string[] {
  const folder = new Folder();
  try {
    folder.write('home/.amplifier/hooks/example/hooks.json', value);
    const home = folder.path('home');
    const { request } = settle({ projectDir: folder.makeFolder('project'), home, env: { HOME: home } });
    const { diagnostics, hooks } = loadGeneration(request);
    const serious = diagnostics.filter(({ severity }) => severity !== 'info').map(({ message }) => message);
    return hooks.length === 0 ? ['it defines no hook', ...serious] : serious;
  } finally {
    folder.remove();
  }
}

const ajv = new Ajv({ allowUnionTypes: true, strict: false, inlineRefs: false });

function misfits(wish: string, value: unknown): readonly string[] {
  const [name = '', part = ''] = wish.split(/(?=#)/);
  const schema = findSchema(name);
  if (schema === null || typeof schema !== 'object') return [`there is no schema ${name}`];
  if (ajv.getSchema(name) === undefined) ajv.addSchema(schema, name);
  const validate = ajv.compile({ $ref: `${name}${part}` });
  return validate(value) === true
    ? []
    : (validate.errors ?? []).map((error) => `${error.instancePath} ${error.message}`);
}
