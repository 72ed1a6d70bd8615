import { accountOf, type Handlers } from "../context";
import { askToClose, cancelClosure, closureState } from "../settings/closure";
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

  async exportInfo(_request, context) {
    return { secondsLeft: await context.limits.secondsLeft("exportsPerDay", String(accountOf(context).id)) };
  },

  closureState: (_request, context) => closureState(context),

  closeAccount: ({ uuid }, context) => askToClose(context, uuid),

  async cancelClosure(_request, context) {
    await cancelClosure(context);
    return { success: true };
  },
} satisfies Handlers<
  "sessionList" | "revokeSession" | "revokeOtherSessions" | "exportInfo" | "closureState" | "closeAccount" | "cancelClosure"
>;
