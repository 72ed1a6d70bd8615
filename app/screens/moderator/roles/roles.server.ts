import { id } from "contract/base/fields";
import { roles } from "contract/roles/constants";
import { askFirst } from "~/request/ask-first.server";
import { submitted, undecidedPage } from "~/request/intents.server";
import { screenAction } from "~/request/screen.server";
import { grantForm, revokeForm } from "./roles.schema";
import { rolesQuery } from "./roles-query.server";

const noChange = "已经是这样了，没有改动";

/** Grants, changes and takes back, each after a question: the notice to the person cannot be taken back. */
export const rolesAction = screenAction(
  { query: rolesQuery },
  {
    grant: submitted(grantForm, async ({ change, ...form }, tools) => {
      const { scope, done, here } = tools;
      const { name, does } = roles[form.role];
      const until = form.until ? `到 ${form.until} 为止，到期自动结束。` : "没有期限。";
      const question = askFirst(
        tools,
        {
          title: change ? `改动${name}「${form.person}」的范围和期限？` : `让「${form.person}」担任${name}？`,
          says: [`${does}。${until}`, "对方从下一次打开页面起就能用，会收到通知和你写的理由，通知不能撤回。"],
          button: change ? "确认改动" : "确认任命",
        },
        [...form.kinds, ...form.classes, ...form.sections],
      );
      if (question) return question;
      const { changed } = await scope.gateway.call("grantRole", { ...form, change: change !== undefined });
      return done(here, changed ? "已生效，对方会收到通知" : noChange);
    }),
    revoke: submitted(revokeForm, async ({ role, sections, reason }, tools) => {
      const { scope, argument, done, here } = tools;
      const parsed = id.safeParse(argument);
      const uid = parsed.success ? parsed.data : undecidedPage(scope);
      const { name } = roles[role];
      const question = askFirst(
        tools,
        {
          title: `收回 UID ${uid} 的${name}？`,
          says: [
            role === "moderator"
              ? `对方马上不能再处理选中的 ${sections.length} 个版块。`
              : `对方马上不能再做${name}的事。`,
            ...(role === "editor"
              ? ["对方写的各版、安排的定时发布和下架都还在，可以在内容编辑里看、取消。"]
              : []),
            "对方会收到通知和你写的理由，通知不能撤回。",
          ],
          button: "确认收回",
        },
        sections,
      );
      if (question) return question;
      const { changed } = await scope.gateway.call("revokeRole", { role, uid, sections, reason });
      return done(here, changed ? "已收回，对方会收到通知" : noChange);
    }),
  },
);
