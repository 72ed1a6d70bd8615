import type { CallsOf } from "../call-rows";

/** The calls of content packs in tests. */
export const calls: CallsOf<"content"> = {
  contentState: { who: "admin", own: "nobodys", subjectOf: ["/moderator/content"], request: () => ({}) },
  checkContent: { who: "admin", own: "nobodys", lost: "added", request: () => ({}) },
  loadContent: {
    who: "admin",
    own: "nobodys",
    lost: { asked: "app/screens/moderator/content/content.tsx" },
    unreached:
      "After a question that stands before what cannot be taken back: organising.test.ts, training.test.ts, content.test.ts, setting.test.ts.",
    request: () => ({}),
  },
};
