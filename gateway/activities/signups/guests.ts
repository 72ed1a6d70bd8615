import { createHash, randomUUID } from "node:crypto";
import { type Recipient, recipientOf } from "contract/account/identity";
import { guestMinutes } from "contract/activities/constants";
import { liveStates } from "contract/activities/transitions";
import { addTime } from "contract/base/time";
import { and, desc, eq, gt, inArray, isNull, lt, notExists, or, type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { createCodes } from "../../account/codes";
import { contactOf } from "../../account/contacts";
import { sendCode } from "../../account/send-code";
import { type Captchas, createCaptchas } from "../../captcha/captchas";
import type { Database } from "../../database/open";
import { activityProofs, activitySignups, consentRecords } from "../../database/schema";
import { isUniqueViolation, transact } from "../../database/transact";
import type { Account, CallContext } from "../../server/context";
import { networkOf } from "../../server/limits";
import { found, Refusal } from "../../server/refusal";
import { signerOf } from "../../server/signer";
import type { Signup } from "../rows";
import { type Activity, readActivity } from "../rows";

const captchasByDatabase = new WeakMap<Database, Captchas>();

/**
 * The image captchas of sign-ups, one set for each database and process. With a shared secret they are valid in all
 * processes.
 */
export function captchasOf(context: CallContext): Captchas {
  const existing = captchasByDatabase.get(context.database);
  if (existing) return existing;
  const { caller: _caller, responseHeaders: _headers, ...services } = context;
  const captchas = createCaptchas(services, signerOf(services.settings));
  captchasByDatabase.set(context.database, captchas);
  return captchas;
}

interface ContactRequest {
  activityId: number;
  mobile?: string | undefined;
  email?: string | undefined;
}

/** The contact in a request, which the contract's row has checked. */
const recipientIn = ({ mobile: phone, email }: ContactRequest): Recipient =>
  email === undefined ? recipientOf.phone.parse(phone) : recipientOf.email.parse(email);

/** The holder of a code: one activity, and the account of a signed-in caller. */
const holderIn = ({ caller }: CallContext, activityId: number) =>
  `${caller.account?.id ?? 0}:activity:${activityId}`;

function checkChannel({ verify, guests }: Activity, { channel }: Recipient, context: CallContext): void {
  if (!context.caller.account && !guests) throw new Refusal("GUESTS_NOT_ALLOWED");
  if (verify.includes(channel)) return;
  const field = channel === "phone" ? "mobile" : "email";
  throw new Refusal("CHANNEL_NOT_ALLOWED", { [field]: ["这个活动不用这种方式验证"] });
}

/**
 * Sends a code for a sign-up after checking a captcha. Throws CAPTCHA_WRONG, CODE_TOO_SOON, CODE_NOT_SENT,
 * TOO_FREQUENT, CHANNEL_NOT_ALLOWED or GUESTS_NOT_ALLOWED.
 */
export async function sendSignupCode(
  request: ContactRequest & {
    captchaToken: string;
    captchaAnswer?: string | undefined;
    captchaWork?: string | undefined;
  },
  context: CallContext,
): Promise<{ messageId: string; resendSeconds: number; outbox: boolean }> {
  const activity = await readActivity(context.database, request.activityId);
  const recipient = recipientIn(request);
  checkChannel(activity, recipient, context);
  const { captchaToken: token, captchaAnswer: answer = "", captchaWork: work = "" } = request;
  if (!(await captchasOf(context).checkEither({ token, answer, work })))
    throw new Refusal("CAPTCHA_WRONG", { captchaAnswer: ["图形验证码不对，请重新输入"] });
  const outcome = await sendCode(context, {
    purpose: "activity",
    recipient,
    holder: holderIn(context, activity.id),
    network: networkOf(context.caller.address),
  });
  if (outcome.sent) return { messageId: outcome.messageId, resendSeconds: 60, outbox: outcome.outbox };
  const code = { tooSoon: "CODE_TOO_SOON", tooMany: "TOO_FREQUENT", failed: "CODE_NOT_SENT" } as const;
  throw new Refusal(code[outcome.reason], { captchaCode: [outcome.message] }, outcome.message);
}

const digest = (uuid: string) => createHash("sha256").update(uuid).digest("base64url");

/**
 * Exchanges a code for the uuid that proves its contact for this activity; each can be used once. Throws CODE_WRONG or
 * TOO_FREQUENT.
 */
export async function verifySignupCode(
  request: ContactRequest & { messageId: string; captchaCode: string },
  context: CallContext,
): Promise<{ uuid: string; signedUp: boolean }> {
  const { database } = context;
  const activity = await readActivity(database, request.activityId);
  const recipient = recipientIn(request);
  checkChannel(activity, recipient, context);
  await context.limits.spend("codeTry", networkOf(context.caller.address));
  const codes = createCodes(context);
  const key = {
    purpose: "activity" as const,
    recipient,
    holder: holderIn(context, activity.id),
    messageId: request.messageId,
  };
  const wrong = () => new Refusal("CODE_WRONG", { captchaCode: ["验证码校验失败，请重试"] });
  if (!(await codes.matches(key, request.captchaCode))) throw wrong();
  const uuid = randomUUID();
  const at = context.now();
  await transact(database, async (inside) => {
    if (!(await codes.consume(inside, key))) throw wrong();
    await inside.delete(activityProofs).where(lt(activityProofs.expiresAt, at));
    await inside.insert(activityProofs).values({
      uuidHash: digest(uuid),
      activityId: activity.id,
      channel: recipient.channel,
      contact: recipient.contact,
      createdAt: at,
      expiresAt: addTime(at, guestMinutes, "minute"),
    });
  });
  const [row] = await database
    .select({ id: activitySignups.id })
    .from(activitySignups)
    .where(and(eq(activitySignups.activityId, activity.id), guestOf(recipient)))
    .limit(1);
  return { uuid, signedUp: row !== undefined };
}

const guestOf = ({ channel, contact: value }: Recipient): SQL =>
  and(
    eq(activitySignups.channel, channel),
    eq(activitySignups.contact, value),
    isNull(activitySignups.accountId),
  ) as SQL;

const freshProof = (context: CallContext, activityId: number, uuid: string) =>
  and(
    eq(activityProofs.uuidHash, digest(uuid)),
    eq(activityProofs.activityId, activityId),
    gt(activityProofs.expiresAt, context.now()),
  );

/** The contact that a uuid proves for this activity. Throws GUEST_PROOF_INVALID. */
export async function provenContact(
  context: CallContext,
  activityId: number,
  uuid: string,
): Promise<Recipient> {
  const [row] = await context.database
    .select({ channel: activityProofs.channel, contact: activityProofs.contact })
    .from(activityProofs)
    .where(freshProof(context, activityId, uuid));
  return found(row, "GUEST_PROOF_INVALID");
}

/** Uses up a proof for one submission; the same submission may be repeated. Throws GUEST_PROOF_INVALID. */
export async function spendProof(
  database: Database,
  context: CallContext,
  { activityId, uuid, submission }: { activityId: number; uuid: string; submission: string },
): Promise<void> {
  const used = await database
    .update(activityProofs)
    .set({ usedFor: submission })
    .where(
      and(
        freshProof(context, activityId, uuid),
        or(isNull(activityProofs.usedFor), eq(activityProofs.usedFor, submission)),
      ),
    )
    .returning({ uuidHash: activityProofs.uuidHash });
  if (used.length === 0) throw new Refusal("GUEST_PROOF_INVALID");
}

const isLive = ({ state }: Pick<Signup, "state">) => (liveStates as readonly string[]).includes(state);

const takeOverTries = 3;

/**
 * Assigns guests' sign-ups with the account's contacts to the account, unless the account has its own sign-up for the
 * activity. Only the unique index detects a sign-up at the same moment. Also writes the consents of those sign-ups into
 * the account's ledger.
 */
export async function takeOver(context: CallContext, account: Account): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await takeOverOnce(context, account);
    } catch (error) {
      // The concurrent sign-up is stored now; the next try leaves the guest's one alone.
      if (!isUniqueViolation(error) || tries === takeOverTries) throw error;
    }
  }
}

async function takeOverOnce(context: CallContext, account: Account): Promise<void> {
  const contacts = (["phone", "email"] as const).flatMap((channel) => contactOf(account, channel) ?? []);
  if (contacts.length === 0) return;
  const mine = or(...contacts.map(guestOf));
  const { database } = context;
  const [one] = await database.select({ id: activitySignups.id }).from(activitySignups).where(mine).limit(1);
  if (!one) return;
  await transact(database, async (inside) => {
    const own = alias(activitySignups, "own");
    const rows = await inside
      .select()
      .from(activitySignups)
      .where(
        and(
          mine,
          notExists(
            inside
              .select({ id: own.id })
              .from(own)
              .where(
                and(
                  eq(own.activityId, activitySignups.activityId),
                  eq(own.accountId, account.id),
                  inArray(own.state, [...liveStates]),
                ),
              ),
          ),
        ),
      )
      .orderBy(activitySignups.id)
      .for("update");
    // If two sign-ups by phone and by email are both live, the account gets the first; the second stays a guest's until
    // the first ends.
    const adopted = rows.filter(
      (row) =>
        !isLive(row) || rows.find((one) => one.activityId === row.activityId && isLive(one))?.id === row.id,
    );
    for (const row of adopted) {
      await inside
        .update(activitySignups)
        .set({ accountId: account.id })
        .where(eq(activitySignups.id, row.id));
      await inside.insert(consentRecords).values({
        accountId: account.id,
        policyId: "activeprivacyPolicy",
        version: row.policyVersion,
        decision: "1" as const,
        createdAt: row.agreedAt,
      });
    }
  });
}

/** The order of a person's sign-ups in an activity: live ones first, then the latest. */
const latestFirst = [
  sql`${activitySignups.state} in ('cancelled', 'refused')`,
  desc(activitySignups.id),
] as const;

/**
 * The caller's own sign-up: that of the account, which first takes over guests' sign-ups with its contacts, or that of
 * the guest whose contact the uuid proves. Null without one. Throws GUEST_PROOF_INVALID for a wrong uuid, and for a
 * visitor without a uuid.
 */
export async function ownSignup(
  context: CallContext,
  activityId: number,
  uuid: string,
): Promise<Signup | null> {
  const account = context.caller.account;
  if (account) await takeOver(context, account);
  else if (!uuid) throw new Refusal("GUEST_PROOF_INVALID");
  const isOwner =
    uuid && !account
      ? guestOf(await provenContact(context, activityId, uuid))
      : eq(activitySignups.accountId, account?.id ?? 0);
  const [row] = await context.database
    .select()
    .from(activitySignups)
    .where(and(eq(activitySignups.activityId, activityId), isOwner))
    .orderBy(...latestFirst)
    .limit(1);
  return row ?? null;
}

/** Like ownSignup, but throws SIGNUP_NOT_FOUND when there is none. */
export async function needOwnSignup(context: CallContext, activityId: number, uuid: string): Promise<Signup> {
  return found(await ownSignup(context, activityId, uuid), "SIGNUP_NOT_FOUND");
}

/** The condition for sign-ups of one activity by id. */
export const inActivity = (activityId: number, ids: number[]) =>
  and(eq(activitySignups.activityId, activityId), inArray(activitySignups.id, ids));
