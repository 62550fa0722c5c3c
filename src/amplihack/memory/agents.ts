// References to agents in a text.

const REFERENCE = new RegExp(
  [
    /@\.claude\/agents\/(?:amplihack\/[\w-]+\/)?([\w-]+)\.md/,
    /(?<=\b[Ii]nclude\s+)@\.claude\/agents\/[\w-]+\/([\w-]+)\.md/,
    /\b[Uu]se\s+([\w-]+)\.md\s+agent\b/,
    /(?<!\S)\/([a-z][a-z-]*)(?!\S)/,
  ]
    .map(({ source }) => source)
    .join('|'),
  'g',
);

const RENAMED: Readonly<Record<string, string>> = {
  ultrathink: 'orchestrator',
  fix: 'fix-agent',
  analyze: 'analyzer',
  improve: 'reviewer',
  socratic: 'ambiguity',
  debate: 'multi-agent-debate',
  reflect: 'reflection',
  xpia: 'xpia-defense',
};

/** Each agent once, in the order of the text. */
export function agentsIn(text: string): readonly string[] {
  const names = [...text.matchAll(REFERENCE)].flatMap((match) => match.slice(1).find((name) => name) ?? []);
  return [...new Set(names.map(agentName))];
}

function agentName(name: string): string {
  const plain = name.toLowerCase().replaceAll('_', '-');
  return Object.hasOwn(RENAMED, plain) ? (RENAMED[plain] ?? plain) : plain;
}
