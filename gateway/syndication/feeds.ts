import type { CallRequest, CallResponse } from "contract";
import { excerpt } from "contract/base/plain-text";
import { feedLength, feedTextMax } from "contract/syndication/constants";
import { and, desc, eq, inArray, type SQL, sql } from "drizzle-orm";
import type { Database } from "../database/open";
import { posts, tags, topics, topicTags } from "../database/schema";
import { inSeenSections, standing } from "../forum/lists/topic-pages";
import { topicRows } from "../forum/lists/topic-rows";
import { openSection, type SectionRow } from "../forum/sections/find-sections";
import { openCardOf } from "../people/cards";
import { found, Refusal } from "../server/refusal";
import { type Entitled, mayIn } from "../server/rights";

/** The reader of a feed, who has no rights. */
const nobody: Entitled = { account: null, fids: [], grants: [] };

type FeedTopic = CallResponse<"feedTopics">["topics"][number];
/** The length of the excerpt that replaces a text that is too long for a feed. */
const excerptLength = 1_000;

/** The subject of a feed. Throws SECTION_NOT_FOUND, TAG_NOT_FOUND or USER_NOT_FOUND. */
export async function feedSubject(
  database: Database,
  { kind, target = 0 }: CallRequest<"feedTopics">,
): Promise<{ name: string; summary: string }> {
  if (kind === "section") {
    const section = await openSection(database, target);
    // Anybody with the address can read a feed without signing in, so only public sections have one.
    if (!mayIn(nobody, section, "view")) throw new Refusal("SECTION_NOT_FOUND");
    return section;
  }
  if (kind === "tag") return tagOf(database, target);
  if (kind === "all") return { name: "", summary: "" };
  const { nickName, intro } = await openCardOf(database, target);
  return { name: nickName, summary: intro };
}

async function tagOf(database: Database, id: number) {
  const [row] = await database
    .select({ name: tags.name, summary: tags.summary })
    .from(tags)
    .where(eq(tags.id, id))
    .limit(1);
  return found(row, "TAG_NOT_FOUND");
}

/** The ids of a feed's newest topics, from an index in the order of time (tags: in the order of ids). */
export async function feedIds(
  database: Database,
  { kind, target = 0 }: CallRequest<"feedTopics">,
  sections: SectionRow[],
): Promise<number[]> {
  const listed = standing(sections);
  const newest = (conditions: SQL[], seen = listed) =>
    database
      .select({ id: topics.id })
      .from(topics)
      .where(and(...seen, ...conditions))
      .orderBy(sql`${topics.publishedAt} desc nulls last`, sql`${topics.id} desc nulls last`)
      .limit(feedLength);
  const tagged = database
    .select({ id: topics.id })
    .from(topicTags)
    .innerJoin(topics, eq(topics.id, topicTags.topicId))
    .where(and(eq(topicTags.tagId, target), ...listed))
    .orderBy(sql`${topicTags.topicId} desc nulls last`)
    .limit(feedLength);
  const rows = await {
    all: newest([]),
    // An unlisted section is readable by its address, so it has a feed too.
    section: newest(
      [eq(topics.sectionId, target)],
      [sql`${topics.listed}`, ...inSeenSections(sections, nobody)],
    ),
    user: newest([eq(topics.authorId, target)]),
    tag: tagged,
  }[kind];
  return rows.map(({ id }) => id);
}

/** These topics with their own texts, newest first. */
export async function feedTopics(
  database: Database,
  ids: number[],
  sections: SectionRow[],
): Promise<FeedTopic[]> {
  if (ids.length === 0) return [];
  const rows = await topicRows(database, ids, sections);
  const texts = await database
    .select({
      tid: posts.topicId,
      html: sql<string>`left(${posts.html}, ${feedTextMax + 1})`,
      createdAt: posts.createdAt,
      editedAt: posts.editedAt,
    })
    .from(posts)
    .where(and(inArray(posts.topicId, ids), eq(posts.floor, 1), posts.listed))
    .orderBy(desc(posts.topicId));
  const byTopic = new Map(texts.map((text) => [text.tid, text]));
  return rows
    .map(({ tid, title, section, author, tags: tagged, createdAt }) => {
      const text = byTopic.get(tid);
      return {
        tid,
        title,
        section,
        author,
        tags: tagged,
        createdAt,
        html: shortened(text?.html ?? ""),
        updatedAt: (text?.editedAt ?? new Date(createdAt)).toISOString(),
      };
    })
    .sort((one, other) => other.createdAt.localeCompare(one.createdAt) || other.tid - one.tid);
}

function shortened(html: string): string {
  if (html.length <= feedTextMax) return html;
  return `<p>${excerpt(html, excerptLength).replace(/&/g, "&amp;").replace(/</g, "&lt;")}</p>`;
}
