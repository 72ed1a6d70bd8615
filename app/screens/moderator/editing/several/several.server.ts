import type { CallResponse } from "contract";
import { typedText } from "contract/base/fields";
import { severalMost, whyMax } from "contract/content/constants";
import { contentKinds } from "contract/content/kinds/words";
import { contentKey } from "contract/content/piece";
import { z } from "zod";
import { giveBack } from "~/forms/give-back.server";
import { type Asking, askFirst } from "~/request/ask-first.server";
import type { Fields } from "~/request/inputs.server";
import { type ActionTools, type Answer, submitted, undecided } from "~/request/intents.server";
import type { kindInPath } from "../piece-address";

type Piece = CallResponse<"checkSeveralContent">["pieces"][number];
type Tools = ActionTools<Fields, z.ZodObject<{ kind: typeof kindInPath }>>;

const severalForm = z.object({
  ids: z
    .array(contentKey, "请先选择要处理的内容")
    .min(1, "请先选择要处理的内容")
    .max(severalMost, `一次最多处理 ${severalMost} 项`),
  why: typedText(whyMax, `理由不能超过 ${whyMax} 字`, "请填写理由"),
});

const named = ({ key, title }: Pick<Piece, "key" | "title">) =>
  title === key ? key : `「${title}」（${key}）`;

const says = {
  publish: (piece: Piece) =>
    `${named(piece)}：发布第 ${Math.max(1, piece.version)} 版，${
      piece.visibleVersion > 0 ? `上次发布的是第 ${piece.visibleVersion} 版` : "以前没有发布过"
    }`,
  withdraw: (piece: Piece) => named(piece),
};
const acts = { publish: "发布", withdraw: "下架" } as const;

/** What goes, by name, and what stays and why. Whoever takes many down types how many. */
function questionOf(act: keyof typeof acts, name: string, going: Piece[], staying: Piece[]): Asking {
  return {
    title: `${acts[act]} ${going.length} 份${name}？`,
    says: [
      ...going.map(says[act]),
      ...staying.map((piece) => `不动：${named(piece)}，${piece.problem}`),
      act === "withdraw"
        ? "下架之后访客在列表里看不到，打开原来的地址会说已下架；以后可以再发布。"
        : "发布之后访客马上看到；以前的版本都留着，可以恢复。",
    ],
    button: `确认${acts[act]} ${going.length} 份`,
    ...(act === "withdraw" ? { count: going.length } : {}),
  };
}

/** Publishes or takes down the chosen pieces of a list, after a question that names them. */
export const severalIntents = {
  several: async (tools: Tools): Promise<Answer> => {
    const { argument: act, params, scope, form, intent, here, done } = tools;
    if (act !== "publish" && act !== "withdraw") return undecided(tools);
    const { kind } = params;
    const run = submitted(severalForm, async ({ ids, why }, same: Tools) => {
      const { pieces } = await scope.gateway.call("checkSeveralContent", { kind, keys: ids, act });
      const going = pieces.filter(({ problem }) => problem === "");
      const staying = pieces.filter(({ problem }) => problem !== "");
      const lines = staying.map((piece) => `${named(piece)}没有${acts[act]}：${piece.problem}`);
      if (going.length === 0)
        return giveBack(scope, { intent, typed: form }, { status: 422, problems: lines });
      // A yes is for the versions that were named.
      const about = going.map(({ key, version }) => `${key}:${version}`);
      const question = askFirst(same, questionOf(act, contentKinds[kind].name, going, staying), about);
      if (question) return question;
      const chosen = going.map(({ key, version }) => ({ key, version }));
      const answer = await scope.gateway.call("changeSeveralContent", { kind, act, why, pieces: chosen });
      const notice = `已${acts[act]} ${answer.done} 份`;
      const titles = new Map(pieces.map((piece) => [piece.key, piece]));
      const refused = answer.refused.map(
        ({ key, problem }) => `${named(titles.get(key) ?? { key, title: key })}没有${acts[act]}：${problem}`,
      );
      if (refused.length + lines.length === 0) return done(here, notice);
      form.delete("ids");
      for (const { key } of [...answer.refused, ...staying]) form.append("ids", key);
      return giveBack(
        scope,
        { intent, typed: form },
        { status: 422, problems: [notice, ...refused, ...lines] },
      );
    });
    return run(tools);
  },
};
