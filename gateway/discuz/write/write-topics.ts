import { and, eq, inArray } from "drizzle-orm";
import type { Database } from "../../database/open";
import { importedIds, postAttachments, posts, reviewItems, topics } from "../../database/schema";
import { transact } from "../../database/transact";
import { attachmentIds } from "../../files/storage/addresses";
import { documentOf } from "../../search/index/document";
import { numberOf, type OldRow, rowsBy, textOf } from "../read/old-tables";
import { importAttachments } from "./attachments";
import { countPosts } from "./count-posts";
import { type ImportContext, importedOf } from "./import-context";
import { plannedPosts, plannedTopics, postTableOf, threadsInOrder } from "./plan-ids";
import { renderAll } from "./render";
import { newAddressesOf } from "./resolve-links";
import {
  isListed,
  type Places,
  type PostToWrite,
  type PostValues,
  postRows,
  surroundingsOf,
  type TopicValues,
  topicRow,
  type Waiting,
} from "./rows";
import { type TopicData, tagIds, topicDataOf, writeTags } from "./topic-data";
import { acceptedPid, type Floor, floorsOf, topicMarks } from "./topic-rules";

/** Topics that are read together, and posts that are written in one transaction. */
export const topicsAtOnce = 100;
const postsAtOnce = 200;
/** Texts of one job for a worker: members' texts wait for its end, so it must not have too many. */
const textsAtOnce = 40;

const headColumns = ["pid", "tid", "first", "position", "dateline", "authorid"];

/** Those of some topics that have posts to bring, with these posts; in a dry run, what a run would bring. */
export async function waitingOf(context: ImportContext, rows: OldRow[]): Promise<Waiting[]> {
  const { services, tables } = context;
  const known = await plannedTopics(
    context,
    rows.map((row) => numberOf(row.tid)),
  );
  const heads: OldRow[] = [];
  const byTable = new Map<string, number[]>();
  for (const row of rows)
    if (known.has(numberOf(row.tid)))
      byTable.set(postTableOf(row), [...(byTable.get(postTableOf(row)) ?? []), numberOf(row.tid)]);
  for (const [table, tids] of byTable)
    if (await tables.has(table)) heads.push(...(await tables.where(table, "tid", tids, headColumns)));
  const pids = await plannedPosts(context, heads, known);
  const startedIds = [...known.values()].filter(({ written }) => written).map(({ newId }) => newId);
  const started = await services.database
    .select({ id: topics.id, lastFloor: topics.lastFloor })
    .from(topics)
    .where(inArray(topics.id, [0, ...startedIds]));
  const lastFloors = new Map(started.map((row) => [row.id, row.lastFloor]));
  const byTopic = rowsBy(heads, "tid");
  return rows.flatMap((topic): Waiting[] => {
    const tid = numberOf(topic.tid);
    // The entry of a moved topic has no posts (importMovedTopics).
    const place = numberOf(topic.closed) > 1 ? undefined : known.get(tid);
    // A topic that was destroyed here takes no more posts.
    if (!place || (place.written && !lastFloors.has(place.newId))) return [];
    const own = byTopic.get(tid) ?? [];
    // All that is planned: texts may link to it.
    const isWaiting = (row: OldRow) => pids.get(numberOf(row.pid))?.written === false;
    const waiting = new Set(own.filter(isWaiting).map((row) => numberOf(row.pid)));
    if (own.length === 0) context.report.leave("主题没有任何帖子，没有带来", `tid ${tid}`);
    const floors = floorsOf(own, waiting, lastFloors.get(place.newId) ?? 0);
    return floors.length === 0
      ? []
      : [{ topic, tid, newId: place.newId, isStarted: place.written, heads: own, floors }];
  });
}

/** Cuts the posts of some topics into pieces for one transaction each, in the order of their floors. */
function* pieces(waiting: Waiting[]): Generator<{ of: Waiting; floors: Floor[] }[]> {
  let piece: { of: Waiting; floors: Floor[] }[] = [];
  let size = 0;
  for (const of of waiting)
    for (let at = 0; at < of.floors.length; ) {
      const floors = of.floors.slice(at, at + postsAtOnce - size);
      piece.push({ of, floors });
      [at, size] = [at + floors.length, size + floors.length];
      if (size >= postsAtOnce) {
        yield piece;
        [piece, size] = [[], 0];
      }
    }
  if (piece.length > 0) yield piece;
}

async function wholeRows(context: ImportContext, piece: { of: Waiting; floors: Floor[] }[]) {
  const byTable = new Map<string, number[]>();
  for (const { of, floors } of piece) {
    const table = postTableOf(of.topic);
    byTable.set(table, [...(byTable.get(table) ?? []), ...floors.map(({ post }) => numberOf(post.pid))]);
  }
  const rows = new Map<number, OldRow>();
  for (const [table, pids] of byTable)
    for (const row of await context.tables.where(table, "pid", pids)) rows.set(numberOf(row.pid), row);
  return rows;
}

/** Reads, converts and renders the posts of a piece, and brings their files. */
async function prepare(
  context: ImportContext,
  piece: { of: Waiting; floors: Floor[] }[],
  data: TopicData,
  ghost: number,
): Promise<PostToWrite[]> {
  const { services, options, report } = context;
  const { database } = services;
  const rows = await wholeRows(context, piece);
  const pids = [...rows.keys()];
  const ids = await importedOf(database, options.source, "post", pids);
  const authors = await importedOf(
    database,
    options.source,
    "member",
    [...rows.values()].map((row) => numberOf(row.authorid)),
  );
  const authorOf = (row: OldRow): number => {
    if (numberOf(row.anonymous) === 1) return ghost;
    const author = authors.get(numberOf(row.authorid));
    if (!author)
      report.leave("作者已不在旧论坛里，归到“已注销用户”", textOf(row.author) || `pid ${numberOf(row.pid)}`);
    return author?.newId ?? ghost;
  };
  const owners = new Map(
    [...rows].map(([pid, row]) => [pid, { accountId: authorOf(row), postId: ids.get(pid)?.newId ?? 0 }]),
  );
  // Of all, since a post's mark that it has some may be wrong.
  const attachments = await importAttachments(context, { owners, rows });
  const links = await newAddressesOf(
    context,
    [...rows.values()].map((row) => textOf(row.message)),
  );
  const planned = piece.flatMap(({ of, floors }) =>
    floors.flatMap((floor) => {
      const row = rows.get(numberOf(floor.post.pid));
      return row ? [{ ...floor, of, row }] : [];
    }),
  );
  const result: PostToWrite[] = [];
  for (let at = 0; at < planned.length; at += textsAtOnce) {
    const some = planned.slice(at, at + textsAtOnce);
    const rendered = await renderAll(
      context,
      some.map(({ row, of, floor }) => ({
        text: textOf(row.message),
        options: {
          links,
          hosts: options.hosts,
          attachments: attachments.get(numberOf(row.pid)) ?? {},
          codes: numberOf(row.bbcodeoff) !== 1,
          smileys: numberOf(row.smileyoff) !== 1,
          hidden: options.hidden,
          ...(numberOf(row.first) === 1 ? {} : { subject: textOf(row.subject) }),
        },
        ...(numberOf(row.first) === 1 ? { after: data.polls.get(of.tid) ?? "" } : {}),
        ...(floor === 1 && !of.isStarted ? { title: topicMarks(of.topic).title } : {}),
      })),
    );
    for (const [index, each] of some.entries()) {
      const text = rendered[index];
      if (!text) continue;
      const pid = numberOf(each.row.pid);
      for (const [reason, count] of Object.entries(text.counts)) report.leave(reason, `pid ${pid}`, count);
      if (numberOf(each.row.htmlon) === 1) report.leave("用 HTML 写的帖子，标签按文字保留", `pid ${pid}`);
      const { accountId = ghost, postId = 0 } = owners.get(pid) ?? {};
      result.push({ ...each, rendered: text, authorId: accountId, newId: postId });
    }
  }
  return result;
}

/**
 * Moves the posts of topics that are here already behind the floors that members wrote meanwhile, and leaves out those
 * of topics that somebody destroyed. The topics stay locked until the transaction ends.
 */
async function withFreeFloors(
  database: Database,
  rows: PostValues[],
  newTopics: ReadonlySet<number>,
): Promise<PostValues[]> {
  const before = new Map<number, number>();
  for (const { topicId, floor } of rows)
    if (!newTopics.has(topicId))
      before.set(topicId, Math.min(before.get(topicId) ?? Number.POSITIVE_INFINITY, floor - 1));
  if (before.size === 0) return rows;
  const locked = await database
    .select({ id: topics.id, lastFloor: topics.lastFloor })
    .from(topics)
    .where(inArray(topics.id, [...before.keys()]))
    .orderBy(topics.id)
    .for("no key update");
  const lastFloors = new Map(locked.map((row) => [row.id, row.lastFloor]));
  return rows.flatMap((row) => {
    if (newTopics.has(row.topicId)) return [row];
    const last = lastFloors.get(row.topicId);
    if (last === undefined) return [];
    return [{ ...row, floor: row.floor + Math.max(0, last - (before.get(row.topicId) ?? last)) }];
  });
}

/** The rows of a piece. */
interface Content {
  posts: PostToWrite[];
  topicValues: TopicValues[];
  rows: PostValues[];
  documents: Map<number, string>;
  tagsOfTopic: Map<number, number[]>;
  accepted: { topicId: number; postId: number }[];
}

async function write(database: Database, context: ImportContext, content: Content): Promise<void> {
  const { source } = context.options;
  const at = context.services.now();
  if (content.topicValues.length > 0)
    await database
      .insert(topics)
      .values(content.topicValues.map((row) => ({ ...row, search: content.documents.get(row.id) ?? "" })));
  const newTopics = new Set(content.topicValues.map(({ id }) => id));
  const rows = await withFreeFloors(database, content.rows, newTopics);
  if (rows.length === 0) return;
  const inserted = await database
    .insert(posts)
    .values(rows)
    .returning({ id: posts.id, html: posts.html, review: posts.review, deletedAt: posts.deletedAt });
  for (const { topicId, postId } of content.accepted)
    await database.update(topics).set({ acceptedPostId: postId }).where(eq(topics.id, topicId));
  await writeTags(
    database,
    content.topicValues.map((row) => ({
      id: row.id,
      tagIds: content.tagsOfTopic.get(row.id) ?? [],
      isListed: isListed(row),
    })),
  );
  const files = inserted.flatMap(({ id, html }) =>
    attachmentIds(html).map((uploadId) => ({ postId: id, uploadId })),
  );
  if (files.length > 0) await database.insert(postAttachments).values(files);
  const words = new Map(content.posts.map(({ newId, rendered }) => [newId, rendered.words]));
  const waiting = inserted.filter(({ review, deletedAt }) => review === "pending" && !deletedAt);
  if (waiting.length > 0)
    await database
      .insert(reviewItems)
      .values(waiting.map(({ id }) => ({ postId: id, words: words.get(id) ?? [], createdAt: at })));
  await countPosts(
    database,
    inserted.map(({ id }) => id),
  );
  const written = (kind: string, oldIds: number[]) =>
    database
      .update(importedIds)
      .set({ written: true })
      .where(
        and(eq(importedIds.source, source), eq(importedIds.kind, kind), inArray(importedIds.oldId, oldIds)),
      );
  await written(
    "post",
    content.posts.map(({ row }) => numberOf(row.pid)),
  );
  if (content.topicValues.length > 0)
    await written(
      "topic",
      content.posts.filter(({ floor }) => floor === 1).map(({ of }) => of.tid),
    );
}

async function contentOf(
  context: ImportContext,
  piece: { of: Waiting; floors: Floor[] }[],
  data: TopicData,
  places: Places,
): Promise<Content> {
  const { services } = context;
  const { database } = services;
  const prepared = await prepare(context, piece, data, places.ghost);
  const firsts = prepared.filter(({ of, floor }) => floor === 1 && !of.isStarted);
  const topicValues: TopicValues[] = [];
  const surroundings = await surroundingsOf(
    context,
    firsts.map(({ of }) => of.topic),
  );
  for (const first of firsts) topicValues.push(await topicRow(context, first, places, surroundings));
  const titles = new Map(topicValues.map((row) => [row.id, row.title]));
  const tagNames = (tid: number) => data.tags.get(tid) ?? [];
  const texts = prepared.map(({ of, floor, rendered: { html } }) =>
    floor === 1 ? { html, title: titles.get(of.newId) ?? "", tags: tagNames(of.tid) } : { html },
  );
  const length = texts.reduce((sum, { html }) => sum + html.length, 0);
  const lexemes = await services.texts.run("lexemes", { texts }, length, null);
  const ids = await tagIds(
    database,
    firsts.flatMap(({ of }) => tagNames(of.tid)),
  );
  const accepted = prepared.flatMap(({ of, row, newId }) => {
    const answer = acceptedPid(of.topic, of.heads, data.answerers.get(of.tid) ?? null);
    return answer === numberOf(row.pid) ? [{ topicId: of.newId, postId: newId }] : [];
  });
  return {
    posts: prepared,
    topicValues,
    rows: prepared.flatMap((post, at) => postRows(post, lexemes[at] ?? "", places, services.now())),
    documents: new Map(
      prepared.flatMap(({ of, floor }, at) =>
        floor === 1 ? [[of.newId, documentOf(of.newId, lexemes[at] ?? "")] as const] : [],
      ),
    ),
    tagsOfTopic: new Map(
      firsts.map(({ of }) => [
        of.newId,
        [...new Set(tagNames(of.tid).flatMap((name) => ids.get(name.toLowerCase()) ?? []))],
      ]),
    ),
    accepted,
  };
}

async function writePiece(context: ImportContext, content: Content): Promise<void> {
  const { services, report } = context;
  await transact(services.database, (inside) => write(inside, context, content));
  report.add("主题", content.topicValues.length);
  report.add("帖子", content.posts.length);
  const words = content.posts.filter(({ rendered }) => rendered.words.length > 0);
  for (const { row } of words) report.leave("有敏感词，进了审核", `pid ${numberOf(row.pid)}`);
}

/** The pieces of all topics that are to be written, with what other tables say about them. */
async function* piecesInOrder(context: ImportContext) {
  for await (const rows of threadsInOrder(context.tables, topicsAtOnce)) {
    const waiting = await waitingOf(context, rows);
    const data = await topicDataOf(
      context,
      waiting.map(({ topic }) => topic),
    );
    for (const piece of pieces(waiting)) yield { piece, data };
  }
}

/**
 * Brings topics and posts that are not here yet, with their files. Each piece is one transaction, in their order; while
 * the database writes one, the workers render the next.
 */
export async function importTopics(context: ImportContext, places: Places): Promise<void> {
  let done = 0;
  const writeAndTell = async (content: Content) => {
    await writePiece(context, content);
    done += content.posts.length;
    context.progress("帖子", done);
  };
  let writing: Promise<void> = Promise.resolve();
  try {
    for await (const { piece, data } of piecesInOrder(context)) {
      const content = await contentOf(context, piece, data, places);
      await writing;
      writing = writeAndTell(content);
      // A failure is thrown by the next piece, or at the end.
      writing.catch(() => undefined);
    }
  } finally {
    await writing;
  }
}

/** Entries that point to a moved topic: their addresses lead to it. */
export async function importMovedTopics(context: ImportContext): Promise<void> {
  const { services, options, tables } = context;
  for await (const rows of threadsInOrder(tables, 1_000)) {
    const moved = rows.filter((row) => numberOf(row.closed) > 1);
    const targets = await importedOf(
      services.database,
      options.source,
      "topic",
      moved.map((row) => numberOf(row.closed)),
    );
    const values = moved.flatMap((row) => {
      const target = targets.get(numberOf(row.closed));
      return target
        ? [{ source: options.source, kind: "topic", oldId: numberOf(row.tid), newId: target.newId }]
        : [];
    });
    if (values.length > 0) await services.database.insert(importedIds).values(values).onConflictDoNothing();
  }
}
