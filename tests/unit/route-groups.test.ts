import { matchRoutes } from "@remix-run/react";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { screens } from "../../app/navigation/screens";
import routeConfig from "../../app/routes";
import { groupRoutes } from "../../server/route-groups";
import { tries } from "../support/tier";

interface Route {
  id: string;
  parentId: string | undefined;
  path?: string | undefined;
  index?: boolean | undefined;
}
interface Tree extends Omit<Route, "parentId"> {
  children?: Tree[];
}

/** The portal's own route table, as a build has it. */
async function ownRoutes(): Promise<Record<string, Route>> {
  const flat: Record<string, Route> = { root: { id: "root", parentId: undefined, path: "" } };
  const add = ({ id, path, index, children = [] }: Tree & { file?: string }, parentId: string) => {
    flat[id] = { id, parentId, path, index };
    for (const child of children) add(child, id);
  };
  for (const route of (await routeConfig) as unknown as (Tree & { file: string })[])
    add({ ...route, id: route.id ?? route.file }, "root");
  return flat;
}

/** The tree that Remix makes of the flat table. */
function treeOf(routes: Record<string, Route>): Tree[] {
  const under = new Map<string | undefined, Route[]>();
  for (const route of Object.values(routes))
    under.set(route.parentId, [...(under.get(route.parentId) ?? []), route]);
  const below = (parentId?: string): Tree[] =>
    (under.get(parentId) ?? []).map(({ id, path, index }) =>
      index ? { id, path, index } : { id, path, children: below(id) },
    );
  return below();
}

const matched = (tree: Tree[], pathname: string) =>
  matchRoutes(tree as never, pathname)?.map(({ route, params }) => [route.id, params]) ?? null;

function matcherInGroups(routes: Record<string, Route>) {
  const groups = groupRoutes(routes);
  const trees = new Map<string, Tree[]>();
  return (pathname: string) => {
    const ids = groups.idsOf(groups.groupAt(pathname));
    const key = [...ids].join(" ");
    const tree =
      trees.get(key) ?? treeOf(Object.fromEntries(Object.entries(routes).filter(([id]) => ids.has(id))));
    trees.set(key, tree);
    return matched(tree, pathname);
  };
}

describe("the routes of an address's group", () => {
  it("match as the whole table does, for every screen in both shells", async () => {
    const routes = await ownRoutes();
    const [matchedInGroup, tree] = [matcherInGroups(routes), treeOf(routes)];
    const paths = screens.map(({ path }) => path.replace("*", "a/b").replace(/:\w+/g, "12"));
    for (const path of paths.flatMap((each) => [
      each,
      `/h5${each}`,
      each.toUpperCase(),
      `${each}/`,
      `${each}/more`,
    ]))
      expect(matchedInGroup(path), path).toEqual(matched(tree, path));
  });

  it("match as the whole table does, whatever the address", async () => {
    const routes = await ownRoutes();
    const [matchedInGroup, tree] = [matcherInGroups(routes), treeOf(routes)];
    const known = Object.values(routes).flatMap(({ path }) => path?.split("/") ?? []);
    const segment = fc.oneof(
      fc.constantFrom(
        ...known,
        "h5",
        "H5",
        "thread-9-1-1.html",
        "%66orum",
        "%2Fforum",
        "..",
        "forum%2Fall",
        "芯片",
      ),
      fc.webSegment(),
    );
    fc.assert(
      fc.property(fc.array(segment, { maxLength: 4 }), (segments) => {
        const { pathname } = new URL(`http://portal.test/${segments.join("/")}`);
        expect(matchedInGroup(pathname)).toEqual(matched(tree, pathname));
      }),
      { numRuns: tries(300) },
    );
  });

  it("stay as few when the table grows by two hundred", async () => {
    const routes = await ownRoutes();
    const more = Object.fromEntries(
      Array.from({ length: 200 }, (_, index) => {
        const id = `dummy-${index}`;
        return [id, { id, parentId: "desktop-screens", path: `dummy${index}/:id` }];
      }),
    );
    const [few, many] = [groupRoutes(routes), groupRoutes({ ...routes, ...more })];
    for (const path of ["/forum/all", "/h5/hsforum/thread-1-1-1.html", "/", "/nowhere"])
      expect(many.idsOf(many.groupAt(path)).size).toBe(few.idsOf(few.groupAt(path)).size);
  });
});
