import type { CallsOf } from "../call-rows";

/** The calls of sensitive words in tests. */
export const calls: CallsOf<"sensitiveWords"> = {
  sensitiveWordCheck: {
    who: "signedIn",
    unreached: "Forms ask for them before they post (any-upstream-forms.test.ts, upstream-parts.test.ts).",
    request: () => ({ texts: ["板子点不亮"] }),
  },
};
