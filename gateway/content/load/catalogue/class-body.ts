import type { ContentBody } from "contract/content/kinds/bodies";
import { and, asc, eq, inArray } from "drizzle-orm";
import type { Database } from "../../../database/open";
import { contentPieces, productClasses, productParameters } from "../../../database/schema";
import { nodesOf } from "../../pack/parse/catalogue";
import type { Pack } from "../../pack/parse-pack";
import type { PackParameter } from "../../pack/schemas/products";
import { fingerprintOfValue } from "../rows/changes";

interface ClassParts {
  name: string;
  parentId: number | null;
  summary: string;
  parameters: PackParameter[];
}

/** A class as the browser's editor has it. Empty fields are left out, as a form sends it. */
function classBodyOf({ name, parentId, summary, parameters }: ClassParts): ContentBody {
  return {
    title: name,
    ...(parentId === null ? {} : { parent: parentId }),
    ...(summary === "" ? {} : { summary }),
    ...(parameters.length === 0 ? {} : { parameters: parameters.map(parameterBody) }),
  };
}

const parameterBody = ({ key, name, unit, type, choices, filter, compare }: PackParameter) => ({
  key,
  name,
  type,
  ...(unit === "" ? {} : { unit }),
  ...(choices.length === 0 ? {} : { choices }),
  filter,
  compare,
});

/** What stands of a class; null without one. */
export async function standingClass(
  database: Database,
  id: number,
): Promise<{ body: ContentBody; fingerprint: string; delisted: boolean } | null> {
  const [row] = await database.select().from(productClasses).where(eq(productClasses.id, id));
  if (!row) return null;
  const parameters = await database
    .select()
    .from(productParameters)
    .where(eq(productParameters.classId, id))
    .orderBy(asc(productParameters.position));
  const body = classBodyOf({ ...row, parameters });
  return { body, fingerprint: fingerprintOfValue(body), delisted: row.delistedAt !== null };
}

/** The classes of a pack, for those who edit them in the browser. */
export function classItems({ catalogue }: Pick<Pack, "catalogue">) {
  return nodesOf(catalogue.classes?.value.classes ?? [], "classes").map(({ node, path }) => {
    const { id: key, name, summary = "", parameters } = node;
    const body = classBodyOf({ name, parentId: path.at(-2)?.id ?? null, summary, parameters });
    return { key, body, sources: [], fingerprint: fingerprintOfValue(body) };
  });
}

/**
 * What stands of the classes that went back to the packs, by their keys: a load compares it with the pack. A class
 * that was taken down has none.
 */
export async function classesOfPacks(database: Database): Promise<Map<string, string>> {
  const pieces = await database
    .select({ key: contentPieces.key })
    .from(contentPieces)
    .where(and(inArray(contentPieces.kind, ["classes"]), eq(contentPieces.held, "pack")));
  const found = new Map<string, string>();
  for (const { key } of pieces) {
    const standing = await standingClass(database, Number(key));
    if (standing) found.set(key, standing.delisted ? "" : standing.fingerprint);
  }
  return found;
}
