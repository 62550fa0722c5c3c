// The door `text/shapes`: what a value must be, said once. Guard, error words and JSON Schema come from it.
export { check, type Problem, pathInWords, placeOf } from './check.js';
export { byTag, mapOf, type ObjectShape, object, open, optional, some } from './objects.js';
export * from './pieces.js';
export { DRAFT, type JsonSchema, named, schemaOf } from './schema.js';
export { type Infer, is, type Path, type Shape } from './shape.js';
