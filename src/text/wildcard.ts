// Patterns in which `*` stands for any characters. Time grows with the text only, whatever the pattern.

/** A pattern as the pieces between its stars. `\*` is a star that stands for itself. */
export function splitAtStars(pattern: string): readonly string[] {
  return pattern.split(/(?<!\\)\*/).map((piece) => piece.replaceAll('\\*', '*'));
}

/** Whether the pattern covers the whole text. */
export function covers(pieces: readonly string[], text: string): boolean {
  const first = pieces[0] ?? '';
  if (pieces.length < 2) return text === first;
  const last = pieces[pieces.length - 1] ?? '';
  const end = text.length - last.length;
  if (end < first.length || !text.startsWith(first) || !text.endsWith(last)) return false;
  let from = first.length;
  for (const piece of pieces.slice(1, -1)) {
    const at = text.indexOf(piece, from);
    if (at < 0 || at + piece.length > end) return false;
    from = at + piece.length;
  }
  return true;
}
