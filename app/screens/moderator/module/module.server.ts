import { id } from "contract/base/fields";
import { askFirst } from "~/request/ask-first.server";
import { type ActionTools, submitted } from "~/request/intents.server";
import { notFound } from "~/request/not-found.server";
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

/** The number after an intent's colon: which row's button it was. */
function numbered({ scope, argument }: Tools): number {
  const parsed = id.safeParse(argument);
  return parsed.success ? parsed.data : notFound(scope, "这个页面没有这样的操作");
}

const saved = ({ here, done }: Tools, { changed }: { changed: boolean }, notice: string) =>
  done(here, changed ? notice : "已经是这样了，没有改动");

/** What the forms of a section's management do. */
export const moduleAction = screenAction(
  {},
  {
    describe: submitted(wordsForm, async ({ base, ...form }, tools) =>
      saved(tools, await tools.scope.gateway.call("updateForumDescription", { ...form, base }), "已保存"),
    ),
    restore: submitted(sectionForm, async ({ fid }, tools) => {
      const version = numbered(tools);
      const answer = await tools.scope.gateway.call("restoreForumDescription", { fid, version });
      return saved(tools, answer, "已恢复到那次修改之前");
    }),
    settings: submitted(settingsForm, async (form, tools) =>
      saved(tools, await tools.scope.gateway.call("updateForumSettings", form), "设置已保存"),
    ),
    recommend: submitted(recommendForm, async ({ days, topic, ...form }, tools) => {
      const request = { ...form, topic: String(topic), days: days ?? 0 };
      return saved(tools, await tools.scope.gateway.call("recommendTopic", request), "已推荐");
    }),
    place: submitted(placeForm, async ({ days, ...form }, tools) => {
      const request = { ...form, topic: String(numbered(tools)), ...(days === undefined ? {} : { days }) };
      return saved(tools, await tools.scope.gateway.call("recommendTopic", request), "已保存");
    }),
    unrecommend: submitted(sectionForm, async ({ fid }, tools) => {
      const tid = numbered(tools);
      return saved(tools, await tools.scope.gateway.call("unrecommendTopic", { fid, tid }), "已移除");
    }),
    addClass: submitted(classForm, async (form, tools) =>
      saved(tools, await tools.scope.gateway.call("saveTopicClass", form), "已新增"),
    ),
    saveClass: submitted(classForm, async (form, tools) => {
      const request = { ...form, id: numbered(tools) };
      return saved(tools, await tools.scope.gateway.call("saveTopicClass", request), "已保存");
    }),
    deleteClass: submitted(classGoesForm, async ({ fid, moveTo }, tools) => {
      const { classes } = await tools.scope.gateway.call("moderatedForum", { fid });
      const goes = classes.find((one) => one.id === numbered(tools));
      const target = classes.find((one) => one.id === moveTo);
      // Topics without a class to go to are refused, and nothing is asked.
      const asked =
        goes &&
        (goes.topics === 0 || target) &&
        askFirst(tools, {
          title: `删除分类「${goes.name}」？`,
          says: [
            target ? `其中的主题（${goes.topics} 个）移到「${target.name}」。` : "其中没有主题。",
            "分类删除后不能恢复，以后再建同名的分类，主题也不会回去。只想不再收新帖，选“不收新帖”就可以。",
          ],
          button: "确认删除",
          count: goes.topics,
        });
      if (asked) return asked;
      const request = { fid, id: numbered(tools), ...(moveTo === undefined ? {} : { moveTo }) };
      return saved(tools, await tools.scope.gateway.call("deleteTopicClass", request), "已删除");
    }),
    appoint: submitted(appointForm, async (form, tools) =>
      saved(tools, await tools.scope.gateway.call("appointModerator", form), "已任命，对方会收到通知"),
    ),
    dismiss: submitted(dismissForm, async (form, tools) => {
      const uid = numbered(tools);
      const { name, moderators } = await tools.scope.gateway.call("moderatedForum", { fid: form.fid });
      const person = moderators.find((one) => one.uid === uid);
      const asked =
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
      if (asked) return asked;
      const request = { ...form, uid };
      return saved(
        tools,
        await tools.scope.gateway.call("dismissModerator", request),
        "已免去，对方会收到通知",
      );
    }),
  },
);
