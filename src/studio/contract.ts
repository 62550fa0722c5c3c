/**
 * What the page and those who feed it agree on. Types, and the shapes of everything that crosses the wire.
 *
 * **Addresses.** The server lives below a folder of its own, `http://127.0.0.1:<port>/<folder>/`, and the page is its root. So
 * addresses in the page are relative: `api/about`. All answers are JSON; one that is not 200 is `problemShape`.
 *
 * | address | answer |
 * |---|---|
 * | `GET  api/about` | `aboutShape` |
 * | `GET  api/timeline?from&to&project&session&event&verdict&hook&failed=1` | `timelineShape` |
 * | `GET  api/event?project&id` | `eventPageShape` |
 * | `GET  api/explain?project&id` | `explainedShape` |
 * | `GET  api/hooktest?project&id` | `hookTestShape` |
 * | `GET  api/hooks?project&since` | `hookTableShape` |
 * | `GET  api/health?project` | `healthShape` |
 * | `GET  api/search?q&project&limit` | `foundShape` |
 * | `POST api/prepare` with `wishShape` | `preparedShape` |
 * | `POST api/confirm` with `confirmationShape` | `doneShape` |
 * | `GET  api/live` | Server-Sent Events, below |
 *
 * Every POST has the content type `application/json` and the header `x-studio-token` with `about.token`. What is not there is
 * 404, a wrong question 400, a wrong visitor 403.
 *
 * **Live.** `api/live` sends `event: appended` with `appendedShape`, `event: again` with `againShape` and `event: changed` with
 * `changedShape`. The first message of every connection is `again`.
 *
 * **A trace.** The same page in one file. Its data stand in `<script type="application/json" id="trace">` as `packedShape`:
 * gzip in base64, in which nothing can end the element. Unpacked it is `traceShape`.
 *
 * **What the page may do.** The content policy is `default-src 'none'` with `script-src`, `style-src`, `connect-src` and
 * `img-src` of `'self'` (in a trace: the digests of its own script and style, and no connection). So there is no inline script
 * or style, no `style` attribute in markup (`element.style.x = …` is allowed), no `eval`, no worker, no font, no frame, and
 * pictures only as SVG elements. Texts are put in with `textContent`; nothing makes markup of data.
 */
import { count, type Infer, listOf, object, oneOf, orNull, text } from '../text/shapes/index.js';
import { eventPageShape } from './contract/event.js';
import { hookTableShape } from './contract/hooks.js';
import { aboutShape } from './contract/source.js';
import { barTableShape, eventTableShape, laneShape } from './contract/timeline.js';

export * from './contract/actions.js';
export * from './contract/event.js';
export * from './contract/hooks.js';
export * from './contract/source.js';
export * from './contract/timeline.js';
export { FAILURES, OUTCOMES, VERDICTS } from './contract/words.js';

/** An answer that is not 200: a sentence for people. */
export const problemShape = object({ problem: text, hint: orNull(text) });
export type Problem = Infer<typeof problemShape>;

export const againShape = object({ version: count });
export const changedShape = object({ project: text });

/** What stands in the file of a trace. */
export const packedShape = object({ packed: oneOf('gzip+base64'), data: text });

/** All of a trace. From it the page answers every question itself. */
export const traceShape = object({
  kind: oneOf('amplifier-hooks trace'),
  format: oneOf(1),
  about: aboutShape,
  lanes: listOf(laneShape),
  names: listOf(text),
  events: eventTableShape,
  bars: barTableShape,
  /** One for each row of `events`, in the same order. */
  pages: listOf(eventPageShape),
  hooks: orNull(hookTableShape),
});
export type Trace = Infer<typeof traceShape>;
