import type { ProofPurpose } from "contract/account/calls";
import { resendSeconds } from "contract/account/constants";
import { type Channel, type Recipient, recipientOf } from "contract/account/identity";
import { eq } from "drizzle-orm";
import { accounts } from "../database/schema";
import { transact } from "../database/transact";
import { accountOf, type CallContext } from "../server/context";
import { networkOf } from "../server/limits";
import { Refusal } from "../server/refusal";
import { confirmSession } from "../server/sessions/sessions";
import { createCodes } from "./codes";
import { contactOf } from "./contacts";
import { createProof, holderOf } from "./proofs";
import { sendCode } from "./send-code";

/**
 * The recipient of a code: for `change` the typed contact, for other purposes the account's own, read again. Throws
 * CONTACT_MISSING when the account has none.
 */
async function recipientFor(
  context: CallContext,
  purpose: ProofPurpose,
  channel: Channel,
  contact?: string,
): Promise<Recipient> {
  if (purpose === "change") return recipientOf[channel].parse(contact);
  const contacts = { phone: accounts.phone, email: accounts.email };
  const [account] = await context.database
    .select(contacts)
    .from(accounts)
    .where(eq(accounts.id, accountOf(context).id));
  const own = account ? contactOf(account, channel) : null;
  if (!own) throw new Refusal("CONTACT_MISSING");
  return own;
}

/**
 * Sends a code (spec 4, send-code). The answer is the same for a taken and a free contact, and both get a code: only
 * the owner of a contact learns that it has an account.
 */
export async function sendVerification(
  context: CallContext,
  purpose: ProofPurpose,
  channel: Channel,
  contact?: string,
) {
  const { limits } = context;
  const account = String(accountOf(context).id);
  const recipient = await recipientFor(context, purpose, channel, contact);
  await limits.spend("codePerAccount", account);
  const network = networkOf(context.caller.address);
  const outcome = await sendCode(context, { purpose, recipient, holder: holderOf(context), network });
  if (outcome.sent) return { messageId: outcome.messageId, resendSeconds, outbox: outcome.outbox };
  await limits.giveBack("codePerAccount", account);
  const { reason, message } = outcome;
  throw new Refusal(
    reason === "tooSoon" ? "CODE_TOO_SOON" : reason === "tooMany" ? "TOO_FREQUENT" : "CODE_NOT_SENT",
    undefined,
    message,
  );
}

export interface SentCode {
  purpose: ProofPurpose;
  channel: Channel;
  /** The typed contact, for `change`. */
  typed?: string | undefined;
  /** Null for the latest code, which email uses. */
  messageId: string | null;
  code: string;
}

/**
 * Checks a code and returns the uuid that proves the contact. Throws CODE_WRONG for a wrong, used, expired or foreign
 * code.
 */
export async function takeVerification(
  context: CallContext,
  { purpose, channel, typed, messageId, code }: SentCode,
): Promise<string> {
  const account = String(accountOf(context).id);
  await context.limits.spend("codeTry", account);
  const recipient = await recipientFor(context, purpose, channel, typed);
  const codes = createCodes(context);
  const key = { purpose, recipient, messageId, holder: holderOf(context) };
  if (!(await codes.matches(key, code))) throw new Refusal("CODE_WRONG");
  const uuid = await transact(context.database, async (database) => {
    if (!(await codes.consume(database, key))) throw new Refusal("CODE_WRONG");
    // Whoever reads a code that went to the account's own contact could sign in by one.
    if (purpose !== "change" && context.caller.session)
      await confirmSession(database, context.caller.session.tokenHash, context.now());
    return createProof(database, context, { purpose, recipient });
  });
  await context.limits.giveBack("codeTry", account);
  return uuid;
}
