import type { CallRequest } from "contract";
import { eq, type SQL } from "drizzle-orm";
import { contactOf } from "../../account/contacts";
import type { Database } from "../../database/open";
import { activityFiles, activitySignups, consentRecords, policies } from "../../database/schema";
import { isUniqueViolation, transact } from "../../database/transact";
import type { CallContext } from "../../server/context";
import { found, Refusal } from "../../server/refusal";
import { submissionKey } from "../../server/submission-key";
import { newLetters } from "../checkin/codes";
import { examPassedAt } from "../exams";
import type { Signup } from "../rows";
import { type Activity, categoriesOf, readActivity } from "../rows";
import { isOpen } from "../state";
import { tell } from "../tell";
import { checkAnswers } from "./answers";
import { provenContact, spendProof, takeOver } from "./guests";
import { keepSteps, newKey, stateWithSeat, takePlace, takeSeat } from "./seats";

type Request = CallRequest<"activitySignup">;

/** The condition that an uploaded file belongs to this account. Guests cannot upload. */
export const filesOf = (accountId: number | null): SQL => eq(activityFiles.accountId, accountId ?? 0);

/** Who signs up, an account or a guest, and the contact that gets the messages. */
async function signingUp(activity: Activity, { uuid, channel }: Request, context: CallContext) {
  const account = context.caller.account;
  if (!account && !activity.guests) throw new Refusal("GUESTS_NOT_ALLOWED");
  if (account) await takeOver(context, account);
  if (uuid)
    return { accountId: account?.id ?? null, contact: await provenContact(context, activity.id, uuid) };
  if (!account) throw new Refusal("CONTACT_NOT_VERIFIED");
  const bound = activity.verify.flatMap((one) => contactOf(account, one) ?? []);
  const contact = bound.find((one) => channel === undefined || one.channel === channel);
  if (!contact) throw new Refusal("CONTACT_NOT_VERIFIED", { channel: ["请先验证联系方式"] });
  return { accountId: account.id, contact };
}

const bySubmission = async (database: Database, submissionId: string): Promise<Signup | undefined> => {
  const [row] = await database
    .select()
    .from(activitySignups)
    .where(eq(activitySignups.submissionId, submissionId));
  return row;
};

/** Throws ACTIVITY_POLICY_CHANGED when this is not the version of activeprivacyPolicy in force. */
async function checkPolicy(database: Database, version: string): Promise<void> {
  const [policy] = await database
    .select({ version: policies.version })
    .from(policies)
    .where(eq(policies.id, "activeprivacyPolicy"));
  if (found(policy, "POLICY_NOT_FOUND").version !== version) throw new Refusal("ACTIVITY_POLICY_CHANGED");
}

/** Throws SIGNUP_NOT_OPEN or SIGNUP_CLOSED outside the sign-up period. */
export function checkOpen(activity: Activity, now: Date): void {
  if (now < activity.signUpFrom) throw new Refusal("SIGNUP_NOT_OPEN");
  if (!isOpen(activity, now)) throw new Refusal("SIGNUP_CLOSED");
}

/** Throws CATEGORY_NOT_FOUND for a category that the activity does not have or has dropped. */
export async function checkCategory(database: Database, activityId: number, key: string): Promise<void> {
  const rows = (await categoriesOf(database, [activityId])).get(activityId) ?? [];
  if (!rows.some((row) => row.key === key && row.delistedAt === null))
    throw new Refusal("CATEGORY_NOT_FOUND", { category: ["没有这个组别"] });
}

/**
 * Signs up for a seat, or for the waiting list when there is none. The seat, the row and the consents are written in
 * one transaction; a form posted twice makes one sign-up.
 */
export async function signUp(request: Request, context: CallContext): Promise<Signup> {
  const { database } = context;
  const activity = await readActivity(database, request.activityId);
  const { accountId, contact } = await signingUp(activity, request, context);
  const personKey = accountId === null ? `${contact.channel}:${contact.contact}` : String(accountId);
  const submission = `${personKey}:${submissionKey(request)}`;
  const earlier = await bySubmission(database, submission);
  if (earlier) return earlier;
  const now = context.now();
  checkOpen(activity, now);
  await checkCategory(database, activity.id, request.category);
  if (activity.exam !== null) {
    const passed = accountId === null ? null : await examPassedAt(database, accountId, activity.exam);
    if (passed === null) throw new Refusal("EXAM_NOT_PASSED");
  }
  await checkPolicy(database, request.policyVersion);
  const answers = await checkAnswers(database, activity, request, filesOf(accountId));
  const write = async (inside: Database): Promise<Signup> => {
    if (request.uuid)
      await spendProof(inside, context, { activityId: activity.id, uuid: request.uuid, submission });
    if (accountId !== null) await agree(inside, accountId, request.policyVersion, context);
    const seated = await takeSeat(inside, activity.id, request.category);
    if (!seated && !request.wait) throw new Refusal("CATEGORY_FULL", { category: ["这个组别的名额已满"] });
    const place = seated ? null : await takePlace(inside, activity.id, request.category);
    const state = seated ? stateWithSeat(activity) : ("waiting" as const);
    const [row] = await inside
      .insert(activitySignups)
      .values({
        activityId: activity.id,
        category: request.category,
        accountId,
        answers,
        state,
        place,
        channel: contact.channel,
        contact: contact.contact,
        name: request.name,
        policyVersion: request.policyVersion,
        agreedAt: now,
        submissionId: submission,
        letters: newLetters(),
        proofKey: newKey(),
        updatedAt: now,
        createdAt: now,
      })
      .returning();
    const signup = found(row, "SERVER_ERROR");
    await keepSteps(inside, [signup.id], { action: "signUp", state, byId: accountId, at: now });
    const words = {
      waiting: "报名已登记为候补，有名额时会通知你",
      pending: "报名已提交，等待审核",
      accepted: "报名成功",
    };
    await tell(inside, activity, [signup.id], { words: words[state] }, now);
    return signup;
  };
  try {
    return await transact(database, write);
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
    return (await bySubmission(database, submission)) ?? refuseSecond();
  }
}

function refuseSecond(): never {
  throw new Refusal("SIGNUP_EXISTS");
}

/** Writes the consent to the policy into the ledger, one row for each sign-up. */
async function agree(
  database: Database,
  accountId: number,
  version: string,
  { caller, now }: CallContext,
): Promise<void> {
  const from = { address: caller.address, userAgent: caller.session?.userAgent ?? "" };
  await database.insert(consentRecords).values({
    accountId,
    policyId: "activeprivacyPolicy",
    version,
    decision: "1" as const,
    ...from,
    createdAt: now(),
  });
}
