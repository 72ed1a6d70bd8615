import type { CallRequest } from "contract";
import { eq } from "drizzle-orm";
import type { Database } from "../../database/open";
import { posts } from "../../database/schema";
import { notifyOfPost } from "../../messages/notify";
import { indexReply } from "../../search/index/index-rows";
import type { CallContext } from "../../server/context";
import { Refusal } from "../../server/refusal";
import { forgetDraft } from "../drafts/write-draft";
import { openSection } from "../sections/find-sections";
import { changeState, lockTopicOf } from "../states/change-state";
import { lockTopic, type Post } from "../states/find-content";
import { checkLinks } from "../states/newcomers";
import { needsPreReview } from "../states/pre-review";
import { reviewAfterEdit } from "../states/review";
import { checkUnedited } from "../writing/check-unedited";
import type { Publishable } from "../writing/publish";
import { keepVersion } from "../writing/versions";
import { checkUploads, linkAttachments } from "../writing/written-files";

/**
 * Writes the edited text and stores the text before as a version. A reply that now needs a review becomes invisible.
 */
export async function editReply(
  database: Database,
  { pid, baseEditedAt }: CallRequest<"editPost">,
  text: Publishable,
  context: CallContext,
): Promise<Post> {
  const at = context.now();
  const { topic, post: present } = await lockTopicOf(database, pid, lockTopic);
  // One that has begun a topic since is changed with its title, by editTopic.
  if (present.deletedAt || present.floor === 1) throw new Refusal("POST_NOT_FOUND");
  checkUnedited(present, baseEditedAt);
  await forgetDraft(database, present.authorId, `post:${pid}`);
  const section = await openSection(database, topic.sectionId);
  checkUploads(context.caller, section, text.html, present.html);
  checkLinks(context, topic.sectionId, text.html, present.html);
  const preReview = text.source !== present.source && needsPreReview(context, section);
  const review = await reviewAfterEdit(database, present, { words: text.reviewed, preReview }, at);
  if (text.source === present.source && review === present.review) return present;
  const action = review === "approved" ? "edit" : "resubmit";
  await keepVersion(database, present, null);
  await database
    .update(posts)
    .set({ source: text.source, html: text.html, editedAt: at, editedById: null })
    .where(eq(posts.id, present.id));
  await linkAttachments(database, { ...present, html: text.html });
  await indexReply(database, pid, text.lexemes);
  const { post } = await changeState(database, topic, { ...present, html: text.html }, { action, at });
  if (topic.listed && post.listed) await notifyOfPost(database, topic, post, at);
  return post;
}
