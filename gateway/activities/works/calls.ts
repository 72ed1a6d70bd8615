/**
 * Works of a competition: a team or a person submits one, judges score it after the deadline, then results are
 * published.
 */

import { activityFileBytesMax } from "contract/activities/constants";
import { workLink } from "contract/activities/fields";
import type { ShownAnswer } from "contract/activities/shapes";
import type { activityWorkCalls } from "contract/activities/works/calls";
import { cleanText } from "contract/base/fields";
import { and, asc, eq, inArray, sql } from "drizzle-orm";
import type { Database } from "../../database/open";
import {
  accounts,
  activities,
  activityFiles,
  activityOrganisers,
  activityScores,
  activitySignups,
  activityTeamMembers,
  activityTeams,
  activityWorks,
} from "../../database/schema";
import { transact } from "../../database/transact";
import { peopleByIds } from "../../people/cards";
import { checkFields } from "../../sensitive-words/check-fields";
import { checkUnmuted } from "../../server/access";
import { accountOf, type CallContext, type HandlersOf } from "../../server/context";
import { found, Refusal } from "../../server/refusal";
import { lockActivity } from "../lock";
import { type Activity, briefOf, hasRole, readActivity, readAnyActivity } from "../rows";
import { storedFiles } from "../signups/answers";
import { categoryNames } from "../signups/signup-views";
import { sizeOf, teamOf } from "../teams/members";
import { tell } from "../tell";
import { activityGallery } from "./gallery";
import { takingPart } from "./taking-part";
import { withholdWork } from "./withhold";

type WorkRow = typeof activityWorks.$inferSelect;
type WorkActivity = Activity & { workFields: NonNullable<Activity["workFields"]>; worksUntil: Date };

/** Reads an activity that takes works. Throws NO_WORKS. */
async function withWorks(database: Database, id: number, any = false): Promise<WorkActivity> {
  const activity = await (any ? readAnyActivity : readActivity)(database, id);
  if (!activity.workFields || !activity.worksUntil) throw new Refusal("NO_WORKS");
  return activity as WorkActivity;
}

/**
 * The caller's accepted sign-up, and the condition for the work of that person or team. Throws TEAM_NEEDS_SIGNUP or
 * TEAM_NOT_FOUND.
 */
async function ownerOfWork(database: Database, activity: WorkActivity, accountId: number) {
  const [signup] = await database
    .select()
    .from(activitySignups)
    .where(
      and(
        eq(activitySignups.activityId, activity.id),
        eq(activitySignups.accountId, accountId),
        eq(activitySignups.state, "accepted"),
      ),
    );
  if (!signup) throw new Refusal("TEAM_NEEDS_SIGNUP", undefined, "报名通过后才能提交作品");
  if (!activity.teams) return { signup, team: null, is: eq(activityWorks.signupId, signup.id) };
  const team = found(await teamOf(database, signup.id), "TEAM_NOT_FOUND");
  return { signup, team, is: eq(activityWorks.teamId, team.id) };
}

/** Works with their fields in the form that people read. */
async function workViews(database: Database, activity: WorkActivity, rows: WorkRow[]) {
  const ids = rows.flatMap(({ answers }) =>
    activity.workFields.flatMap(({ key, type }) =>
      type === "file" && answers[key] ? Number(answers[key]) : [],
    ),
  );
  const files = await storedFiles(database, ids);
  const names = await categoryNames(database, activity.id);
  const whoseIs = new Map<number, { by: string; shownBy: string; category: string; categoryKey: string }>();
  if (rows.length > 0) {
    const owner = sql<number>`coalesce(${activityWorks.signupId}, ${activityTeams.captainId})`;
    const by = await database
      .select({
        id: activityWorks.id,
        by: sql<string>`coalesce(${activityTeams.name}, ${activitySignups.name})`,
        shownBy: sql<string | null>`coalesce(${activityTeams.name}, ${accounts.nickname})`,
        category: activitySignups.category,
      })
      .from(activityWorks)
      .leftJoin(activityTeams, eq(activityTeams.id, activityWorks.teamId))
      .innerJoin(activitySignups, eq(activitySignups.id, owner))
      .leftJoin(accounts, eq(accounts.id, activitySignups.accountId))
      .where(eq(activityWorks.activityId, activity.id));
    for (const row of by)
      whoseIs.set(row.id, {
        by: row.by,
        shownBy: row.shownBy ?? "",
        category: names.get(row.category) ?? row.category,
        categoryKey: row.category,
      });
  }
  return rows.map((row) => ({
    id: row.id,
    title: row.title,
    answers: activity.workFields.flatMap(({ key, label, type }): ShownAnswer[] => {
      const value = row.answers[key];
      if (!value) return [];
      const file = type === "file" ? (files.get(Number(value)) ?? null) : null;
      // Files are deleted with the account of the team member who uploaded them.
      const text = type === "file" ? (file?.name ?? "文件已随账号注销删除") : value;
      return [{ key, label, value, text, file }];
    }),
    ...(whoseIs.get(row.id) ?? { by: "", shownBy: "", category: "", categoryKey: "" }),
    updatedAt: row.updatedAt.toISOString(),
    withheld: row.withheldAt !== null,
  }));
}

/** A work in the shape of the contract. */
const plain = ({
  categoryKey: _key,
  shownBy: _shown,
  ...work
}: Awaited<ReturnType<typeof workViews>>[number]) => work;

/** The answers of a work in the form that is stored. Throws WORK_WRONG by `answers.{field}`. */
async function checkWork(
  database: Database,
  activity: WorkActivity,
  values: Record<string, string>,
  accountIds: number[],
): Promise<Record<string, string>> {
  const cleaned: Record<string, string> = {};
  const wrong: Record<string, string[]> = {};
  for (const field of activity.workFields) {
    const value = cleanText(values[field.key] ?? "").trim();
    const problem = (text: string) => {
      wrong[`answers.${field.key}`] = [text];
    };
    if (value === "") {
      if (field.required) problem(`请填写${field.label}`);
      continue;
    }
    if (field.type === "text" && value.length > field.max) problem(`不能超过 ${field.max} 个字`);
    if (field.type === "link") {
      const link = workLink.safeParse(value);
      if (!link.success) problem(link.error.issues[0]?.message ?? "应是 https:// 开头的地址");
    }
    if (field.type === "file") {
      const files = /^[1-9]\d{0,8}$/.test(value)
        ? await database
            .select({ id: activityFiles.id })
            .from(activityFiles)
            .where(
              and(
                eq(activityFiles.id, Number(value)),
                eq(activityFiles.activityId, activity.id),
                eq(activityFiles.of, "work"),
                eq(activityFiles.field, field.key),
                inArray(activityFiles.accountId, accountIds),
              ),
            )
        : [];
      if (files.length === 0) problem("文件没有上传成功，请重新选择");
    }
    cleaned[field.key] = value;
  }
  if (Object.keys(wrong).length > 0) throw new Refusal("WORK_WRONG", wrong);
  return cleaned;
}

/**
 * Checks what everybody will read of a work, and no moderator before them: its title, which results name, and with a
 * gallery its texts and links. Throws SENSITIVE_WORDS by field, and MUTED in a competition with a gallery.
 */
async function checkPublicTexts(
  context: CallContext,
  { home, workFields }: WorkActivity,
  { title, answers }: Pick<WorkRow, "title" | "answers">,
): Promise<void> {
  if (home?.gallery) await checkUnmuted(accountOf(context), context);
  const shown = home?.gallery ? workFields.filter(({ key, type }) => type !== "file" && answers[key]) : [];
  const strictness = "name" as const;
  await checkFields(context, {
    title: { value: title, strictness },
    ...Object.fromEntries(
      shown.map(({ key }) => [`answers.${key}`, { value: answers[key] ?? "", strictness }]),
    ),
  });
}

/** All judges' scores of these works. */
async function scoresOf(database: Database, workIds: number[]) {
  return workIds.length === 0
    ? []
    : database.select().from(activityScores).where(inArray(activityScores.workId, workIds));
}

const meanOf = (scores: { score: number }[]) =>
  scores.length === 0
    ? null
    : Math.round((scores.reduce((sum, { score }) => sum + score, 0) / scores.length) * 100) / 100;

async function withScores(context: CallContext, activity: WorkActivity, rows: WorkRow[]) {
  const { database } = context;
  const accountId = accountOf(context).id;
  const scores = await scoresOf(
    database,
    rows.map(({ id }) => id),
  );
  const knows = activity.resultsAt !== null || (await hasRole(context, activity.id, "organiser"));
  return (await workViews(database, activity, rows)).map(plain).map((work) => {
    const own = scores.filter(({ workId }) => workId === work.id);
    const mine = own.find((score) => score.accountId === accountId);
    return {
      work,
      mine: mine ? { score: mine.score, comment: mine.comment } : null,
      scores: knows ? own.length : 0,
      mean: knows ? meanOf(own) : null,
    };
  });
}

export const activityWorkHandlers = {
  activityGallery,

  async activityWork({ activityId }, context) {
    const { database } = context;
    const activity = await withWorks(database, activityId, true);
    const { is } = await ownerOfWork(database, activity, accountOf(context).id);
    const rows = await database.select().from(activityWorks).where(is);
    const [work] = await workViews(database, activity, rows);
    const published = activity.resultsAt !== null && rows[0] !== undefined;
    const comments = published ? await scoresOf(database, [rows[0]?.id ?? 0]) : [];
    return {
      work: work ? plain(work) : null,
      fields: activity.workFields.map((field) => ({
        ...field,
        maxBytes: Math.min(field.maxBytes, activityFileBytesMax),
      })),
      until: activity.worksUntil.toISOString(),
      shown: activity.home?.gallery ?? false,
      comments: comments.map(({ score, comment }) => ({ score, comment })),
    };
  },

  async activityWorkSave({ activityId, title, answers }, context) {
    const { database } = context;
    const activity = await withWorks(database, activityId);
    const now = context.now();
    if (now >= activity.worksUntil) throw new Refusal("WORKS_CLOSED");
    const accountId = accountOf(context).id;
    const { signup, team, is } = await ownerOfWork(database, activity, accountId);
    if (team && activity.teams && (await sizeOf(database, team.id)) < activity.teams.min)
      throw new Refusal("TEAM_TOO_SMALL", undefined, `队伍至少要有 ${activity.teams.min} 人才能提交作品`);
    const members = team
      ? await database
          .select({ accountId: activitySignups.accountId })
          .from(activityTeamMembers)
          .innerJoin(activitySignups, eq(activitySignups.id, activityTeamMembers.signupId))
          .where(eq(activityTeamMembers.teamId, team.id))
      : [{ accountId }];
    const fields = await checkWork(
      database,
      activity,
      answers,
      members.flatMap((member) => member.accountId ?? []),
    );
    const set = { title: cleanText(title), answers: fields, updatedAt: now };
    await checkPublicTexts(context, activity, set);
    await database
      .insert(activityWorks)
      .values({
        activityId,
        teamId: team?.id ?? null,
        signupId: team ? null : signup.id,
        ...set,
        createdAt: now,
      })
      .onConflictDoUpdate({ target: team ? activityWorks.teamId : activityWorks.signupId, set });
    const [work] = await workViews(database, activity, await database.select().from(activityWorks).where(is));
    return plain(found(work, "WORK_NOT_FOUND"));
  },

  async activityWorks({ activityId }, context) {
    const { database } = context;
    const activity = await withWorks(database, activityId, true);
    const mayJudge = await hasRole(context, activityId, "judge");
    const organises = await hasRole(context, activityId, "organiser");
    if (!mayJudge && !organises) throw new Refusal("NOT_JUDGE");
    const rows = await database
      .select()
      .from(activityWorks)
      .where(takingPart(database, activity))
      .orderBy(asc(activityWorks.id));
    const judges = await database
      .select({ accountId: activityOrganisers.accountId })
      .from(activityOrganisers)
      .where(and(eq(activityOrganisers.activityId, activityId), eq(activityOrganisers.role, "judge")));
    const people = await peopleByIds(
      database,
      judges.map(({ accountId }) => accountId),
    );
    return {
      items: await withScores(context, activity, rows),
      judges: [...people.values()],
      published: activity.resultsAt !== null,
      gallery: activity.home?.gallery ?? false,
      activity: await briefOf(context, activity),
      until: activity.worksUntil.toISOString(),
      closed: context.now() >= activity.worksUntil,
      organises,
      mayJudge,
    };
  },

  async activityWorkJudge({ activityId, workId, score, comment }, context) {
    const { database } = context;
    const activity = await withWorks(database, activityId);
    if (!(await hasRole(context, activityId, "judge"))) throw new Refusal("NOT_JUDGE");
    if (context.now() < activity.worksUntil) throw new Refusal("WORKS_NOT_CLOSED");
    const accountId = accountOf(context).id;
    const at = context.now();
    const work = await transact(database, async (inside) => {
      // The publication takes the same lock, so that no score is stored while ranks are computed.
      await lockActivity(inside, activityId);
      const [now] = await inside
        .select({ resultsAt: activities.resultsAt })
        .from(activities)
        .where(eq(activities.id, activityId));
      if (now?.resultsAt) throw new Refusal("RESULTS_PUBLISHED");
      const [row] = await inside
        .select()
        .from(activityWorks)
        .where(and(eq(activityWorks.id, workId), takingPart(inside, activity)));
      const judgedWork = found(row, "WORK_NOT_FOUND");
      await inside
        .insert(activityScores)
        .values({ workId, accountId, score, comment, at })
        .onConflictDoUpdate({
          target: [activityScores.workId, activityScores.accountId],
          set: { score, comment, at },
        });
      return judgedWork;
    });
    const [answer] = await withScores(context, activity, [work]);
    return found(answer, "WORK_NOT_FOUND");
  },

  async activityWorkWithhold(request, context) {
    const activity = await withWorks(context.database, request.activityId, true);
    const row = await withholdWork(activity, request, context);
    const [work] = await workViews(context.database, activity, [row]);
    return plain(found(work, "WORK_NOT_FOUND"));
  },

  async activityResultsPublish({ activityId }, context) {
    const activity = await withWorks(context.database, activityId);
    const now = context.now();
    if (now < activity.worksUntil) throw new Refusal("WORKS_NOT_CLOSED");
    return transact(context.database, async (inside) => {
      await lockActivity(inside, activityId);
      const [present] = await inside.select().from(activities).where(eq(activities.id, activityId));
      if (present?.resultsAt) throw new Refusal("RESULTS_PUBLISHED");
      const rows = await inside.select().from(activityWorks).where(takingPart(inside, activity));
      const scores = await scoresOf(
        inside,
        rows.map(({ id }) => id),
      );
      const means = new Map(rows.map(({ id }) => [id, meanOf(scores.filter(({ workId }) => workId === id))]));
      if (rows.length === 0 || [...means.values()].some((mean) => mean === null))
        throw new Refusal("WORKS_NOT_JUDGED");
      const works = (await workViews(inside, activity, rows))
        .map((work) => ({ ...work, score: means.get(work.id) ?? 0 }))
        .sort((one, other) => other.score - one.score || one.id - other.id);
      // Everybody reads the results, so a person is named as in the gallery; the name of a sign-up is for organisers.
      const results = works.map(({ id, title, shownBy: by, category, categoryKey, score }) => {
        // Equal scores get the same rank.
        const better = works.filter((other) => other.categoryKey === categoryKey && other.score > score);
        return { workId: id, title, by, category, score, rank: better.length + 1 };
      });
      await inside
        .update(activities)
        .set({ results, resultsAt: now, updatedAt: now })
        .where(eq(activities.id, activityId));
      const members = await inside
        .select({ id: activityTeamMembers.signupId })
        .from(activityTeamMembers)
        .innerJoin(activityWorks, eq(activityWorks.teamId, activityTeamMembers.teamId))
        .where(eq(activityWorks.activityId, activityId));
      const recipients = [...members.map(({ id }) => id), ...rows.flatMap(({ signupId }) => signupId ?? [])];
      await tell(inside, activity, recipients, { words: "作品评审结果已公布" }, now);
      return { results, resultsAt: now.toISOString() };
    });
  },
} satisfies HandlersOf<typeof activityWorkCalls>;
