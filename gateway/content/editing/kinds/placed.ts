import { filesPrefix } from "contract/base/wire";
import { picturesOf, placePictures } from "../../pack/check/pictures";

const shown = new RegExp(` src="(${filesPrefix}[0-9a-f]{32}\\.[a-z]{2,4})"`, "g");

/**
 * The Markdown of a row that a pack's load wrote, with the addresses of the stored pictures in place of the pack's
 * paths. The row's HTML shows the same pictures in the same order.
 */
export function placedSource(source: string, html: string): string {
  const paths = picturesOf(source);
  const addresses = [...html.matchAll(shown)].map(([, address = ""]) => address);
  if (paths.length === 0 || paths.length !== addresses.length) return source;
  const byPath = new Map(paths.map((path, index) => [path, addresses[index] ?? ""]));
  return placePictures(source, (path) => byPath.get(path) ?? path);
}
