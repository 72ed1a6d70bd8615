import { and, eq, inArray } from "drizzle-orm";
import type { Database } from "../../../database/open";
import {
  complaints,
  conversationSides,
  conversations,
  drafts,
  innerMessages,
  posts,
  suggestions,
  topicClasses,
  topics,
} from "../../../database/schema";
import { notifyAuthor } from "../../../feedback/notify-author";
import { pairOf } from "../../../messages/conversations";
import { receiptNumber } from "../../../text/receipt-number";
import type { Pack } from "../../pack/parse-pack";
import type { PrivateFile } from "../../pack/schemas/private";
import { idOf, type LoadedIds } from "../rows/ids";
import { writeLists } from "./lists";
import { writeTeams } from "./team-searches";

type Before = (ago: number) => Date;

/** Writes both sides of a conversation. Each person has read all messages of the other but the last `unread` ones. */
async function writeConversation(
  database: Database,
  { between, messages, unread }: PrivateFile["conversations"][number],
  members: Map<string, number>,
  before: Before,
): Promise<void> {
  const [one, other] = between.map((key) => idOf(members, key)) as [number, number];
  const times = messages.map(({ ago }) => before(ago));
  const [conversation] = await database
    .insert(conversations)
    .values({ ...pairOf(one, other), createdAt: times[0] ?? before(0) })
    .onConflictDoNothing()
    .returning({ id: conversations.id });
  if (!conversation) return;
  const rows = await database
    .insert(innerMessages)
    .values(
      messages.map(({ from, text }, index) => ({
        conversationId: conversation.id,
        senderId: idOf(members, from),
        text,
        createdAt: times[index] ?? before(0),
      })),
    )
    .returning({ id: innerMessages.id });
  const ids = rows.map(({ id }) => id);
  const lastSender = idOf(members, messages.at(-1)?.from ?? "");
  await database.insert(conversationSides).values(
    [one, other].map((accountId) => {
      const waiting = accountId === lastSender ? 0 : unread;
      return {
        conversationId: conversation.id,
        accountId,
        unread: waiting,
        readUpTo: ids[ids.length - 1 - waiting] ?? 0,
        lastMessageId: ids.at(-1) ?? null,
        lastAt: times.at(-1) ?? before(0),
      };
    }),
  );
}

async function writeDrafts(
  database: Database,
  list: PrivateFile["drafts"],
  { members, sections }: LoadedIds,
  before: Before,
): Promise<void> {
  if (list.length === 0) return;
  const keys = list.flatMap(({ reply }) => reply ?? []);
  const topicRows = await database
    .select({ id: topics.id, key: topics.packKey })
    .from(topics)
    .where(inArray(topics.packKey, ["", ...keys]));
  const topicIds = new Map(topicRows.map(({ id, key }) => [key ?? "", id]));
  const classRows = await database.select().from(topicClasses);
  const classIds = new Map(classRows.map((row) => [`${row.sectionId} ${row.name}`, row.id]));
  const rows = list.map(({ author, ago, topic, reply, class: name = "", title = "", tags, content }) => {
    const sectionId = topic === undefined ? null : idOf(sections, topic);
    return {
      accountId: idOf(members, author),
      target: reply === undefined ? "topic:new" : `reply:${idOf(topicIds, reply)}`,
      title,
      content,
      revision: 1,
      savedAt: before(ago),
      fields:
        sectionId === null
          ? null
          : {
              fid: String(sectionId),
              classId: String(classIds.get(`${sectionId} ${name}`) ?? ""),
              tags: tags.join(" "),
            },
    };
  });
  await database.insert(drafts).values(rows).onConflictDoNothing();
}

type FeedbackEntry = PrivateFile["suggestions"][number] | PrivateFile["complaints"][number];

/** The columns that suggestions and complaints share: the author and the state. */
function askedColumns<Each extends FeedbackEntry>(
  { author, text, ago, steps }: Each,
  members: Map<string, number>,
  before: Before,
) {
  const [createdAt, last] = [before(ago), steps.at(-1)];
  return {
    accountId: idOf(members, author),
    text,
    createdAt,
    updatedAt: last ? before(last.ago) : createdAt,
    status: (last?.status ?? "received") as Each["steps"][number]["status"],
    answer: last?.answer ?? "",
    steps: steps.map(({ status, answer, by, ago: stepAgo }) => ({
      status,
      answer,
      by: idOf(members, by),
      at: before(stepAgo).toISOString(),
    })),
  };
}

/** Writes a suggestion with its steps, and notifies its author of the last step. */
async function writeSuggestion(
  database: Database,
  suggestion: PrivateFile["suggestions"][number],
  members: Map<string, number>,
  before: Before,
): Promise<void> {
  const columns = askedColumns(suggestion, members, before);
  const [row] = await database
    .insert(suggestions)
    .values({ ...columns, type: suggestion.type, number: receiptNumber("YJ", columns.createdAt) })
    .returning({ number: suggestions.number });
  if (row && columns.steps.length > 0)
    await notifyAuthor(database, columns.accountId, row.number, columns.updatedAt);
}

/** Writes a complaint about a topic's own text in the form that the topic page sends. */
async function writeComplaint(
  database: Database,
  complaint: PrivateFile["complaints"][number],
  members: Map<string, number>,
  before: Before,
): Promise<void> {
  const [about] = await database
    .select({ title: topics.title, tid: topics.id, pid: posts.id })
    .from(topics)
    .innerJoin(posts, and(eq(posts.topicId, topics.id), eq(posts.floor, 1)))
    .where(eq(topics.packKey, complaint.topic));
  if (!about) return;
  const columns = askedColumns(complaint, members, before);
  const [row] = await database
    .insert(complaints)
    .values({
      ...columns,
      appId: "developer-portal",
      sceneId: "community-content",
      subSceneId: "topic",
      businessKey: String(about.tid),
      contentTitle: about.title,
      postId: String(about.pid),
      postUrl: `/hsforum/thread-${about.tid}-1-1`,
      reason: complaint.reason,
      number: receiptNumber("TS", columns.createdAt),
    })
    .returning({ number: complaints.number });
  if (row && columns.steps.length > 0)
    await notifyAuthor(database, columns.accountId, row.number, columns.updatedAt);
}

/** Writes the private data of newly inserted members from private.yaml. Older members may have data of their own. */
export async function loadPrivate(
  database: Database,
  pack: Pack,
  inserted: Set<string>,
  ids: LoadedIds,
  now: Date,
): Promise<void> {
  if (!pack.private || inserted.size === 0) return;
  const before: Before = (ago) => new Date(now.getTime() - ago);
  const {
    conversations: talks,
    drafts: texts,
    suggestions: suggestionEntries,
    complaints: complained,
    lists,
    teams,
  } = pack.private;
  for (const talk of talks)
    if (talk.between.every((key) => inserted.has(key)))
      await writeConversation(database, talk, ids.members, before);
  await writeDrafts(
    database,
    texts.filter(({ author }) => inserted.has(author)),
    ids,
    before,
  );
  for (const one of suggestionEntries)
    if (inserted.has(one.author)) await writeSuggestion(database, one, ids.members, before);
  for (const one of complained)
    if (inserted.has(one.author)) await writeComplaint(database, one, ids.members, before);
  await writeLists(
    database,
    lists.filter(({ owner }) => inserted.has(owner)),
    ids.members,
    before,
  );
  await writeTeams(
    database,
    teams.filter(({ members }) => members.every((key) => inserted.has(key))),
    ids.members,
    before,
  );
}
