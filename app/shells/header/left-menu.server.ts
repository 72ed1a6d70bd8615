import type { LeftMenuNode } from "~/session/visitor.server";
import { type MenuItem, topMenu } from "./top-menu";

/** The entry that supplies the menu (spec 3.5). */
const homeEntry = "生态首页";

const areaOf = (address: string) => address.split(/[/?#]/)[1];

/**
 * The menu that the upstream supplies (spec 3.5): the children of the ecosystem home's entry, or none without
 * that. Undefined where it is ours, or the upstream says nothing of a menu: pages need not carry that one.
 */
export function leftMenu(nodes: LeftMenuNode | undefined): MenuItem[] | undefined {
  if (!nodes) return undefined;
  const children = nodes.find(({ name }) => name === homeEntry)?.children ?? [];
  const items = children
    .filter(({ url }) => /^(?:\/(?!\/)|https?:)/.test(url))
    .map(({ name, url }) => {
      const own = url.startsWith("/") && topMenu.find(({ path }) => areaOf(path) === areaOf(url));
      // Our areas without the step through their first address.
      return { name, path: own && url === `/${areaOf(url)}` ? own.path : url };
    });
  return JSON.stringify(items) === JSON.stringify(topMenu) ? undefined : items;
}
