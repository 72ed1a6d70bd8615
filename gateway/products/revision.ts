import { eq } from "drizzle-orm";
import { contentRevisionDocument } from "../content/load/revision";
import { documents } from "../database/schema";
import { keep } from "../server/answers";
import type { Services } from "../server/context";

/** How many seconds the revision is cached, where another process changed it; this one drops it at once. */
const lookSeconds = 1;

/** The revision of the content, which each load that changed something increases; caches of content depend on it. */
export function contentRevision(services: Pick<Services, "database" | "now">): Promise<number> {
  return keep(services, ["content revision"], { seconds: lookSeconds, until: "hides" }, async () => {
    const [row] = await services.database
      .select({ value: documents.value })
      .from(documents)
      .where(eq(documents.key, contentRevisionDocument));
    return (row?.value as { revision?: number } | undefined)?.revision ?? 0;
  });
}
