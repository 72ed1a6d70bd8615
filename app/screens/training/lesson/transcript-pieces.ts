/**
 * A line cut at each place where it has the words: every second piece is one of them, as it is written; one piece
 * where it has none. Case makes no difference.
 */
export function piecesWith(line: string, words: string): string[] {
  if (words === "") return [line];
  const pieces: string[] = [];
  const [text, needle] = [line.toLowerCase(), words.toLowerCase()];
  // A letter that is another number of letters in lower case would shift every place after it.
  if (text.length !== line.length || needle.length !== words.length) return [line];
  let from = 0;
  for (let at = text.indexOf(needle); at >= 0; at = text.indexOf(needle, from)) {
    pieces.push(line.slice(from, at), line.slice(at, at + needle.length));
    from = at + needle.length;
  }
  return [...pieces, line.slice(from)];
}
