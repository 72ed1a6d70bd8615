import type { CallRequest, CallResponse } from "contract";
import type { ResourceSupport } from "contract/resources/calls";
import { and, asc, inArray, isNull, ne } from "drizzle-orm";
import type { Database } from "../database/open";
import { products, resources, resourceVersions } from "../database/schema";
import type { VersionSupport } from "../database/tables/resources";
import type { Services } from "../server/context";
import { listResources } from "./list";

/** The names of the things that versions support; missing entries are left out. */
export async function namedSupports(
  database: Database,
  supports: VersionSupport[],
): Promise<ResourceSupport[]> {
  const productIds = [...new Set(supports.flatMap((support) => support.products))];
  const toolIds = [...new Set(supports.flatMap((support) => support.tools))];
  const chips =
    productIds.length === 0
      ? []
      : await database
          .select({ id: products.id, name: products.name })
          .from(products)
          .where(inArray(products.id, productIds));
  const tools =
    toolIds.length === 0
      ? []
      : await database
          .select({ id: resources.id, name: resources.title })
          .from(resources)
          .where(inArray(resources.id, toolIds));
  const among = (rows: { id: number; name: string }[]) => {
    const byId = new Map(rows.map((row) => [row.id, row]));
    return (ids: number[]) => ids.flatMap((id) => byId.get(id) ?? []);
  };
  const [chipsOf, toolsOf] = [among(chips), among(tools)];
  return supports.map((support) => ({
    products: chipsOf(support.products),
    tools: toolsOf(support.tools),
    systems: support.systems,
  }));
}

/** The number of versions of a resource in the table: the newest that are not withdrawn. */
const versionsMax = 3;

/**
 * The support table (SDKs by chip, tool and system): one page of the matching resources with their newest versions. It
 * lists only SDKs when the request names no kind.
 */
export async function supportTable(
  services: Pick<Services, "database" | "now" | "texts">,
  { kind, ...filters }: CallRequest<"resourceSupport">,
): Promise<CallResponse<"resourceSupport">> {
  const { database } = services;
  const list = await listResources(services, {
    ...filters,
    order: "newest",
    kinds: [kind ?? "sdk"],
  });
  const ids = list.resources.map(({ pk_rm_resource }) => pk_rm_resource);
  const { page, pages } = list;
  if (ids.length === 0) return { rows: [], page, pages };
  const versions = await database
    .select({
      resourceId: resourceVersions.resourceId,
      version: resourceVersions.version,
      date: resourceVersions.date,
      state: resourceVersions.state,
      until: resourceVersions.until,
      supports: resourceVersions.supports,
    })
    .from(resourceVersions)
    .where(
      and(
        inArray(resourceVersions.resourceId, ids),
        isNull(resourceVersions.delistedAt),
        ne(resourceVersions.state, "withdrawn"),
      ),
    )
    .orderBy(asc(resourceVersions.position));
  const versionRows = list.resources.flatMap(({ pk_rm_resource, title }) =>
    versions
      .filter(({ resourceId }) => resourceId === pk_rm_resource)
      .slice(0, versionsMax)
      .map(({ resourceId: _id, ...version }) => ({ pk_rm_resource, title, ...version })),
  );
  const supports = await namedSupports(
    database,
    versionRows.map((row) => row.supports),
  );
  const nothing = { products: [], tools: [], systems: [] };
  return { rows: versionRows.map((row, at) => ({ ...row, supports: supports[at] ?? nothing })), page, pages };
}
