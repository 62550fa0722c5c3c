// The fenced blocks of a page, and what stands before them about how they are tried.
//
//   <!-- not run: why -->                  it is not tried
//   <!-- not run, lines with X: why -->    lines of a command block with that text are not
//   <!-- tested: test/x.test.ts -->        that test tries it
//   <!-- first: command -->                is run before, unseen
//   <!-- file: path -->                    is written into the project (or home, with ~/)
//   <!-- output -->                        its lines are in what the last command block printed, in this order
//   <!-- exit: 1 -->                       how a command block ends; default 0
//   <!-- schema: name -->                  JSON that fits a schema, or a part of it (`name#/definitions/x`)
//   <!-- sections stand alone -->          each section of the page has a project of its own

export interface Block {
  readonly page: string;
  /** Of its fence, from 1. */
  readonly line: number;
  /** The section it stands in, from 0. */
  readonly section: number;
  readonly language: string;
  readonly text: string;
  readonly marks: readonly Mark[];
}

export interface Mark {
  readonly name: string;
  readonly value: string;
}

export const mark = ({ marks }: Block, name: string): string | null =>
  marks.find((one) => one.name === name)?.value ?? null;

export const place = ({ page, line }: Block): string => `${page}:${line}`;

const NAMES = ['not run', 'tested', 'first', 'file', 'output', 'exit', 'schema'];

export const sectionsStandAlone = (text: string): boolean => text.includes('<!-- sections stand alone -->');

export function blocksIn(page: string, text: string): readonly Block[] {
  const lines = text.split('\n');
  const found: Block[] = [];
  let marks: Mark[] = [];
  let section = 0;
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at] ?? '';
    const fence = /^( *)```(\S*)\s*$/.exec(line);
    const comment = /^\s*<!-- (.*?) -->\s*$/.exec(line)?.[1];
    if (fence !== null) {
      const end = lines.findIndex((other, index) => index > at && /^ *```\s*$/.test(other));
      const [, indent = '', language = ''] = fence;
      const content = lines
        .slice(at + 1, end)
        .map((one) => (one.startsWith(indent) ? one.slice(indent.length) : one));
      found.push({ page, line: at + 1, section, language, text: `${content.join('\n')}\n`, marks });
      marks = [];
      at = end;
    } else if (comment !== undefined) {
      const read = markIn(comment);
      if (read !== null) marks = [...marks, read];
    } else if (line.trim() !== '') {
      if (line.startsWith('## ')) section += 1;
      marks = [];
    }
  }
  return found;
}

function markIn(comment: string): Mark | null {
  const partly = /^not run, lines with (\S+): \S/.exec(comment);
  if (partly !== null) return { name: 'not run, lines', value: partly[1] ?? '' };
  const [, name = '', value = ''] = /^([a-z ]+?)(?:: (.+))?$/.exec(comment) ?? [];
  return NAMES.includes(name) ? { name, value } : null;
}
