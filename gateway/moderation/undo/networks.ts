import { eq } from "drizzle-orm";
import type { Database } from "../../database/open";
import { addressBans } from "../../database/schema";
import type { ActOutcome } from "../batches/act";
import { checkUnchanged, type Done, isMoment, momentOf } from "./done";

const banOf = ({ before: { network, reason, until, byId, createdAt } }: Done) => ({
  network: String(network),
  reason: String(reason),
  byId: Number(byId),
  until: momentOf(until),
  createdAt: momentOf(createdAt) ?? new Date(0),
});

const outcomeOf = (before: ActOutcome["before"], after: ActOutcome["after"]): ActOutcome => ({
  kind: "network",
  sectionId: null,
  personId: null,
  tids: [],
  before,
  after,
});

/** Bans a network again with the stored times, reason and operator. */
export async function bannedAgain(database: Database, id: number, done: Done): Promise<ActOutcome> {
  const ban = banOf(done);
  await database.insert(addressBans).values({ id, ...ban });
  return outcomeOf({}, { network: ban.network, until: ban.until?.toISOString() ?? null });
}

/** Removes the ban of a network, or restores the reason and end that it had before. */
export async function unbannedAgain(database: Database, id: number, done: Done): Promise<ActOutcome> {
  const [row] = await database.select().from(addressBans).where(eq(addressBans.id, id)).for("update");
  checkUnchanged(row !== undefined);
  checkUnchanged(isMoment(row.createdAt, done.at));
  const { network, until } = row;
  const before = { network, until: until?.toISOString() ?? null };
  if (typeof done.before.createdAt !== "string") {
    await database.delete(addressBans).where(eq(addressBans.id, id));
    return outcomeOf(before, {});
  }
  const was = banOf(done);
  await database.update(addressBans).set(was).where(eq(addressBans.id, id));
  return outcomeOf(before, { network, until: was.until?.toISOString() ?? null });
}
