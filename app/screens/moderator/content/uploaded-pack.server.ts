import { z } from "zod";
import { inTurn } from "~/editor/uploads/upload.server";
import { explainForm, tokenRefused } from "~/failure/explain.server";
import { giveBack } from "~/forms/give-back.server";
import { paths } from "~/navigation/paths";
import { askFirst } from "~/request/ask-first.server";
import { type ActionTools, type Answer, submitted } from "~/request/intents.server";
import { loadQuestion } from "./load-question";

const path = paths.moderation("content");
/** The upload that a form is about, and when its check was made that the page shows. */
const shown = z.object({ upload: z.string().max(40), checkedAt: z.string().max(40).default("") });

/** Stores the chosen archive and has it checked. */
async function upload({ scope, form, intent, filesOf, done }: ActionTools): Promise<Answer> {
  const beside = (status: number, ...pack: string[]) =>
    giveBack(scope, { intent, typed: form }, { status, fields: { pack } });
  const again = "再上传一次";
  const refusal = await tokenRefused(scope, form, again);
  if (refusal) return giveBack(scope, { intent, typed: form }, refusal);
  const [file] = filesOf("pack");
  if (!file) return beside(400, "请先选择 ZIP 文件");
  try {
    await inTurn(scope, "uploadContentPack", file, (sent) => scope.gateway.call("uploadContentPack", sent));
    return done(path);
  } catch (error) {
    const { status, dialog, sentence, fields } = await explainForm(scope, error, again);
    if (dialog) return giveBack(scope, { intent, typed: form }, { status, dialog, problems: [sentence] });
    return beside(status, ...(fields?.file ?? [sentence]));
  }
}

/** What an administrator does with a content pack that is uploaded as a ZIP. */
export const uploadIntents = {
  upload,
  checkUpload: submitted(shown, async (typed, { scope, done }: ActionTools) => {
    await scope.gateway.call("checkContent", { upload: typed.upload });
    return done(path);
  }),
  loadUpload: submitted(shown, async (typed, tools: ActionTools) => {
    const { scope, done } = tools;
    const { upload: standing } = await scope.gateway.call("contentState", {});
    // Of another upload, or another check, the gateway says that it is not the one that was seen.
    const isShown = standing?.id === typed.upload && standing.check?.checkedAt === typed.checkedAt;
    const question = isShown ? loadQuestion(standing.name, standing.check, false) : null;
    const confirmation = question && askFirst(tools, question, [typed.upload, typed.checkedAt]);
    if (confirmation) return confirmation;
    await scope.gateway.call("loadContent", { upload: typed.upload, checkedAt: typed.checkedAt });
    return done(path);
  }),
  discardUpload: submitted(shown, async (typed, tools: ActionTools) => {
    const question = {
      title: "丢弃上传的内容包？",
      says: ["站里的内容不变；这个 ZIP 会从服务器清除，要用的话再上传一次。"],
      button: "确认丢弃",
    };
    const confirmation = askFirst(tools, question, [typed.upload]);
    if (confirmation) return confirmation;
    await tools.scope.gateway.call("discardContentPack", { upload: typed.upload });
    return tools.done(path, "已丢弃上传的内容包，内容没有变");
  }),
};
