import type { ShownScreen } from "./screen-row";
import { twin } from "./shell-address";

/**
 * Whether search engines may list the screen: it is open to everyone, and has something of its own.
 */
export function isListed(screen: ShownScreen): boolean {
  return screen.title !== "" && !screen.access && screen.indexed !== false;
}

/**
 * The one address that a screen's page is known by, without a shell prefix: the screen's path, the queries
 * that name what it is about, and its page of the plain list (a filtered or sorted one is another look at
 * page 1).
 *
 * @param page the page that is shown, when the screen knows better than the query.
 */
export function canonicalPath(
  screen: ShownScreen,
  { pathname, search }: { pathname: string; search: string },
  page?: number,
): string {
  const segments = twin(pathname, "desktop").split("/");
  // What a parameter stands for as it was asked for; the rest in the screen's own spelling.
  const parts = screen.path.split("/").flatMap((part, at) => {
    if (part === "*") return segments.slice(at);
    return part.startsWith(":") ? (segments[at] ?? "") : part;
  });
  const path = parts.join("/");
  const query = new URLSearchParams(search);
  const canonicalQuery = new URLSearchParams();
  const names = screen.naming ?? [];
  for (const name of names) {
    const value = query.get(name);
    if (value) canonicalQuery.set(name, value);
  }
  const plain = [...query.keys()].every((name) => name === "page" || names.includes(name));
  const pageNumber = page ?? Number(query.get("page"));
  if (plain && Number.isSafeInteger(pageNumber) && pageNumber > 1)
    canonicalQuery.set("page", String(pageNumber));
  const address = canonicalQuery.size > 0 ? `${path}?${canonicalQuery}` : path;
  return screen.only === "h5" ? twin(`/h5${address}`, "desktop") : address;
}
