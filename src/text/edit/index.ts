// Changing a JSON text by the places of its values: what is not meant stays as it is written, to the last character.
export {
  type Change,
  itemsChanged,
  type Member,
  membersChanged,
  type Span,
  spansOf,
  valueAt,
  without,
} from './json-spans.js';
export { appendItem, appendMember, memberOf, prependItems, replaceValue } from './layout.js';
