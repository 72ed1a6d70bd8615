/** Lists of topics: home, section, a person's, followed, favourites, related (spec 7.2, Forum). */

import type { CallRequest } from "contract";
import { pageSize } from "contract/base/constants";
import { shortKeep } from "contract/base/keep-for";
import type { listCalls } from "contract/forum/lists/calls";
import type { TopicPage } from "contract/forum/shapes";
import { and, eq, isNotNull, isNull, or, type SQL, sql } from "drizzle-orm";
import type { Database } from "../../database/open";
import { pageOf } from "../../database/pages";
import { accounts, favorites, topics } from "../../database/schema";
import { openCardOf } from "../../people/cards";
import { keep } from "../../server/answers";
import { accountOf, type CallContext, type HandlersOf } from "../../server/context";
import { found, Refusal } from "../../server/refusal";
import { allSections, isListed, type OpenSection, visibleSection } from "../sections/find-sections";
import { visibleTopic } from "../states/find-content";
import { favoritePage } from "./favorite-page";
import { followedTopics, reasonsOf } from "./followed-topics";
import { fromElsewhere, siteWide } from "./lifted";
import { relatedIds } from "./related-topics";
import { countListed } from "./topic-counts";
import { countTopics, inOpenSections, inSeenSections, pinnedIds, standing, topicPage } from "./topic-pages";
import { topicRows } from "./topic-rows";

/** The hot list has at most this many topics. */
const hotLongest = 1_000;

/**
 * A person's topics, newest first. The person's counter gives their number, unless some are in closed or unlisted
 * sections.
 */
async function topicsOf(context: CallContext, author: { uid: number; topics: number }, page: number) {
  const sections = await allSections(context.database);
  const conditions = [...standing(sections), eq(topics.authorId, author.uid)];
  const total = sections.every(isListed) ? author.topics : await countTopics(context.database, conditions);
  return topicPage(context.database, { sections, conditions, order: "new", page, total });
}

/** A first page with pinned topics above the list's order. */
async function withLifted(
  database: Database,
  list: TopicPage,
  lifted: number[],
  sections: { id: number; name: string }[],
): Promise<TopicPage> {
  if (lifted.length === 0) return list;
  const rows = await topicRows(database, lifted, sections);
  return { ...list, topics: [...rows, ...list.topics.filter(({ tid }) => !lifted.includes(tid))] };
}

/**
 * One page of a section's topics; above the first page, topics pinned in other sections and those that were moved
 * away.
 */
async function topicsIn(
  section: OpenSection,
  { fid, classId, only, page, order }: CallRequest<"sectionTopicList">,
  { database, now }: CallContext,
) {
  const filters: SQL[] = [];
  if (classId !== undefined) filters.push(eq(topics.classId, classId));
  if (only === "digest") filters.push(sql`${topics.digest}`);
  if (only === "solved") filters.push(sql`${topics.solved}`);
  if (only === "unsolved") filters.push(sql`not ${topics.solved}`);
  const conditions = [...standing([]), eq(topics.sectionId, fid), ...filters];
  const total =
    filters.length === 0 ? section.topics : await countListed(database, { sectionIds: [fid], classId, only });
  const lifted = await pinnedIds(database, conditions, order);
  const own = await topicPage(database, { sections: [section], conditions, order, page, total, lifted });
  if (page !== 1 || filters.length > 0) return own;
  const others = await fromElsewhere(database, section, now());
  return others.length === 0 ? own : withLifted(database, own, others, await allSections(database));
}

export const listHandlers = {
  async homeTopicList({ kind, page, order }, { database }) {
    const sections = await allSections(database);
    const conditions = standing(sections);
    const open = sections.filter(isListed);
    const all = open.reduce((sum, section) => sum + section.topics, 0);
    if (kind === "hot")
      return topicPage(database, {
        sections,
        conditions,
        order: "heat",
        page,
        total: Math.min(all, hotLongest),
        all,
      });
    if (kind === "all")
      return withLifted(
        database,
        await topicPage(database, { sections, conditions, order, page, total: all }),
        page === 1 ? await siteWide(database) : [],
        sections,
      );
    const total = await countListed(database, { sectionIds: open.map(({ id }) => id), only: "digest" });
    return topicPage(database, {
      sections,
      conditions: [...conditions, sql`${topics.digest}`],
      order,
      page,
      total,
    });
  },

  async sectionTopicList(request, context) {
    const section = await visibleSection(context, request.fid);
    // The same for everybody who sees it.
    return keep(context, ["topics of a section", request], shortKeep, () =>
      topicsIn(section, request, context),
    );
  },

  async userTopicList({ uid, page }, context) {
    return topicsOf(context, await openCardOf(context.database, uid), page);
  },

  async myTopics({ page }, context) {
    const { database } = context;
    const { id: uid, topics: listed } = accountOf(context);
    const sections = await allSections(database);
    // Also those that only their author can see, but none that the author deleted.
    const unlisted = and(
      eq(topics.authorId, uid),
      sql`not ${topics.listed}`,
      or(isNull(topics.deletedAt), isNotNull(topics.recycledById)),
    );
    const visible = or(sql`${topics.listed}`, unlisted) ?? sql`true`;
    const conditions = [...inOpenSections(sections), eq(topics.authorId, uid), visible];
    const closed = sections.some((section) => section.closed);
    const total = closed
      ? await countTopics(database, conditions)
      : listed + (await countTopics(database, unlisted ? [unlisted] : []));
    return topicPage(database, { sections, conditions, order: "new", page, total });
  },

  async followedTopicList({ page, order }, context) {
    const { database } = context;
    const sections = await allSections(database);
    const followed = await followedTopics(database, accountOf(context).id, order, sections);
    const { offset, ...place } = pageOf(followed.length, page);
    const because = new Map(
      followed.slice(offset, offset + pageSize).map((topic) => [topic.id, topic.because]),
    );
    const rows = await topicRows(database, [...because.keys()], sections);
    const topics = rows.map((row) => ({ ...row, because: reasonsOf(row, because.get(row.tid) ?? []) }));
    return { topics, ...place, total: followed.length };
  },

  async relationalTopics({ tid }, context) {
    const { database } = context;
    const { topic } = await visibleTopic(context, tid);
    const sections = await allSections(database);
    return {
      topics: await topicRows(database, await relatedIds(database, topic, standing(sections)), sections),
    };
  },

  async myFavorites({ text, page }, context) {
    const { database } = context;
    const { id, favorites: total } = accountOf(context);
    if (text !== "")
      return { ...(await favoritePage(database, { accountId: id, page, text }, context.caller)), gone: [] };
    const sections = await allSections(database);
    const { offset, ...place } = pageOf(total, page);
    const onPage = database
      .select({ id: favorites.topicId, createdAt: favorites.createdAt })
      .from(favorites)
      .where(eq(favorites.accountId, id))
      .orderBy(sql`${favorites.createdAt} desc nulls last`, sql`${favorites.topicId} desc nulls last`)
      .limit(pageSize)
      .offset(offset)
      .as("kept");
    const favoriteRows = await database
      .select({
        id: onPage.id,
        isVisible: sql<boolean>`${and(sql`${topics.listed}`, ...inSeenSections(sections, context.caller))}`,
      })
      .from(onPage)
      .innerJoin(topics, eq(topics.id, onPage.id))
      .orderBy(sql`${onPage.createdAt} desc nulls last`, sql`${onPage.id} desc nulls last`);
    const visibleIds = favoriteRows.filter((favorite) => favorite.isVisible).map((favorite) => favorite.id);
    return {
      topics: await topicRows(database, visibleIds, sections),
      ...place,
      total,
      gone: favoriteRows.filter((favorite) => !favorite.isVisible).map((favorite) => favorite.id),
    };
  },

  async userFavorites({ uid, page }, { database, caller }) {
    const [owner] = await database
      .select({ isPublic: accounts.favoritesPublic })
      .from(accounts)
      .where(eq(accounts.id, uid));
    const isOwn = caller.account?.id === uid && !caller.seenBy;
    if (!found(owner, "USER_NOT_FOUND").isPublic && !isOwn) throw new Refusal("FAVORITES_PRIVATE");
    return favoritePage(database, { accountId: uid, page, text: "" }, caller);
  },

  async setFavoritesPublic({ public: isPublic }, context) {
    await context.database
      .update(accounts)
      .set({ favoritesPublic: isPublic })
      .where(eq(accounts.id, accountOf(context).id));
    return { favoritesPublic: isPublic };
  },
} satisfies HandlersOf<typeof listCalls>;
