import { createHash } from "node:crypto";
import { lt } from "drizzle-orm";
import { companySpent } from "../database/schema";
import type { Services } from "../server/context";

/**
 * Marks a single-use value as used. The mark is in the database, so it counts for all gateways.
 * @param until when the value expires anyway, so that the mark can be deleted
 * @returns false if the value was used before
 */
export async function spendOnce(
  { database, now }: Pick<Services, "database" | "now">,
  kind: "state" | "logout",
  value: string,
  until: Date,
): Promise<boolean> {
  const key = createHash("sha256").update(`${kind}\n${value}`).digest("base64url");
  await database.delete(companySpent).where(lt(companySpent.expiresAt, now()));
  const spent = await database
    .insert(companySpent)
    .values({ key, expiresAt: until })
    .onConflictDoNothing()
    .returning({ key: companySpent.key });
  return spent.length === 1;
}
