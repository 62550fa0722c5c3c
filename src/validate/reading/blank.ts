// Tells code from comments and strings in Python and JavaScript, without changing any position.

export interface Blanked {
  /** Comments are blanks. */
  readonly code: string;
  /** Comments and the content of strings are blanks. */
  readonly bare: string;
  readonly comment: string | null;
}

/** A call in the text: where it begins, and the source of its arguments. */
export interface CallSite {
  readonly at: number;
  readonly name: string;
  readonly args: string;
}

const PYTHON =
  /#[^\n]*|(?:\b[rRbBfFuU]{1,2})?(?:"""[\s\S]*?(?:"""|$)|'''[\s\S]*?(?:'''|$)|"(?:[^"\\\n]|\\[\s\S])*"?|'(?:[^'\\\n]|\\[\s\S])*'?)/g;

/** Python: `#` comments, all string forms; a string that stands alone as a statement is documentation, so a comment. */
export function blankPython(text: string): Blanked {
  return blank(text, PYTHON, (token, at) => {
    if (token.startsWith('#')) return 'comment';
    const before = text.slice(text.lastIndexOf('\n', at) + 1, at);
    const isStatement = /^[rRuU]?("""|''')/.test(token) && before.trim() === '';
    return isStatement ? 'comment' : 'string';
  });
}

const JAVASCRIPT =
  /\/\/[^\n]*|\/\*[\s\S]*?(?:\*\/|$)|"(?:[^"\\\n]|\\[\s\S])*"?|'(?:[^'\\\n]|\\[\s\S])*'?|`(?:[^`\\]|\\[\s\S])*`?|(?<=(?:^|[=(,:;!&|?{}[\n]|return)[ \t]*)\/(?![/*])(?:[^/\\[\n]|\\.|\[(?:[^\]\\\n]|\\.)*\])+\/[a-z]*/g;

/** JavaScript: comments, strings, templates and regular expressions. */
export function blankJavaScript(text: string): Blanked {
  return blank(text, JAVASCRIPT, (token) => (/^\/[/*]/.test(token) ? 'comment' : 'string'));
}

function blank(
  text: string,
  tokens: RegExp,
  judge: (token: string, at: number) => 'comment' | 'string',
): Blanked {
  let [code, bare, last] = ['', '', 0];
  let comment: string | null = null;
  for (const match of text.matchAll(tokens)) {
    const [token] = match;
    const between = text.slice(last, match.index);
    const kind = judge(token, match.index);
    if (kind === 'comment' && !token.startsWith('#!')) comment ??= meaningOf(token);
    code += between + (kind === 'comment' ? spaces(token) : token);
    bare += between + (kind === 'comment' ? spaces(token) : emptied(token));
    last = match.index + token.length;
  }
  return { code: code + text.slice(last), bare: bare + text.slice(last), comment };
}

const spaces = (token: string): string => token.replace(/[^\n]/g, ' ');

/** Quotes stay, so that the shape of the code stays. */
const emptied = (token: string): string =>
  token.length < 2 ? token : token[0] + spaces(token.slice(1, -1)) + (token.at(-1) ?? '');

function meaningOf(comment: string): string | null {
  const words = comment.replace(/^(?:#+|\/\/+|\/\*+|[rRuU]?(?:"""|'''))|(?:\*\/|"""|''')$/g, '').trim();
  return words.length >= 12 ? words : null;
}

/** Every call whose name matches; `args` is the text between its parentheses. */
export function callsIn({ code, bare }: Blanked, name: RegExp): readonly CallSite[] {
  const sites: CallSite[] = [];
  const pattern = new RegExp(`(?<![\\w.$])(${name.source})\\s*\\(`, 'g');
  for (const match of bare.matchAll(pattern)) {
    const open = match.index + match[0].length - 1;
    const close = closing(bare, open);
    sites.push({ at: match.index, name: match[1] ?? '', args: code.slice(open + 1, close) });
  }
  return sites;
}

const PAIRS: Readonly<Record<string, string>> = { '(': ')', '[': ']', '{': '}' };

/** Where the bracket that opens here is closed. */
export function closing(bare: string, open: number): number {
  const [opener = '', closer = PAIRS[opener] ?? ''] = [bare[open]];
  let depth = 0;
  for (let at = open; at < bare.length; at++) {
    if (bare[at] === opener) depth++;
    else if (bare[at] === closer && --depth === 0) return at;
  }
  return bare.length;
}

/** The text of a string literal; `null`: something else, or a string with parts that are filled in. */
export function literal(source: string): string | null {
  const match = /^\s*[rRbBuU]?(?:"((?:[^"\\]|\\.)*)"|'((?:[^'\\]|\\.)*)'|`([^`$\\]*)`)\s*$/s.exec(source);
  return match?.[1] ?? match?.[2] ?? match?.[3] ?? null;
}

/** The first argument of an argument list. */
export function firstOf(args: string): string {
  let depth = 0;
  let quote = '';
  for (const [at, char] of [...args].entries()) {
    if (quote !== '') {
      if (char === quote && args[at - 1] !== '\\') quote = '';
    } else if (`"'\``.includes(char)) quote = char;
    else if ('([{'.includes(char)) depth++;
    else if (')]}'.includes(char)) depth--;
    else if (char === ',' && depth === 0) return args.slice(0, at);
  }
  return args;
}
