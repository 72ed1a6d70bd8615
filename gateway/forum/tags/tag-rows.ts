import type { CallRequest, CallResponse } from "contract";
import { tagPageSize } from "contract/forum/constants";
import type { TagRow } from "contract/forum/tags/calls";
import { and, desc, eq, gt, inArray, ne, or, type SQL, sql } from "drizzle-orm";
import type { Database } from "../../database/open";
import { pageOf } from "../../database/pages";
import { accounts, documents, follows, tagSkills, tags, topicTags } from "../../database/schema";
import { personColumns, toPerson } from "../../people/cards";
import { found } from "../../server/refusal";

const tagColumns = {
  id: tags.id,
  name: tags.name,
  summary: tags.summary,
  group: tags.groupName,
  topics: tags.topics,
  followers: tags.followers,
};
type SelectedTag = Omit<TagRow, "followed">;

/** The condition for visible tags: with topics, or placed by the operator. */
const isVisible = or(gt(tags.topics, 0), ne(tags.groupName, "")) as SQL;

/** The tags among these that the account follows. */
async function followedAmong(
  database: Database,
  accountId: number | undefined,
  ids: number[],
): Promise<Set<number>> {
  if (accountId === undefined || ids.length === 0) return new Set();
  const rows = await database
    .select({ id: follows.targetId })
    .from(follows)
    .where(and(eq(follows.accountId, accountId), eq(follows.kind, "tag"), inArray(follows.targetId, ids)));
  return new Set(rows.map(({ id }) => id));
}

async function toTagRows(
  database: Database,
  rows: SelectedTag[],
  accountId: number | undefined,
): Promise<TagRow[]> {
  const followed = await followedAmong(
    database,
    accountId,
    rows.map(({ id }) => id),
  );
  return rows.map((row) => ({ ...row, followed: followed.has(row.id) }));
}

const orders: Record<CallRequest<"forumTagList">["order"], SQL> = {
  topics: sql`${tags.topics} desc nulls last, ${tags.id}`,
  followers: sql`${tags.followers} desc nulls last, ${tags.id}`,
  name: sql`lower(${tags.name})`,
};

/** One page of the tag list; with `text` a tag of exactly that name comes first. */
export async function listTags(
  database: Database,
  { text, order, page }: CallRequest<"forumTagList">,
  accountId: number | undefined,
): Promise<CallResponse<"forumTagList">> {
  const folded = text.replace(/^#/, "").toLowerCase();
  const conditions =
    folded === "" ? isVisible : and(isVisible, sql`strpos(lower(${tags.name}), ${folded}) > 0`);
  const total = await database.$count(tags, conditions);
  const { offset, ...place } = pageOf(total, page, tagPageSize);
  const rows = await database
    .select(tagColumns)
    .from(tags)
    .where(conditions)
    .orderBy(...(folded === "" ? [] : [desc(sql`lower(${tags.name}) = ${folded}`)]), orders[order])
    .limit(tagPageSize)
    .offset(offset);
  return { tags: await toTagRows(database, rows, accountId), ...place, total };
}

/** The key of the document with the names of the tag map's groups, in order. */
export const tagGroupsDocument = "tag-groups";

/**
 * The placed tags in their groups; within one, those with the most topics first. A group without tags is left
 * out.
 */
export async function mapTags(
  database: Database,
  accountId: number | undefined,
): Promise<CallResponse<"tagMap">["groups"]> {
  const [document] = await database
    .select({ value: documents.value })
    .from(documents)
    .where(eq(documents.key, tagGroupsDocument));
  const names = Array.isArray(document?.value) ? document.value.map(String) : [];
  const rows = await database
    .select(tagColumns)
    .from(tags)
    .where(ne(tags.groupName, ""))
    .orderBy(desc(tags.topics), tags.id);
  const tagRows = await toTagRows(database, rows, accountId);
  return names
    .map((name) => ({ name, tags: tagRows.filter(({ group }) => group === name) }))
    .filter((group) => group.tags.length > 0);
}

/** One tag. Throws TAG_NOT_FOUND. */
export async function tagOf(database: Database, id: number, accountId?: number): Promise<TagRow> {
  const [row] = await database.select(tagColumns).from(tags).where(eq(tags.id, id)).limit(1);
  const [tag] = await toTagRows(database, [found(row, "TAG_NOT_FOUND")], accountId);
  return found(tag, "TAG_NOT_FOUND");
}

/** The tags that an account follows, latest first. */
export async function followedTagsOf(database: Database, accountId: number): Promise<TagRow[]> {
  const rows = await database
    .select(tagColumns)
    .from(follows)
    .innerJoin(tags, eq(tags.id, follows.targetId))
    .where(and(eq(follows.accountId, accountId), eq(follows.kind, "tag")))
    .orderBy(desc(follows.createdAt), tags.id);
  return rows.map((row) => ({ ...row, followed: true }));
}

/** The number of a tag's topics in which the query looks for related tags. */
const relatedFrom = 200;
const relatedLength = 12;

/** The tags that its newest topics most often have together with this one. */
export async function relatedTags(
  database: Database,
  id: number,
): Promise<CallResponse<"tagDetail">["related"]> {
  const newest = database
    .select({ topicId: topicTags.topicId })
    .from(topicTags)
    .where(and(eq(topicTags.tagId, id), topicTags.listed))
    .orderBy(sql`${topicTags.topicId} desc nulls last`)
    .limit(relatedFrom)
    .as("newest");
  const together = sql<number>`count(*)::int`;
  return database
    .select({ id: tags.id, name: tags.name, topics: together })
    .from(newest)
    .innerJoin(topicTags, eq(topicTags.topicId, newest.topicId))
    .innerJoin(tags, eq(tags.id, topicTags.tagId))
    .where(ne(tags.id, id))
    .groupBy(tags.id)
    .orderBy(desc(together), desc(tags.topics), tags.id)
    .limit(relatedLength);
}

const peopleLength = 8;

/** The people with the most answers under a tag: an accepted answer counts as ten replies. */
export async function peopleOfTag(
  database: Database,
  id: number,
): Promise<CallResponse<"tagDetail">["people"]> {
  const rows = await database
    .select({ ...personColumns, posts: tagSkills.posts, accepted: tagSkills.accepted })
    .from(tagSkills)
    .innerJoin(accounts, eq(accounts.id, tagSkills.accountId))
    .where(and(eq(tagSkills.tagId, id), gt(tagSkills.score, 0)))
    .orderBy(sql`${tagSkills.score} desc nulls last`, tagSkills.accountId)
    .limit(peopleLength);
  return rows.map(({ posts, accepted, ...row }) => ({ ...toPerson(row), posts, accepted }));
}
