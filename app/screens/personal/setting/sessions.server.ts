import { z } from "zod/v4";
import { noFields, submitted } from "~/request/intents.server";
import type { ServerSection } from "./sections.server";
import { type SettingTools, sectionPath } from "./setting-query.server";

const revokeSchema = z.object({ id: z.string().max(40) });

/** Where one is signed in, and the way to end it. */
export const sessionsSection = {
  load: (scope) => scope.gateway.call("sessionList", {}),

  intents: {
    "revoke-others": submitted(noFields, async (_, tools: SettingTools) => {
      const { revoked } = await tools.scope.gateway.call("revokeOtherSessions", {});
      return tools.done(sectionPath(tools), revoked === 0 ? "没有别的登录" : `已退出其他 ${revoked} 个登录`);
    }),
    revoke: submitted(revokeSchema, async ({ id }, tools: SettingTools) => {
      await tools.scope.gateway.call("revokeSession", { id });
      return tools.done(sectionPath(tools), "已退出这个登录");
    }),
  },
} satisfies ServerSection;
