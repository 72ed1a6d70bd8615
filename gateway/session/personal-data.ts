import { desc, eq } from "drizzle-orm";
import { sessions } from "../database/schema";
import type { PersonalData } from "../server/personal-data";
import { deviceOf } from "../server/sessions/devices";

export const sessionPersonalData: PersonalData = {
  files: {
    "sessions.json": {
      about: "登录记录：设备、地址、时间",
      async read(database, { id }) {
        const rows = await database
          .select()
          .from(sessions)
          .where(eq(sessions.accountId, id))
          .orderBy(desc(sessions.seenAt));
        return rows.map(({ userAgent, address, createdAt, seenAt, expiresAt, endedAt }) => ({
          ...deviceOf(userAgent),
          userAgent,
          address,
          createdAt,
          seenAt,
          expiresAt,
          endedAt,
        }));
      },
    },
  },
  async erase(database, { id }) {
    const erased = await database.delete(sessions).where(eq(sessions.accountId, id)).returning();
    return { sessions: erased.length };
  },
};
