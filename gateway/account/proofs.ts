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

/** The holder of a code or proof from this call: the account in this session, which alone may use it. */
export const holderOf = (context: CallContext): string => `${accountOf(context).id}:${sessionOf(context)}`;

/**
 * Stores a proof that the caller owns a contact (spec 3.5, Verification). Returns its uuid for `useProof`, which is
 * valid for this purpose, account and session, once, within 10 minutes. Only a hash of the uuid is stored.
 * @param database the transaction that marks the code as used
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
    contact: recipient.contact,
    createdAt: now,
    expiresAt: addTime(now, proofMinutes, "minute"),
  });
  return uuid;
}

/** The condition for a valid proof: this uuid, purpose, account and session, not used, and not expired. */
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
 * Whether a proof is valid and its contact still belongs to the account. It does not use the proof, so it is for
 * actions that may be repeated.
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
  return proof !== undefined && contactOf(accountOf(context), proof.channel)?.contact === proof.contact;
}

/**
 * Uses a proof and returns its contact. Throws PROOF_INVALID for a proof of another purpose, account or session, a used
 * or expired one, or (except for `change`) one whose contact does not belong to the account now.
 * @param database the transaction of the authorised action: when it fails, the proof stays valid
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
    .returning({ channel: contactProofs.channel, contact: contactProofs.contact });
  if (!proof) throw new Refusal("PROOF_INVALID");
  if (purpose !== "change") {
    const contacts = { phone: accounts.phone, email: accounts.email };
    const [account] = await database.select(contacts).from(accounts).where(eq(accounts.id, accountId));
    if (!account || contactOf(account, proof.channel)?.contact !== proof.contact)
      throw new Refusal("PROOF_INVALID");
  }
  return proof;
}
