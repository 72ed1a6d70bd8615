import type { DefinitionOption } from "contract/profile/calls";
import { eq } from "drizzle-orm";
import type { Database } from "../database/open";
import { documents } from "../database/schema";

/** The lists that profiles choose from (spec 3.5), from the operator's pack. */
export interface Definitions {
  developerTypes: DefinitionOption[];
  identityTypes: DefinitionOption[];
  education: DefinitionOption[];
  industries: (DefinitionOption & { children: DefinitionOption[] })[];
}

export const definitionsDocument = "definitions";
const none: Definitions = { developerTypes: [], identityTypes: [], education: [], industries: [] };

/** The lists in force; empty before a pack is loaded. */
export async function definitionsOf(database: Database): Promise<Definitions> {
  const [row] = await database
    .select({ value: documents.value })
    .from(documents)
    .where(eq(documents.key, definitionsDocument))
    .limit(1);
  return (row?.value as Definitions | undefined) ?? none;
}

/** The entry with this id, or null. */
export function optionOf(options: DefinitionOption[], id: string): DefinitionOption | null {
  return options.find(({ pkdefdoc }) => pkdefdoc === id) ?? null;
}

/** A second-level industry with its first-level one, or null. */
export function industryOf(
  { industries }: Definitions,
  id: string,
): { parent: DefinitionOption; entry: DefinitionOption } | null {
  for (const parent of industries) {
    const entry = optionOf(parent.children, id);
    if (entry) return { parent, entry };
  }
  return null;
}
