import { foldNickname } from "contract/account/identity";
import { id } from "contract/base/fields";
import { uidIn } from "contract/moderation/sections/fields";
import { refusals } from "contract/refusals";
import { roles } from "contract/roles/constants";
import { giveBack } from "~/forms/give-back.server";
import { askFirst } from "~/request/ask-first.server";
import { submitted, undecidedPage } from "~/request/intents.server";
import type { Scope } from "~/request/scope.server";
import { screenAction } from "~/request/screen.server";
import { grantForm, revokeForm } from "./roles.schema";
import { rolesQuery } from "./roles-query.server";

/** What an appointment, as any change of a section in the portal, means for packs. */
const keptSections = "之后装载内容包，不再改这些版块的版主、简介、版规和分类。";

/** Whom a typed nickname or UID means: two where it is one's nickname and another's UID. */
async function whoIsMeant(scope: Scope, typed: string) {
  const uid = uidIn(typed);
  const { people } = await scope.gateway.call("matchUser", { text: uid === null ? typed : String(uid) });
  return people.filter((one) =>
    uid === null
      ? String(one.uid) === typed || foldNickname(one.nickName) === foldNickname(typed)
      : one.uid === uid,
  );
}

const taughtWords = (courses: number) =>
  courses === 0
    ? "没有指定课程：对方只写自己起草的课程和考试。"
    : `指定了 ${courses} 门课程；对方自己起草的课程和考试也能写。`;

const noChange = "已经是这样了，没有改动";

/** Grants, changes and takes back, each after a question: the notice to the person cannot be taken back. */
export const rolesAction = screenAction(
  { query: rolesQuery },
  {
    grant: submitted(grantForm, async ({ change, ...form }, tools) => {
      const { scope, done, here } = tools;
      const people = await whoIsMeant(scope, form.person);
      const [person] = people;
      if (!person || people.length > 1) {
        const { status, message } = refusals[person ? "PERSON_AMBIGUOUS" : "USER_NOT_FOUND"];
        const { intent, form: typed } = tools;
        return giveBack(scope, { intent, typed }, { status, fields: { person: [message] } });
      }
      const personText = `「${person.nickName}」（UID ${person.uid}）`;
      const { name, does } = roles[form.role];
      const until = form.until ? `到 ${form.until} 为止，到期自动结束。` : "没有期限。";
      const question = askFirst(
        tools,
        {
          title: change ? `改动${name}${personText}的范围和期限？` : `让${personText}担任${name}？`,
          says: [
            `${does}。${until}`,
            ...(form.role === "moderator" ? [keptSections] : []),
            ...(form.role === "lecturer" ? [taughtWords(form.courses.length)] : []),
            "对方从下一次打开页面起就能用，会收到通知和你写的理由，通知不能撤回。",
          ],
          button: change ? "确认改动" : "确认任命",
        },
        [...form.kinds, ...form.classes, ...form.courses, ...form.sections],
      );
      if (question) return question;
      // By number: the yes is for whom the question named.
      const request = { ...form, person: `UID:${person.uid}`, change: change !== undefined };
      const { changed } = await scope.gateway.call("grantRole", request);
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
              ? `对方马上不能再处理选中的 ${sections.length} 个版块。${keptSections}`
              : `对方马上不能再做${name}的事。`,
            ...(role === "editor"
              ? ["对方写的各版、安排的定时发布和下架都还在，可以在内容编辑里看、取消。"]
              : []),
            ...(role === "lecturer" ? ["对方写的草稿都还在，由编辑发布或者接着改。"] : []),
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
