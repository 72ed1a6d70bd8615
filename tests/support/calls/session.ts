import { createHash } from "node:crypto";
import { hashToken } from "gateway/server/sessions/sessions";
import type { CallsOf } from "../call-rows";
import type { Member } from "../gateway";

/** The name of a session in its owner's list; calls identify the session by it. */
export function sessionName(member: Pick<Member, "cookie">): string {
  const token = member.cookie.replace(/^[^=]*=/, "");
  return createHash("sha256")
    .update(`session:${hashToken(token)}`)
    .digest("base64url")
    .slice(0, 16);
}

/** The calls of sessions in tests. */
export const calls: CallsOf<"session"> = {
  workspaceCurrent: { who: "everyone", request: () => ({}) },
  currentUser: {
    who: "everyone",
    unreached: "Asked in states of the session that are tested below.",
    request: () => ({}),
  },
  checkPhone: {
    who: "signedIn",
    unreached: "Forms ask for them before they post (any-upstream-forms.test.ts, upstream-parts.test.ts).",
    request: () => ({}),
  },
  getMyPersonalDetail: { who: "signedIn", request: () => ({}) },
  userPermissions: { who: "signedIn", request: () => ({}) },
  moderatorForumList: { who: "signedIn", request: () => ({}) },
  sessionList: { who: "signedIn", subjectOf: ["/personalCenter/setting"], request: () => ({}) },
  revokeSession: {
    who: "signedIn",
    lost: { asked: "app/screens/personal/setting/sessions.server.ts" },
    unreached:
      "After a question that stands before what cannot be taken back: organising.test.ts, training.test.ts, content.test.ts, setting.test.ts.",
    request: ({ session }: { session: string }) => ({ id: session }),
  },
  revokeOtherSessions: {
    who: "signedIn",
    lost: { asked: "app/screens/personal/setting/sessions.server.ts" },
    unreached:
      "After a question that stands before what cannot be taken back: organising.test.ts, training.test.ts, content.test.ts, setting.test.ts.",
    request: () => ({}),
  },
};
