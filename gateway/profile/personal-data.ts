import { eq } from "drizzle-orm";
import { profileChanges, profiles } from "../database/schema";
import { type PersonalData, withoutOwner } from "../server/personal-data";

export const profilePersonalData: PersonalData = {
  files: {
    "profile.json": {
      about: "个人资料，以及提交审核的修改",
      async read(database, { id }) {
        const [profile] = await withoutOwner(
          database.select().from(profiles).where(eq(profiles.accountId, id)),
        );
        const changes = await withoutOwner(
          database.select().from(profileChanges).where(eq(profileChanges.accountId, id)),
        );
        return {
          profile: profile ?? null,
          changes: changes.map(({ decidedById: _moderator, words: _words, ...change }) => change),
        };
      },
    },
  },
  async erase(database, { id }) {
    const profile = await database.delete(profiles).where(eq(profiles.accountId, id)).returning();
    const changes = await database.delete(profileChanges).where(eq(profileChanges.accountId, id)).returning();
    return { profile: profile.length, profileChanges: changes.length };
  },
};
