import { id } from "contract/base/fields";
import type { GiveBack } from "~/forms/give-back.server";
import { askFirst } from "~/request/ask-first.server";
import { type ActionTools, submitted, undecidedPage } from "~/request/intents.server";
import { screenAction } from "~/request/screen.server";
import {
  appointForm,
  classForm,
  classGoesForm,
  dismissForm,
  placeForm,
  recommendForm,
  sectionForm,
  settingsForm,
  wordsForm,
} from "./module.schema";

type Tools = Pick<ActionTools, "scope" | "argument" | "here" | "done">;

/** The number after the colon of the intent, which names the row of the pressed button. */
function rowNumber({ scope, argument }: Tools): number {
  const parsed = id.safeParse(argument);
  return parsed.success ? parsed.data : undecidedPage(scope);
}

const afterSaving = ({ here, done }: Tools, { changed }: { changed: boolean }, notice: string) =>
  done(here, changed ? notice : "已经是这样了，没有改动");

/**
 * Asks before a class is deleted and its topics move to another class, because this cannot be undone. It asks nothing
 * when the topics have no target class: the gateway refuses that.
 */
async function askBeforeMerging(
  tools: Pick<ActionTools, "scope" | "form" | "intent">,
  { fid, id: from, moveTo }: { fid: number; id: number; moveTo: number | undefined },
): Promise<GiveBack | null> {
  const { classes } = await tools.scope.gateway.call("moderatedForum", { fid });
  const [removedClass, target] = [from, moveTo].map((one) => classes.find((each) => each.id === one));
  if (!removedClass || (removedClass.topics > 0 && !target)) return null;
  return askFirst(tools, {
    title: `删除分类「${removedClass.name}」？`,
    says: [
      target && removedClass.topics > 0
        ? `其中的 ${removedClass.topics} 个主题移到「${target.name}」，之后分不出哪些原来在这里，不能撤销。`
        : "其中没有主题。",
      "只想不再收新帖，勾“不收新帖”就可以，主题还在这里。",
    ],
    button: "确认删除",
    count: removedClass.topics,
  });
}

/** The intents of a section's management. */
export const moduleAction = screenAction(
  {},
  {
    describe: submitted(wordsForm, async ({ base, ...form }, tools) =>
      afterSaving(
        tools,
        await tools.scope.gateway.call("updateForumDescription", { ...form, base }),
        "已保存",
      ),
    ),
    restore: submitted(sectionForm, async ({ fid }, tools) => {
      const version = rowNumber(tools);
      const answer = await tools.scope.gateway.call("restoreForumDescription", { fid, version });
      return afterSaving(tools, answer, "已恢复到那次修改之前");
    }),
    settings: submitted(settingsForm, async (form, tools) =>
      afterSaving(tools, await tools.scope.gateway.call("updateForumSettings", form), "设置已保存"),
    ),
    recommend: submitted(recommendForm, async ({ days, topic, ...form }, tools) => {
      const request = { ...form, topic: String(topic), days: days ?? 0 };
      return afterSaving(tools, await tools.scope.gateway.call("recommendTopic", request), "已推荐");
    }),
    place: submitted(placeForm, async ({ days, ...form }, tools) => {
      const request = { ...form, topic: String(rowNumber(tools)), ...(days === undefined ? {} : { days }) };
      return afterSaving(tools, await tools.scope.gateway.call("recommendTopic", request), "已保存");
    }),
    unrecommend: submitted(sectionForm, async ({ fid }, tools) => {
      const tid = rowNumber(tools);
      return afterSaving(tools, await tools.scope.gateway.call("unrecommendTopic", { fid, tid }), "已移除");
    }),
    addClass: submitted(classForm, async (form, tools) =>
      afterSaving(tools, await tools.scope.gateway.call("saveTopicClass", form), "已新增"),
    ),
    saveClass: submitted(classForm, async (form, tools) => {
      const request = { ...form, id: rowNumber(tools) };
      return afterSaving(tools, await tools.scope.gateway.call("saveTopicClass", request), "已保存");
    }),
    deleteClass: submitted(classGoesForm, async ({ fid, moveTo }, tools) => {
      const id = rowNumber(tools);
      const answer = await askBeforeMerging(tools, { fid, id, moveTo });
      if (answer) return answer;
      const request = { fid, id, ...(moveTo === undefined ? {} : { moveTo }) };
      return afterSaving(tools, await tools.scope.gateway.call("deleteTopicClass", request), "已删除");
    }),
    appoint: submitted(appointForm, async (form, tools) =>
      afterSaving(tools, await tools.scope.gateway.call("appointModerator", form), "已任命，对方会收到通知"),
    ),
    dismiss: submitted(dismissForm, async (form, tools) => {
      const uid = rowNumber(tools);
      const { name, moderators } = await tools.scope.gateway.call("moderatedForum", { fid: form.fid });
      const person = moderators.find((one) => one.uid === uid);
      const answer =
        person &&
        askFirst(tools, {
          title: `免去${person.nickName}的「${name}」版主？`,
          says: [
            "对方马上不能再处理这个版块的内容，并收到通知和你写的理由，通知不能撤回。",
            moderators.length === 1
              ? "对方是这个版块唯一的版主，之后由管理员管理。"
              : `这个版块还有 ${moderators.length - 1} 位版主。`,
          ],
          button: "确认免去",
        });
      if (answer) return answer;
      const request = { ...form, uid };
      return afterSaving(
        tools,
        await tools.scope.gateway.call("dismissModerator", request),
        "已免去，对方会收到通知",
      );
    }),
  },
);
