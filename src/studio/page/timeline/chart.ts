// The canvas of the timeline: draws once a frame, and turns pointer and keys into wishes.
import { el } from '../dom.js';
import { draw, type Palette, paletteOf } from './draw.js';
import { moved, type Scale, type Span, scaleOf, zoomed } from './geometry.js';
import { AXIS, type Drawn, LANE, layout, at as thingAt } from './layout.js';
import type { Heap, Mark, Model } from './model.js';

export interface ChartWishes {
  look(span: Span): void;
  choose(mark: Mark): void;
  key(event: KeyboardEvent): void;
}

const ZOOM = 1.25;

export class Chart {
  readonly element: HTMLElement;
  readonly #canvas = el('canvas', { 'aria-hidden': 'true' });
  readonly #spacer = el('div', { class: 'spacer' });
  readonly #wishes: ChartWishes;
  readonly #nameOf: (lane: Model['lanes'][number]) => string;
  readonly #sizes: ResizeObserver;
  #palette: Palette | null = null;
  #model: Model | null = null;
  #span: Span = { from: 0, to: 1 };
  #chosen: string | null = null;
  #drawn: readonly Drawn[] = [];
  #scale: Scale = scaleOf({ from: 0, to: 1 }, 0, 1);
  #frame = 0;

  constructor(wishes: ChartWishes, nameOf: (lane: Model['lanes'][number]) => string) {
    this.#wishes = wishes;
    this.#nameOf = nameOf;
    this.element = el(
      'div',
      {
        class: 'chart',
        tabindex: 0,
        role: 'application',
        'aria-label':
          'Timeline. Left and right choose an event, up and down a lane, plus and minus zoom, Enter opens it.',
        'aria-describedby': 'in-sight',
        scroll: () => this.#later(),
        keydown: (event) => event instanceof KeyboardEvent && wishes.key(event),
      },
      this.#canvas,
      this.#spacer,
    );
    this.#sizes = new ResizeObserver(() => this.#later());
    this.#sizes.observe(this.element);
    this.#listen();
  }

  show(model: Model, span: Span, chosen: string | null): void {
    this.#model = model;
    this.#span = span;
    this.#chosen = chosen;
    const height = AXIS + model.lanes.length * LANE;
    this.#spacer.style.height = `${height}px`;
    this.element.style.maxHeight = `${height + 2}px`;
    this.#later();
  }

  recolour(): void {
    this.#palette = null;
    this.#later();
  }

  /** So that a lane is in sight. */
  reveal(lane: number): void {
    const at = this.#model?.lanes.findIndex((known) => known.lane === lane) ?? -1;
    if (at < 0) return;
    const top = at * LANE;
    const room = this.element.clientHeight - AXIS - LANE;
    if (top < this.element.scrollTop) this.element.scrollTop = top;
    else if (top > this.element.scrollTop + room) this.element.scrollTop = top - room;
  }

  close(): void {
    cancelAnimationFrame(this.#frame);
    this.#sizes.disconnect();
  }

  #later(): void {
    if (this.#frame !== 0) return;
    this.#frame = requestAnimationFrame(() => {
      this.#frame = 0;
      this.#draw();
    });
  }

  #draw(): void {
    const model = this.#model;
    const { clientWidth: width, clientHeight: height } = this.element;
    const pen = this.#canvas.getContext('2d');
    if (model === null || pen === null || width === 0) return;
    const dense = devicePixelRatio;
    if (
      this.#canvas.width !== Math.round(width * dense) ||
      this.#canvas.height !== Math.round(height * dense)
    ) {
      this.#canvas.width = Math.round(width * dense);
      this.#canvas.height = Math.round(height * dense);
      this.#canvas.style.width = `${width}px`;
      this.#canvas.style.height = `${height}px`;
    }
    pen.setTransform(dense, 0, 0, dense, 0, 0);
    const left = Math.min(150, Math.round(width / 4));
    this.#scale = scaleOf(this.#span, left, width - left);
    const sight = {
      scale: this.#scale,
      left,
      width: width - left,
      height: height - AXIS,
      scrolled: this.element.scrollTop,
    };
    this.#drawn = layout(model, sight);
    this.#palette ??= paletteOf(this.element);
    draw(
      pen,
      { model, span: this.#span, sight, drawn: this.#drawn, chosen: this.#chosen, nameOf: this.#nameOf },
      this.#palette,
    );
    this.#canvas.dataset['marks'] = String(this.#drawn.length);
  }

  #listen(): void {
    const { element } = this;
    let held: { readonly x: number; readonly span: Span; dragged: boolean } | null = null;
    element.addEventListener('pointerdown', (event) => {
      if (event.button === 0) held = { x: event.clientX, span: this.#span, dragged: false };
    });
    element.addEventListener('pointermove', (event) => {
      if (held === null) return this.#hint(event);
      const by = event.clientX - held.x;
      if (!held.dragged && Math.abs(by) < 4) return;
      if (!held.dragged) element.setPointerCapture(event.pointerId);
      held.dragged = true;
      this.#wishes.look(moved(held.span, -by / this.#scale.perMs, this.#model?.all ?? null));
    });
    element.addEventListener('pointerup', (event) => {
      const wasDragged = held?.dragged ?? true;
      held = null;
      if (!wasDragged) this.#pick(event);
    });
    element.addEventListener('pointercancel', () => {
      held = null;
    });
    element.addEventListener('wheel', (event) => this.#wheel(event), { passive: false });
  }

  /** Sideways moves, with Ctrl or where there is nothing to scroll it zooms, else lanes are scrolled. */
  #wheel(event: WheelEvent): void {
    const { scrollHeight, clientHeight } = this.element;
    const all = this.#model?.all ?? null;
    const sideways = event.shiftKey ? event.deltaY || event.deltaX : event.deltaX;
    if (Math.abs(sideways) > Math.abs(event.shiftKey ? 0 : event.deltaY)) {
      event.preventDefault();
      this.#wishes.look(moved(this.#span, sideways / this.#scale.perMs, all));
    } else if (event.ctrlKey || event.metaKey || scrollHeight <= clientHeight) {
      event.preventDefault();
      const factor = event.deltaY > 0 ? ZOOM : 1 / ZOOM;
      this.#wishes.look(zoomed(this.#span, factor, this.#scale.at(this.#place(event).x), all));
    }
  }

  #place({ clientX, clientY }: MouseEvent): { readonly x: number; readonly y: number } {
    const { left, top } = this.element.getBoundingClientRect();
    return { x: clientX - left, y: clientY - top };
  }

  #under(event: MouseEvent): Mark | Heap | null {
    const { x, y } = this.#place(event);
    return thingAt(this.#drawn, x, y);
  }

  #hint(event: MouseEvent): void {
    const found = this.#under(event);
    this.element.title = found === null ? '' : wordsOf(found);
    this.element.style.cursor = found === null ? 'grab' : 'pointer';
  }

  #pick(event: MouseEvent): void {
    const found = this.#under(event);
    if (found === null) return;
    if ('id' in found) this.#wishes.choose(found);
    else this.#wishes.look({ from: found.at - found.ms, to: found.at + 2 * found.ms });
  }
}

const wordsOf = (thing: Mark | Heap): string =>
  'id' in thing ? `${thing.event} ${thing.target}` : `${thing.count} events`;
