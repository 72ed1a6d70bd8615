/** The calls that move replies to another topic or into a new one, and that merge topics. */
import { isVisible } from "contract/base/plain-text";
import type { BatchAnswer } from "contract/moderation/fields";
import type { replyModerationCalls } from "contract/moderation/replies/calls";
import { type RefusalCode, refusals } from "contract/refusals";
import { eq } from "drizzle-orm";
import { moderationLog } from "../../database/schema";
import type { CallContext, HandlersOf } from "../../server/context";
import { found, Refusal } from "../../server/refusal";
import { refuseLikeFirst, runBatch } from "../batches/run-batch";
import type { BatchRequest } from "../batches/store-batch";

/**
 * Does a batch of one, and refuses like it does.
 * @param fields the fields beside which a refusal stands
 */
async function runOne(
  context: CallContext,
  request: BatchRequest,
  fields: Partial<Record<RefusalCode, string>>,
): Promise<BatchAnswer> {
  const answer = await runBatch(context, request);
  try {
    refuseLikeFirst(answer);
  } catch (error) {
    const field = error instanceof Refusal ? fields[error.code] : undefined;
    if (!(error instanceof Refusal) || field === undefined) throw error;
    throw new Refusal(error.code, { [field]: [refusals[error.code].message] });
  }
  return answer;
}

/** The topic that a batch made, by its row of the log. */
async function topicMadeBy({ database }: CallContext, batch: number): Promise<number> {
  const [row] = await database
    .select({ after: moderationLog.after })
    .from(moderationLog)
    .where(eq(moderationLog.batchId, batch));
  return Number(found(row, "BATCH_NOT_FOUND").after.topic);
}

export const replyModerationHandlers = {
  moveReplies: ({ tid, posts, topic, ...form }, context) =>
    runOne(
      context,
      { ...form, action: "moveReplies", ids: [tid], options: { posts, value: String(topic) } },
      {
        SAME_TOPIC: "topic",
        TOPIC_NOT_FOUND: "topic",
        TOPICS_NOT_PUBLIC: "topic",
        TARGET_ELSEWHERE: "topic",
        REPLIES_CHANGED: "posts",
      },
    ),

  async splitTopic({ tid, posts, title, fid, ...form }, context) {
    if (!isVisible(title)) throw new Refusal("INVALID_REQUEST", { title: ["请输入标题"] });
    const answer = await runOne(
      context,
      { ...form, action: "splitTopic", ids: [tid], options: { posts, title, value: String(fid) } },
      { SECTION_NOT_FOUND: "fid", TARGET_ELSEWHERE: "fid", REPLIES_CHANGED: "posts" },
    );
    return { ...answer, tid: await topicMadeBy(context, answer.batch) };
  },

  mergeTopic: ({ tid, into, ...form }, context) =>
    runOne(
      context,
      { ...form, action: "mergeTopic", ids: [tid], options: { value: String(into) } },
      {
        SAME_TOPIC: "into",
        TOPIC_TOO_LONG: "into",
        TOPIC_NOT_FOUND: "into",
        TOPICS_NOT_PUBLIC: "into",
        TARGET_ELSEWHERE: "into",
      },
    ),
} satisfies HandlersOf<typeof replyModerationCalls>;
