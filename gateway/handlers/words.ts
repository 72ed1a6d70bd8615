import { accountOf, type Handlers } from "../context";
import { matcherOf } from "../words/list";
import { joinSpans } from "../words/matcher";

/** The sensitive-word check of spec 7.2's Search group: for texts that are kept elsewhere, such as a profile's. */
export const wordHandlers = {
  async sensitiveWordCheck({ texts }, context) {
    await context.limits.spend("wordCheck", String(accountOf(context).id));
    const matcher = await matcherOf(context.database);
    return {
      texts: texts.map((text) => {
        const marks = joinSpans(matcher.find(text).filter(({ word }) => word.level === "refuse"));
        return { flagged: marks.length > 0, marks };
      }),
    };
  },
} satisfies Handlers<"sensitiveWordCheck">;
