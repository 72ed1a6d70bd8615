import type { LeftMenuNode } from "~/session/visitor.server";
import { type MenuItem, topMenu } from "./top-menu";

/** The menu entry whose children are the top menu (spec 3.5). */
const homeEntry = "生态首页";

const areaOf = (address: string) => address.split(/[/?#]/)[1];

/**
 * The top menu from the upstream (spec 3.5): the children of the ecosystem home's entry, or an empty one without that
 * entry. Undefined when it equals our own menu or the upstream has none: pages then need not contain it.
 */
export function leftMenu(nodes: LeftMenuNode | undefined): MenuItem[] | undefined {
  if (!nodes) return undefined;
  const children = nodes.find(({ name }) => name === homeEntry)?.children ?? [];
  const items = children
    .filter(({ url }) => /^(?:\/(?!\/)|https?:)/.test(url))
    .map(({ name, url }) => {
      const own = url.startsWith("/") && topMenu.find(({ path }) => areaOf(path) === areaOf(url));
      // For our own areas, the address after the redirect.
      return { name, path: own && url === `/${areaOf(url)}` ? own.path : url };
    });
  return JSON.stringify(items) === JSON.stringify(topMenu) ? undefined : items;
}
