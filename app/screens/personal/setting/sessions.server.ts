import { z } from "zod/v4";
import type { ServerSection } from "./sections.server";

const revokeSchema = z.object({ id: z.string().max(40) });

/** Where one is signed in, and the way to end it. */
export const sessionsSection = {
  load: ({ scope }) => scope.gateway.call("sessionList", {}),

  async act({ scope, intent, submit, here }) {
    if (intent === "revoke-others")
      return submit(z.object({}), async () => {
        const { revoked } = await scope.gateway.call("revokeOtherSessions", {});
        scope.session.flash("notice", revoked === 0 ? "没有别的登录" : `已退出其他 ${revoked} 个登录`);
        return scope.redirect(here, { status: 303 });
      });
    return submit(revokeSchema, async ({ id }) => {
      await scope.gateway.call("revokeSession", { id });
      scope.session.flash("notice", "已退出这个登录");
      return scope.redirect(here, { status: 303 });
    });
  },
} satisfies ServerSection;
