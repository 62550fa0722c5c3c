// Where a text stops being JSON, and why. JSON.parse says whether, but not on every Node where.

const STRING_START = /"[^"\\\0-\x1f]*(?:\\(?:["\\/bfnrt]|u[\da-fA-F]{4})[^"\\\0-\x1f]*)*/y;
const TOKEN = new RegExp(
  `[{}[\\]:,]|${STRING_START.source}"|-?(?:0|[1-9]\\d*)(?:\\.\\d+)?(?:[eE][+-]?\\d+)?|true|false|null`,
  'y',
);

/** The first problem of a text as `{ offset, message }`, or `null` when it is JSON. */
export function jsonProblem(text) {
  const open = [];
  let expected = 'a value';
  let offset = 0;
  for (;;) {
    while (/[ \t\n\r]/.test(text.charAt(offset))) offset += 1;
    TOKEN.lastIndex = offset;
    const token = TOKEN.exec(text)?.[0];
    if (token === undefined) {
      if (offset === text.length && expected === 'the end of the file') return null;
      return text[offset] === '"' && /value|name/.test(expected)
        ? stringProblem(text, offset)
        : { offset, message: `expected ${expected}, found ${found(text, offset)}` };
    }
    const next = after(token, expected, open);
    if (next === null) return { offset, message: `expected ${expected}, found ${found(text, offset)}` };
    expected = next;
    offset += token.length;
  }
}

/** What may follow a token; `null` when the token itself may not stand there. Keeps `open`, the closers still due. */
function after(token, expected, open) {
  const closer = open.at(-1);
  const ended = () => (open.length === 0 ? 'the end of the file' : `"," or "${open.at(-1)}"`);
  if (token === closer && expected.endsWith(`"${closer}"`)) {
    open.pop();
    return ended();
  }
  if (token === ':') return expected === '":"' ? 'a value' : null;
  if (token === ',') {
    if (!expected.startsWith('","')) return null;
    return closer === '}' ? 'a name in double quotes' : 'a value';
  }
  if (expected.startsWith('a name')) return token.startsWith('"') ? '":"' : null;
  if (!expected.startsWith('a value') || token === '}' || token === ']') return null;
  if (token === '{') {
    open.push('}');
    return 'a name in double quotes or "}"';
  }
  if (token === '[') {
    open.push(']');
    return 'a value or "]"';
  }
  return ended();
}

/** What is wrong with the string that begins here. */
function stringProblem(text, start) {
  STRING_START.lastIndex = start;
  STRING_START.exec(text);
  const offset = STRING_START.lastIndex;
  if (text[offset] === '\\')
    return { offset, message: 'this escape is not one of \\" \\\\ \\/ \\b \\f \\n \\r \\t \\uXXXX' };
  if (offset === text.length || /[\n\r]/.test(text.charAt(offset))) {
    return { offset: start, message: 'this string has no closing quote' };
  }
  return { offset, message: 'a control character in a string must be written as an escape' };
}

/** What stands there, short enough for a message. */
function found(text, offset) {
  if (text[offset] === '"') return 'a string';
  const word = /[\w$.+-]{1,20}|[\s\S]/uy;
  word.lastIndex = offset;
  const there = word.exec(text)?.[0];
  return there === undefined ? 'the end of the file' : JSON.stringify(there);
}

/** The same text with comments and trailing commas as blanks, so that every offset stays what it was. */
export function withoutComments(text) {
  const blank = (piece) => piece.replace(/[^\n\r]/g, ' ');
  return text
    .replace(/"[^"\\\n\r]*(?:\\.[^"\\\n\r]*)*"?|\/\/[^\n\r]*|\/\*[\s\S]*?\*\//g, (piece) =>
      piece[0] === '"' ? piece : blank(piece),
    )
    .replace(/"[^"\\\n\r]*(?:\\.[^"\\\n\r]*)*"?|,(?=\s*[}\]])/g, (piece) => (piece === ',' ? ' ' : piece));
}
