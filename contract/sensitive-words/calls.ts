/** The operator's list of sensitive words, and checking texts by it. */
import { z } from "zod";
import { defineCall } from "../base/call";
import { topicContentMax } from "../forum/constants";

export const sensitiveWordCalls = {
  sensitiveWordCheck: defineCall({
    group: "search",
    summary: "Which texts would be refused for their words, and the words' positions. Stores nothing.",
    method: "POST",
    path: "/api/v1/user/sensitive-word-check",
    body: "json",
    access: "user",
    limit: "wordCheck",
    effect: "reads",
    seenAs: "shown",
    request: z.object({
      texts: z
        .array(z.string().max(topicContentMax, "内容太长"))
        .min(1, "请输入内容")
        .max(20, "一次最多检查 20 段"),
    }),
    response: z.object({
      /** For each text, in order: `marks` are `[start, end)` in UTF-16 units. */
      texts: z.array(
        z.object({ flagged: z.boolean(), marks: z.array(z.object({ start: z.number(), end: z.number() })) }),
      ),
    }),
  }),
};
