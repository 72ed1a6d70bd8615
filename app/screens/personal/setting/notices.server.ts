import { digestChoices, mutableEvents } from "contract/notices";
import { z } from "zod/v4";
import type { ServerSection } from "./sections.server";

const toldSchema = z.object({ told: z.array(z.enum(mutableEvents)).default([]), digest: z.enum(digestChoices, "请选择多久发一次") });

/** What one is told of, and how often by mail. */
export const noticesSection = {
  load: ({ scope }) => scope.gateway.call("noticeSettings", {}),

  act({ scope, submit, here }) {
    return submit(toldSchema, async ({ told, digest }) => {
      await scope.gateway.call("saveNoticeSettings", { muted: mutableEvents.filter((event) => !told.includes(event)), digest });
      scope.session.flash("notice", "通知设置已保存");
      return scope.redirect(here, { status: 303 });
    });
  },
} satisfies ServerSection;
