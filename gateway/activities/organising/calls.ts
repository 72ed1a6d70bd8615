/** The organisers' calls for an activity's sign-ups. */
import type { CallRequest, CallResponse } from "contract";
import { foldEmail, phone as phoneField } from "contract/account/identity";
import { signupStates, signupsPerPage } from "contract/activities/constants";
import type { activityOrganisingCalls } from "contract/activities/organising/calls";
import { liveStates, mayBecome, type ReviewAction, signupTransitions } from "contract/activities/transitions";
import { and, asc, count, desc, eq, gt, ilike, inArray, isNotNull, isNull, min, or, sql } from "drizzle-orm";
import { likeContaining } from "../../database/like";
import type { Database } from "../../database/open";
import { pageCount } from "../../database/pages";
import {
  accounts,
  activityCategories,
  activityMessages,
  activitySignups,
  activitySteps,
  activityTeams,
  activityWorks,
  policies,
} from "../../database/schema";
import { isUniqueViolation, transact } from "../../database/transact";
import { accountOf, type CallContext, type HandlersOf } from "../../server/context";
import { found, Refusal } from "../../server/refusal";
import { submissionKey } from "../../server/submission-key";
import { newLetters } from "../checkin/codes";
import { lockActivity } from "../lock";
import { briefOf, categoriesOf, categoryView, readAnyActivity } from "../rows";
import { endSignup } from "../signups/change";
import { inActivity } from "../signups/guests";
import { keepSteps, moveUp, newKey } from "../signups/seats";
import { checkCategory } from "../signups/sign-up";
import { organisersView } from "../signups/signup-views";
import { tell } from "../tell";
import { moveDeadline } from "./deadline";
import { organisedBy } from "./organised";
import { takeReviewBack } from "./take-back";

/** How many rows of an export one answer has. */
const exportPageSize = 1_000;

const decisionTexts: Record<ReviewAction, string> = {
  accept: "报名已通过审核",
  askMore: "报名需要补充",
  refuse: "报名未通过审核",
};

/**
 * The condition that a sign-up matches the typed text: a part of the name, the email, or the last digits of the phone.
 */
function signupMatch(q: string) {
  const text = q.trim();
  if (text === "") return undefined;
  const phoneEnd = /^\d{4}$/.test(text)
    ? and(eq(activitySignups.channel, "phone"), sql`right(${activitySignups.contact}, 4) = ${text}`)
    : undefined;
  return or(
    ilike(activitySignups.name, likeContaining(text)),
    eq(activitySignups.contact, foldEmail(text)),
    phoneEnd,
  );
}

async function firstStep(
  database: Database,
  ids: number[],
  { action, byId, at }: { action: ReviewAction; byId: number; at: Date },
): Promise<number | null> {
  const [row] = await database
    .select({ id: min(activitySteps.id) })
    .from(activitySteps)
    .where(
      and(
        ...[inArray(activitySteps.signupId, ids), eq(activitySteps.action, action)],
        ...[eq(activitySteps.byId, byId), eq(activitySteps.at, at)],
      ),
    );
  return row?.id ?? null;
}

async function review(
  { activityId, signupIds, action, reason }: CallRequest<"activityReview">,
  context: CallContext,
): Promise<CallResponse<"activityReview">> {
  const activity = await readAnyActivity(context.database, activityId);
  const now = context.now();
  const byId = accountOf(context).id;
  return transact(context.database, async (inside) => {
    await lockActivity(inside, activityId);
    const ids = [...new Set(signupIds)];
    const rows = await inside
      .select()
      .from(activitySignups)
      .where(inActivity(activityId, ids))
      .orderBy(asc(activitySignups.id))
      .for("update");
    if (rows.length < ids.length) throw new Refusal("SIGNUP_NOT_FOUND");
    const reviewable = rows.filter(({ state }) => mayBecome(action, state));
    const done = reviewable.map(({ id }) => id);
    const words = `${decisionTexts[action]}${reason ? `：${reason}` : ""}`;
    if (action === "refuse") {
      // A refusal gives the seat to somebody who waits, who may be refused too: refuse the waiting ones first.
      const order = [...reviewable].sort(
        (one, other) => Number(other.state === "waiting") - Number(one.state === "waiting"),
      );
      for (const signup of order)
        await endSignup(inside, activity, signup, { action, reason, byId, words }, now);
    } else if (done.length > 0) {
      const state = signupTransitions[action].to;
      await inside
        .update(activitySignups)
        .set({ state, reason, updatedAt: now })
        .where(inArray(activitySignups.id, done));
      await keepSteps(inside, done, { action, state, byId, reason, at: now });
      await tell(inside, activity, done, { words }, now);
    }
    // The id of its first step identifies the review, which can be undone as a whole.
    const review = done.length === 0 ? null : await firstStep(inside, done, { action, byId, at: now });
    return {
      done,
      review,
      skipped: rows.filter(({ state }) => !mayBecome(action, state)).map(({ id }) => id),
    };
  });
}

/** Signs up a person who came without a sign-up, and checks them in. */
async function walkIn(request: CallRequest<"activityWalkIn">, context: CallContext) {
  const { activityId, category, name } = request;
  const { database } = context;
  const activity = await readAnyActivity(database, activityId);
  await checkCategory(database, activityId, category);
  const phoneText = request.phone.trim();
  const phone = phoneText === "" ? null : phoneField.safeParse(phoneText);
  if (phone && !phone.success) throw new Refusal("INVALID_REQUEST", { phone: ["请输入正确的手机号"] });
  const byId = accountOf(context).id;
  const submissionId = `walk-in:${activityId}:${byId}:${submissionKey(request)}`;
  const earlier = async () => {
    const [row] = await database
      .select()
      .from(activitySignups)
      .where(eq(activitySignups.submissionId, submissionId));
    return row;
  };
  const [policy] = await database
    .select({ version: policies.version })
    .from(policies)
    .where(eq(policies.id, "activeprivacyPolicy"));
  const now = context.now();
  try {
    const row =
      (await earlier()) ??
      (await transact(database, async (inside) => {
        await lockActivity(inside, activityId);
        // A person at the door always gets in; the number of seats grows, so that those who wait lose none.
        await inside
          .update(activityCategories)
          .set({
            taken: sql`${activityCategories.taken} + 1`,
            seats: sql`case when ${activityCategories.taken} < ${activityCategories.seats} and ${activityCategories.waiting} = 0
            then ${activityCategories.seats} else ${activityCategories.seats} + 1 end`,
          })
          .where(and(eq(activityCategories.activityId, activityId), eq(activityCategories.key, category)));
        const [created] = await inside
          .insert(activitySignups)
          .values({
            activityId,
            category,
            name,
            accountId: null,
            answers: {},
            state: "accepted",
            walkIn: true,
            channel: "phone",
            contact: phone?.data ?? "",
            policyVersion: policy?.version ?? "",
            agreedAt: now,
            submissionId,
            letters: newLetters(),
            proofKey: newKey(),
            updatedAt: now,
            createdAt: now,
            checkedInAt: now,
            checkedInById: byId,
          })
          .returning();
        const signup = found(created, "SERVER_ERROR");
        await keepSteps(inside, [signup.id], { action: "walkIn", state: "accepted", byId, at: now });
        return signup;
      }));
    const [view] = await organisersView(context, activity, [row]);
    return found(view, "SIGNUP_NOT_FOUND");
  } catch (error) {
    if (isUniqueViolation(error))
      throw new Refusal("SIGNUP_EXISTS", { phone: ["这个手机号已经报名，请在名单里找到并签到"] });
    throw error;
  }
}

async function messageAll(
  { activityId, text, state, submissionId }: CallRequest<"activityMessage">,
  context: CallContext,
): Promise<{ recipients: number }> {
  const { database } = context;
  const activity = await readAnyActivity(database, activityId);
  const byId = accountOf(context).id;
  const now = context.now();
  const key = `${activityId}:${byId}:${submissionKey({ submissionId, text, state })}`;
  return transact(database, async (inside) => {
    const [added] = await inside
      .insert(activityMessages)
      .values({ activityId, byId, text, submissionId: key, createdAt: now })
      .onConflictDoNothing()
      .returning({ id: activityMessages.id });
    if (!added) {
      const [before] = await inside
        .select({ recipients: activityMessages.recipients })
        .from(activityMessages)
        .where(eq(activityMessages.submissionId, key));
      return { recipients: before?.recipients ?? 0 };
    }
    const rows = await inside
      .select({ id: activitySignups.id })
      .from(activitySignups)
      .where(
        and(
          eq(activitySignups.activityId, activityId),
          inArray(activitySignups.state, state ? [state] : [...liveStates]),
        ),
      )
      .orderBy(asc(activitySignups.id));
    const ids = rows.map(({ id }) => id);
    await tell(inside, activity, ids, { words: `组织者通知：${text}` }, now);
    await inside
      .update(activityMessages)
      .set({ recipients: ids.length })
      .where(eq(activityMessages.id, added.id));
    return { recipients: ids.length };
  });
}

export const activityOrganisingHandlers = {
  activityOrganised: organisedBy,

  async activityCounts({ activityId }, context) {
    const { database } = context;
    const activity = await readAnyActivity(database, activityId);
    const of = eq(activitySignups.activityId, activityId);
    const states = await database
      .select({
        state: activitySignups.state,
        category: activitySignups.category,
        count: count(),
        checkedIn: sql<number>`count(${activitySignups.checkedInAt})::int`,
        walkIns: sql<number>`count(*) filter (where ${activitySignups.walkIn})::int`,
      })
      .from(activitySignups)
      .where(of)
      .groupBy(activitySignups.state, activitySignups.category);
    const total = (pick: (row: (typeof states)[number]) => number, rows = states) =>
      rows.reduce((sum, row) => sum + pick(row), 0);
    const [teams] = await database
      .select({ count: count() })
      .from(activityTeams)
      .where(eq(activityTeams.activityId, activityId));
    const [works] = await database
      .select({ count: count() })
      .from(activityWorks)
      .where(
        and(
          eq(activityWorks.activityId, activityId),
          // A work that was kept after its team ended does not compete.
          activity.teams ? isNotNull(activityWorks.teamId) : undefined,
        ),
      );
    const categories = (await categoriesOf(database, [activityId])).get(activityId) ?? [];
    return {
      activity: await briefOf(context, activity),
      states: signupStates.map(({ code }) => ({
        state: code,
        count: total(
          (row) => row.count,
          states.filter(({ state }) => state === code),
        ),
      })),
      categories: categories.map((category) => ({
        ...categoryView(category),
        checkedIn: total(
          (row) => row.checkedIn,
          states.filter((row) => row.category === category.key),
        ),
      })),
      checkedIn: total((row) => row.checkedIn),
      walkIns: total((row) => row.walkIns),
      teams: teams?.count ?? 0,
      works: works?.count ?? 0,
      takesWorks: activity.worksUntil !== null,
    };
  },

  async activitySignups({ activityId, signupId, signupIds, state, category, checkedIn, q, page }, context) {
    const { database } = context;
    const activity = await readAnyActivity(database, activityId);
    const where = and(
      eq(activitySignups.activityId, activityId),
      signupId ? eq(activitySignups.id, signupId) : undefined,
      signupIds ? inArray(activitySignups.id, [0, ...signupIds]) : undefined,
      state ? eq(activitySignups.state, state) : undefined,
      category ? eq(activitySignups.category, category) : undefined,
      checkedIn === undefined
        ? undefined
        : checkedIn
          ? isNotNull(activitySignups.checkedInAt)
          : isNull(activitySignups.checkedInAt),
      signupMatch(q),
    );
    const [all] = await database.select({ total: count() }).from(activitySignups).where(where);
    const rows = await database
      .select()
      .from(activitySignups)
      .where(where)
      .orderBy(
        ...(state === "waiting" ? [asc(activitySignups.category), asc(activitySignups.place)] : []),
        desc(activitySignups.id),
      )
      .limit(signupsPerPage)
      .offset((page - 1) * signupsPerPage);
    const total = all?.total ?? 0;
    return {
      items: await organisersView(context, activity, rows),
      fields: activity.fields,
      page,
      pages: pageCount(total, signupsPerPage),
      total,
    };
  },

  async activitySignupExport({ activityId, after }, context) {
    const activity = await readAnyActivity(context.database, activityId);
    const rows = await context.database
      .select()
      .from(activitySignups)
      .where(and(eq(activitySignups.activityId, activityId), gt(activitySignups.id, after)))
      .orderBy(asc(activitySignups.id))
      .limit(exportPageSize);
    return {
      title: activity.title,
      fields: activity.fields.map(({ key, label }) => ({ key, label })),
      items: await organisersView(context, activity, rows),
      next: rows.length === exportPageSize ? (rows.at(-1)?.id ?? null) : null,
    };
  },

  activityReview: review,

  activityReviewUndo: takeReviewBack,

  async activitySeats({ activityId, category: key, seats }, context) {
    const { database } = context;
    const activity = await readAnyActivity(database, activityId);
    return transact(database, async (inside) => {
      const category = (await lockActivity(inside, activityId)).get(key);
      if (!category || category.delistedAt)
        throw new Refusal("CATEGORY_NOT_FOUND", { category: ["没有这个组别"] });
      if (seats < category.taken)
        throw new Refusal("SEATS_TAKEN", { seats: [`已有 ${category.taken} 人占用名额，不能少于这个数`] });
      const categoryMatch = and(
        eq(activityCategories.activityId, activityId),
        eq(activityCategories.key, key),
      );
      await inside.update(activityCategories).set({ seats }).where(categoryMatch);
      await moveUp(inside, activity, key, context.now());
      const [row] = await inside.select().from(activityCategories).where(categoryMatch);
      return categoryView(found(row, "CATEGORY_NOT_FOUND"));
    });
  },

  activityDeadline: moveDeadline,

  activityMessage: messageAll,

  activityWalkIn: walkIn,

  async activitySignupHistory({ activityId, signupId }, { database }) {
    const [signup] = await database
      .select({ id: activitySignups.id })
      .from(activitySignups)
      .where(inActivity(activityId, [signupId]));
    found(signup, "SIGNUP_NOT_FOUND");
    const steps = await database
      .select({ step: activitySteps, by: accounts.nickname })
      .from(activitySteps)
      .leftJoin(accounts, eq(accounts.id, activitySteps.byId))
      .where(eq(activitySteps.signupId, signupId))
      .orderBy(asc(activitySteps.id));
    return {
      steps: steps.map(({ step, by }) => ({
        action: step.action,
        state: step.state,
        by: by ?? "",
        reason: step.reason,
        at: step.at.toISOString(),
      })),
    };
  },
} satisfies HandlersOf<typeof activityOrganisingCalls>;
