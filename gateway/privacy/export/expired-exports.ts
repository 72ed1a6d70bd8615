import { addTime } from "contract/base/time";
import { exportDays } from "contract/privacy/constants";
import { asc, eq, lte } from "drizzle-orm";
import { dataExports } from "../../database/schema";
import type { Job } from "../../jobs";

/** Until when an export that is requested or packed now is kept. */
export const exportExpiry = (now: Date): Date => addTime(now, exportDays, "day");

/** Deletes expired archives one by one, once an hour. */
export const expiredExportsJob: Job = {
  name: "expired-exports",
  everySeconds: 3_600,
  async run({ database, now }) {
    const expired = await database
      .select({ key: dataExports.key })
      .from(dataExports)
      .where(lte(dataExports.expiresAt, now()))
      .orderBy(asc(dataExports.expiresAt))
      .limit(1_000);
    for (const { key } of expired) await database.delete(dataExports).where(eq(dataExports.key, key));
  },
};
