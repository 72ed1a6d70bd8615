/**
 * Matches pictures in a pack's Markdown, `![说明](images/name.svg)`, and code, which must stay unchanged even when it
 * contains such a line.
 */
const codeOrPicture =
  /^(`{3,}|~{3,})[^\n]*\n[\s\S]*?^\1[`~]*[ \t]*$|(`+)(?!`)[\s\S]*?[^`]\2(?!`)|(!\[[^\]\n]*\]\()((?:images|avatars)\/[^\s)]+)/gm;

/** The paths of the pictures in a text. */
export function picturesOf(source: string): string[] {
  return [...source.matchAll(codeOrPicture)].map((match) => match[4]).filter((path) => path !== undefined);
}

/** Replaces the pack's picture paths by the addresses of the stored files. */
export function placePictures(source: string, addressOf: (path: string) => string): string {
  return source.replace(
    codeOrPicture,
    (whole: string, _fence: unknown, _ticks: unknown, opening?: string, path?: string) =>
      opening !== undefined && path !== undefined ? `${opening}${addressOf(path)}` : whole,
  );
}
