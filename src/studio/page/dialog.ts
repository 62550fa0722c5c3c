// Before anything is done, what would be done is shown, whole; only then it can be said yes to.
import type { Done, Prepared, Source, Wish } from '../contract.js';
import { button, type Child, el, problem } from './dom.js';
import { badge } from './verdict.js';

export async function ask(source: Source, wish: Wish): Promise<boolean> {
  const dialog = el('dialog', { 'aria-labelledby': 'asked' });
  document.body.append(dialog);
  const closed = new Promise<void>((resolve) => dialog.addEventListener('close', () => resolve()));
  let isDone = false;
  const show = (...children: readonly Child[]): void =>
    dialog.replaceChildren(...children.filter((child) => child !== null));
  const title = (words: string): HTMLElement => el('h2', { id: 'asked' }, words);
  const leave = (words: string): HTMLElement => button(words, () => dialog.close(), { autofocus: true });

  const confirm = async (prepared: Extract<Prepared, { may: true }>): Promise<void> => {
    show(title(prepared.title), el('p', { role: 'status' }, 'At it…'));
    try {
      const done = await source.confirm(prepared.token);
      isDone = done.done;
      show(title(prepared.title), ...doneParts(done), leave('Close'));
    } catch (error) {
      show(title(prepared.title), problem(error), leave('Close'));
    }
  };

  show(title('One moment'), el('p', { role: 'status' }, 'Looking at what would be done…'));
  dialog.showModal();
  try {
    const prepared = await source.prepare(wish);
    if (prepared.may) {
      show(
        title(prepared.title),
        ...prepared.warnings.map((words) => el('p', { class: 'problem' }, words)),
        ...prepared.parts.flatMap(({ title: name, lines, mono }): Child[] => [
          el('h3', {}, name),
          mono
            ? el('pre', { tabindex: 0 }, lines.join('\n'))
            : el('div', {}, ...lines.map((line) => el('p', {}, line))),
        ]),
        el(
          'p',
          { class: 'actions' },
          leave('Cancel'),
          button(prepared.confirm, () => void confirm(prepared), { class: 'does' }),
        ),
      );
    } else
      show(
        title(prepared.title),
        el('p', {}, prepared.why),
        prepared.hint === null ? null : el('p', {}, prepared.hint),
        leave('Close'),
      );
  } catch (error) {
    show(title('This cannot be done'), problem(error), leave('Close'));
  }
  dialog.querySelector<HTMLElement>('[autofocus]')?.focus();
  await closed;
  dialog.remove();
  return isDone;
}

const doneParts = ({ message, lines, result }: Done): readonly Child[] => [
  el('p', { role: 'status' }, message),
  result === null ? null : el('p', {}, badge(result.verdict), ` ${result.reason ?? ''}`),
  lines.length === 0 ? null : el('pre', { tabindex: 0 }, lines.join('\n')),
];
