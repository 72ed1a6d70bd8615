/** Signing up for an activity, and the calls about one's own sign-up (spec 3.5, 7.2 Activity, File verification). */
import { maskEmail, maskPhone } from "contract/account/identity";
import type { PrefillSource } from "contract/activities/constants";
import { captchaWork } from "contract/activities/fields";
import type { activitySignupCalls } from "contract/activities/signups/calls";
import { pageSize } from "contract/base/constants";
import { and, count, desc, eq, inArray, isNull } from "drizzle-orm";
import { contactOf } from "../../account/contacts";
import { pageCount } from "../../database/pages";
import { accounts, activities, activityOrganisers, activitySignups, policies } from "../../database/schema";
import { extendedOf, readPerson } from "../../profile/rows";
import { accountOf, type CallContext, type HandlersOf } from "../../server/context";
import { found } from "../../server/refusal";
import { examPassedAt } from "../exams";
import { takeFile } from "../files";
import type { Signup } from "../rows";
import { type Activity, briefOf, briefsOf, readActivity, readAnyActivity } from "../rows";
import { wholeOf } from "../whole";
import { answerViews } from "./answers";
import { cancelSignup, declineSeat, signupByDeclineKey, updateSignup } from "./change";
import { captchasOf, ownSignup, sendSignupCode, takeOver, verifySignupCode } from "./guests";
import { placesOf } from "./seats";
import { signUp } from "./sign-up";
import { categoryNames, maskedContact, myView, teamNames } from "./signup-views";

type Obstacle = "notOpen" | "closed" | "signIn" | "exam" | "signedUp" | null;

/** The reason why the caller cannot sign up at all; null if they can. */
async function obstacleOf(activity: Activity, context: CallContext): Promise<Obstacle> {
  const account = context.caller.account;
  const own = account ? await ownSignup(context, activity.id, "") : null;
  if (own && own.state !== "cancelled") return "signedUp";
  const now = context.now();
  if (now < activity.signUpFrom) return "notOpen";
  if (now >= activity.signUpUntil || now >= activity.endAt) return "closed";
  if (!account && !activity.guests) return "signIn";
  if (activity.exam === null) return null;
  const passed = account ? await examPassedAt(context.database, account.id, activity.exam) : null;
  return passed ? null : "exam";
}

/** Values from the person's profile for the fields that it can fill. */
async function profileValues(activity: Activity, context: CallContext) {
  const person = await readPerson(context.database, accountOf(context).id);
  const extended = extendedOf(person?.profile ?? null);
  const { province = "", city = "" } = person?.profile ?? {};
  const sources: Record<PrefillSource, string> = {
    fullName: extended.fullName,
    companyName: extended.companyName,
    post: extended.post,
    school: extended.school,
    industry: extended.industry,
    eduBackground: extended.eduBackground,
    leaMajor: extended.leaMajor,
    teaMajor: extended.teaMajor,
    province,
    city,
  };
  return {
    name: sources.fullName,
    answers: Object.fromEntries(
      activity.fields.flatMap(({ key, prefill, type, many }) => {
        const value = prefill ? sources[prefill] : "";
        if (!value) return [];
        return [[key, type === "choice" && many ? [value] : value]];
      }),
    ),
  };
}

/** The proof's number, such as BM-12-000034. */
const numberOf = ({ id, activityId }: Signup) => `BM-${activityId}-${String(id).padStart(6, "0")}`;

async function organiserNames({ database }: CallContext, activityId: number): Promise<string[]> {
  const rows = await database
    .select({ name: accounts.nickname })
    .from(activityOrganisers)
    .innerJoin(accounts, eq(accounts.id, activityOrganisers.accountId))
    .where(and(eq(activityOrganisers.activityId, activityId), eq(activityOrganisers.role, "organiser")))
    .orderBy(accounts.id);
  return rows.map(({ name }) => name);
}

/** The activities in which the caller has this role, latest first. */
async function withRole(context: CallContext, role: "organiser" | "judge") {
  const rows = await context.database
    .select({ activity: activities })
    .from(activityOrganisers)
    .innerJoin(activities, eq(activities.id, activityOrganisers.activityId))
    .where(
      and(
        eq(activityOrganisers.accountId, accountOf(context).id),
        eq(activityOrganisers.role, role),
        isNull(activities.delistedAt),
      ),
    )
    .orderBy(desc(activities.endAt))
    .limit(100);
  return briefsOf(
    context,
    rows.map(({ activity }) => activity),
  );
}

export const activitySignupHandlers = {
  async activityCaptchaImage(_request, context) {
    const captchas = captchasOf(context);
    const [picture, work] = await Promise.all([captchas.create(), captchas.createWork()]);
    return { ...picture, work: captchaWork.challenge.parse(work) };
  },

  activityCaptchaSend: sendSignupCode,
  activityCaptchaVerify: verifySignupCode,

  async activityRegistration({ activityId }, context) {
    const activity = await readActivity(context.database, activityId);
    const [policy] = await context.database
      .select({ version: policies.version, title: policies.title })
      .from(policies)
      .where(eq(policies.id, "activeprivacyPolicy"));
    const account = context.caller.account;
    const bound = account ? activity.verify.flatMap((channel) => contactOf(account, channel) ?? []) : [];
    return {
      activity: await wholeOf(context, activity),
      fields: activity.fields,
      policy: policy ?? null,
      bound: bound.map(({ channel, contact: value }) => ({
        channel,
        masked: channel === "phone" ? maskPhone(value) : maskEmail(value),
      })),
      obstacle: await obstacleOf(activity, context),
    };
  },

  async activityAccountDetail({ activityId }, context) {
    const activity = await readActivity(context.database, activityId);
    const { phone, email } = accountOf(context);
    return {
      ...(await profileValues(activity, context)),
      phone: phone ? maskPhone(phone) : "",
      email: email ? maskEmail(email) : "",
    };
  },

  async activitySignup(request, context) {
    return myView(context, await signUp(request, context));
  },

  async activitySignupUpdate(request, context) {
    return myView(context, await updateSignup(request, context));
  },

  async activityMySignup({ activityId, uuid }, context) {
    await readAnyActivity(context.database, activityId);
    const own = await ownSignup(context, activityId, uuid);
    return { signup: own && (await myView(context, own)) };
  },

  async activityMine({ page }, context) {
    const account = accountOf(context);
    await takeOver(context, account);
    const mine = eq(activitySignups.accountId, account.id);
    const [all] = await context.database.select({ total: count() }).from(activitySignups).where(mine);
    const rows = await context.database
      .select()
      .from(activitySignups)
      .where(mine)
      .orderBy(desc(activitySignups.id))
      .limit(pageSize)
      .offset((page - 1) * pageSize);
    const ids = [...new Set(rows.map(({ activityId }) => activityId))];
    const about = ids.length
      ? await context.database.select().from(activities).where(inArray(activities.id, ids))
      : [];
    const briefs = new Map((await briefsOf(context, about)).map((brief) => [brief.id, brief]));
    const places = await placesOf(context.database, rows);
    const total = all?.total ?? 0;
    return {
      items: rows.flatMap((row) => {
        const activity = briefs.get(row.activityId);
        if (!activity) return [];
        const place = places.get(row.id) ?? null;
        return [{ signupId: row.id, activity, state: row.state, place, at: row.createdAt.toISOString() }];
      }),
      page,
      pages: pageCount(total),
      total,
      organised: await withRole(context, "organiser"),
      judged: await withRole(context, "judge"),
    };
  },

  async activitySignupCancel(request, context) {
    return myView(context, await cancelSignup(request, context));
  },

  async activitySeatOffer({ key }, context) {
    const signup = await signupByDeclineKey(context.database, key);
    const activity = await readAnyActivity(context.database, signup.activityId);
    const names = await categoryNames(context.database, activity.id);
    return {
      activity: await briefOf(context, activity),
      name: signup.name,
      category: names.get(signup.category) ?? signup.category,
      declined: false,
    };
  },

  async activitySeatDecline({ key }, context) {
    await declineSeat(key, context);
    return { success: true };
  },

  async activityProof({ key }, context) {
    const { database } = context;
    const [row] = await database.select().from(activitySignups).where(eq(activitySignups.proofKey, key));
    const signup = found(row, "PROOF_NOT_FOUND");
    const activity = await readAnyActivity(database, signup.activityId);
    const names = await categoryNames(database, activity.id);
    const [answers = []] = await answerViews(database, activity, [signup]);
    return {
      number: numberOf(signup),
      activity: await briefOf(context, activity),
      name: signup.name,
      contact: maskedContact(signup),
      category: names.get(signup.category) ?? signup.category,
      team: (await teamNames(database, [signup.id])).get(signup.id) ?? "",
      // Anybody who has the address can read the answers, but not the uploaded files.
      answers: answers.map((answer) => ({ ...answer, file: null })),
      state: signup.state,
      signedUpAt: signup.createdAt.toISOString(),
      checkedInAt: signup.checkedInAt?.toISOString() ?? null,
      organisers: await organiserNames(context, activity.id),
      erased: signup.erasedAt !== null,
    };
  },

  async selectTestPassedByTypeId({ typeId }, context) {
    const at = await examPassedAt(context.database, accountOf(context).id, typeId);
    return { passed: at !== null, passedAt: at?.toISOString() ?? null };
  },

  fileuploadAndCheck: takeFile,
} satisfies HandlersOf<typeof activitySignupCalls>;
