import { randomBytes } from "node:crypto";
import { addTime } from "contract/base/time";
import { eq } from "drizzle-orm";
import type { Database } from "../../database/open";
import { documents } from "../../database/schema";
import { transact } from "../../database/transact";
import type { Services } from "../../server/context";
import { hashToken } from "../../server/sessions/sessions";
import { sameSecret } from "../../server/signer";
import { hasAdministrator, setAdministrator } from "./administrators";

type LinkServices = Pick<Services, "database" | "now">;

/** The key of the row that holds the link. The row has only a hash of the token. */
const document = "first-administrator-link";
interface StoredLink {
  tokenHash: string;
  expiresAt: string;
}

/** How many hours the link is valid; the next start replaces it earlier. */
export const firstLinkHours = 24;

/**
 * Runs at a start on a database without an administrator: makes a new token for the link that appoints the first one,
 * and replaces the token of the previous start. Returns null when there is an administrator.
 */
export async function renewFirstLink({ database, now }: LinkServices): Promise<string | null> {
  if (await hasAdministrator(database)) return null;
  const token = randomBytes(24).toString("base64url");
  const value: StoredLink = {
    tokenHash: hashToken(token),
    expiresAt: addTime(now(), firstLinkHours, "hour").toISOString(),
  };
  const row = { value, updatedAt: now() };
  await database
    .insert(documents)
    .values({ key: document, ...row })
    .onConflictDoUpdate({ target: documents.key, set: row });
  return token;
}

const readLink = (database: Database) =>
  database.select({ value: documents.value }).from(documents).where(eq(documents.key, document));

async function isGood(database: Database, storedValue: unknown, token: string, now: Date): Promise<boolean> {
  const link = storedValue as StoredLink | undefined;
  return (
    link !== undefined &&
    sameSecret(hashToken(token), link.tokenHash) &&
    new Date(link.expiresAt) > now &&
    !(await hasAdministrator(database))
  );
}

/** Whether the token would appoint an administrator now. */
export async function isFirstLink({ database, now }: LinkServices, token: string): Promise<boolean> {
  const [row] = await readLink(database);
  return isGood(database, row?.value, token, now());
}

/**
 * Makes the account the first administrator and deletes the link. @returns false when the link is not valid any more
 */
export function spendFirstLink(
  { database, now }: LinkServices,
  accountId: number,
  token: string,
): Promise<boolean> {
  const at = now();
  return transact(database, async (transaction) => {
    const [row] = await readLink(transaction).for("update");
    if (!(await isGood(transaction, row?.value, token, at))) return false;
    await transaction.delete(documents).where(eq(documents.key, document));
    return setAdministrator(transaction, { accountId, admin: true, at, operatorId: null, by: "link" });
  });
}
