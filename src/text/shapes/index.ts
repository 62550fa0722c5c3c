// The door `text/shapes`: what a value must be, said once. Guard, error words and JSON Schema come from it.
export { check, type Problem, pathInWords } from './check.js';
export { byTag, mapOf, type ObjectShape, object, open, optional } from './objects.js';
export * from './pieces.js';
export { DRAFT, type Infer, type JsonSchema, named, type Path, type Shape, schemaOf } from './shape.js';
