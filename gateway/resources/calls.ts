/** Resources: their tree, lists, pages and downloads (spec 7.2, Resources; and the top downloads of Home). */
import type { resourceCalls } from "contract/resources/calls";
import { isNull, sql } from "drizzle-orm";
import { resources } from "../database/schema";
import type { HandlersOf } from "../server/context";
import { compareVersions } from "./changes";
import { resourceDetail } from "./detail";
import { increaseVolume } from "./download";
import { countsOf, levelTree, readLevels, type Scope } from "./levels";
import { checkPlaces, listResources } from "./list";
import { findPages } from "./pages";
import { previewResource } from "./preview";
import { resourceColumns, toResourceRow } from "./rows";
import { supportTable } from "./support";

const kindsOf = <Kind>(kind: Kind | undefined) => (kind === undefined ? undefined : [kind]);

export const resourceHandlers = {
  async resourceTree({ prodId, classId }, context) {
    const scope: Scope =
      prodId !== undefined
        ? { scope: "product", id: prodId }
        : classId !== undefined
          ? { scope: "class", id: classId }
          : { scope: "all" };
    const counts = await countsOf(context.database, scope);
    if (counts.size === 0) await checkPlaces(context.database, { prodId, classId });
    return { result: levelTree(await readLevels(context), counts) };
  },

  searchResource: ({ kind, ...filters }, context) =>
    listResources(context, { ...filters, kinds: kindsOf(kind) }),

  resourceByClass: ({ kind, ...filters }, context) =>
    listResources(context, { ...filters, text: "", order: "newest", kinds: kindsOf(kind) }),

  resourceDetail: ({ pk_rm_resource, preview }, context) =>
    preview === undefined
      ? resourceDetail(context, pk_rm_resource)
      : previewResource(context, pk_rm_resource, preview),

  resourceSupport: (request, context) => supportTable(context, request),

  resourcePages: ({ version, text, page }, context) => findPages(version, text, page, context),

  resourceChanges: (request, context) => compareVersions(request, context),

  increaseResourceVolume: ({ pk_rm_resource, version }, context) =>
    increaseVolume(pk_rm_resource, version, context),

  async queryTopDownloads({ count }, context) {
    const rows = await context.database
      .select(resourceColumns)
      .from(resources)
      .where(isNull(resources.delistedAt))
      .orderBy(sql`${resources.heat} desc nulls last`, sql`${resources.id} desc nulls last`)
      .limit(count);
    const levels = await readLevels(context);
    return { resources: rows.map((row) => toResourceRow(row, levels)) };
  },
} satisfies HandlersOf<typeof resourceCalls>;
