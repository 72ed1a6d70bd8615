import type { LogValues } from "contract/moderation/actions";
import { eq } from "drizzle-orm";
import { addressBans } from "../../database/schema";
import { Refusal } from "../../server/refusal";
import type { Act } from "../batches/act";

/** The values from which an undo restores the ban of a network. */
export const banValues = ({
  network,
  reason,
  until,
  byId,
  createdAt,
}: typeof addressBans.$inferSelect): LogValues => ({
  network,
  reason,
  byId,
  until: until?.toISOString() ?? null,
  createdAt: createdAt.toISOString(),
});

/** Lifts the ban of a network. Throws ALREADY_SO when it is lifted already. */
export const unbanNetwork: Act = {
  kind: "network",
  async act(database, id) {
    const [ban] = await database.delete(addressBans).where(eq(addressBans.id, id)).returning();
    if (!ban) throw new Refusal("ALREADY_SO");
    const before = { network: ban.network, until: ban.until?.toISOString() ?? null };
    return { sectionId: null, personId: null, before, after: {}, tids: [], undo: banValues(ban) };
  },
};
