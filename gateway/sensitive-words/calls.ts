/** Checks texts against the operator's list of sensitive words. */
import type { sensitiveWordCalls } from "contract/sensitive-words/calls";
import type { HandlersOf } from "../server/context";
import { lookForWords } from "./check-fields";

export const sensitiveWordHandlers = {
  async sensitiveWordCheck({ texts }, context) {
    const { marks } = await lookForWords(context, { texts: { value: texts, strictness: "report" } });
    return {
      texts: texts.map((_text, at) => {
        const own = (marks?.texts ?? [])
          .filter(({ item }) => item === at)
          .map(({ start, end }) => ({ start, end }));
        return { flagged: own.length > 0, marks: own };
      }),
    };
  },
} satisfies HandlersOf<typeof sensitiveWordCalls>;
