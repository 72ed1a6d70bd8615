import { createHash, randomUUID } from "node:crypto";
import type { ProofPurpose } from "contract/account/calls";
import type { Recipient } from "contract/account/identity";
import { addTime } from "contract/base/time";
import { and, eq, gt, isNull, lt } from "drizzle-orm";
import type { Database } from "../database/open";
import { accounts, contactProofs } from "../database/schema";
import { accountOf, type CallContext } from "../server/context";
import { Refusal } from "../server/refusal";
import { contactOf } from "./contacts";

const proofMinutes = 10;

const digest = (uuid: string) => createHash("sha256").update(uuid).digest("base64url");

/** The session that makes the call. Throws NOT_SIGNED_IN without one. */
function sessionOf({ caller }: CallContext): string {
  if (!caller.session) throw new Refusal("NOT_SIGNED_IN");
  return caller.session.tokenHash;
}

/** Who alone may use a code or a proof that this call asks for: the account in this session. */
export const holderOf = (context: CallContext): string => `${accountOf(context).id}:${sessionOf(context)}`;

/**
 * Keeps that the caller has just shown a contact to be theirs (spec 3.5, Verification). Gives the uuid that
 * `useProof` takes: for this purpose, account and session, once, within 10 minutes. Only its digest is
 * stored.
 * @param database the transaction in which the code is used up
 */
export async function createProof(
  database: Database,
  context: CallContext,
  { purpose, recipient }: { purpose: ProofPurpose; recipient: Recipient },
): Promise<string> {
  const uuid = randomUUID();
  const now = context.now();
  const accountId = accountOf(context).id;
  await database
    .delete(contactProofs)
    .where(and(eq(contactProofs.accountId, accountId), lt(contactProofs.expiresAt, now)));
  await database.insert(contactProofs).values({
    uuidHash: digest(uuid),
    accountId,
    sessionHash: sessionOf(context),
    purpose,
    channel: recipient.channel,
    contact: recipient.value,
    createdAt: now,
    expiresAt: addTime(now, proofMinutes, "minute"),
  });
  return uuid;
}

/** The proof of this uuid, if it is one of this purpose, account and session, was not used, and is fresh. */
const goodProof = (context: CallContext, purpose: ProofPurpose, uuid: string) =>
  and(
    eq(contactProofs.uuidHash, digest(uuid)),
    eq(contactProofs.accountId, accountOf(context).id),
    eq(contactProofs.sessionHash, sessionOf(context)),
    eq(contactProofs.purpose, purpose),
    isNull(contactProofs.usedAt),
    gt(contactProofs.expiresAt, context.now()),
  );

/**
 * Whether a proof is good and of a contact that the account still has: for what may be done as often as one
 * likes while it is.
 */
export async function holdsProof(
  context: CallContext,
  purpose: Exclude<ProofPurpose, "change">,
  uuid: string,
): Promise<boolean> {
  const [proof] = await context.database
    .select({ channel: contactProofs.channel, contact: contactProofs.contact })
    .from(contactProofs)
    .where(goodProof(context, purpose, uuid));
  return proof !== undefined && contactOf(accountOf(context), proof.channel)?.value === proof.contact;
}

/**
 * Uses a proof up and gives the contact it is of. Throws PROOF_INVALID when it is not one of this purpose,
 * account and session, was used, is too old, or (but for `change`) is of a contact that the account no longer
 * has.
 * @param database the transaction that does what the proof is for: when it fails, the proof stays good
 */
export async function useProof(
  database: Database,
  context: CallContext,
  purpose: ProofPurpose,
  uuid: string,
): Promise<Recipient> {
  const accountId = accountOf(context).id;
  const [proof] = await database
    .update(contactProofs)
    .set({ usedAt: context.now() })
    .where(goodProof(context, purpose, uuid))
    .returning({ channel: contactProofs.channel, value: contactProofs.contact });
  if (!proof) throw new Refusal("PROOF_INVALID");
  if (purpose !== "change") {
    const contacts = { phone: accounts.phone, email: accounts.email };
    const [account] = await database.select(contacts).from(accounts).where(eq(accounts.id, accountId));
    if (!account || contactOf(account, proof.channel)?.value !== proof.value)
      throw new Refusal("PROOF_INVALID");
  }
  return proof;
}
