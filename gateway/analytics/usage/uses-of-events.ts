import type { UsageSource, UsageThing } from "contract/analytics/constants";
import { dayOf } from "contract/base/time";
import { and, inArray } from "drizzle-orm";
import type { PgColumn, PgTable } from "drizzle-orm/pg-core";
import type { Database } from "../../database/open";
import {
  type analyticsEvents,
  courses,
  productParts,
  products,
  resources,
  resourceVersions,
  topics,
} from "../../database/schema";
import { allSections, isListed } from "../../forum/sections/find-sections";
import type { Use } from "./add";
import { staffAmong } from "./staff";

type Event = Pick<
  typeof analyticsEvents.$inferSelect,
  "code" | "page" | "data" | "anonymousId" | "accountId" | "createdAt"
>;
interface Thing {
  kind: UsageThing;
  id: number;
}

/** The pages of one thing, by their code: its kind, and where the recorded address has its id. */
const pages: Record<string, [UsageThing, RegExp]> = {
  product_detail: ["products", /^\/products\/details\/(\d{1,9})$/i],
  resource_detail: ["resources", /^\/resources\/details\/(\d{1,9})$/i],
  training_course: ["courses", /^\/trainingClass\/details\/(\d{1,9})$/i],
  forum_topic: ["topics", /^\/(?:hsforum\/thread-|postDetail\?tid=)(\d{1,15})(?!\d)/i],
};

/** The thing whose page was seen; null for a page of several. */
export function thingAt(page: string, path: unknown): Thing | null {
  const [kind, address] = pages[page] ?? [];
  const [, id] = address?.exec(String(path)) ?? [];
  return kind && id ? { kind, id: Number(id) } : null;
}

const engines =
  /^(?:(?:.+\.)?(?:baidu\.com|bing\.com|sogou\.com|so\.com|sm\.cn|quark\.cn|so\.toutiao\.com|duckduckgo\.com|ecosia\.org)|(?:.+\.)?(?:google|yahoo|yandex)\.[a-z.]{2,7})(?::\d+)?$/i;

/** The group of a view's source: a session's first page names the host that led to it, and no other page does. */
export function sourceGroup(source: unknown): UsageSource {
  if (typeof source !== "string") return "site";
  if (source === "") return "direct";
  return engines.test(source) ? "engine" : "other";
}

/** The address as browsers write it. */
const written = (url: string) => (URL.canParse(url) ? new URL(url).href : url);

/** The topics in sections that everybody may see: those of others count for themselves, and not for all topics. */
async function publicTopics(database: Database, ids: Iterable<number>): Promise<Set<number>> {
  const asked = [...new Set(ids)];
  if (asked.length === 0) return new Set();
  const open = (await allSections(database)).filter(isListed).map(({ id }) => id);
  const rows = await database
    .select({ id: topics.id })
    .from(topics)
    .where(and(inArray(topics.id, asked), inArray(topics.sectionId, open)));
  return new Set(rows.map(({ id }) => id));
}

async function found(
  database: Database,
  table: PgTable,
  id: PgColumn,
  ids: Iterable<number>,
): Promise<Set<number>> {
  const asked = [...new Set(ids)];
  if (asked.length === 0) return new Set();
  const rows = await database.select({ id }).from(table).where(inArray(id, asked));
  return new Set(rows.map((row) => Number(row.id)));
}

/** The order links of products: which addresses ask for samples, and where parts are sold. */
async function orderLinks(database: Database, ids: Iterable<number>): Promise<Map<string, "sample" | "buy">> {
  const asked = [...new Set(ids)];
  if (asked.length === 0) return new Map();
  const { productId, sample, buy } = productParts;
  const rows = await database
    .select({ productId, sample, buy })
    .from(productParts)
    .where(inArray(productId, asked));
  return new Map(
    rows.flatMap((row) => [
      ...row.buy.map(({ url }) => [`${row.productId} ${written(url)}`, "buy"] as const),
      ...(row.sample ? [[`${row.productId} ${written(row.sample)}`, "sample"] as const] : []),
    ]),
  );
}

const linked = ({ code }: Event) => code === "link";

/**
 * What the events of a batch count for: views of things, downloads, and the steps from a product's page. Events of staff
 * count for nothing, and neither do those of things that do not exist. A thing's use also counts for all of its kind, except
 * a topic's in a section that not everybody may see.
 */
export async function usesOf(database: Database, all: readonly Event[]): Promise<Use[]> {
  const seen = all.filter(({ code }) => code === "page_view" || code === "link");
  const staff = await staffAmong(
    database,
    seen.map(({ accountId }) => accountId),
  );
  const events = seen.filter(({ accountId }) => accountId === null || !staff.has(accountId));
  const things = events.map(({ page, data }) => thingAt(page, data.path));
  const idsOf = (kind: UsageThing) => things.flatMap((thing) => (thing?.kind === kind ? [thing.id] : []));
  const known: Record<string, Set<number>> = {
    products: await found(database, products, products.id, idsOf("products")),
    resources: await found(database, resources, resources.id, idsOf("resources")),
    courses: await found(database, courses, courses.id, idsOf("courses")),
    topics: await found(database, topics, topics.id, idsOf("topics")),
  };
  const open = await publicTopics(database, idsOf("topics"));
  const wanted = events.filter(linked).flatMap(({ data }) => (data.version ? [Number(data.version)] : []));
  const versions = new Map(
    wanted.length === 0
      ? []
      : (
          await database
            .select({ id: resourceVersions.id, resource: resourceVersions.resourceId })
            .from(resourceVersions)
            .where(inArray(resourceVersions.id, wanted))
        ).map(({ id, resource }) => [id, resource] as const),
  );
  const orders = await orderLinks(
    database,
    events.flatMap((event, at) => {
      const thing = things[at];
      return linked(event) && event.data.href && thing?.kind === "products" ? [thing.id] : [];
    }),
  );
  return events.flatMap((event, at) => {
    const { data, createdAt, anonymousId: who } = event;
    const thing = things[at];
    const isKnown = thing && known[thing.kind]?.has(thing.id);
    const use = (kind: UsageThing, id: number, measure: Use["measure"]): Use[] =>
      (kind === "topics" && !open.has(id) ? [String(id)] : [String(id), ""]).map((key) => ({
        day: dayOf(createdAt),
        source: sourceGroup(data.source),
        kind,
        key,
        measure,
        who,
      }));
    if (!linked(event)) return isKnown ? use(thing.kind, thing.id, "view") : [];
    const ofProduct = isKnown && thing.kind === "products" ? thing.id : null;
    const version = Number(data.version ?? 0);
    const resource = versions.get(version);
    if (resource !== undefined)
      return [
        ...use("resources", resource, "download"),
        ...use("versions", version, "download"),
        ...(ofProduct === null ? [] : use("products", ofProduct, "datasheet")),
      ];
    const order = ofProduct === null ? undefined : orders.get(`${ofProduct} ${written(String(data.href))}`);
    return order && ofProduct !== null ? use("products", ofProduct, order) : [];
  });
}
