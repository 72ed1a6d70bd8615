import type { CallRequest, CallResponse } from "contract";
import type { Appeal } from "contract/moderation/appeals/calls";
import { and, eq, inArray, isNotNull, isNull, or, sql } from "drizzle-orm";
import type { Database } from "../../database/open";
import { appeals, moderationLog, moderationReasons, posts, sections, topics } from "../../database/schema";
import { peopleByIds } from "../../people/cards";
import { accountOf, type CallContext } from "../../server/context";
import { found, Refusal } from "../../server/refusal";
import { checkMayDecide } from "../decisions/may-decide";
import { type IdList, idPage, inOrder } from "../deep-pages";
import { type Operator, readOperator } from "../operator";
import { withinPage } from "../page-limit";
import { inScope, scopeOf } from "../scope";

/** Returns a function that says why the caller may not decide on an appeal, or "". It reads each decider once. */
function barring(database: Database, operator: Operator) {
  const deciders = new Map<number, Promise<Operator>>();
  const deciderOf = (id: number) => {
    const decider = deciders.get(id) ?? readOperator(database, id);
    deciders.set(id, decider);
    return decider;
  };
  return async (row: typeof appeals.$inferSelect): Promise<string> => {
    try {
      await checkMayDecide(database, operator, row, deciderOf);
      return "";
    } catch (error) {
      if (error instanceof Refusal) return error.message;
      throw error;
    }
  };
}

/** The texts that these rows of the log are about, by the row's id. */
async function textsOf(database: Database, logIds: number[]) {
  const rows = await database
    .select({ logId: moderationLog.id, tid: topics.id, pid: posts.id, title: topics.title, html: posts.html })
    .from(moderationLog)
    .innerJoin(
      posts,
      or(
        and(
          eq(moderationLog.targetKind, "topic"),
          eq(posts.topicId, moderationLog.targetId),
          eq(posts.floor, 1),
        ),
        and(eq(moderationLog.targetKind, "post"), eq(posts.id, moderationLog.targetId)),
      ),
    )
    .innerJoin(topics, eq(topics.id, posts.topicId))
    .where(inArray(moderationLog.id, logIds.length > 0 ? logIds : [0]));
  const bounded = withinPage(rows.map(({ html }) => html));
  return new Map(rows.map(({ logId, ...text }, at) => [logId, { ...text, html: bounded[at] ?? "" }]));
}

type Filter = Omit<CallRequest<"appealList">, "page" | "size">;

/** Appeals that the caller may see: those of their sections; those about people, if the caller is an administrator. */
export async function appealsFound(context: CallContext, { decided, fid }: Filter): Promise<IdList> {
  const where = and(
    decided ? isNotNull(appeals.decidedAt) : isNull(appeals.decidedAt),
    inScope(appeals.sectionId, await scopeOf(context, fid)),
  );
  return {
    from: sql`${appeals}`,
    id: sql`${appeals.id}`,
    where: where ?? sql`true`,
    key: null,
    descending: decided,
  };
}

/** A page of appeals, each with the decision that it contests. */
export async function listAppeals(
  context: CallContext,
  request: CallRequest<"appealList">,
): Promise<CallResponse<"appealList">> {
  const { database } = context;
  const list = await appealsFound(context, request);
  const { ids, total, page, pages } = await idPage(database, list, request);
  const rows = await database
    .select({ appeal: appeals, entry: moderationLog, section: sections.name, reason: moderationReasons.text })
    .from(appeals)
    .innerJoin(moderationLog, eq(moderationLog.id, appeals.logId))
    .leftJoin(moderationReasons, eq(moderationReasons.id, moderationLog.reasonId))
    .leftJoin(sections, eq(sections.id, appeals.sectionId))
    .where(inArray(appeals.id, ids));
  const operator = await readOperator(database, accountOf(context).id);
  const texts = await textsOf(
    database,
    rows.map(({ appeal }) => appeal.logId),
  );
  const people = await peopleByIds(
    database,
    rows.flatMap(({ appeal }) => [appeal.accountId, appeal.deciderId, appeal.decidedById]),
  );
  const personOf = (id: number | null) => (id !== null && people.get(id)) || null;
  const whyBarred = barring(database, operator);
  const items: Appeal[] = [];
  for (const { appeal, entry, section, reason } of inOrder(ids, rows, ({ appeal }) => appeal.id)) {
    items.push({
      id: appeal.id,
      text: appeal.text,
      answer: appeal.answer,
      upheld: appeal.upheld ?? false,
      person: found(people.get(appeal.accountId), "USER_NOT_FOUND"),
      action: entry.action,
      reason: reason ?? "",
      at: entry.at.toISOString(),
      decider: personOf(appeal.deciderId),
      section: appeal.sectionId !== null && section ? { fid: appeal.sectionId, name: section } : null,
      post: texts.get(appeal.logId) ?? null,
      createdAt: appeal.createdAt.toISOString(),
      barred: appeal.decidedAt ? "" : await whyBarred(appeal),
      decidedBy: personOf(appeal.decidedById),
      decidedAt: appeal.decidedAt?.toISOString() ?? "",
    });
  }
  return { items, page, pages, total };
}
