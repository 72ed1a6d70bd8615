import { kindsOfType } from "contract/development/calls";
import type { ResourceKind } from "contract/resources/constants";
import { menuFlags } from "contract/site/constants";
import { nodesOf } from "../../pack/parse/catalogue";
import type { Pack } from "../../pack/parse-pack";
import type { PackNode } from "../../pack/schemas/community";

/** The number of entries under one heading of a mega panel. It is small, because every page contains the panels. */
const panelEntries = 6;

/** The products panel: classes of the first level, under them those of the second, under these classes and products. */
export function productPanels({ catalogue }: Pack): PackNode[] {
  const classLink = (id: number) => `/products/index?id=${id}`;
  const productsOf = (id: number) => catalogue.products.filter(({ front }) => front.class === id);
  return (catalogue.classes?.value.classes ?? []).map((first) => ({
    name: first.name,
    link: classLink(first.id),
    children: first.children.map((second) => ({
      name: second.name,
      link: classLink(second.id),
      children: [
        ...second.children.map(({ id, name }) => ({ name, link: classLink(id) })),
        ...productsOf(second.id)
          .filter(({ front }) => front.state !== "discontinued")
          .sort((one, other) => one.front.id - other.front.id)
          .map(({ front }) => ({ name: front.name, link: `/products/details/${front.id}` })),
      ].slice(0, panelEntries),
    })),
  }));
}

/** The kinds of resources that the operator's menu does not show (spec 3.1). */
function hiddenKinds({ site }: Pack): ReadonlySet<ResourceKind> {
  const menu = site?.menu;
  return new Set(menuFlags.filter((flag) => menu?.[flag] === false).flatMap((flag) => kindsOfType[flag]));
}

/**
 * The resources panel: two levels, and under each the products with the most resources. Levels that contain only hidden
 * kinds are left out.
 */
export function resourcePanels(pack: Pack): PackNode[] {
  const { catalogue } = pack;
  const hidden = hiddenKinds(pack);
  const isShown = (kind: ResourceKind | undefined) => kind === undefined || !hidden.has(kind);
  const names = new Map(catalogue.products.map(({ front }) => [front.id, front.name]));
  const levels = (catalogue.levels?.value.levels ?? [])
    .map((first) => ({
      ...first,
      children: first.children.filter((second) => isShown(second.kind ?? first.kind)),
    }))
    .filter(({ kind, children }) => children.length > 0 || isShown(kind));
  return levels.map((first) => ({
    name: first.name,
    link: `/resources/index?id=${first.id}`,
    children: first.children.map((second) => {
      const within = new Set(nodesOf([second], "levels").map(({ node }) => node.id));
      const counts = new Map<number, number>();
      for (const { front } of catalogue.resources.filter((resource) => within.has(resource.front.level)))
        for (const product of front.products) counts.set(product, (counts.get(product) ?? 0) + 1);
      const most = [...counts]
        .sort((one, other) => other[1] - one[1] || one[0] - other[0])
        .slice(0, panelEntries);
      return {
        name: second.name,
        link: `/resources/index?id=${second.id}`,
        children: most.map(([product]) => ({
          name: names.get(product) ?? "",
          link: `/resources/index?id=${second.id}&prodId=${product}`,
        })),
      };
    }),
  }));
}
