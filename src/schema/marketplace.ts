// The schema of marketplace.json, as it is read here.
import { marketplaceFile } from '../plugins/marketplace/index.js';
import { DRAFT, type JsonSchema, schemaOf } from '../text/shapes/index.js';

/** `.claude-plugin/marketplace.json`. */
export const marketplaceSchema = (): JsonSchema => ({
  $schema: DRAFT,
  title: 'marketplace.json',
  description: 'A list of plugins.',
  ...schemaOf(marketplaceFile),
});
