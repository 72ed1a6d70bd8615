import type { DictionaryType } from "contract/activities/constants";
import { rootRegion } from "contract/profile/fields";
import type { Database } from "../database/open";
import { definitionsOf } from "../profile/definitions";
import { regionsBelow } from "../profile/regions";

export interface DictionaryItem {
  code: string;
  name: string;
  /** The name of the industry's parent. */
  group: string;
}

/** One of the site's lists (dictionary data) that fields offer as choices. */
export async function dictionaryItems(database: Database, type: DictionaryType): Promise<DictionaryItem[]> {
  if (type === "province")
    return (await regionsBelow(rootRegion)).map(({ pkregion, name }) => ({
      code: pkregion,
      name,
      group: "",
    }));
  const { education, industries, identityTypes, developerTypes } = await definitionsOf(database);
  if (type === "industry")
    return industries.flatMap(({ name: group, children }) =>
      children.map(({ pkdefdoc, name }) => ({ code: pkdefdoc, name, group })),
    );
  const lists = { education, identityType: identityTypes, developerType: developerTypes };
  return lists[type].map(({ pkdefdoc, name }) => ({ code: pkdefdoc, name, group: "" }));
}
