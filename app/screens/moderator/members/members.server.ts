import { longId } from "contract/base/fields";
import { reason } from "contract/moderation/fields";
import { tableRowsMax } from "contract/moderation/members/fields";
import { z } from "zod";
import { optionalListSize } from "~/moderation/list-size.server";
import { seesAs } from "~/moderation/see-as/see-as.server";
import { paths } from "~/navigation/paths";
import { type Asking, askFirst } from "~/request/ask-first.server";
import { flag, pageNumber } from "~/request/inputs.server";
import { type ActionTools, submitted } from "~/request/intents.server";
import { screenAction } from "~/request/screen.server";
import { filterOf, membersFilter, membersOrder, onlyFilter } from "./members-query";

export const membersQuery = membersFilter.extend({
  order: membersOrder,
  /** The table that was entered in the log just now, and whether it has contacts. */
  table: longId.optional().catch(undefined),
  contacts: flag,
  size: optionalListSize,
  page: pageNumber,
});

const tableForm = z.object({
  contacts: z.literal("on", "选项有误").optional(),
  reason: z.string().default("").pipe(reason),
});

const contactsQuestion: Asking = {
  title: "名单里带上手机号和邮箱？",
  says: [
    "这是用户的个人信息，只能用在你写的理由上，用完请删除文件。",
    "你的昵称、理由、筛选条件和人数会记进管理日志，谁也不能改、不能删。",
  ],
  button: "确认，带上联系方式",
};

/** Enters a table in the log; contacts only after a question, since nobody can call them back. */
export const membersAction = screenAction(
  { query: membersQuery },
  {
    seeAs: seesAs,
    table: submitted(tableForm, async (form, tools: ActionTools<typeof membersQuery>) => {
      const { scope, query, done } = tools;
      const contacts = form.contacts === "on";
      const filter = filterOf(query);
      const about = Object.entries(filter).flatMap(([name, value]) =>
        value === undefined ? [] : [name, value],
      );
      const question = contacts ? askFirst(tools, contactsQuestion, about) : null;
      if (question) return question;
      const { table, total } = await scope.gateway.call("recordMemberTable", {
        ...filter,
        contacts,
        reason: form.reason,
      });
      const cut = total >= tableRowsMax ? `，只含前 ${tableRowsMax} 人，请缩小范围分几次导出` : "";
      return done(
        paths.moderation("members", { ...onlyFilter(query), order: query.order, table, contacts }),
        `已记进管理日志，共 ${total} 人${cut}；下载链接在列表上方`,
      );
    }),
  },
);
