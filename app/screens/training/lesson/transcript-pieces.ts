/**
 * Splits a line at each match of the words, without regard to case. Every second piece is a match, as the line writes
 * it; a line without a match is one piece.
 */
export function piecesWith(line: string, words: string): string[] {
  if (words === "") return [line];
  const pieces: string[] = [];
  const [text, needle] = [line.toLowerCase(), words.toLowerCase()];
  // Some letters change length in lower case, which would shift all later positions.
  if (text.length !== line.length || needle.length !== words.length) return [line];
  let from = 0;
  for (let at = text.indexOf(needle); at >= 0; at = text.indexOf(needle, from)) {
    pieces.push(line.slice(from, at), line.slice(at, at + needle.length));
    from = at + needle.length;
  }
  return [...pieces, line.slice(from)];
}
