// The page around its script: from a server, or with everything inside.
import { createHash } from 'node:crypto';
import type { Problem } from './contract.js';
import type { PageFiles } from './page-files.js';

const TITLE = 'amplifier-hooks studio';
const NO_SCRIPT = '<noscript>This page needs JavaScript.</noscript>';

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

export const escaped = (text: string): string => text.replace(/[&<>"']/g, (sign) => ENTITIES[sign] ?? sign);

const around = (inHead: string, body: string, title = TITLE): string =>
  `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escaped(title)}</title>
${inHead}
</head>
<body>
${body}
</body>
</html>
`;

/** Addresses are relative: the server lives below a folder of its own. */
export const LIVE_PAGE = around(
  '<link rel="stylesheet" href="studio.css">\n<link rel="icon" href="icon.svg">\n<script src="studio.js" defer></script>',
  NO_SCRIPT,
);

/** A hook. */
export const ICON =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16"><path d="M9 2v7a3 3 0 1 1-6 0" fill="none" stroke="#0550ae" stroke-width="2.5" stroke-linecap="round"/></svg>';

/** What a browser gets that came from another page: going on from here it brings its cookie. */
export const enteringPage = (root: string): string =>
  around(
    `<meta http-equiv="refresh" content="0; url=${escaped(root)}">`,
    `<p><a href="${escaped(root)}">${TITLE}</a></p>`,
  );

/** For a person who opened an address that leads nowhere, or not any more. */
export const problemPage = ({ problem, hint }: Problem): string =>
  around('', `<h1>${TITLE}</h1>\n<p>${escaped(problem)}</p>\n<p>${escaped(hint ?? '')}</p>`);

/** The page in one file. Its script and style are known by their digests, and nothing else may run in it or be loaded by it. */
export function tracePage({ script, style }: PageFiles, data: string, title: string): string {
  const code = inElement(script, 'script');
  const looks = inElement(style, 'style');
  const policy = [
    "default-src 'none'",
    `script-src '${digest(code)}'`,
    `style-src '${digest(looks)}'`,
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');
  return around(
    [
      `<meta http-equiv="Content-Security-Policy" content="${escaped(policy)}">`,
      '<meta name="referrer" content="no-referrer">',
      `<style>${looks}</style>`,
    ].join('\n'),
    [
      NO_SCRIPT,
      // No data can end the element or begin another one: JSON spells these signs in another way.
      `<script type="application/json" id="trace">${data.replaceAll('<', '\\u003c')}</script>`,
      `<script>${code}</script>`,
    ].join('\n'),
    title,
  );
}

const digest = (text: string): string => `sha256-${createHash('sha256').update(text).digest('base64')}`;

/** Of our own code, in which such a sequence can only stand in a text. */
function inElement(text: string, element: string): string {
  return text.replace(new RegExp(`</(?=${element})`, 'gi'), '<\\/').replaceAll('<!--', '<\\!--');
}
