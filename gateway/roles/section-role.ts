import type { LogValues } from "contract/moderation/actions";
import { and, asc, eq, inArray } from "drizzle-orm";
import type { Database } from "../database/open";
import { moderators, sections } from "../database/schema";
import { notify } from "../messages/notify";
import { lockSection } from "../moderation/lock-section";
import { removeModerator, setModerator } from "../moderation/sections/appoint";
import { endedModerator, logEnd } from "../moderation/sections/log-end";
import { storeReason } from "../moderation/store-reason";
import { lockChains, writeLog } from "../moderation/write-log";
import { stillStands } from "../server/offices";
import { refusedAt } from "../server/refusal";

interface Doing {
  uid: number;
  by: number;
  at: Date;
  reason: string;
}

interface Change {
  fid: number;
  before: LogValues;
  after: LogValues;
  /** The end of an office that had ended there, which no job has logged yet. */
  ended?: Date | null;
}

/**
 * What the appointments of one form leave: the sections keep their moderators over loads of content packs, each
 * section's chain of the log gets its row, and the person a notice of each.
 */
async function record(
  database: Database,
  action: "appoint" | "dismiss",
  changes: Change[],
  { uid, by, at, reason: text }: Doing,
): Promise<boolean> {
  if (changes.length === 0) return false;
  const fids = changes.map(({ fid }) => fid);
  await database.update(sections).set({ editedAt: at }).where(inArray(sections.id, fids));
  const reason = await storeReason(database, text);
  await lockChains(database, fids);
  for (const { fid, before, after, ended } of changes) {
    if (ended) await logEnd(database, { ...endedModerator(uid, ended), sectionId: fid, at });
    const logId = await writeLog(database, {
      at,
      action,
      before,
      after,
      reason,
      operatorId: by,
      sectionId: fid,
      targetKind: "person",
      targetId: uid,
      personId: uid,
    });
    await notify(database, [uid], { event: "moderated", actorId: null, logId, at });
  }
  return true;
}

/** In the order in which every form locks sections. */
const inOrder = (fids: number[]) => fids.toSorted((one, other) => one - other);

/** Appoints somebody in these sections, or changes the end there. Throws SECTION_NOT_FOUND beside the sections. */
export async function grantSections(
  database: Database,
  fids: number[],
  { until, ...doing }: Doing & { until: Date | null },
): Promise<boolean> {
  const open = await database.$count(sections, and(inArray(sections.id, fids), eq(sections.closed, false)));
  if (open < fids.length) throw refusedAt("sections", "SECTION_NOT_FOUND");
  const changes: Change[] = [];
  for (const fid of inOrder(fids)) {
    await lockSection(database, fid);
    const change = await setModerator(database, { fid, uid: doing.uid, until, at: doing.at });
    if (change) changes.push({ fid, ...change });
  }
  return record(database, "appoint", changes, doing);
}

/** Dismisses somebody in these sections, or in all where none is named. */
export async function revokeSections(database: Database, fids: number[], doing: Doing): Promise<boolean> {
  const { uid } = doing;
  const held = await database
    .select({ fid: moderators.sectionId })
    .from(moderators)
    .where(and(eq(moderators.accountId, uid), stillStands(moderators.until, doing.at)))
    .orderBy(asc(moderators.sectionId));
  const ending = held.filter(({ fid }) => fids.length === 0 || fids.includes(fid));
  const changes: Change[] = [];
  for (const { fid } of ending) {
    await lockSection(database, fid);
    const change = await removeModerator(database, { fid, uid, at: doing.at });
    if (change) changes.push({ fid, ...change });
  }
  return record(database, "dismiss", changes, doing);
}
