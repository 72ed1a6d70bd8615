import { asc, eq } from "drizzle-orm";
import { consentRecords, dataExports } from "../database/schema";
import { type PersonalData, withoutOwner } from "../server/personal-data";

export const privacyPersonalData: PersonalData = {
  files: {
    "consents.json": {
      about: "对各项政策的同意、拒绝和撤回",
      read: (database, { id }) =>
        withoutOwner(
          database
            .select()
            .from(consentRecords)
            .where(eq(consentRecords.accountId, id))
            .orderBy(asc(consentRecords.id)),
        ),
    },
  },
  async erase(database, { id }) {
    const consents = await database
      .delete(consentRecords)
      .where(eq(consentRecords.accountId, id))
      .returning();
    await database.delete(dataExports).where(eq(dataExports.accountId, id));
    return { consents: consents.length };
  },
};
