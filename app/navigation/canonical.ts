import type { ShownScreen } from "./screen-row";
import { twin } from "./shell-address";

/** Whether search engines may list the screen: everyone may open it, and it has content of its own. */
export function isListed(screen: ShownScreen): boolean {
  return screen.title !== "" && !screen.access && screen.indexed !== false;
}

/**
 * The canonical address of a page, without a shell prefix: the screen's path, the queries that say what it is about,
 * and the page number of the unfiltered list (a filtered or sorted list has the canonical address of page 1).
 *
 * @param page the page number shown, when it differs from the query
 */
export function canonicalPath(
  screen: ShownScreen,
  { pathname, search }: { pathname: string; search: string },
  page?: number,
): string {
  const segments = twin(pathname, "desktop").split("/");
  // Literal parts come from the screen's row, so that they have one spelling; values come from the address.
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
