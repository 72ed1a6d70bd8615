import { eq } from "drizzle-orm";
import { contentLoads, contentPieces, contentVersions } from "../database/schema";
import type { PersonalData } from "../server/personal-data";

export const contentPersonalData: PersonalData = {
  async erase(database, { id }) {
    await database.update(contentLoads).set({ accountId: null }).where(eq(contentLoads.accountId, id));
    // What an editor wrote is the operator's, and stays without the name.
    await database.update(contentVersions).set({ byId: null }).where(eq(contentVersions.byId, id));
    await database.update(contentPieces).set({ editedById: null }).where(eq(contentPieces.editedById, id));
    await database
      .update(contentPieces)
      .set({ scheduledById: null })
      .where(eq(contentPieces.scheduledById, id));
    return {};
  },
};
