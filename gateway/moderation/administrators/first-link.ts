import { randomBytes } from "node:crypto";
import { addTime } from "contract/base/time";
import { eq, lt } from "drizzle-orm";
import type { Database } from "../../database/open";
import { documents } from "../../database/schema";
import { transact } from "../../database/transact";
import type { Services } from "../../server/context";
import { hashToken } from "../../server/sessions/sessions";
import { sameSecret, signerOf } from "../../server/signer";
import { hasAdministrator, setAdministrator } from "./administrators";

type LinkServices = Pick<Services, "database" | "now">;

/** The key of the row that holds the link. Its token follows from the nonce by the secret alone; the row has a hash of it. */
const document = "first-administrator-link";
interface StoredLink {
  /** Not there in rows of earlier releases. */
  nonce?: string;
  tokenHash: string;
  expiresAt: string;
}

/** How many hours the link is valid; a later start replaces it earlier. */
export const firstLinkHours = 24;
/** Processes that start within so many minutes of the first one print its link, so that each log has a valid one. */
export const sharedMinutes = 10;

/**
 * Runs at a start on a database without an administrator: makes a new token for the link that appoints the first one,
 * and replaces the token of an earlier start. Processes of one site that start together give the same token. Returns null
 * when there is an administrator.
 */
export async function renewFirstLink({
  database,
  settings,
  now,
}: LinkServices & Pick<Services, "settings">): Promise<string | null> {
  if (await hasAdministrator(database)) return null;
  const tokenOf = (nonce: string) => signerOf(settings).sign(document, nonce);
  const nonce = randomBytes(24).toString("base64url");
  const token = tokenOf(nonce);
  const value: StoredLink = {
    nonce,
    tokenHash: hashToken(token),
    expiresAt: addTime(now(), firstLinkHours, "hour").toISOString(),
  };
  const row = { value, updatedAt: now() };
  const insert = database.insert(documents).values({ key: document, ...row });
  // One statement decides which of several processes writes.
  const [written] = await insert
    .onConflictDoUpdate({
      target: documents.key,
      set: row,
      setWhere: lt(documents.updatedAt, addTime(now(), -sharedMinutes, "minute")),
    })
    .returning({ key: documents.key });
  if (written) return token;
  const [other] = await readLink(database);
  const shared = other?.value as StoredLink | undefined;
  const sharedToken = shared?.nonce === undefined ? null : tokenOf(shared.nonce);
  if (sharedToken !== null && shared && sameSecret(hashToken(sharedToken), shared.tokenHash))
    return sharedToken;
  // The other process is of an earlier release, or signs by another secret: its link cannot be known here.
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
