/** What people have read, follow and muted of the forum's topics. */
import type { readingCalls } from "contract/forum/reading/calls";
import { accountOf, type HandlersOf } from "../../server/context";
import { visibleTopic } from "../states/find-content";
import { markAllRead, markTopicRead } from "./mark-read";
import { leveledTopics, setTopicLevel } from "./topic-levels";
import { topicMarks } from "./topic-marks";

export const readingHandlers = {
  async markTopicRead(request, context) {
    await markTopicRead(request, context);
    return { success: true };
  },

  async topicMarks({ tids }, context) {
    return { marks: await topicMarks(context.database, accountOf(context), tids, context.now()) };
  },

  async readAllTopics({ fid }, context) {
    await markAllRead(fid, context);
    return { success: true };
  },

  async setTopicLevel(request, context) {
    await setTopicLevel(request, context);
    return { level: request.level };
  },

  async leveledTopics({ level }, context) {
    return { topics: await leveledTopics(level, context) };
  },

  async topicNews({ tid }, context) {
    const { topic } = await visibleTopic(context, tid);
    return { replies: topic.replies, lastFloor: topic.lastFloor };
  },
} satisfies HandlersOf<typeof readingCalls>;
