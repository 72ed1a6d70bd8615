import { eq } from "drizzle-orm";
import { contentRevisionDocument } from "../content/load/write-pack";
import { documents } from "../database/schema";
import { keep } from "../server/answers";
import type { Services } from "../server/context";

/** How often what is kept in memory looks whether the content has changed. */
const lookSeconds = 3;

/** Goes up with each load that changed anything: what is made of the content is kept by it. */
export function contentRevision(services: Pick<Services, "database" | "now">): Promise<number> {
  return keep(services, ["content revision"], { seconds: lookSeconds }, async () => {
    const [row] = await services.database
      .select({ value: documents.value })
      .from(documents)
      .where(eq(documents.key, contentRevisionDocument));
    return (row?.value as { revision?: number } | undefined)?.revision ?? 0;
  });
}
