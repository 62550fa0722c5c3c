// Shapes as JSON Schema.
import type { Shape } from './shape.js';

/** A JSON Schema, draft 7: the newest that all common editors understand. */
export type JsonSchema = Readonly<Record<string, unknown>> | boolean;

export type Definitions = Map<string, JsonSchema>;

export const DRAFT = 'http://json-schema.org/draft-07/schema#';

/** A shape that stands under a name in `definitions`, and is referred to wherever it is used. */
export function named<S extends Shape<unknown>>(name: string, shape: S): S {
  const schema = (definitions: Definitions): JsonSchema => {
    if (!definitions.has(name)) {
      // Held before it is known, so that definitions stand in the order in which they are met.
      definitions.set(name, true);
      definitions.set(name, shape.schema(definitions));
    }
    return { $ref: `#/definitions/${name.replaceAll('~', '~0').replaceAll('/', '~1')}` };
  };
  return { ...shape, schema };
}

/** The schema of a shape, with the definitions that it refers to. */
export function schemaOf(shape: Shape<unknown>): Readonly<Record<string, unknown>> {
  const definitions: Definitions = new Map();
  const schema = shape.schema(definitions);
  return {
    ...(typeof schema === 'object' ? schema : {}),
    ...(definitions.size === 0 ? {} : { definitions: Object.fromEntries(definitions) }),
  };
}

/** A schema that allows `null` too. */
export function nullable(schema: JsonSchema): JsonSchema {
  if (typeof schema === 'boolean') return schema;
  const { description, ...rest } = schema;
  const about = description === undefined ? {} : { description };
  const [[keyword, value] = [], ...more] = Object.entries(rest);
  if (more.length === 0 && keyword === 'type' && typeof value === 'string')
    return { ...about, type: [value, 'null'] };
  if (more.length === 0 && keyword === 'enum' && Array.isArray(value))
    return { ...about, enum: [...value, null] };
  if (more.length === 0 && keyword === 'anyOf' && Array.isArray(value))
    return { ...about, anyOf: [...value, { type: 'null' }] };
  return { ...about, anyOf: [rest, { type: 'null' }] };
}
