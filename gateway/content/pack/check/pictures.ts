/**
 * Pictures in a pack's Markdown are written `![说明](images/name.svg)`. Code is left alone: a fenced block or a
 * code span may well show that very line.
 */
const codeOrPicture =
  /^(`{3,}|~{3,})[^\n]*\n[\s\S]*?^\1[`~]*[ \t]*$|(`+)(?!`)[\s\S]*?[^`]\2(?!`)|(!\[[^\]\n]*\]\()((?:images|avatars)\/[^\s)]+)/gm;

/** The pictures that a text refers to. */
export function picturesOf(source: string): string[] {
  return [...source.matchAll(codeOrPicture)].map((match) => match[4]).filter((path) => path !== undefined);
}

/** Puts the stored files' addresses in place of the pack's picture paths. */
export function placePictures(source: string, addressOf: (path: string) => string): string {
  return source.replace(
    codeOrPicture,
    (whole: string, _fence: unknown, _ticks: unknown, opening?: string, path?: string) =>
      opening !== undefined && path !== undefined ? `${opening}${addressOf(path)}` : whole,
  );
}
