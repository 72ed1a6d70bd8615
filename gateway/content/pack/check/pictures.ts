import { filesPrefix } from "contract/base/wire";

/** Matches pictures with such an address, and code, which must stay unchanged even when it contains such a line. */
const codeOrPictureAt = (address: string) =>
  new RegExp(
    `^(\`{3,}|~{3,})[^\\n]*\\n[\\s\\S]*?^\\1[\`~]*[ \\t]*$|(\`+)(?!\`)[\\s\\S]*?[^\`]\\2(?!\`)|(!\\[[^\\]\\n]*\\]\\()(${address})`,
    "gm",
  );

/** Pictures in a pack's Markdown: `![说明](images/name.svg)`. */
const codeOrPicture = codeOrPictureAt("(?:images|avatars)\\/[^\\s)]+");

/** Pictures of the portal in Markdown. The groups are a fence, ticks, what opens the picture, and its address. */
export const pictureAddresses = codeOrPictureAt(`${filesPrefix}[0-9a-f]{32}\\.[a-z]{2,4}`);

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
