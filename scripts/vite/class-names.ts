import { readdirSync } from "node:fs";
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../..", import.meta.url));
const sheetsOfClasses = readdirSync(join(root, "app"), { recursive: true, encoding: "utf8" })
  .filter((path) => path.endsWith(".module.css"))
  .map((path) => join("app", path))
  .sort();
const classesOf = new Map<string, string[]>();
/** Numbers in letters that may stand in a class name. */
const letters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_";

/** The place of something in a list that it is added to where it is missing. */
function placeIn(list: string[], wanted: string): number {
  const place = list.indexOf(wanted);
  return place === -1 ? list.push(wanted) - 1 : place;
}

/**
 * A page names some two hundred classes, its sheets and scripts do too: two letters for the sheet and mostly one
 * for the class in it repeat more than a hash does, which no compression makes small. A sheet that is put into the
 * page (`?inline`) has the same names as the one that is linked.
 */
export function shortName(name: string, file: string): string {
  const sheet = relative(root, file.replace(/\?.*/, ""));
  const classes = classesOf.get(sheet) ?? [];
  classesOf.set(sheet, classes);
  const [of, at] = [placeIn(sheetsOfClasses, sheet), placeIn(classes, name)];
  const inLetters = (number: number) => letters[number % 64];
  return `_${inLetters(of >> 6)}${inLetters(of)}${at < 64 ? "" : inLetters(at >> 6)}${inLetters(at)}`;
}
