import { digestChoices, mutableEvents } from "contract/messages/events";
import { z } from "zod";
import { submitted } from "~/request/intents.server";
import type { ServerSection } from "./sections.server";
import { type SettingTools, sectionPath } from "./setting-query.server";

const noticesSchema = z.object({
  told: z.array(z.enum(mutableEvents)).default([]),
  digest: z.enum(digestChoices, "请选择多久发一次"),
});

/** The notices that the member receives, and how often by mail. */
export const noticesSection = {
  load: (scope) => scope.gateway.call("noticeSettings", {}),

  intents: {
    notices: submitted(noticesSchema, async ({ told, digest }, tools: SettingTools) => {
      await tools.scope.gateway.call("saveNoticeSettings", {
        muted: mutableEvents.filter((event) => !told.includes(event)),
        digest,
      });
      return tools.done(sectionPath(tools), "通知设置已保存");
    }),
  },
} satisfies ServerSection;
