// Pieces of JSON Schemas.
/** A JSON Schema, draft 7: the newest that all common editors understand. */
export type JsonSchema = Readonly<Record<string, unknown>> | boolean;

export const DRAFT = 'http://json-schema.org/draft-07/schema#';

export const text = { type: 'string' } as const;
export const flag = { type: 'boolean' } as const;
export const count = { type: 'integer', minimum: 0 } as const;
export const anyNumber = { type: 'number' } as const;
export const anyObject = { type: 'object' } as const;
export const texts = { type: 'array', items: text } as const;

export const oneOf = (...values: readonly unknown[]): JsonSchema => ({ enum: values });
export const listOf = (items: JsonSchema): JsonSchema => ({ type: 'array', items });
export const mapOf = (values: JsonSchema): JsonSchema => ({ type: 'object', additionalProperties: values });
export const orNull = (schema: Readonly<Record<string, unknown>>): JsonSchema => ({
  anyOf: [schema, { type: 'null' }],
});
export const ref = (name: string): JsonSchema => ({ $ref: `#/definitions/${name}` });
export const described = (description: string, schema: JsonSchema): JsonSchema =>
  schema === true ? { description } : { description, ...(schema === false ? { not: {} } : schema) };

/** An object with exactly these properties, all required unless named as optional. */
export function record(
  properties: Readonly<Record<string, JsonSchema>>,
  optional: readonly string[] = [],
): JsonSchema {
  const required = Object.keys(properties).filter((name) => !optional.includes(name));
  return { type: 'object', properties, required, additionalProperties: false };
}
