import type { CallResponse } from "contract";
import { id } from "contract/base/fields";
import { z } from "zod";
import { giveBack } from "~/forms/give-back.server";
import { optionalListSize } from "~/moderation/list-size.server";
import { paths } from "~/navigation/paths";
import { type Asking, askFirst } from "~/request/ask-first.server";
import { optionalId, pageNumber } from "~/request/inputs.server";
import { noFields, submitted, undecided, undecidedPage } from "~/request/intents.server";
import { screenAction } from "~/request/screen.server";
import { announcementForm, wordsForm } from "./announcements.schema";

export const announcementsQuery = z.object({
  /** The announcement whose report is shown. */
  id: optionalId,
  size: optionalListSize,
  page: pageNumber,
});

type Reach = CallResponse<"announcementReach">;

/** What the page shows beside the form that comes back: a preview, or that a test was sent. */
export interface Beside {
  preview?: Omit<z.output<typeof announcementForm>, "audience"> & Reach;
  tested?: { mailed: boolean };
}

const reachWords = ({ people, declined }: Reach, bannerOnly = false): string =>
  `现在有 ${people} 人会${bannerOnly ? "看到" : "收到"}${declined > 0 ? `，另有 ${declined} 人不收这类消息，不会发给他们` : ""}。`;

const bannerWords = (audience: string, until: string): string =>
  `标题会显示在${audience === "all" ? "所有人（没登录的也算）" : "他们"}看的每一页上方，到 ${until} 结束，各人可以自己关掉。`;

/** Previews, tests, sends after a question, and stops after one: what was sent cannot be called back. */
export const announcementsAction = screenAction(
  { query: announcementsQuery },
  {
    preview: submitted(announcementForm, async (form, { scope, intent, form: typed }) => {
      const { kind, audience, target } = form;
      const reach = await scope.gateway.call("announcementReach", { kind, audience, target });
      return giveBack<Beside>(scope, { intent, typed }, {}, { preview: { ...form, ...reach } });
    }),
    test: submitted(wordsForm, async (form, { scope, intent, form: typed }) => {
      const tested = await scope.gateway.call("testAnnouncement", form);
      return giveBack<Beside>(scope, { intent, typed }, {}, { tested });
    }),
    send: submitted(announcementForm, async (form, tools) => {
      const { scope, done } = tools;
      const { kind, audience, target, byMail, bannerOnly, bannerUntil, sendAt, title } = form;
      const reach = await scope.gateway.call("announcementReach", { kind, audience, target });
      const asking: Asking = {
        title: `把「${title}」发给${reach.audience}？`,
        says: [
          reachWords(reach, bannerOnly),
          ...(bannerUntil ? [bannerWords(audience, bannerUntil)] : []),
          bannerOnly
            ? "只显示横幅，不发消息，也不发邮件。"
            : byMail
              ? `其中 ${reach.mails} 人绑定了邮箱，也会收到邮件。`
              : `${bannerUntil ? "也" : "只"}发站内消息，不发邮件。`,
          sendAt === "" ? "马上开始发。" : `${sendAt}（北京时间）开始发，到时候再按当时的情况选人。`,
          bannerOnly ? "横幅可以提前撤下。" : "发出的消息和邮件不能撤回；没发完时可以停止。",
        ],
        button: sendAt === "" ? "确认发送" : "确认安排",
      };
      const question = askFirst(tools, asking, [kind, audience, target, form.text, form.link, bannerUntil]);
      if (question) return question;
      const { id: sent } = await scope.gateway.call("sendAnnouncement", form);
      return done(
        paths.moderation("announcements", { id: sent }),
        sendAt === "" ? "已开始发送" : `已安排在 ${sendAt} 发送`,
      );
    }),
    stop: submitted(noFields, async (_form, tools) => {
      const { scope, argument, done } = tools;
      const parsed = id.safeParse(argument);
      const stopped = parsed.success ? parsed.data : undecidedPage(scope);
      const question = askFirst(tools, {
        title: "停止发送这条公告？",
        says: [
          "还没收到的人不会再收到，没发的邮件也不再发，横幅马上撤下。",
          "停止后不能继续；已经发出的不会撤回。",
        ],
        button: "确认停止",
      });
      if (question) return question;
      const { sent } = await scope.gateway.call("stopAnnouncement", { id: stopped });
      return done(paths.moderation("announcements", { id: stopped }), `已停止，之前已发给 ${sent} 人`);
    }),
    default: undecided,
  },
);
