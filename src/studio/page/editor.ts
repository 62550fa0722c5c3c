// Links that open a file in an editor.
import { el } from './dom.js';
import { prefer, preference } from './preferences.js';

interface Position {
  readonly file: string;
  readonly line: number | null;
  readonly column: number | null;
}

const EDITORS: Readonly<Record<string, { readonly title: string; link(position: Position): string }>> = {
  vscode: { title: 'VS Code', link: (position) => `vscode://file${pathOf(position)}` },
  cursor: { title: 'Cursor', link: (position) => `cursor://file${pathOf(position)}` },
  zed: { title: 'Zed', link: (position) => `zed://file${pathOf(position)}` },
  idea: {
    title: 'IntelliJ IDEA',
    link: ({ file, line }) => `idea://open?file=${encodeURIComponent(file)}&line=${line ?? 1}`,
  },
};

/** Each part of it is escaped, so that a name of a file is never more than a name. */
function pathOf({ file, line, column }: Position): string {
  const path = file.split(/[\\/]/).map(encodeURIComponent).join('/');
  return `${path.startsWith('/') ? '' : '/'}${path}:${line ?? 1}:${column ?? 1}`;
}

const chosen = () => EDITORS[preference('editor') ?? ''] ?? EDITORS['vscode'];

/** `file:line`, as a link where the file is on this machine. */
export function placeLink(position: Position | null, isHere: boolean): HTMLElement | null {
  if (position === null) return null;
  const whole = position.line === null ? position.file : `${position.file}:${position.line}`;
  const words = shortened(whole);
  const editor = chosen();
  if (!isHere || editor === undefined) return el('span', { class: 'place', title: whole }, words);
  const title = `${whole}, opens in ${editor.title}`;
  return el('a', { class: 'place', href: editor.link(position), title }, words);
}

/** The end of a long path says more than its beginning. */
const shortened = (path: string): string =>
  path.length <= 48 ? path : `…/${path.split(/[\\/]/).slice(-3).join('/')}`;

export function editorChooser(changed: () => void): HTMLElement {
  const select = el(
    'select',
    {
      change: () => {
        prefer('editor', select.value);
        changed();
      },
    },
    ...Object.entries(EDITORS).map(([name, { title }]) =>
      el('option', { value: name, selected: name === (preference('editor') ?? 'vscode') }, title),
    ),
  );
  return el('label', {}, 'Editor ', select);
}
