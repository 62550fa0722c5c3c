// Where an editor finds the schema of a new hooks.json: in the package, where the project has it, else in a copy.
import { existsSync, lstatSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import { liesIn } from '../../files/index.js';
import { findSchema, schemaText } from '../../schema/index.js';

const IN_PACKAGE = join('node_modules', 'amplifier-hooks', 'schemas', 'hooks.schema.json');
const COPY = 'hooks.schema.json';

export interface SchemaPlace {
  /** As `$schema` says it: from the folder of the plugin. */
  readonly reference: string;
  /** Where the copy lies; `null`: none is needed. */
  readonly copy: string | null;
}

/** All plugins of a hooks directory share one, above it: a file in there would be a part of the hooks. */
export function schemaPlace(folder: string, project: string): SchemaPlace {
  const hooksDir = dirname(folder);
  const root = basename(dirname(hooksDir)) === '.amplifier' ? dirname(hooksDir) : folder;
  const installed = join(project, IN_PACKAGE);
  const file = liesIn(project, folder) && existsSync(installed) ? installed : join(root, COPY);
  const path = relative(folder, file).replaceAll('\\', '/');
  return { reference: path.startsWith('.') ? path : `./${path}`, copy: file === installed ? null : file };
}

/** Makes the copy, unless there is one; its path where it was made. */
export function makeSchemaCopy({ copy }: SchemaPlace): readonly string[] {
  const schema = findSchema('hooks');
  if (copy === null || schema === null) return [];
  if (lstatSync(copy, { throwIfNoEntry: false }) !== undefined) return [];
  writeFileSync(copy, schemaText(schema), { flag: 'wx' });
  return [copy];
}
