import type { CallsOf } from "../call-rows";

/** The calls of roles in tests. */
export const calls: CallsOf<"roles"> = {
  roleList: {
    who: "admin",
    own: "nobodys",
    subjectOf: ["/moderator/roles"],
    request: () => ({ role: "editor" }),
  },
  grantRole: {
    who: "admin",
    own: "refused",
    lost: { asked: "app/screens/moderator/roles/roles.server.ts" },
    unreached: "By somebody's name: roles.test.ts.",
    request: ({ other }) => ({
      role: "editor",
      person: String(other.id),
      kinds: ["news"],
      reason: "负责资讯",
    }),
  },
  revokeRole: {
    who: "admin",
    own: "refused",
    lost: { asked: "app/screens/moderator/roles/roles.server.ts" },
    unreached: "By somebody's name: roles.test.ts.",
    request: ({ other }) => ({ role: "editor", uid: other.id, reason: "任期已满" }),
  },
};
