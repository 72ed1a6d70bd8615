import { createHash } from "node:crypto";
import { closeConfirmation } from "contract/privacy/constants";
import { hashToken } from "gateway/server/sessions/sessions";
import type { Member } from "../gateway";

const nothing = () => ({});

/** A session's name in the list of its person's: what a call names it by. */
export function sessionName(member: Pick<Member, "cookie">): string {
  const token = member.cookie.replace(/^[^=]*=/, "");
  return createHash("sha256")
    .update(`session:${hashToken(token)}`)
    .digest("base64url")
    .slice(0, 16);
}

/** Requests of the settings' calls that are right in the scene. */
export const settingsRequests = {
  sessionList: nothing,
  revokeSession: ({ session }: { session: string }) => ({ id: session }),
  revokeOtherSessions: nothing,
  exportInfo: nothing,
  requestExport: ({ exportProof }: { exportProof: string }) => ({ uuid: exportProof }),
  closureState: nothing,
  closeAccount: ({ closeProof }: { closeProof: string }) =>
    ({ uuid: closeProof, confirmation: closeConfirmation }) as const,
  cancelClosure: nothing,
};
