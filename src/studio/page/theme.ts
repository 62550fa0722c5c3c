// Light or dark: as the system says, or as a person chose.
import { el } from './dom.js';
import { prefer, preference } from './preferences.js';

const THEMES = { auto: 'as the system', light: 'light', dark: 'dark' };

export function applyTheme(): void {
  const theme = preference('theme') ?? 'auto';
  document.documentElement.dataset['theme'] = Object.hasOwn(THEMES, theme) ? theme : 'auto';
}

/** @param changed told after the choice, for what is drawn with colours of its own */
export function themeChooser(changed: () => void): HTMLElement {
  const select = el(
    'select',
    {
      change: () => {
        prefer('theme', select.value);
        applyTheme();
        changed();
      },
    },
    ...Object.entries(THEMES).map(([name, title]) =>
      el('option', { value: name, selected: name === (preference('theme') ?? 'auto') }, title),
    ),
  );
  return el('label', {}, 'Colours ', select);
}
