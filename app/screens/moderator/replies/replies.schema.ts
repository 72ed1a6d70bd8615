import { id, submissionId } from "contract/base/fields";
import { topicTitle } from "contract/forum/fields";
import { reason } from "contract/moderation/fields";
import { chosenReplies } from "contract/moderation/replies/calls";
import { topicNumber } from "contract/moderation/sections/fields";
import { z } from "zod";

const typed = z.string().default("");
const chosen = { posts: chosenReplies, reason: typed.pipe(reason), submissionId };

export const moveForm = z.object({ ...chosen, topic: typed.pipe(topicNumber) });
export const mergeForm = z.object({
  into: typed.pipe(topicNumber),
  reason: typed.pipe(reason),
  submissionId,
});
export const splitForm = z.object({ ...chosen, title: typed.pipe(topicTitle), fid: id });
