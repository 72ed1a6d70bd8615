import { readFileSync } from "node:fs";

/** A class of a CSS module, as the build names it. */
const moduleClass = /^_[\w-]+_[0-9a-z]{5}_\d+$/;

/**
 * The classes in a page without a rule in its own styles or sheets: before JavaScript they look like nothing. The build
 * drops a sheet that is imported for its effect alone, so the code that comes later would bring it.
 */
export function unstyledClasses(html: string): string[] {
  const sheets = html.match(/\/assets\/[\w.-]+\.css\b/g) ?? [];
  const styles = [...html.matchAll(/<style[^>]*>([\s\S]*?)<\/style>/g)].map(([, text]) => text ?? "");
  const rules = [...styles, ...sheets.map((sheet) => readFileSync(`build/client${sheet}`, "utf8"))].join(
    "\n",
  );
  const classes = [...html.matchAll(/\sclass="([^"]*)"/g)].flatMap(([, names]) => (names ?? "").split(/\s+/));
  return [...new Set(classes)].filter((name) => moduleClass.test(name) && !rules.includes(`.${name}`));
}
