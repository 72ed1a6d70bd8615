import type { UsageThing } from "contract/analytics/constants";
import type { ContentKind } from "contract/content/kinds/words";
import { type SQL, sql } from "drizzle-orm";
import { editedClasses } from "../../content/editing/may-edit";
import { courses, products, resources, resourceVersions, sections, topics } from "../../database/schema";
import { allSections, isListed } from "../../forum/sections/find-sections";
import { accountOf, type CallContext } from "../../server/context";

/** For each kind a query for `id`, `name`, `beside` and `downloads`, and the kind of content whose editors see it. */
const things: Record<UsageThing, { rows: SQL; kind: ContentKind | null }> = {
  products: {
    kind: "products",
    rows: sql`select ${products.id} as id, ${products.name} as name, '' as beside, null::int as downloads, ${products.classId} as place from ${products}`,
  },
  resources: {
    kind: "resources",
    rows: sql`select ${resources.id} as id, ${resources.title} as name, '' as beside, ${resources.downloads} as downloads, 0 as place from ${resources}`,
  },
  versions: {
    kind: "resources",
    rows: sql`select ${resourceVersions.id} as id, ${resources.title} as name, ${resourceVersions.version} as beside,
      ${resourceVersions.downloads} as downloads, 0 as place from ${resourceVersions} join ${resources} on ${resources.id} = ${resourceVersions.resourceId}`,
  },
  courses: {
    kind: "courses",
    rows: sql`select ${courses.id} as id, ${courses.title} as name, '' as beside, null::int as downloads, 0 as place from ${courses}`,
  },
  topics: {
    kind: null,
    rows: sql`select ${topics.id} as id, ${topics.title} as name, ${sections.name} as beside, null::int as downloads, ${topics.sectionId} as place
      from ${topics} join ${sections} on ${sections.id} = ${topics.sectionId} where ${topics.listed}`,
  },
};

const isOneOf = (ids: Iterable<number>) => sql`thing.place = any(${sql.param([...ids])}::int[])`;

export interface SeenThings {
  /** Selects `id`, `name`, `beside`, `downloads` and `place`. */
  rows: SQL;
  /** The condition that the caller sees the numbers of a row named `thing`. */
  seen: SQL;
  /** Whether the caller sees those of all things of the kind. */
  isAll: boolean;
}

/**
 * The things of a kind whose numbers the caller sees: all for administrators and analysts, an editor's kinds and classes,
 * and the topics of a moderator's sections; for other offices none.
 */
export async function thingsSeen(context: CallContext, of: UsageThing): Promise<SeenThings> {
  const { caller, database } = context;
  const { rows, kind } = things[of];
  const none = { rows, seen: sql`false`, isAll: false };
  const isWhole = accountOf(context).admin || caller.analyst;
  if (kind === null) {
    // Titles in sections that not everybody may read are for those who moderate them.
    const open = (await allSections(database)).filter(isListed).map(({ id }) => id);
    if (accountOf(context).admin) return { rows, seen: sql`true`, isAll: true };
    if (isWhole) return { rows, seen: isOneOf([...open, ...caller.fids]), isAll: true };
    if (caller.fids.length === 0) return none;
    return { rows, seen: isOneOf(caller.fids), isAll: false };
  }
  if (isWhole) return { rows, seen: sql`true`, isAll: true };
  if (!caller.editor?.kinds.includes(kind)) return none;
  const classes = await editedClasses(context, kind);
  return classes ? { rows, seen: isOneOf(classes), isAll: false } : { rows, seen: sql`true`, isAll: true };
}
