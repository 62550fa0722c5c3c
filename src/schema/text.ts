// A schema as it stands in its file.
import type { JsonSchema } from '../text/shapes/index.js';

const WIDTH = 110;

/** What fits into a line stands in one: with one word a line most of the file would be indentation. */
export const schemaText = (schema: JsonSchema): string =>
  `${laidOut(JSON.parse(JSON.stringify(schema)), '', 0)}\n`;

/** `taken`: what stands before it in its line beside the indentation, and behind it. */
function laidOut(value: unknown, indent: string, taken: number): string {
  const short = JSON.stringify(value, null, 1).replace(/\n */g, ' ');
  if (typeof value !== 'object' || value === null) return short;
  if (indent.length + taken + short.length <= WIDTH) return short;
  const inner = `${indent}  `;
  const lines = Array.isArray(value)
    ? value.map((item) => `${inner}${laidOut(item, inner, 1)}`)
    : Object.entries(value).map(([name, item]) => {
        const key = `${JSON.stringify(name)}: `;
        return `${inner}${key}${laidOut(item, inner, key.length + 1)}`;
      });
  const [open, close] = Array.isArray(value) ? '[]' : '{}';
  return `${open}\n${lines.join(',\n')}\n${indent}${close}`;
}
