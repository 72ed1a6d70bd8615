import { and, count, desc, eq, isNotNull, isNull, or, type SQL, sql } from "drizzle-orm";
import { pageSize } from "contract/limits";
import { accountOf, type CallContext, type Handlers } from "../context";
import { favorites, topics } from "../database/schema";
import { followedTopicIds } from "../queries/followed-topics";
import { authorCardOf } from "../queries/people";
import { relatedIds } from "../queries/related-topics";
import { allSections, openSection } from "../queries/sections";
import { countTopics, pageOf, pinnedIds, standing, topicPage } from "../queries/topic-pages";
import { topicRows } from "../queries/topic-rows";
import { visibleTopic } from "../queries/topics";

/** Topics that one person started, newest first; the person's own counter says how many, unless some are in closed sections. */
async function topicsOf(context: CallContext, author: { uid: number; topics: number }, page: number) {
  const sections = await allSections(context.database);
  const conditions = [...standing(sections), eq(topics.authorId, author.uid)];
  const total = sections.some(({ closed }) => closed) ? await countTopics(context.database, conditions) : author.topics;
  return topicPage(context.database, { sections, conditions, order: "new", page, total });
}

/** The lists of topics of spec 7.2: home, section, user, followed, one's own. */
export const topicListHandlers = {
  async homeTopicList({ kind, page, order }, { database }) {
    const sections = await allSections(database);
    const conditions = standing(sections);
    if (kind === "digest") {
      conditions.push(sql`${topics.digest}`);
      return topicPage(database, { sections, conditions, order, page, total: await countTopics(database, conditions) });
    }
    const total = sections.reduce((sum, section) => sum + (section.closed ? 0 : section.topics), 0);
    return topicPage(database, { sections, conditions, order, page, total });
  },

  async sectionTopicList({ fid, classId, only, page, order }, { database }) {
    const section = await openSection(database, fid);
    const filters: SQL[] = [];
    if (classId !== undefined) filters.push(eq(topics.classId, classId));
    if (only === "digest") filters.push(sql`${topics.digest}`);
    if (only === "solved") filters.push(sql`${topics.solved}`);
    if (only === "unsolved") filters.push(sql`not ${topics.solved}`);
    const conditions = [...standing([]), eq(topics.sectionId, fid), ...filters];
    const total = filters.length === 0 ? section.topics : await countTopics(database, conditions);
    return topicPage(database, {
      sections: [section],
      conditions,
      order,
      page,
      total,
      lifted: await pinnedIds(database, conditions, order),
    });
  },

  async userTopicList({ uid, page }, context) {
    return topicsOf(context, await authorCardOf(context.database, uid), page);
  },

  async myTopics({ page }, context) {
    const { database } = context;
    const { id: uid, topics: listed } = accountOf(context);
    const sections = await allSections(database);
    // With those that only their author sees still; what the author deleted is gone.
    const unlisted = and(eq(topics.authorId, uid), sql`not ${topics.listed}`, or(isNull(topics.deletedAt), isNotNull(topics.recycledById)));
    const kept = or(sql`${topics.listed}`, unlisted) ?? sql`true`;
    const conditions = [...standing(sections).slice(1), eq(topics.authorId, uid), kept];
    const closed = sections.some((section) => section.closed);
    const total = closed ? await countTopics(database, conditions) : listed + (await countTopics(database, unlisted ? [unlisted] : []));
    return topicPage(database, { sections, conditions, order: "new", page, total });
  },

  async followedTopicList({ page }, context) {
    const { database } = context;
    const sections = await allSections(database);
    const ids = await followedTopicIds(database, accountOf(context).id, standing(sections));
    const { offset, ...shown } = pageOf(ids.length, page);
    return { topics: await topicRows(database, ids.slice(offset, offset + pageSize), sections), ...shown, total: ids.length };
  },

  async myFavorites({ page }, context) {
    const { database } = context;
    const sections = await allSections(database);
    const conditions = and(eq(favorites.accountId, accountOf(context).id), ...standing(sections));
    const joined = eq(topics.id, favorites.topicId);
    const [row] = await database.select({ total: count() }).from(favorites).innerJoin(topics, joined).where(conditions);
    const total = row?.total ?? 0;
    const { offset, ...shown } = pageOf(total, page);
    const ids = await database
      .select({ id: topics.id })
      .from(favorites)
      .innerJoin(topics, joined)
      .where(conditions)
      .orderBy(sql`${favorites.createdAt} desc nulls last`, desc(topics.id))
      .limit(pageSize)
      .offset(offset);
    const rows = await topicRows(
      database,
      ids.map(({ id }) => id),
      sections,
    );
    return { topics: rows, ...shown, total };
  },

  async relationalTopics({ tid }, context) {
    const { database } = context;
    const { topic } = await visibleTopic(context, tid);
    const sections = await allSections(database);
    return { topics: await topicRows(database, await relatedIds(database, topic, standing(sections)), sections) };
  },
} satisfies Handlers<
  "homeTopicList" | "sectionTopicList" | "userTopicList" | "myTopics" | "followedTopicList" | "myFavorites" | "relationalTopics"
>;
