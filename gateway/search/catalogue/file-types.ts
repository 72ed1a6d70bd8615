import type { CallResponse } from "contract";
import { desc, isNull, sql } from "drizzle-orm";
import { resources } from "../../database/schema";
import { keep } from "../../server/answers";
import type { CallContext } from "../../server/context";

/** The file types of resources, cached for a minute. Only a load of a content pack changes them. */
export const fileTypes = ({ database, now }: CallContext): Promise<CallResponse<"fileType">> =>
  keep({ database, now }, ["search file types"], { seconds: 60 }, async () => {
    const total = sql<number>`count(*)::int`;
    const rows = await database
      .select({ fileType: resources.fileType, total })
      .from(resources)
      .where(isNull(resources.delistedAt))
      .groupBy(resources.fileType)
      .orderBy(desc(total), resources.fileType);
    return { fileTypes: rows };
  });
