import type { CallRequest, CallResponse } from "contract";
import type { ContentState } from "contract/forum/shapes";
import type { ReportCase } from "contract/moderation/cases/calls";
import { and, asc, eq, inArray, isNotNull, sql } from "drizzle-orm";
import { posts, reportCases, reports, sections, topics } from "../../database/schema";
import { textDigest } from "../../forum/states/report-case";
import { stateOf } from "../../forum/states/visibility";
import { peopleByIds } from "../../people/cards";
import { accountOf, type CallContext } from "../../server/context";
import { found } from "../../server/refusal";
import { type IdList, idPage, inOrder } from "../deep-pages";
import { withinPage } from "../page-limit";
import { inScope, scopeOf } from "../scope";

/** How many of the latest reports of one text are shown. */
const reportsShown = 20;

/** The latest reports of each case, oldest first. The limit applies to each case by itself. */
function latestReports({ database }: CallContext, caseIds: number[]) {
  const latest = sql`array(select id from ${reports} as latest
    where latest.case_id = listed.id order by latest.id desc limit ${reportsShown})`;
  return database
    .select()
    .from(reports)
    .where(
      sql`${reports.id} in (select unnest(${latest}) from unnest(${sql.param(caseIds)}::int[]) as listed (id))`,
    )
    .orderBy(asc(reports.id));
}

/** How many of each person's decided reports were upheld so far. */
async function hitRates({ database }: CallContext, accountIds: number[]) {
  if (accountIds.length === 0) return new Map<number, { upheld: number; decided: number }>();
  const rows = await database
    .select({
      id: reports.accountId,
      upheld: sql<number>`count(*) filter (where ${reportCases.status} = 'upheld')::int`,
      decided: sql<number>`count(*)::int`,
    })
    .from(reports)
    .innerJoin(reportCases, eq(reportCases.id, reports.caseId))
    .where(and(inArray(reports.accountId, accountIds), isNotNull(reportCases.decidedAt)))
    .groupBy(reports.accountId);
  return new Map(rows.map(({ id, ...rate }) => [id, rate]));
}

/** The visible state of a text: its own, or its topic's when the topic is deleted or the text itself is listed. */
const stateWithin = (topic: ContentState, text: ContentState): ContentState =>
  topic === "deleted" || text === "listed" ? topic : text;

type Filter = Omit<CallRequest<"reportList">, "page" | "size">;

/** Cases of the caller's sections: open ones oldest first, settled ones latest first. */
export async function casesFound(context: CallContext, { status, fid, mine }: Filter): Promise<IdList> {
  const where = and(
    eq(reportCases.status, status),
    inScope(reportCases.sectionId, await scopeOf(context, fid)),
    mine ? eq(reportCases.assigneeId, accountOf(context).id) : undefined,
  );
  const open = status === "waiting" || status === "working";
  return {
    from: sql`${reportCases}`,
    id: sql`${reportCases.id}`,
    where: where ?? sql`true`,
    key: null,
    descending: !open,
  };
}

/** A page of cases, each with its reports and with the text at the time of the report. */
export async function listCases(
  context: CallContext,
  request: CallRequest<"reportList">,
): Promise<CallResponse<"reportList">> {
  const { database } = context;
  const list = await casesFound(context, request);
  const { ids, total, page, pages } = await idPage(database, list, request);
  const rows = await database
    .select({
      reportCase: reportCases,
      section: sections.name,
      source: posts.source,
      floor: posts.floor,
      post: {
        deletedAt: posts.deletedAt,
        recycledById: posts.recycledById,
        hiddenAt: posts.hiddenAt,
        review: posts.review,
      },
      topic: {
        deletedAt: topics.deletedAt,
        recycledById: topics.recycledById,
        hiddenAt: topics.hiddenAt,
        review: topics.review,
      },
    })
    .from(reportCases)
    .innerJoin(posts, eq(posts.id, reportCases.postId))
    .innerJoin(topics, eq(topics.id, reportCases.topicId))
    .innerJoin(sections, eq(sections.id, reportCases.sectionId))
    .where(inArray(reportCases.id, ids));
  const reportList = await latestReports(context, ids);
  const reporterIds = [...new Set(reportList.map(({ accountId }) => accountId))];
  const rates = await hitRates(context, reporterIds);
  const people = await peopleByIds(database, [
    ...reporterIds,
    ...rows.flatMap(({ reportCase }) => [
      reportCase.authorId,
      reportCase.assigneeId,
      reportCase.decidedById,
      ...reportCase.notes.map(({ byId }) => byId),
    ]),
  ]);
  const personOf = (id: number | null) => (id !== null && people.get(id)) || null;
  const listed = inOrder(ids, rows, ({ reportCase }) => reportCase.id);
  const bounded = withinPage(listed.map(({ reportCase }) => reportCase.html));
  const cases = listed.map(({ reportCase, section, source, floor, post, topic }, at): ReportCase => {
    // Deleting a text for good empties its copy in the case too.
    const destroyed = reportCase.title === "" && reportCase.source === "";
    const latest = reportList.filter(({ caseId }) => caseId === reportCase.id);
    return {
      id: reportCase.id,
      pid: reportCase.postId,
      tid: reportCase.topicId,
      title: reportCase.title,
      html: bounded[at] ?? "",
      status: reportCase.status,
      answer: reportCase.answer,
      destroyed,
      section: { fid: reportCase.sectionId, name: section },
      author: found(people.get(reportCase.authorId), "USER_NOT_FOUND"),
      edited: !destroyed && textDigest(source) !== reportCase.textDigest,
      state: stateWithin(stateOf(topic), stateOf(floor === 1 ? topic : post)),
      assignee: personOf(reportCase.assigneeId),
      reports: latest.map(({ accountId, reason, text, createdAt }) => ({
        person: found(people.get(accountId), "USER_NOT_FOUND"),
        reason: reason as ReportCase["reports"][number]["reason"],
        text,
        at: createdAt.toISOString(),
        ...(rates.get(accountId) ?? { upheld: 0, decided: 0 }),
      })),
      reporters: Math.max(reportCase.reports, latest.length),
      createdAt: reportCase.createdAt.toISOString(),
      notes: reportCase.notes.flatMap(({ byId, text, at }) => {
        const by = personOf(byId);
        return by ? [{ by, text, at }] : [];
      }),
      decidedBy: personOf(reportCase.decidedById),
      decidedAt: reportCase.decidedAt?.toISOString() ?? "",
    };
  });
  return { cases, page, pages, total };
}
