// A shell command, read roughly: segments between separators, and their words without quotes.

export interface Segment {
  /** As written. */
  readonly text: string;
  /** Without quotes, escapes and redirections. */
  readonly words: readonly string[];
  /** Every quote is closed; where one is not, words are what stands between white space. */
  readonly balanced: boolean;
}

/** Splits outside quotes at `;`, `&`, `&&`, `|`, `||` and newlines. */
export function segmentsOf(command: string): readonly Segment[] {
  const segments: Segment[] = [];
  let [at, start] = [0, 0];
  const end = (): void => {
    const text = command.slice(start, at);
    if (/\S/.test(text)) segments.push(segmentOf(text));
  };
  while (at < command.length) {
    const quoted = quotedAt(command, at);
    if (quoted !== null) {
      at = quoted.end;
    } else if (separates(command, at)) {
      end();
      at += 1;
      start = at;
    } else {
      at += 1;
    }
  }
  end();
  return segments;
}

/** An escaped character or a quoted text. */
interface Quoted {
  readonly end: number;
  /** What it stands for; `null`: the quote is not closed. */
  readonly content: string | null;
}

/** `null`: neither an escape nor a quote starts here. */
function quotedAt(text: string, at: number): Quoted | null {
  const character = text[at];
  if (character === '\\') {
    const next = text[at + 1] ?? '';
    return { end: at + 1 + next.length, content: next === '\n' ? '' : next };
  }
  if (character === "'") {
    const end = text.indexOf("'", at + 1);
    return end === -1
      ? { end: text.length, content: null }
      : { end: end + 1, content: text.slice(at + 1, end) };
  }
  return character === '"' ? doubleQuoted(text, at) : null;
}

function doubleQuoted(text: string, at: number): Quoted {
  let end = at + 1;
  while (end < text.length && text[end] !== '"') end += text[end] === '\\' ? 2 : 1;
  if (end >= text.length) return { end: text.length, content: null };
  const content = text
    .slice(at + 1, end)
    .replace(/\\([$`"\\\n])/g, (_, next: string) => (next === '\n' ? '' : next));
  return { end: end + 1, content };
}

function separates(text: string, at: number): boolean {
  const character = text[at];
  if (character === ';' || character === '|' || character === '\n') return true;
  // `2>&1` and `&>file` are redirections.
  if (character !== '&') return false;
  const before = text[at - 1];
  return before !== '>' && before !== '<' && text[at + 1] !== '>';
}

function segmentOf(text: string): Segment {
  const words = wordsOf(text);
  return words === null
    ? { text, words: text.split(/\s+/).filter((word) => word !== ''), balanced: false }
    : { text, words, balanced: true };
}

/** Words of a command; `null`: a quote is not closed. */
export function wordsOf(text: string): readonly string[] | null {
  const words: string[] = [];
  let word: string | null = null;
  let [plain, skipsNext] = [true, false];
  const end = (): void => {
    if (word !== null && !skipsNext) words.push(word);
    if (word !== null) skipsNext = false;
    [word, plain] = [null, true];
  };
  for (let at = 0; at < text.length; ) {
    const character = text[at] ?? '';
    const quoted = quotedAt(text, at);
    if (quoted !== null) {
      if (quoted.content === null) return null;
      // A line that goes on is no word.
      if (character !== '\\' || quoted.content !== '') word = (word ?? '') + quoted.content;
      plain = false;
      at = quoted.end;
    } else if (character === '<' || character === '>' || (character === '&' && text[at + 1] === '>')) {
      // The number of a file descriptor belongs to the redirection.
      if (plain && /^\d+$/.test(word ?? '')) word = null;
      end();
      skipsNext = true;
      at += redirection(text, at);
    } else if (/[\s()]/.test(character)) {
      end();
      at += 1;
    } else {
      word = (word ?? '') + character;
      at += 1;
    }
  }
  end();
  return words;
}

const OPERATOR = /&?[<>]{1,3}[&|-]?/y;

function redirection(text: string, at: number): number {
  OPERATOR.lastIndex = at;
  return OPERATOR.exec(text)?.[0].length ?? 1;
}
