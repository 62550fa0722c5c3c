// Draws the timeline on a canvas. Colours come from the style sheet, so that light and dark are said in one place.
import { clock, day, shortId, type VerdictWord } from '../words.js';
import { type Span, ticksOf } from './geometry.js';
import { AXIS, type Box, type Drawn, LANE, type Sight } from './layout.js';
import type { Model } from './model.js';

export interface Palette {
  readonly text: string;
  readonly faint: string;
  readonly line: string;
  readonly ground: string;
  readonly focus: string;
  readonly failed: string;
  readonly verdicts: Readonly<Record<VerdictWord, string>>;
}

export function paletteOf(element: Element): Palette {
  // Only the colour of an element is told as one that a canvas understands.
  const probe = document.createElement('span');
  element.append(probe);
  const colour = (name: string): string => {
    probe.style.color = `var(--${name})`;
    return getComputedStyle(probe).color;
  };
  const palette = {
    text: colour('text'),
    faint: colour('faint'),
    line: colour('line'),
    ground: colour('ground'),
    focus: colour('focus'),
    failed: colour('failed'),
    verdicts: {
      deny: colour('deny'),
      block: colour('deny'),
      stop: colour('deny'),
      ask: colour('ask'),
      defer: colour('ask'),
      allow: colour('allow'),
      nothing: colour('nothing'),
    },
  };
  probe.remove();
  return palette;
}

export interface Picture {
  readonly model: Model;
  readonly span: Span;
  readonly sight: Sight;
  readonly drawn: readonly Drawn[];
  readonly chosen: string | null;
  readonly nameOf: (lane: Model['lanes'][number]) => string;
}

export function draw(pen: CanvasRenderingContext2D, picture: Picture, palette: Palette): void {
  const { sight, drawn, chosen } = picture;
  const { left, width, height } = sight;
  pen.clearRect(0, 0, left + width, height + AXIS);
  lanes(pen, picture, palette);
  pen.save();
  pen.beginPath();
  pen.rect(left, 0, width, height + AXIS);
  pen.clip();
  for (const thing of drawn) {
    if (thing.kind === 'heap') heap(pen, thing, palette);
    else if (thing.kind === 'hook') hook(pen, thing, palette);
    else mark(pen, thing, palette);
    if (thing.kind === 'mark' && thing.mark.id === chosen) ring(pen, thing.box, palette);
  }
  pen.restore();
  axis(pen, picture, palette);
}

function lanes(pen: CanvasRenderingContext2D, { model, sight, nameOf }: Picture, palette: Palette): void {
  const { left, width, scrolled, height } = sight;
  const first = Math.floor(scrolled / LANE);
  pen.font = '12px system-ui, sans-serif';
  pen.textBaseline = 'top';
  model.lanes.slice(first, Math.ceil((scrolled + height) / LANE)).forEach((lane, at) => {
    const top = AXIS + (first + at) * LANE - scrolled;
    pen.fillStyle = palette.line;
    pen.fillRect(0, top + LANE - 1, left + width, 1);
    pen.fillStyle = palette.text;
    pen.fillText(cut(nameOf(lane), left), 4, top + 6, left - 8);
    pen.fillStyle = palette.faint;
    const agent =
      lane.agent === null ? shortId(lane.session) : `agent ${lane.agentType ?? shortId(lane.agent)}`;
    pen.fillText(cut(agent, left), 4, top + 24, left - 8);
  });
}

/** As much of a text as is likely to fit; the rest is squeezed by the canvas itself. */
const cut = (text: string, width: number): string => text.slice(0, Math.max(4, Math.floor(width / 5)));

function axis(pen: CanvasRenderingContext2D, { span, sight }: Picture, palette: Palette): void {
  const { left, width, scale, height } = sight;
  pen.fillStyle = palette.ground;
  pen.fillRect(0, 0, left + width, AXIS);
  const { step, at } = ticksOf(span, Math.max(2, Math.floor(width / 110)));
  pen.font = '11px system-ui, sans-serif';
  pen.textBaseline = 'middle';
  for (const moment of at) {
    const x = scale.x(moment);
    pen.fillStyle = palette.line;
    pen.fillRect(x, AXIS - 6, 1, height + 6);
    pen.fillStyle = palette.faint;
    pen.fillText(tick(moment, step), x + 3, AXIS / 2);
  }
  pen.fillStyle = palette.line;
  pen.fillRect(0, AXIS - 1, left + width, 1);
}

function tick(moment: number, step: number): string {
  if (step >= 24 * 3_600_000) return day(moment);
  const ms = Math.round(moment) % 1000;
  return step < 1000 ? `${clock(moment)}.${String(ms).padStart(3, '0')}` : clock(moment);
}

function heap(
  pen: CanvasRenderingContext2D,
  { heap, box }: Extract<Drawn, { kind: 'heap' }>,
  palette: Palette,
): void {
  pen.fillStyle = palette.verdicts.nothing;
  pen.fillRect(box.x, box.y, Math.max(box.width - 1, 1), box.height);
  const share = (heap.denied + heap.failed) / heap.count;
  if (share === 0) return;
  const height = Math.max(3, box.height * share);
  pen.fillStyle = heap.denied > 0 ? palette.verdicts.deny : palette.failed;
  pen.fillRect(box.x, box.y + box.height - height, Math.max(box.width - 1, 1), height);
}

function mark(
  pen: CanvasRenderingContext2D,
  { mark, figure, box }: Extract<Drawn, { kind: 'mark' }>,
  palette: Palette,
): void {
  pen.fillStyle = palette.verdicts[mark.verdict];
  pen.strokeStyle = palette.verdicts[mark.verdict];
  const middle = { x: box.x + 1, y: box.y + box.height / 2 };
  switch (figure) {
    case null:
      pen.fillRect(box.x, box.y, box.width, box.height);
      break;
    case 'bar':
      pen.fillRect(box.x, box.y, Math.max(box.width, 3), box.height);
      break;
    case 'circle':
      pen.beginPath();
      pen.arc(middle.x, middle.y, 4, 0, 2 * Math.PI);
      pen.fill();
      break;
    case 'triangle':
      pen.beginPath();
      pen.moveTo(middle.x, box.y - 1);
      pen.lineTo(middle.x + 6, box.y + box.height);
      pen.lineTo(middle.x - 6, box.y + box.height);
      pen.fill();
      break;
    case 'cross':
      pen.lineWidth = 3;
      pen.beginPath();
      pen.moveTo(middle.x - 4, box.y + 1);
      pen.lineTo(middle.x + 4, box.y + box.height - 1);
      pen.moveTo(middle.x + 4, box.y + 1);
      pen.lineTo(middle.x - 4, box.y + box.height - 1);
      pen.stroke();
      break;
  }
  if (!mark.hasFailed) return;
  // A hook that failed is not in the verdict: it has a sign of its own above the event.
  pen.fillStyle = palette.failed;
  pen.fillRect(middle.x - 3, box.y - 6, 6, 3);
}

function hook(
  pen: CanvasRenderingContext2D,
  { bar, verdict, wait, box }: Extract<Drawn, { kind: 'hook' }>,
  palette: Palette,
): void {
  pen.globalAlpha = 0.35;
  pen.fillStyle = palette.faint;
  pen.fillRect(wait.x, wait.y + 1, wait.width, 1);
  pen.globalAlpha = bar.isBackground ? 0.55 : 1;
  pen.fillStyle = bar.hasFailed ? palette.failed : palette.verdicts[verdict];
  if (bar.isBackground) {
    // Nobody waited for it: broken into pieces. Of one that reaches far out of sight only the part in sight.
    const end = Math.min(box.x + box.width, pen.canvas.width);
    for (let x = Math.max(box.x, -6); x < end; x += 6)
      pen.fillRect(x, box.y, Math.min(4, end - x), box.height);
  } else pen.fillRect(box.x, box.y, box.width, box.height);
  pen.globalAlpha = 1;
}

function ring(pen: CanvasRenderingContext2D, { x, y, width, height }: Box, palette: Palette): void {
  pen.strokeStyle = palette.focus;
  pen.lineWidth = 2;
  pen.strokeRect(x - 6, y - 6, Math.max(width, 2) + 12, height + 12);
}
