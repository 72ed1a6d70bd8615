import { createHash } from "node:crypto";
import { lt } from "drizzle-orm";
import { companySpent } from "../database/schema";
import type { Services } from "../server/context";

/**
 * Spends what is good once, in the database and so for all gateways; false when it was spent before.
 * @param until after which it is good no more, and may be forgotten
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
