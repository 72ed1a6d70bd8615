import type { CallResponse } from "contract";
import type { HomeBlock } from "contract/home/calls";
import type { HomeBlockKind } from "contract/site/constants";
import { orWithout } from "~/failure/explain.server";
import type { Scope } from "~/request/scope.server";

/** The content of a block, by its kind. */
export type BlockContent =
  | { kind: "sections"; sections: CallResponse<"getForums">["data"] }
  | { kind: "products"; products: CallResponse<"queryNewProduct">["data"] }
  | { kind: "resources"; resources: CallResponse<"queryTopDownloads">["resources"] }
  | { kind: "videos"; videos: CallResponse<"queryHotVideo">["videos"] }
  | { kind: "news"; news: CallResponse<"queryHomeNews">["data"] }
  | { kind: "tags"; tags: CallResponse<"hotTags">["tags"] }
  | { kind: "people"; people: Omit<CallResponse<"wellInformedPeople">["people"][number], "followed">[] }
  | { kind: "heroes"; heroes: CallResponse<"heroRank">["people"] }
  | { kind: "events"; events: CallResponse<"activityList">["items"] }
  | { kind: "links"; links: HomeBlock["links"] };

type Load = (scope: Scope, block: HomeBlock) => Promise<BlockContent>;

/** One call for each kind. A kind without a call is left out. */
const loads: Partial<Record<HomeBlockKind, Load>> = {
  sections: async (scope, { count }) => ({
    kind: "sections",
    sections: (await scope.publicGateway.call("getForums", {})).data.slice(0, count),
  }),
  products: async (scope, { count, first }) => ({
    kind: "products",
    products: (await scope.publicGateway.call("queryNewProduct", { count, first })).data,
  }),
  resources: async (scope, { count }) => ({
    kind: "resources",
    resources: (await scope.publicGateway.call("queryTopDownloads", { count })).resources,
  }),
  videos: async (scope, { count }) => ({
    kind: "videos",
    videos: (await scope.publicGateway.call("queryHotVideo", { count })).videos,
  }),
  news: async (scope, { count, first }) => ({
    kind: "news",
    news: (await scope.publicGateway.call("queryHomeNews", { count, first })).data,
  }),
  tags: async (scope, { count }) => ({
    kind: "tags",
    tags: (await scope.publicGateway.call("hotTags", {})).tags.slice(0, count),
  }),
  people: async (scope, { count }) => ({
    kind: "people",
    people: (await scope.publicGateway.call("wellInformedPeople", {})).people
      .slice(0, count)
      .map(({ followed: _, ...person }) => person),
  }),
  heroes: async (scope, { count }) => ({
    kind: "heroes",
    heroes: (await scope.publicGateway.call("heroRank", {})).people.slice(0, count),
  }),
  events: async (scope, { count }) => ({
    kind: "events",
    events: (await scope.publicGateway.call("activityList", {})).items
      .filter(({ state }) => state !== "ended")
      .slice(0, count),
  }),
  links: async (_scope, { links }) => ({ kind: "links", links }),
};

const entriesOf = (content: BlockContent): unknown[] =>
  Object.values(content).find((value) => Array.isArray(value)) ?? [];

export type ShownBlock = Pick<HomeBlock, "id" | "title" | "summary" | "linkurl"> & { content: BlockContent };

/** Loads the content of blocks. A block without content, or whose call fails, is left out. */
export async function readBlocks<Block extends HomeBlock>(
  scope: Scope,
  blocks: Block[],
): Promise<(ShownBlock & { block: Block })[]> {
  const read = blocks.map(async (block) => {
    const load = loads[block.kind];
    const content = load ? await orWithout(scope, load(scope, block), null) : null;
    if (content === null || entriesOf(content).length === 0) return [];
    const { id, title, summary, linkurl } = block;
    return [{ id, title, summary, linkurl, content, block }];
  });
  return (await Promise.all(read)).flat();
}

/** Loads the home page as visitors see it at present. */
export async function readHome(scope: Scope) {
  const [signedIn, banners, arranged] = await Promise.all([
    scope.signedIn(),
    orWithout(scope, scope.publicGateway.call("queryBanner", {}), null),
    orWithout(scope, scope.publicGateway.call("queryHomeBlocks", {}), null),
  ]);
  const [blocks, last] = await Promise.all([
    readBlocks(scope, arranged?.data ?? []),
    signedIn ? orWithout(scope, scope.gateway.call("lastStudy", {}), null) : null,
  ]);
  return {
    banners: banners?.data ?? [],
    blocks: blocks.map(({ block: _, ...content }) => content),
    study: last?.study ?? null,
    week: last?.week ?? null,
  };
}
