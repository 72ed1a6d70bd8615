import type { CallRequest } from "contract";
import { isVisible } from "contract/base/plain-text";
import type { Database } from "../../database/open";
import { reserveId } from "../../database/reserve-id";
import { posts, topics } from "../../database/schema";
import { notifyOfPost } from "../../messages/notify";
import { documentOf } from "../../search/index/document";
import { accountOf, type CallContext } from "../../server/context";
import { found, Refusal } from "../../server/refusal";
import { submissionKey } from "../../server/submission-key";
import { forgetDraft } from "../drafts/write-draft";
import { checkFilledIn, checkPlace } from "../sections/find-sections";
import { countNewTopic } from "../states/counters";
import { postFields, topicFields } from "../states/find-content";
import { freshHeat } from "../states/heat";
import { checkLinks, checkPace } from "../states/newcomers";
import { needsPreReview } from "../states/pre-review";
import { askForReview } from "../states/review";
import { giveTags } from "../states/topic-tags";
import { keepAddress } from "../writing/keep-address";
import { linkLessons } from "../writing/lesson-links";
import type { Permalink } from "../writing/permalinks";
import type { PublishableTopic } from "../writing/publish";
import { checkUploads, linkAttachments } from "../writing/written-files";

/** A title or tag with only invisible characters counts as empty. */
export function checkVisible({ title, tags }: { title: string; tags: string[] }): void {
  const fields: Record<string, string[]> = {};
  if (!isVisible(title)) fields.title = ["请输入标题"];
  if (!tags.every(isVisible)) fields.tags = ["标签不能为空"];
  if (Object.keys(fields).length > 0) throw new Refusal("INVALID_REQUEST", fields);
}

export async function createTopic(
  database: Database,
  request: CallRequest<"submitTopic">,
  text: PublishableTopic,
  context: CallContext,
): Promise<Permalink> {
  const { fid, classId, tags } = request;
  const { title, source, html, reviewed } = text;
  const submissionId = submissionKey(request);
  const authorId = accountOf(context).id;
  const createdAt = context.now();
  const section = await checkPlace({ ...context, database }, { fid, classId });
  checkFilledIn(section, source);
  checkUploads(context.caller, section, html);
  checkLinks(context, fid, html);
  await checkPace(database, context, fid);
  const waits = reviewed.length > 0 || needsPreReview(context, section);
  const review = waits ? ("pending" as const) : ("approved" as const);
  const id = await reserveId(database, topics);
  const [newTopic] = await database
    .insert(topics)
    .values({
      id,
      sectionId: fid,
      classId,
      authorId,
      title,
      review,
      lastFloor: 1,
      lastReplyAt: createdAt,
      heat: freshHeat(createdAt),
      search: documentOf(id, text.lexemes),
      submissionId,
      createdAt,
    })
    .returning(topicFields);
  const topic = found(newTopic, "TOPIC_NOT_FOUND");
  const [first] = await database
    .insert(posts)
    .values({ topicId: topic.id, authorId, floor: 1, source, html, review, createdAt })
    .returning(postFields);
  const post = found(first, "POST_NOT_FOUND");
  await keepAddress(database, post.id, context);
  await linkAttachments(database, post, { isNew: true });
  const tagIds = await giveTags(database, id, tags);
  await linkLessons(database, id, html, { isNew: true });
  if (topic.listed) {
    await countNewTopic(database, topic, tagIds);
    await notifyOfPost(database, topic, post, createdAt, true);
  } else await askForReview(database, post.id, reviewed, createdAt);
  await forgetDraft(database, authorId, request.draft ?? "topic:new");
  return { tid: topic.id, pid: post.id, floor: 1, page: 1, pending: !topic.listed };
}
