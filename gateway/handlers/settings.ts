import type { Handlers } from "../context";
import { listSessions, revokeOthers, revokeSession } from "../settings/sessions";

/** What stands behind the settings. */
export const settingsHandlers = {
  async sessionList(_request, context) {
    return { sessions: await listSessions(context) };
  },

  async revokeSession({ id }, context) {
    await revokeSession(context, id);
    return { success: true };
  },

  async revokeOtherSessions(_request, context) {
    return { revoked: await revokeOthers(context) };
  },
} satisfies Handlers<"sessionList" | "revokeSession" | "revokeOtherSessions">;
