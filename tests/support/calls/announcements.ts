import type { CallsOf } from "../call-rows";
import { submissionId } from "../gateway";

const words = { kind: "announceSite", title: "停机维护", text: "周六 22:00 起停机两小时。" } as const;
const file = "app/screens/moderator/announcements/announcements.server.ts";

/** The calls of announcements in tests. */
export const calls: CallsOf<"announcements"> = {
  announcementList: {
    who: "admin",
    own: "nobodys",
    subjectOf: ["/moderator/announcements"],
    request: () => ({}),
  },
  announcementReport: {
    who: "admin",
    own: "nobodys",
    unreached: "With the number of an announcement: moderator-announcements.test.ts.",
    request: ({ announcement }) => ({ id: announcement }),
  },
  announcementReach: {
    who: "admin",
    own: "nobodys",
    unreached: "With words that are right: moderator-announcements.test.ts.",
    request: () => ({ kind: "announceSite", audience: "all" }),
  },
  sendAnnouncement: {
    who: "admin",
    own: "nobodys",
    lost: { asked: file },
    unreached: "After a question: moderator-announcements.test.ts.",
    request: () => ({ ...words, audience: "all", submissionId: submissionId() }),
  },
  testAnnouncement: {
    who: "admin",
    own: "nobodys",
    lost: "added",
    unreached: "With words that are right: moderator-announcements.test.ts.",
    request: () => words,
  },
  stopAnnouncement: {
    who: "admin",
    own: "nobodys",
    lost: { asked: file },
    unreached: "With the number of an announcement: moderator-announcements.test.ts.",
    request: ({ announcement }) => ({ id: announcement }),
  },
  visitorsBanner: { who: "everyone", request: () => ({}) },
  closeBanner: {
    who: "signedIn",
    lost: "added",
    request: ({ banner }) => ({ id: banner }),
  },
};
