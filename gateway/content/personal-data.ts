import { eq } from "drizzle-orm";
import { contentLoads } from "../database/schema";
import type { PersonalData } from "../server/personal-data";

export const contentPersonalData: PersonalData = {
  async erase(database, { id }) {
    await database.update(contentLoads).set({ accountId: null }).where(eq(contentLoads.accountId, id));
    return {};
  },
};
