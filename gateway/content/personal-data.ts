import { and, eq, sql } from "drizzle-orm";
import { contentLoads, contentPieces, contentVersions, jobs } from "../database/schema";
import type { PersonalData } from "../server/personal-data";
import { schedule } from "./editing/publish";
import { forgetExporter } from "./export/exported-pack";
import { forgetUploader } from "./load/uploaded-pack";

export const contentPersonalData: PersonalData = {
  async erase(database, { id }) {
    await database.update(contentLoads).set({ accountId: null }).where(eq(contentLoads.accountId, id));
    await forgetUploader(database, id);
    await forgetExporter(database, id);
    // What an editor wrote is the operator's, and stays without the name.
    await database.update(contentVersions).set({ byId: null }).where(eq(contentVersions.byId, id));
    await database.update(contentPieces).set({ editedById: null }).where(eq(contentPieces.editedById, id));
    await database
      .update(contentPieces)
      .set({ scheduledById: null })
      .where(eq(contentPieces.scheduledById, id));
    // What they scheduled still happens; the log then names nobody.
    await database
      .update(jobs)
      .set({ payload: sql`${jobs.payload} - 'by'` })
      .where(and(eq(jobs.kind, schedule.name), sql`${jobs.payload} ->> 'by' = ${String(id)}`));
    return {};
  },
};
