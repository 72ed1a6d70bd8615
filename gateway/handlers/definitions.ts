import { definitionTypes } from "contract/profile";
import type { Handlers } from "../context";
import { answer } from "../profile/answer";
import { definitionsOf } from "../profile/definitions";
import { regionsBelow } from "../profile/regions";

/** The lists that personal information chooses from (spec 3.5, 5.2). */
export const definitionHandlers = {
  async industry(_request, { database }) {
    return answer((await definitionsOf(database)).industries);
  },

  async address({ regionid }) {
    const regions = await regionsBelow(regionid);
    return answer(regions.map(({ pkregion, name, leaf }) => ({ pkregion, name, leaf, children: [] })));
  },

  async developerTypes(_request, { database }) {
    return answer((await definitionsOf(database)).developerTypes);
  },

  async definitionByType({ type }, { database }) {
    const { education, identityTypes } = await definitionsOf(database);
    const lists: Record<string, typeof education> = {
      [definitionTypes.education]: education,
      [definitionTypes.identityType]: identityTypes,
    };
    return answer(lists[type] ?? []);
  },
} satisfies Handlers<"industry" | "address" | "developerTypes" | "definitionByType">;
