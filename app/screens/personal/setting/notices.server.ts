import { digestChoices, forumEvents, type MutableEvent, mutableEvents } from "contract/messages/events";
import { z } from "zod";
import { submitted } from "~/request/intents.server";
import type { ServerSection } from "./sections.server";
import { type SettingTools, sectionPath } from "./setting-query.server";

const events = z.array(z.enum(mutableEvents));
/** Events in one hidden field. */
const eventList = z
  .string()
  .transform((names) => names.split(" "))
  .pipe(events);
const noticesSchema = z.object({
  told: events.default([]),
  /** The events that the page showed, and those of them that were on. */
  shown: eventList.optional(),
  before: eventList.optional().transform((names) => names ?? []),
  digest: z.enum(digestChoices, "请选择多久发一次"),
  digestBefore: z.enum(digestChoices).optional(),
});

/** The events on pages that were opened before pages said which they show. */
const shownOnce: readonly MutableEvent[] = [...forumEvents, "productVersion", "productNotice", "inner"];

/**
 * What the form changes: a page that was opened long ago takes back nothing that the link of a mail declined since, and
 * decides nothing that it did not show.
 */
function changesOf({ told, shown, before, digest, digestBefore }: z.output<typeof noticesSchema>) {
  const of = shown?.filter((event) => told.includes(event) !== before.includes(event)) ?? [...shownOnce];
  return {
    of,
    muted: of.filter((event) => !told.includes(event)),
    ...(digest === digestBefore ? {} : { digest }),
  };
}

/** The notices that the member receives, and how often by mail. */
export const noticesSection = {
  load: (scope) => scope.gateway.call("noticeSettings", {}),

  intents: {
    notices: submitted(noticesSchema, async (form, tools: SettingTools) => {
      await tools.scope.gateway.call("saveNoticeSettings", changesOf(form));
      return tools.done(sectionPath(tools), "通知设置已保存");
    }),
  },
} satisfies ServerSection;
