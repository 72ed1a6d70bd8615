import type { CallResponse } from "contract";
import { parseTime } from "contract/base/time";
import { contentTransitions } from "contract/content/transitions";
import { z } from "zod";
import { asTypedNotice } from "~/editor/as-typed-notice";
import { formatMinute } from "~/format/time";
import { giveBack } from "~/forms/give-back.server";
import type { FormFailure } from "~/forms/result";
import { Refused } from "~/gateway-client/errors";
import { paths } from "~/navigation/paths";
import { type ActionTools, type Answer, submitted, undecided } from "~/request/intents.server";
import { screenAction } from "~/request/screen.server";
import { compactRows, typedBody } from "./body/typed-body";
import { keyInPath, kindInPath, missingPiece, newKey, publicPath } from "./piece-address";
import { listIntents, takeFiles } from "./row-intents.server";

export const inputs = { params: z.object({ kind: kindInPath, key: keyInPath }), missing: missingPiece };

type Tools = ActionTools<never, typeof inputs.params>;
type Saved = CallResponse<"saveContent">;

/** What the form's answer adds to the page. */
export interface PieceAnswer extends FormFailure {
  /** Somebody else saved meanwhile: what their version has different from the typed one. */
  compare?: CallResponse<"compareContent">;
  /** What was typed is saved, but what was to follow was refused: the form goes on from this version. */
  saved?: Saved;
  /** Products that the search found. */
  found?: { products: CallResponse<"contentProducts">["products"]; text: string };
}

/** The gateway checks the fields by the schema of their kind. */
const anyFields = z.record(z.string(), z.unknown());

async function bodyOf({ scope, form, params: { kind, key } }: Tools) {
  const piece = await scope.gateway.call("contentPiece", key === newKey ? { kind } : { kind, key });
  return typedBody(kind, form, piece);
}

/** Saves what the form says as a version; a form that says what the newest version says adds none. */
async function save(tools: Tools, base = Number(tools.form.get("base"))): Promise<Saved> {
  const { scope, form, params } = tools;
  const { kind, key } = params;
  const fresh = key === newKey;
  const typedKey = String(form.get("key") ?? "").trim();
  return scope.gateway.call("saveContent", {
    kind,
    base: Number.isInteger(base) && base >= 0 ? base : 0,
    standing: String(form.get("standing") ?? ""),
    fresh,
    ...(fresh
      ? { submissionId: String(form.get("submissionId") ?? ""), ...(typedKey ? { key: typedKey } : {}) }
      : { key }),
    body: await bodyOf(tools),
    why: String(form.get("why") ?? ""),
  });
}

/** Saves only a form that says something else than the newest version: a piece of a pack that is copied stays the pack's. */
async function saveChanged(tools: Tools): Promise<Saved> {
  const { scope, params } = tools;
  const { kind, key } = params;
  if (key === newKey) return save(tools);
  const name = { kind, key };
  const { changes, version } = await scope.gateway.call("compareContent", {
    ...name,
    body: await bodyOf(tools),
  });
  if (changes.length > 0) return save(tools);
  const { state } = await scope.gateway.call("contentPiece", name);
  return { key, version, state, asTyped: false };
}

/** The time of a schedule as the call has it. */
function timeIn(form: FormData, field: string): string {
  const time = parseTime(String(form.get(field) ?? "").replace("T", " "), "YYYY-MM-DD HH:mm");
  return time?.toISOString() ?? "";
}

/** After a conflict of two editors the form comes back with what the other one changed. */
async function withComparison(answer: Answer, tools: Tools): Promise<Answer> {
  if (answer instanceof Response) return answer;
  const failure = answer.data as PieceAnswer;
  if (failure.code !== "EDIT_CONFLICT") return answer;
  const { kind, key } = tools.params;
  failure.compare = await tools.scope.gateway.call("compareContent", {
    kind,
    key,
    body: await bodyOf(tools),
  });
  return answer;
}

/** An intent that saves first, so that no press loses what was typed, and then acts on the saved version. */
const saving =
  (act: (saved: Saved, tools: Tools) => Promise<Answer>, keep = save) =>
  async (tools: Tools) => {
    let saved: Saved | undefined;
    const refused = await takeFiles(tools);
    if (refused) return refused;
    compactRows(tools.params.kind, tools.form);
    const press = submitted(anyFields, async (_, same: Tools) => {
      saved = await keep(same);
      return act(saved, same);
    });
    const answer = await withComparison(await press(tools), tools);
    if (!(answer instanceof Response) && saved) (answer.data as PieceAnswer).saved = saved;
    return answer;
  };

/** The saved piece, as the calls name it. */
const nameOf = ({ key }: Saved, { params: { kind } }: Tools) => ({ kind, key });
const back = ({ params: { kind } }: Tools, { key }: Saved) => paths.contentPiece(kind, key);

/** A schedule needs a time: the form comes back with what was typed. */
function withoutTime({ scope, form, intent }: Tools, field: string): Answer {
  return giveBack(scope, { intent, typed: form }, { status: 400, fields: { [field]: ["请填写时间"] } });
}

const scheduled =
  (
    field: "publishTime" | "withdrawTime",
    act: (at: string) => (saved: Saved, tools: Tools) => Promise<Answer>,
  ) =>
  async (tools: Tools): Promise<Answer> => {
    const at = timeIn(tools.form, field);
    if (at === "") return (await takeFiles(tools)) ?? withoutTime(tools, field);
    return saving(async (saved, same) => {
      try {
        return await act(at)(saved, same);
      } catch (error) {
        // The call names its own field; the form has two times.
        if (error instanceof Refused && error.fields?.at)
          return giveBack(
            same.scope,
            { intent: same.intent, typed: same.form },
            { status: 422, fields: { [field]: error.fields.at } },
          );
        throw error;
      }
    })(tools);
  };

/** Decides the conflict that the form showed. */
const decided = (take: "own" | "pack", label: string) =>
  saving(async (saved, tools) => {
    const seen = String(tools.form.get("seen") ?? "");
    await tools.scope.gateway.call("decideContent", { ...nameOf(saved, tools), take, seen });
    return tools.done(back(tools, saved), `已决定：${label}`);
  });

/** Said after a save, as the topic editor says it of a text that could not be laid out. */
const withNotice = (said: string, { asTyped }: Saved) => (asTyped ? `${said}。${asTypedNotice}` : said);

/** What the buttons of a piece's form do. Each saves what was typed first. */
export const action = screenAction(inputs, {
  save: saving((saved, tools) =>
    tools.done(back(tools, saved), withNotice(`已保存为第 ${saved.version} 版`, saved)),
  ),
  preview: saving(async (saved, { scope, params: { kind }, done }) => {
    const { key, version, asTyped } = saved;
    const { preview } = await scope.gateway.call("contentPiece", { kind, key });
    const notice = asTyped ? withNotice(`已保存为第 ${version} 版`, saved) : undefined;
    return done(publicPath(kind, key, preview), notice);
  }),
  /** Makes another draft of what the form says. */
  copy: saving(async (saved, tools) => {
    const { scope, form, params, done } = tools;
    const submissionId = String(form.get("submissionId") ?? "");
    const { key } = await scope.gateway.call("copyContent", { ...nameOf(saved, tools), submissionId });
    return done(paths.contentPiece(params.kind, key), "已复制为新的草稿，时间要重新填");
  }, saveChanged),
  publish: saving(async (saved, tools) => {
    const { version } = saved;
    await tools.scope.gateway.call("publishContent", { ...nameOf(saved, tools), version });
    return tools.done(back(tools, saved), withNotice(`已发布第 ${version} 版`, saved));
  }),
  schedule: scheduled("publishTime", (at) => async (saved, tools) => {
    const { version } = saved;
    await tools.scope.gateway.call("publishContent", { ...nameOf(saved, tools), version, at });
    return tools.done(back(tools, saved), withNotice(`第 ${version} 版会在 ${formatMinute(at)} 发布`, saved));
  }),
  withdraw: saving(async (saved, tools) => {
    await tools.scope.gateway.call("withdrawContent", nameOf(saved, tools));
    return tools.done(back(tools, saved), "已下架，可以再发布");
  }),
  scheduleWithdraw: scheduled("withdrawTime", (at) => async (saved, tools) => {
    await tools.scope.gateway.call("withdrawContent", { ...nameOf(saved, tools), at });
    return tools.done(back(tools, saved), `会在 ${formatMinute(at)} 下架`);
  }),
  unschedule: saving(async (saved, tools) => {
    await tools.scope.gateway.call("unscheduleContent", nameOf(saved, tools));
    return tools.done(back(tools, saved), "已取消定时");
  }),
  keepOwn: decided("own", contentTransitions.keepOwn.label),
  takePack: decided("pack", contentTransitions.takePack.label),
  /** After a conflict of two editors: the typed text becomes a version, and the other editor's the newest again. */
  other: async (tools: Tools) => {
    const refused = await takeFiles(tools);
    if (refused) return refused;
    compactRows(tools.params.kind, tools.form);
    return submitted(anyFields, async (_, same: Tools) => {
      // What stood before anybody edited it becomes the first version.
      const theirs = Number(same.form.get("base")) || 1;
      const saved = await save(same);
      const { kind } = same.params;
      await same.scope.gateway.call("restoreContent", { kind, key: saved.key, version: theirs });
      return same.done(back(same, saved), `用了另一份；你写的留在历史版本里，是第 ${saved.version} 版`);
    })(tools);
  },
  /** Searches products to choose from; nothing is saved. */
  find: async (tools: Tools) => {
    const { scope, form, intent } = tools;
    const refused = await takeFiles(tools);
    if (refused) return refused;
    const text = String(form.get("productText") ?? "")
      .trim()
      .slice(0, 60);
    const typed = { intent, typed: form };
    if (text === "")
      return giveBack(scope, typed, { status: 400, fields: { productText: ["请填写产品名称或编号"] } });
    const { products } = await scope.gateway.call("contentProducts", { text });
    return giveBack(scope, typed, {}, { found: { products, text } });
  },
  ...listIntents,
  default: undecided,
});
