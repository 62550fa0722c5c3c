// File names made from names that others chose.
import { sha256 } from '../text/index.js';

/** A name that is safe as one path segment; different names stay different. */
export function fileName(name: string): string {
  const safe = name.replace(/[^A-Za-z0-9_-]/g, '-').slice(0, 80);
  if (safe === name && safe !== '') return safe;
  return `${safe}-${sha256(name).slice(0, 8)}`;
}
