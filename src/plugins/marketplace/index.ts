// Marketplaces: lists of plugins that somebody keeps, known by name, read offline from copies.
export { type Catalogue, fetchedAt, openCatalogue, type Shelf } from './catalogue.js';
export { type ClaudeMarketplace, claudeFile, readClaudeMarketplaces } from './claude.js';
export { MARKETPLACE_CODES, type MarketplaceCode } from './codes.js';
export { type FetchSurroundings, placeOfKnown } from './content.js';
export type { HookFacts } from './events-of.js';
export { type Installed, installedFromMarketplaces } from './installed.js';
export { type Known, readKnown } from './known.js';
export type { Listing, Marketplace, MarketplacePlace, MarketplaceReading, SetAside } from './listing.js';
export {
  type Added,
  addMarketplace,
  knownByName,
  removeMarketplace,
  type Updated,
  updateMarketplaces,
} from './manage.js';
export { type Origin, parseOrigin, showOrigin } from './origin.js';
export { placeIn, placeOfFile, readMarketplace } from './read.js';
export { type ResolvedEntry, resolvePlugin } from './resolve.js';
export { type Hit, type SearchResult, searchPlugins } from './search.js';
export { marketplaceFile } from './shape.js';
