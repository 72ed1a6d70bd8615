import { z } from "zod";
import { sessionName } from "~/format/session";
import { askFirst } from "~/request/ask-first.server";
import { noFields, submitted } from "~/request/intents.server";
import type { ServerSection } from "./sections.server";
import { type SettingTools, sectionPath } from "./setting-query.server";

const revokeSchema = z.object({ id: z.string().max(40) });

/** How many sessions the question names; a member may have dozens. */
const namedMaximum = 5;

/** The names of the first sessions, and the number of all of them where there are more. */
function namesOf(sessions: Parameters<typeof sessionName>[0][]): string {
  const names = sessions.slice(0, namedMaximum).map(sessionName).join("、");
  return sessions.length > namedMaximum ? `${names}等 ${sessions.length} 个` : names;
}

/** The member's sessions, and the actions that end them. */
export const sessionsSection = {
  load: (scope) => scope.gateway.call("sessionList", {}),

  intents: {
    "revoke-others": submitted(noFields, async (_, tools: SettingTools) => {
      const { sessions } = await tools.scope.gateway.call("sessionList", {});
      const others = sessions.filter(({ current }) => !current);
      const answer =
        others.length > 0 &&
        askFirst(tools, {
          title: `退出其他 ${others.length} 个登录？`,
          says: [
            `会退出：${namesOf(others)}。`,
            "那边要重新登录，写到一半还没有存的内容可能会丢。这里的登录不受影响。",
          ],
          button: "确认全部退出",
          count: others.length,
        });
      if (answer) return answer;
      const { revoked } = await tools.scope.gateway.call("revokeOtherSessions", {});
      return tools.done(sectionPath(tools), revoked === 0 ? "没有别的登录" : `已退出其他 ${revoked} 个登录`);
    }),
    revoke: submitted(revokeSchema, async ({ id }, tools: SettingTools) => {
      const { sessions } = await tools.scope.gateway.call("sessionList", {});
      const session = sessions.find((one) => one.id === id);
      const answer =
        session &&
        !session.current &&
        askFirst(tools, {
          title: `退出「${sessionName(session)}」的登录？`,
          says: ["那边要重新登录，写到一半还没有存的内容可能会丢。"],
          button: "确认退出",
        });
      if (answer) return answer;
      await tools.scope.gateway.call("revokeSession", { id });
      return tools.done(sectionPath(tools), "已退出这个登录");
    }),
  },
} satisfies ServerSection;
