// What can be seen in the texts of a hook that reaches beyond it: the network, files elsewhere, code made while running.
import { handlerInWords } from '../../config/index.js';
import type { Sight } from '../../plugins/index.js';
import type { Part } from '../parts.js';
import { seenOf } from '../reading/seen.js';
import type { Subject } from '../subject.js';

/** Programs that talk to others. */
const TALKERS: ReadonlySet<string> = new Set(
  'curl wget nc ncat netcat telnet ftp sftp ssh scp rsync gh glab aws gcloud az docker kubectl npx uvx pipx'.split(
    ' ',
  ),
);
const ADDRESS = /\b(?:https?|wss?):\/\/[\w.\-[\]${}:@]+(?:\/[^\s"'`)\\<>]*)?/g;
/** Ways to talk to others in each language. */
const LIBRARIES: Readonly<Record<Part['reading']['language'], RegExp>> = {
  shell: /\/dev\/tcp\/[^\s"']+/g,
  python:
    /\b(?:import|from)\s+(?:requests|urllib(?:\.\w+)?|httpx|aiohttp|http\.client|socket|websockets?|smtplib|ftplib|paramiko)\b/g,
  javascript:
    /(?<![.\w])fetch\(|\b(?:require\(|from|import)\s*["'](?:node:)?(?:https?|http2|net|tls|dgram|axios|undici|got|ws|node-fetch)["']/g,
};
/** A plugin's own folders; what else a hook writes is said. */
const OWN = /CLAUDE_PLUGIN_(?:ROOT|DATA)/;

export function sightsOf(subject: Subject): readonly Sight[] {
  const { handler, source, line } = subject.hook;
  const place = { file: source.file, line };
  switch (handler.type) {
    case 'http':
      return [
        {
          kind: 'network',
          what: `sends the event to ${handlerInWords(handler).replace(/^http /, '')}`,
          ...place,
        },
      ];
    case 'mcp_tool':
      return [
        { kind: 'network', what: `calls ${handler.tool} of the MCP server ${handler.server}`, ...place },
      ];
    case 'prompt':
    case 'agent':
      return [{ kind: 'network', what: 'sends the event to a model', ...place }];
    case 'command':
      return subject.parts.flatMap(sightsInPart);
  }
}

export const sightsInPart = (part: Part): readonly Sight[] => [
  ...talks(part),
  ...writes(part),
  ...evaluates(part),
];

function talks(part: Part): readonly Sight[] {
  const { reading } = part;
  const programs = seenOf(reading, 'program').filter(({ name }) => TALKERS.has(name));
  const found = [
    ...programs.map(({ at }) => ({ at, what: part.excerpt(at) })),
    ...[...reading.code.matchAll(LIBRARIES[reading.language])].map(({ index: at }) => ({
      at,
      what: part.excerpt(at),
    })),
    ...[...reading.code.matchAll(ADDRESS)].map(({ index: at, 0: what }) => ({ at, what })),
  ];
  const lines = new Set<number>();
  return found.flatMap(({ at, what }): Sight[] => {
    const { line } = part.place(at);
    // One line that calls a program with an address is one sight.
    if (part.role !== 'command' && lines.has(line)) return [];
    lines.add(line);
    return [{ kind: 'network', what, file: part.file, line }];
  });
}

function writes(part: Part): readonly Sight[] {
  return seenOf(part.reading, 'written')
    .filter(({ target }) => !OWN.test(target))
    .map(({ target, at }) => ({ kind: 'writes', what: target, file: part.file, line: part.place(at).line }));
}

function evaluates(part: Part): readonly Sight[] {
  return seenOf(part.reading, 'evaluated').map(({ what, at }) => ({
    kind: 'code',
    what,
    file: part.file,
    line: part.place(at).line,
  }));
}
