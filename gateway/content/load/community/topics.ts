import { inArray, sql } from "drizzle-orm";
import type { Database } from "../../../database/open";
import {
  accounts,
  favorites,
  likes,
  posts,
  sections,
  tags,
  topicClasses,
  topics,
  topicTags,
} from "../../../database/schema";
import { heatOf } from "../../../forum/states/heat";
import { indexWholeTopics } from "../../../search/index/index-rows";
import type { Services } from "../../../server/context";
import { placePictures } from "../../pack/check/pictures";
import type { Pack } from "../../pack/parse-pack";
import { renderPackText } from "../../render";
import { addToCounter, countWriters, inChunks, Tally } from "../rows/counters";
import { idOf, type LoadedIds } from "../rows/ids";
import { type PlannedPost, type PlannedTopic, planTopic } from "./plan-topics";
import { tellOfTopics } from "./tell-members";

/** Creates missing tags and returns the ids of all by lower-case name. */
async function loadTags(database: Database, names: string[]): Promise<Map<string, number>> {
  const spellings = new Map(names.map((name) => [name.toLowerCase(), name]));
  if (spellings.size === 0) return new Map();
  await database
    .insert(tags)
    .values([...spellings.values()].map((name) => ({ name })))
    .onConflictDoNothing();
  const rows = await database
    .select({ id: tags.id, name: tags.name })
    .from(tags)
    .where(inArray(sql`lower(${tags.name})`, [...spellings.keys()]));
  return new Map(rows.map((row) => [row.name.toLowerCase(), row.id]));
}

async function insertTopics(
  database: Database,
  planned: PlannedTopic[],
  ids: LoadedIds,
): Promise<Map<string, number>> {
  const classRows = await database
    .select()
    .from(topicClasses)
    .where(inArray(topicClasses.sectionId, [...ids.sections.values()]));
  const classIds = new Map(classRows.map((row) => [`${row.sectionId} ${row.name}`, row.id]));
  const inserted = await inChunks(planned, (slice) =>
    database
      .insert(topics)
      .values(
        slice.map(
          ({ topic, createdAt, posts: planPosts, favorites: planFavorites, lastFloor, lastReply }) => {
            const sectionId = idOf(ids.sections, topic.section);
            const counters = {
              views: topic.views,
              replies: planPosts.length - 1,
              likes: planPosts[0]?.likes.length ?? 0,
              favorites: planFavorites.length,
            };
            return {
              packKey: topic.key,
              sectionId,
              classId:
                topic.class === undefined ? null : (classIds.get(`${sectionId} ${topic.class}`) ?? null),
              authorId: idOf(ids.members, topic.author),
              title: topic.title,
              pinned: topic.pinned,
              digest: topic.digest,
              solved: topic.solved !== undefined,
              ...counters,
              heat: heatOf(counters, createdAt.getTime() / 1000),
              lastFloor,
              lastReplyAt: lastReply?.createdAt ?? createdAt,
              lastReplierId: lastReply ? idOf(ids.members, lastReply.author) : null,
              createdAt,
            };
          },
        ),
      )
      .returning({ id: topics.id, packKey: topics.packKey }),
  );
  return new Map(inserted.map((row) => [row.packKey ?? "", row.id]));
}

/** A planned post with the id of its topic and, for a nested reply, of its floor's post. */
interface PlacedPost {
  post: PlannedPost;
  topicId: number;
  parentId: number | null;
}

/** Inserts posts and returns their ids by `topicId floor depth`. */
async function insertPosts(
  database: Database,
  placed: PlacedPost[],
  ids: LoadedIds,
): Promise<Map<string, number>> {
  const ordered = [...placed].sort((a, b) => a.post.createdAt.getTime() - b.post.createdAt.getTime());
  const postIds = new Map<string, number>();
  await inChunks(ordered, async (slice) => {
    const rows = await Promise.all(
      slice.map(async ({ post, topicId, parentId }) => {
        const source = placePictures(post.source, (path) => ids.pictures.get(path) ?? path);
        return {
          topicId,
          authorId: idOf(ids.members, post.author),
          floor: post.depth === null ? post.floor : null,
          parentId,
          depthNumber: post.depth,
          replyToId: post.replyTo === null ? null : idOf(ids.members, post.replyTo),
          source,
          html: await renderPackText(source, { sizes: ids.pictureSizes, mentions: ids.mentions }),
          likes: post.likes.length,
          depthTotal: post.depthTotal,
          createdAt: post.createdAt,
        };
      }),
    );
    const inserted = await database.insert(posts).values(rows).returning({
      id: posts.id,
      topicId: posts.topicId,
      floor: posts.floor,
      parentId: posts.parentId,
      depth: posts.depthNumber,
    });
    for (const row of inserted)
      postIds.set(
        row.floor === null ? `beneath ${row.parentId} ${row.depth}` : `${row.topicId} ${row.floor}`,
        row.id,
      );
    return inserted;
  });
  return postIds;
}

async function insertDeeds(
  database: Database,
  planned: PlannedTopic[],
  topicIds: Map<string, number>,
  postIds: Map<PlannedPost, number>,
  ids: LoadedIds,
) {
  const likeRows = [...postIds].flatMap(([post, postId]) =>
    post.likes.map((like) => ({ accountId: idOf(ids.members, like.member), postId, createdAt: like.at })),
  );
  await inChunks(likeRows, (slice) => database.insert(likes).values(slice).returning({ id: likes.postId }));
  const favoriteRows = planned.flatMap(({ topic, favorites: deeds }) =>
    deeds.map((deed) => ({
      accountId: idOf(ids.members, deed.member),
      topicId: idOf(topicIds, topic.key),
      createdAt: deed.at,
    })),
  );
  const favorited = new Tally();
  for (const row of favoriteRows) favorited.add(row.accountId);
  await addToCounter(database, accounts, accounts.favorites, favorited);
  await inChunks(favoriteRows, (slice) =>
    database.insert(favorites).values(slice).returning({ id: favorites.topicId }),
  );
}

async function setAcceptedPosts(
  database: Database,
  planned: PlannedTopic[],
  topicIds: Map<string, number>,
  postIds: Map<PlannedPost, number>,
): Promise<void> {
  const rows = planned.flatMap(({ topic, posts: planPosts }) => {
    const accepted = planPosts.find((post) => post.depth === null && post.floor === topic.solved);
    const postId = accepted && postIds.get(accepted);
    return postId === undefined ? [] : [sql`(${idOf(topicIds, topic.key)}::bigint, ${postId}::bigint)`];
  });
  if (rows.length === 0) return;
  await database.execute(
    sql`update ${topics} as solved set accepted_post_id = answer.post from (values ${sql.join(rows, sql`, `)}) as answer (topic, post) where solved.id = answer.topic`,
  );
}

/** Adds the new rows to the counters of their sections, authors and tags. */
async function countUp(database: Database, planned: PlannedTopic[], ids: LoadedIds): Promise<void> {
  const [sectionTopics, sectionPosts, authorTopics, authorPosts] = [
    new Tally(),
    new Tally(),
    new Tally(),
    new Tally(),
  ];
  for (const { topic, posts: planPosts } of planned) {
    const section = idOf(ids.sections, topic.section);
    sectionTopics.add(section);
    sectionPosts.add(section, planPosts.length);
    authorTopics.add(idOf(ids.members, topic.author));
    for (const post of planPosts) authorPosts.add(idOf(ids.members, post.author));
  }
  await addToCounter(database, sections, sections.topics, sectionTopics);
  await addToCounter(database, sections, sections.posts, sectionPosts);
  await addToCounter(database, accounts, accounts.topics, authorTopics);
  await addToCounter(database, accounts, accounts.posts, authorPosts);
}

async function insertTags(
  database: Database,
  planned: PlannedTopic[],
  topicIds: Map<string, number>,
): Promise<void> {
  const tagIds = await loadTags(
    database,
    planned.flatMap(({ topic }) => topic.tags),
  );
  const rows = planned.flatMap(({ topic }) =>
    topic.tags.map((tag, position) => ({
      topicId: idOf(topicIds, topic.key),
      tagId: idOf(tagIds, tag.toLowerCase()),
      position,
    })),
  );
  await inChunks(rows, (slice) =>
    database.insert(topicTags).values(slice).returning({ id: topicTags.tagId }),
  );
  const tally = new Tally();
  for (const row of rows) tally.add(row.tagId);
  await addToCounter(database, tags, tags.topics, tally);
}

/**
 * Inserts the topics whose pack key does not exist yet, with their posts, tags, likes and favourites. Existing topics
 * do not change: people may have answered them. Counters stay exact, because each grows by the inserted rows.
 */
export async function loadTopics(
  { texts }: Pick<Services, "texts">,
  database: Database,
  pack: Pack,
  ids: LoadedIds,
  now: Date,
): Promise<{ topics: number; posts: number }> {
  const present = await database
    .select({ packKey: topics.packKey })
    .from(topics)
    .where(inArray(topics.packKey, ["", ...pack.topics.map(({ key }) => key)]));
  const presentKeys = new Set(present.map((row) => row.packKey));
  const planned = pack.topics
    .filter(({ key }) => !presentKeys.has(key))
    .map((topic) => planTopic(topic, pack.members, now))
    .sort((a, b) => a.createdAt.getTime() - b.createdAt.getTime());
  if (planned.length === 0) return { topics: 0, posts: 0 };
  const topicIds = await insertTopics(database, planned, ids);
  const floors = planned.flatMap(({ topic, posts: planPosts }) =>
    planPosts
      .filter((post) => post.depth === null)
      .map((post) => ({ post, topicId: idOf(topicIds, topic.key), parentId: null })),
  );
  const floorIds = await insertPosts(database, floors, ids);
  const beneath = planned.flatMap(({ topic, posts: planPosts }) => {
    const topicId = idOf(topicIds, topic.key);
    return planPosts
      .filter((post) => post.depth !== null)
      .map((post) => ({ post, topicId, parentId: idOf(floorIds, `${topicId} ${post.floor}`) }));
  });
  const beneathIds = await insertPosts(database, beneath, ids);
  const postIds = new Map<PlannedPost, number>([
    ...floors.map(({ post, topicId }): [PlannedPost, number] => [
      post,
      idOf(floorIds, `${topicId} ${post.floor}`),
    ]),
    ...beneath.map(({ post, parentId }): [PlannedPost, number] => [
      post,
      idOf(beneathIds, `beneath ${parentId} ${post.depth}`),
    ]),
  ]);
  await setAcceptedPosts(database, planned, topicIds, postIds);
  await insertTags(database, planned, topicIds);
  await indexWholeTopics(texts, database, [...topicIds.values()]);
  await insertDeeds(database, planned, topicIds, postIds, ids);
  await countUp(database, planned, ids);
  await countWriters(database, [...topicIds.values()]);
  await tellOfTopics(database, [...topicIds.values()], now);
  return { topics: planned.length, posts: postIds.size };
}
