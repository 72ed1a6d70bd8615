import { nodesOf } from "../pack/parse-catalogue";
import type { Pack } from "../pack/parse-pack";
import type { PackNode } from "../pack/schemas";

/** Things beneath one heading of a mega panel: every page carries the panels. */
const panelEntries = 6;

/** The products panel: classes of the first level, those of the second beneath, then classes and products. */
export function productPanels({ catalogue }: Pack): PackNode[] {
  const classLink = (id: number) => `/products/index?id=${id}`;
  const productsOf = (id: number) => catalogue.products.filter(({ front }) => front.class === id);
  return (catalogue.classes?.value.classes ?? []).map((first) => ({
    ...{ name: first.name, link: classLink(first.id) },
    children: first.children.map((second) => ({
      ...{ name: second.name, link: classLink(second.id) },
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

/** The resources panel: two levels, and beneath each the products that have most of it. */
export function resourcePanels({ catalogue }: Pack): PackNode[] {
  const names = new Map(catalogue.products.map(({ front }) => [front.id, front.name]));
  const levels = catalogue.levels?.value.levels ?? [];
  return levels.map((first) => ({
    ...{ name: first.name, link: `/resources/index?id=${first.id}` },
    children: first.children.map((second) => {
      const within = new Set(nodesOf([second], "levels").map(({ node }) => node.id));
      const counts = new Map<number, number>();
      for (const { front } of catalogue.resources.filter((resource) => within.has(resource.front.level)))
        for (const product of front.products) counts.set(product, (counts.get(product) ?? 0) + 1);
      const most = [...counts]
        .sort((one, other) => other[1] - one[1] || one[0] - other[0])
        .slice(0, panelEntries);
      return {
        ...{ name: second.name, link: `/resources/index?id=${second.id}` },
        children: most.map(([product]) => ({
          name: names.get(product) ?? "",
          link: `/resources/index?id=${second.id}&prodId=${product}`,
        })),
      };
    }),
  }));
}
