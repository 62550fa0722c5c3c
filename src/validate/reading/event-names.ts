// Which variables of a text hold the event, told by where their value comes from and by what people call them.

const FROM_STDIN: readonly RegExp[] = [
  /\b(\w+)=["']?\$\(\s*(?:timeout\s+\S+\s+)?(?:cat(?:\s+-)?|<\s*\/dev\/stdin)\s*(?:2>\s*\S+\s*)?(?:\|\|[^)]*)?\)/g,
  /\b(\w+)\s*(?::[^=\n]*)?=\s*json\.loads?\(\s*sys\.stdin/g,
  /\b(\w+)\s*=\s*sys\.stdin\.(?:buffer\.)?read\(/g,
  /\b(\w+)\s*(?::[^=\n]*)?=\s*(?:JSON\.parse\(\s*)?(?:\w+\.)?readFileSync\(\s*(?:0|["']\/dev\/stdin)/g,
];
/** JSON that comes from anywhere else: a file, a program. */
const FROM_ELSEWHERE =
  /\b(\w+)\s*(?::[^=\n]*)?=\s*(?:json\.loads?\(\s*(?!sys\.stdin)\w+(?:\.\w+\()?|JSON\.parse\(\s*(?:\w+\.)*(?:readFileSync|readFile|execSync|execFileSync)\((?!\s*0))/g;
const USUAL =
  /^(?:event|input|data|payload|(?:hook|event|input|stdin)_?(?:input|data|event|payload|json)|evt|parsed)$/i;

const namesIn = (code: string, pattern: RegExp): readonly string[] =>
  [...code.matchAll(pattern)].map(({ 1: name = '' }) => name);

/** Names that get all of stdin, as text or as what it says. */
export const stdinNames = (code: string): readonly string[] =>
  FROM_STDIN.flatMap((pattern) => namesIn(code, pattern));

/** Tells whether a variable holds the event. */
export function eventHolder(code: string): (name: string) => boolean {
  const direct = new Set(stdinNames(code));
  const parsed = namesIn(code, /\b(\w+)\s*(?::[^=\n]*)?=\s*(?:json\.loads|JSON\.parse)\(\s*\w+\s*\)/g);
  const elsewhere = new Set(namesIn(code, FROM_ELSEWHERE).filter((name) => !parsed.includes(name)));
  return (name) => direct.has(name) || (USUAL.test(name) && !elsewhere.has(name));
}
