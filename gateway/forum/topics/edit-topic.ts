import type { CallRequest } from "contract";
import { eq } from "drizzle-orm";
import type { Database } from "../../database/open";
import { posts, topics } from "../../database/schema";
import { notifyOfPost } from "../../messages/notify";
import { indexTopic } from "../../search/index/index-rows";
import { accountOf, type CallContext } from "../../server/context";
import { Refusal } from "../../server/refusal";
import { forgetDraft } from "../drafts/write-draft";
import { checkFilledIn, checkPlace } from "../sections/find-sections";
import { changeState } from "../states/change-state";
import { countMoved } from "../states/counters";
import { lockTopic } from "../states/find-content";
import { checkLinks } from "../states/newcomers";
import { needsPreReview } from "../states/pre-review";
import { reviewAfterEdit } from "../states/review";
import { setTags } from "../states/topic-tags";
import { checkUnedited } from "../writing/check-unedited";
import { linkLessons } from "../writing/lesson-links";
import { firstPost, type Permalink } from "../writing/permalinks";
import type { PublishableTopic } from "../writing/publish";
import { keepVersion } from "../writing/versions";
import { checkUploads, linkAttachments } from "../writing/written-files";

/**
 * Writes the edited topic and stores the text before as a version. A topic that now needs a review becomes invisible.
 */
export async function editTopic(
  database: Database,
  { tid, fid, classId, tags, baseEditedAt }: CallRequest<"editTopic">,
  text: PublishableTopic,
  context: CallContext,
): Promise<Permalink> {
  const before = await lockTopic(database, tid);
  if (before.authorId !== accountOf(context).id) throw new Refusal("NOT_PERMITTED");
  const at = context.now();
  const from = { fid: before.sectionId, classId: before.classId };
  const section = await checkPlace({ ...context, database }, { fid, classId }, from);
  checkFilledIn(section, text.source);
  const first = await firstPost(database, tid);
  checkUploads(context.caller, section, text.html, first.html);
  checkLinks(context, fid, text.html, first.html);
  checkUnedited(first, baseEditedAt);
  await forgetDraft(database, before.authorId, `topic:${tid}`);
  const isChanged = text.source !== first.source || text.title !== before.title || fid !== before.sectionId;
  const preReview = isChanged && needsPreReview(context, section);
  const review = await reviewAfterEdit(database, first, { words: text.reviewed, preReview }, at);
  const goes = before.listed && review !== "approved";
  // The counters of the old section and class change before the move, those of the new ones after it.
  const topic = goes
    ? (await changeState(database, before, first, { action: "resubmit", at })).topic
    : before;
  await database.update(topics).set({ sectionId: fid, classId, title: text.title }).where(eq(topics.id, tid));
  if (text.source !== first.source || text.title !== before.title) {
    await keepVersion(database, first, before.title);
    await database
      .update(posts)
      .set({ source: text.source, html: text.html, editedAt: at, editedById: null })
      .where(eq(posts.id, first.id));
    await linkAttachments(database, { ...first, html: text.html });
    await linkLessons(database, tid, text.html);
  }
  const { came, went } = await setTags(database, tid, tags);
  await indexTopic(database, tid, text.lexemes);
  if (topic.listed) await countMoved(database, topic, { came, went, fid });
  const moved = { ...topic, sectionId: fid, classId, title: text.title };
  const present = goes
    ? moved
    : (await changeState(database, moved, first, { action: review === "approved" ? "edit" : "resubmit", at }))
        .topic;
  if (present.listed) await notifyOfPost(database, present, { ...first, html: text.html }, at);
  return { tid, pid: first.id, floor: 1, page: 1, pending: review === "pending" };
}
